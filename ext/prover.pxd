# The prover: shows that a position is lost without searching it. docs/prover.md has the argument for every step.
#
# Every card that is an original of a column or in the stock must *cross*: leave its place for the first time. For each
# of them two questions are asked about a winning line, in turn, until nothing new comes of it.
#
# *Closure* (closure.pxd): what can have happened before it crosses? What is out of reach as long as the card stays put
# must come after it; so a relation "must cross before" grows, which in turn narrows the closures.
#
# *Snapshot*: how do things stand at the moment at which it crosses? What must have crossed by then is in the tableau or
# on a foundation; what no foundation can have reached lies on a parent, and a parent carries one card. If no target is
# left, or no consistent snapshot, it never crosses, and the position is lost.

from cards cimport KL_ALL, KL_KINGS, KL_LOW, bit, card_at, kl_ctz, kl_popcount, rank_of, suit_of, u8, u32, u64
from closure cimport Closure, Prover, close, from_rank, prover_init, with_before
from position cimport Game, Position

cdef enum:
    MAX_ROUNDS = 8


cdef inline bint snapshot(const Prover *v, const Closure *c, int card, int parent, bint up, u64 must,
                          u64 *must_out) noexcept nogil:
    # Can the card cross to this parent (-1: none), to its foundation (up) or, a king, to an empty column, if the cards
    # of must, and all that must cross before these, have crossed? Then must_out gets what must have crossed by then.
    cdef const Game *g = v.game
    cdef u64 impossible = bit(card) | ~c.crossed
    cdef u64 can_up = c.up & ~from_rank(g, card)
    cdef u64 out = v.position.free | v.foundations
    cdef u64 must_up = 0
    cdef u64 parents = c.shown
    cdef u64 settled, kings, cover = 0, covered, added, rest
    cdef u64 both, one, pa, pb, sa, sb
    cdef int i, need
    if up:
        must_up = g.suits[suit_of(card)] & (bit(card) - 1)
        if must_up & ~can_up:
            return False
        added = must_up
        if rank_of(card) > 0:
            added |= v.before_up[card_at(rank_of(card) - 1, suit_of(card))]
        must = with_before(v, must, added)
        parents &= ~(must_up | bit(card))
    elif parent >= 0:
        cover = bit(parent)
        parents &= ~cover
    covered = cover
    parents >>= 4
    pa = parents & KL_LOW
    pb = (parents >> 1) & KL_LOW
    while True:
        # What covering a card means for it: it is in the tableau, face up.
        added = cover & v.stock
        while cover:
            i = kl_ctz(cover)
            cover &= cover - 1
            can_up &= ~from_rank(g, i)
            added |= g.above[i]
        must = with_before(v, must, added)
        if must & impossible or must_up & ~can_up:
            return False
        # A king at the bottom crosses by going up; only take-back brings it down again, to head another column.
        if must & v.bottom_kings & ~can_up and not g.take_back:
            return False
        # Every card that is out of its place and on no foundation lies on a parent.
        settled = (must | out) & ~can_up
        kings = settled & KL_KINGS
        settled &= ~KL_KINGS
        sa = settled & KL_LOW
        sb = (settled >> 1) & KL_LOW
        if (sa | sb) & ~(pa | pb) or (sa & sb) & ~(pa & pb):
            return False
        both = sa & sb
        one = (sa ^ sb) & (pa ^ pb)
        cover = (((both * 3) | (one * 3 & parents)) << 4) & KL_ALL & ~covered
        covered |= cover
        # Kings out of their places head columns without originals.
        need = kl_popcount(kings) + (1 if parent < 0 and not up else 0)
        if need > c.emptied:
            return False
        added = 0
        if need == c.emptied and need > 0:
            for i in range(g.columns):
                if v.position.originals[i]:
                    rest = bit(g.original[i][0])
                    if rest & c.crossed and not rest & v.bottom_kings:
                        added |= rest | g.above[g.original[i][0]]
        added &= v.waiting & ~must
        if not cover and not added:
            break
        must = with_before(v, must, added)
    must_out[0] = must
    return True


