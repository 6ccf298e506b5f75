# The search for the smallest loss: partial-expansion A*, level by level, as in astar.pxd, over positions with points.
#
# A level is a loss: on it every stored position of this f is expanded, depth-first; of what comes of it that is stored
# whose f is the level or less, too, and the position is put back with the least f of the rest. Any line may stop
# anywhere, so every position that is met gives an upper bound (`upper`), and the search ends when the levels reach it.
# `lower` is what has been exhausted. Good lines are looked for by beam searches (rays.pxd), which prove nothing.

from libc.stdlib cimport free

from cards cimport kl_popcount, u64
from loss cimport (
    BEYOND,
    CLOSED,
    FULL,
    PROVEN,
    SEARCHING,
    UNPROVEN,
    LeastLoss,
    entry,
    entry_f,
    entry_g,
    find_state,
    note,
    push,
    set_f,
)
from lossbound cimport bound_of
from moves cimport UP
from options cimport Option, options_of, settle_points
from oracle cimport oracle_free
from points cimport Points, points_decode, points_key, rest_of
from position cimport Position
from states cimport STATE_SLACK, State, states_add, states_after, states_free, states_prefetch


cdef inline int promise(const Position *p, const Option *o) noexcept nogil:
    # Only the order of the search depends on it.
    return (
        8 * (p.hidden - o.position.hidden)
        + 4 * (p.heads - o.position.heads)
        + (3 if o.step & UP else 0)
        + (kl_popcount(p.stock) - kl_popcount(o.position.stock))
    )


cdef inline void expand(LeastLoss *s, u64 key) noexcept nogil:
    # Expand a position of this level.
    cdef Points *m = &s.points
    cdef State *found = find_state(&s.states, key)
    cdef Position at
    cdef Option *o
    cdef int i, j, g, f, total, best, count = 0, later = BEYOND
    if found == NULL:
        # It was lost when the table grew (see states.pxd).
        s.outcome = UNPROVEN
        return
    if entry_f(found.rest) != s.level:
        return
    g = entry_g(found.rest)
    if g + s.floor >= s.upper:
        set_f(found, CLOSED - 1)
        return
    points_decode(m, key, &at)
    options_of(m, &at, &s.component, &s.options)
    s.expanded += 1
    s.generated += s.options.count
    if s.options.overflow:
        s.outcome = UNPROVEN
        return
    for i in range(s.component.count):
        note(s, g + rest_of(m, &at, s.component.vector[i].foundations), key, 0, s.component.vector[i].foundations)
    for i in range(s.options.count):
        o = &s.options.option[i]
        states_prefetch(&s.states, o.hash)
        note(s, g + o.loss + rest_of(m, &o.position, o.position.foundations), key, o.hash, o.position.foundations)
    for i in range(s.options.count):
        o = &s.options.option[i]
        total = g + o.loss
        if total >= s.upper:
            continue
        found = find_state(&s.states, o.hash)
        if found != NULL and entry_g(found.rest) <= total:
            s.repeated += 1
            continue
        f = total + bound_of(s, &o.position, (s.level if s.level < s.upper else s.upper - 1) - total)
        if f >= s.upper or f > s.level:
            s.bounded += 1
            if f < s.upper and f < later:
                later = f
            continue
        # Promising ones last, so that they are taken up first.
        s.value[i] = promise(&at, o) - 64 * (f - g)
        j = count
        while j > 0 and s.value[s.order[j - 1]] > s.value[i]:
            s.order[j] = s.order[j - 1]
            j -= 1
        s.order[j] = i
        count += 1
    for j in range(count):
        o = &s.options.option[s.order[j]]
        total = g + o.loss
        found = find_state(&s.states, o.hash)
        if found != NULL:
            found.rest = entry(key, s.level, total)
        elif not states_add(&s.states, o.hash, entry(key, s.level, total)):
            s.outcome = FULL
            return
        if not push(s, o.hash):
            return
    if later < s.next_level:
        s.next_level = later
    found = find_state(&s.states, key)
    if found == NULL:
        s.outcome = UNPROVEN
        return
    set_f(found, later if later < BEYOND else CLOSED - 1)


cdef inline bint walk(LeastLoss *s) noexcept nogil:
    # Push the next stored position of this level; False: the level is done.
    cdef u64 total = s.states.slots + STATE_SLACK
    cdef State *p
    cdef int f
    if s.generation != s.states.generation:
        s.cursor = states_after(&s.states, s.cursor_hash)
        s.generation = s.states.generation
    while s.cursor < total:
        p = &s.states.slot[s.cursor]
        if p.rest:
            f = entry_f(p.rest)
            if f == s.level:
                s.cursor_hash = p.hash
                return push(s, p.hash)
            if f > s.level and f < s.next_level and f < CLOSED - 1:
                s.next_level = f
        s.cursor += 1
    return False


cdef inline void leastloss_run(LeastLoss *s, u64 expansions) noexcept nogil:
    cdef u64 last = s.expanded + expansions
    while s.outcome == SEARCHING:
        if s.lower >= s.upper:
            s.outcome = PROVEN
            return
        if s.expanded >= last:
            return
        if s.stack_count:
            s.stack_count -= 1
            expand(s, s.stack[s.stack_count])
            continue
        if walk(s):
            continue
        if s.outcome != SEARCHING:
            return
        if s.states.dropped:
            s.outcome = UNPROVEN
            return
        s.level = s.next_level if s.next_level < s.upper else s.upper
        if s.level > s.lower:
            s.lower = s.level
        s.next_level = BEYOND
        s.cursor = 0
        s.cursor_hash = 0


cdef inline void leastloss_begin(LeastLoss *s) noexcept nogil:
    # All else must be there already: game, points, tables, `upper` and `floor`.
    s.start = s.given
    s.start_loss = settle_points(&s.points, &s.start, NULL)
    s.start_key = points_key(&s.points, &s.start)
    s.next_level = BEYOND
    s.outcome = SEARCHING
    s.lower = s.start_loss + s.floor
    s.level = s.lower
    note(s, s.start_loss + rest_of(&s.points, &s.start, s.start.foundations), s.start_key, 0, s.start.foundations)
    if s.lower >= s.upper:
        s.lower = s.upper
        s.outcome = PROVEN
    if not states_add(&s.states, s.start_key, entry(0, s.level, s.start_loss)):
        s.outcome = FULL


cdef inline void leastloss_free(LeastLoss *s) noexcept nogil:
    states_free(&s.states)
    oracle_free(&s.oracle)
    free(s.stack)
    free(s.rays)
    s.stack = NULL
    s.rays = NULL
