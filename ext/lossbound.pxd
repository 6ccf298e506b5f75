# What every line from a position loses at least: by what can never happen in it, and if it is lost (docs/score.md).

from cards cimport KL_ALL, bit, kl_popcount, u64
from closure cimport Closure, Prover, close, prover_init
from loss cimport BEYOND, LeastLoss
from oracle cimport is_lost
from points cimport Points
from position cimport Game, Position
from prover cimport borrow, examine


cdef inline int closure_bound(LeastLoss *s, const Position *p, int rounds) noexcept nogil:
    # What all lines from here lose at least, by what the prover shows never to happen (docs/prover.md, most_up). With
    # rounds it examines every card so often first.
    cdef const Points *m = &s.points
    cdef Prover *v = &s.prover
    cdef Closure whole
    cdef u64 stuck
    cdef int card, i, j
    cdef bint changed = True
    prover_init(v, &s.oracle.search.game, p)
    borrow(v, NULL)
    for i in range(rounds):
        if not changed:
            break
        changed = False
        for j in range(52):
            card = s.oracle.search.order[j]
            if bit(card) & v.waiting & ~v.never and examine(v, card, &changed):
                v.never |= bit(card)
                changed = True
    close(v, 0, &whole)
    stuck = v.stock & ~whole.crossed
    return (
        kl_popcount(~whole.up & KL_ALL & ~v.stock) * m.rest_down
        + kl_popcount(~whole.up & v.stock & ~stuck) * s.least_down
        + kl_popcount(stuck) * m.rest_stock
        + kl_popcount(whole.up & v.stock & ~whole.shown & ~stuck) * s.least_straight
        + kl_popcount(whole.up & v.stock & whole.shown & ~stuck) * s.least_played
        + kl_popcount(v.waiting & ~v.stock & ~p.visible & ~whole.shown) * m.rest_hidden
    )


cdef inline int bound_of(LeastLoss *s, const Position *p, int budget) noexcept nogil:
    # What every line from here loses at least, `floor` if no more is known. With a bound above the budget the position is
    # put off, so it matters no longer what lines lose that cost more than that.
    cdef const Points *m = &s.points
    cdef const Game *g = &s.oracle.search.game
    cdef int more = 0    # recycles that the budget pays for
    cdef int least
    cdef int beyond = BEYOND
    if s.floor > budget or not s.use_bound:
        return s.floor
    s.asked.at = p[0]
    s.asked.at.recycles = 0
    if not g.unlimited:
        more = g.recycles if m.game.unlimited else m.game.recycles - p.recycles
        if m.turn_over and budget // m.turn_over < more:
            more = budget // m.turn_over
            beyond = (more + 1) * m.turn_over
        if more > g.recycles:
            more = g.recycles
        s.asked.at.recycles = g.recycles - more
    least = closure_bound(s, &s.asked.at, 0)
    if least <= budget and s.use_oracle:
        if s.is_lost or (
            s.oracle.nodes <= s.generated // s.oracle_share + s.oracle_credit * (s.oracle.found + 4)
            and is_lost(&s.oracle, &s.asked)
        ):
            # A line that does not win stops with more than what plays itself.
            if least < s.miss:
                least = s.miss
            if least <= budget:
                least = closure_bound(s, &s.asked.at, 1)
                if least < s.miss:
                    least = s.miss
    if least > beyond:
        least = beyond
    return least if least > s.floor else s.floor