cdef inline bint can_cross(const Prover *v, const Closure *c, int card, u64 known, u64 *must_out) noexcept nogil:
    # Whether any target is left for the card; must_out gets what must have crossed by then, whichever it takes. Only
    # what is not among the known cards is asked for: once there is nothing of it, further targets are not tried.
    cdef u64 before = with_before(v, 0, v.before[card] | v.assumed)
    cdef u64 must = ~(<u64>0)
    cdef u64 found
    cdef bint any = False
    cdef int i
    if before & ~c.crossed:
        return False
    if rank_of(card) == 12:
        if not bit(card) & v.bottom_kings and snapshot(v, c, card, -1, False, before, &found):
            must &= found
            any = True
    else:
        for i in range((card & ~1) + 4, (card & ~1) + 6):
            if any and not must & ~known:
                break
            if c.shown & bit(i) and snapshot(v, c, card, i, False, before, &found):
                must &= found
                any = True
    if (not any or must & ~known) and snapshot(v, c, card, -1, True, before, &found):
        must &= found
        any = True
    must_out[0] = must
    return any


cdef inline bint has_no_way(const Prover *v, const Closure *c, int card, u64 known, u64 *must) noexcept nogil:
    # Whether the card can never cross by what its closure and the snapshots of it say. must gets what must cross before
    # it, as far as it is not known.
    if bit(card) & v.stock:
        if not (c.reached >> v.place[card]) & 1:
            return True
    elif not c.shown & bit(card):
        return True
    return not can_cross(v, c, card, known, must)


cdef inline bint examine(Prover *v, int card, bint *changed) noexcept nogil:
    # As has_no_way, and note what was learned about the order in which cards cross.
    cdef Closure *c = &v.closure[card]
    cdef u64 others, must
    cdef int other
    close(v, bit(card), c)
    if has_no_way(v, c, card, v.own_before[card], &must):
        return True
    if must & ~v.own_before[card]:
        v.own_before[card] |= must
        changed[0] = True
    # What cannot have crossed by then crosses later.
    others = v.waiting & ~c.crossed & ~bit(card)
    while others:
        other = kl_ctz(others)
        others &= others - 1
        if not v.own_before[other] & bit(card):
            v.own_before[other] |= bit(card)
            changed[0] = True
    others = KL_ALL & ~c.up
    while others:
        other = kl_ctz(others)
        others &= others - 1
        if not v.own_before_up[other] & bit(card):
            v.own_before_up[other] |= bit(card)
            changed[0] = True
    return False


cdef inline bint learn(Prover *v, int card, u64 must) noexcept nogil:
    # Note what must cross before the card; whether that is new.
    if not must & ~v.own_before[card]:
        return False
    v.own_before[card] |= must
    return True


cdef inline bint learn_after(Prover *v, int one, int other, u64 before) noexcept nogil:
    # If one cannot cross after other, other comes later; if it can, what must have crossed then, and must have crossed
    # as well if one comes before other, must have crossed in any case.
    cdef u64 must
    cdef bint any
    v.assumed = bit(other)
    any = can_cross(v, &v.closure[one], one, v.own_before[one] | ~before, &must)
    v.assumed = 0
    return learn(v, one, must & before) if any else learn(v, other, bit(one))


cdef inline bint probe(Prover *v, bint *changed) noexcept nogil:
    # For every two cards: can the one cross before the other, and can it cross after it? If not before, the other must
    # cross first; if not after, the one must; and what both ways have in common must have crossed in any case.
    cdef u64 ones = v.waiting
    cdef u64 others, before_one = 0, before_other = 0
    cdef int one, other
    cdef bint first, second
    cdef Closure both
    while ones:
        one = kl_ctz(ones)
        ones &= ones - 1
        others = ones & ~v.own_before[one]
        while others:
            other = kl_ctz(others)
            others &= others - 1
            if v.own_before[other] & bit(one) or v.own_before[one] & bit(other):
                continue
            close(v, bit(one) | bit(other), &both)
            first = not has_no_way(v, &both, one, v.own_before[one], &before_one)
            second = not has_no_way(v, &both, other, v.own_before[other], &before_other)
            if first and second:
                changed[0] |= learn_after(v, one, other, before_one)
                changed[0] |= learn_after(v, other, one, before_other)
                continue
            changed[0] = True
            if not first:
                v.own_before[one] |= bit(other)
            if not second:
                v.own_before[other] |= bit(one)
        v.own_before[one] = with_before(v, 0, v.own_before[one])
        if v.own_before[one] & bit(one):
            return True
    return False


cdef inline void move_to_front(u8 *order, int j) noexcept nogil:
    cdef u8 card = order[j]
    while j > 0:
        order[j] = order[j - 1]
        j -= 1
    order[0] = card


cdef inline void borrow(Prover *v, const Prover *known) noexcept nogil:
    # Begin with the relation of an ancestor or, without one, with the order of the columns.
    cdef int card
    v.before = v.own_before
    v.before_up = v.own_before_up
    for card in range(52):
        v.own_before[card] = known.before[card] if known != NULL else v.game.above[card]
        v.own_before_up[card] = known.before_up[card] if known != NULL else 0


cdef inline bint glance(Prover *v, const Game *g, const Position *p, const Prover *known, u8 *order,
                        u64 crossed) noexcept nogil:
    # Whether the position is lost because one card never crosses: the first of the order that still waits and was not
    # seen to cross. Cards that settled a position stand first, since they will often do so in similar ones. known: what
    # was found out at an ancestor, or NULL.
    cdef int j = 0
    cdef u64 suspects, must
    prover_init(v, g, p)
    suspects = v.waiting & ~crossed
    if suspects == 0:
        return False
    if known == NULL:
        borrow(v, NULL)
    else:
        v.before = known.before
        v.before_up = known.before_up
    while not bit(order[j]) & suspects:
        j += 1
    close(v, bit(order[j]), &v.closure[0])
    if has_no_way(v, &v.closure[0], order[j], ~(<u64>0), &must):
        move_to_front(order, j)
        return True
    return False


cdef inline bint prove_lost(Prover *v, const Game *g, const Position *p, const Prover *known, u8 *order,
                            int rounds, bint deep) noexcept nogil:
    # Whether the position is seen to be lost. known: what was found out at an ancestor, or NULL. All cards are
    # examined, in this order, so often; one that settles it moves to the front. deep: pairs are probed as well.
    cdef Closure whole
    cdef int card, i, j
    cdef bint changed
    prover_init(v, g, p)
    borrow(v, known)
    close(v, 0, &whole)
    if whole.up != KL_ALL:
        return True
    for i in range(rounds):
        changed = False
        for j in range(52):
            card = order[j]
            if bit(card) & v.waiting and examine(v, card, &changed):
                move_to_front(order, j)
                return True
        if not changed:
            if deep and probe(v, &changed):
                return True
            if not changed:
                break
    return False


cdef inline int most_up(Prover *v, const Game *g, const Position *p, const Prover *known, u8 *order,
                        int rounds) noexcept nogil:
    # An upper bound on the number of cards that ever lie on the foundations at once. The relation holds in every line
    # in which the later card crosses at all (what probe adds does not, so nothing that has probed may be known here);
    # cards that never cross stay frozen for good. With 0 rounds the bound follows from what was known at the ancestor.
    cdef Closure whole
    cdef int card, i, j
    cdef bint changed = True
    prover_init(v, g, p)
    borrow(v, known)
    v.never = known.never if known != NULL else 0
    for i in range(rounds):
        changed = False
        for j in range(52):
            card = order[j]
            if bit(card) & v.waiting & ~v.never and examine(v, card, &changed):
                v.never |= bit(card)
                changed = True
        if not changed:
            break
    close(v, 0, &whole)
    return kl_popcount(whole.up)
