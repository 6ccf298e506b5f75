# The search for a shortest solution: partial-expansion A*, level by level.
#
# A level is a number of moves: no solution is shorter. On a level every stored state of this f is expanded; of its
# successors those are stored whose f is the level, too; the state is put back with the least f of the others (Yoshizumi,
# Miura, Ishida: A* with Partial Expansion for Large Branching Factor Problems, 2000). So nothing is ever stored whose f
# is above the length of the shortest solution. Within a level the search goes depth-first, so that on the last one it
# comes to the end soon; what is still to be expanded is found by walking over the table, so that no queue takes memory.

from libc.stdlib cimport calloc, free, realloc

from bound cimport DEAD
from cards cimport kl_mulhi, u64
from concrete cimport Concrete, forced_moves
from expansion cimport (
    BEYOND,
    EXHAUSTED,
    FOUND,
    FULL,
    NOT_SHORTER,
    SEARCHING,
    UNPROVEN,
    Frame,
    Open,
    Shortest,
    is_end,
    is_needless,
    moves_left,
    prepare,
)
from oracle cimport oracle_free
from states cimport (
    CLOSED,
    NUMBER,
    STATE_SLACK,
    Key,
    State,
    decode,
    key_of,
    make_rest,
    state_cross,
    state_f,
    state_g,
    states_add,
    states_after,
    states_find,
    states_free,
)


cdef inline bint push(Shortest *s, Key key, const Concrete *at) noexcept nogil:
    cdef Open *stack
    if s.stack_count == s.stack_room:
        stack = <Open *>realloc(s.stack, (2 * s.stack_room + 256) * sizeof(Open))
        if stack == NULL:
            s.outcome = FULL
            return False
        s.stack = stack
        s.stack_room = 2 * s.stack_room + 256
    s.stack[s.stack_count].key = key
    s.stack[s.stack_count].at = at[0]
    s.stack_count += 1
    return True


cdef inline void settle_level(Shortest *s, State *entry, int later) noexcept nogil:
    # Put a state back with the level on which it is to be expanded again.
    if entry == NULL:
        s.outcome = UNPROVEN  # it was dropped in growing
        return
    if later < CLOSED:
        if later < s.next_level:
            s.next_level = later
    elif later < BEYOND:
        s.outcome = UNPROVEN
    else:
        later = CLOSED
    entry.rest = (entry.rest & ~(<u64>NUMBER << 10)) | (<u64>later << 10)


cdef inline void expand(Shortest *s, Key key, const Concrete *at) noexcept nogil:
    # Expand a stored state of this level: store its successors or, when the memory is used up, begin to search below
    # it without.
    cdef u64 before = s.states.count
    cdef u64 generation = s.states.generation
    cdef State *entry = states_find(&s.states, key)
    cdef State *known
    cdef Frame *f = &s.frames[0]
    cdef int i, j, total
    if entry == NULL:
        s.outcome = UNPROVEN  # it was dropped in growing
        return
    if state_f(entry.rest) != s.level:
        return
    prepare(s, f, key, at, state_g(entry.rest))
    if s.outcome != SEARCHING:
        s.goal_path[0] = key
        s.goal_count = 1
        return
    if not s.full:
        for j in range(f.count):
            i = f.chosen[j]
            if is_needless(s, f, i, &known):
                continue
            total = f.g + f.children.successor[i].cost
            if known != NULL:
                known.rest = make_rest(f.keys[i].cross, key.hash, s.level, total)
            elif not states_add(&s.states, f.keys[i].hash, make_rest(f.keys[i].cross, key.hash, s.level, total)):
                # The others are chosen still, and these are known by now.
                s.full = True
                s.visited = <State *>calloc(s.visited_slots, sizeof(State))
                break
            if not push(s, f.keys[i], &f.children.successor[i].state):
                return
    if s.full:
        s.depth = 1
        return
    # What was added has moved the others.
    if s.states.count != before or s.states.generation != generation:
        entry = states_find(&s.states, key)
    settle_level(s, entry, f.later)


cdef inline bint was_visited(Shortest *s, Key key, int g) noexcept nogil:
    # Whether a state that is not stored was searched on this level already, from no more moves; if not, note it.
    cdef State *p
    cdef u64 rest = make_rest(key.cross, 0, s.level, g)
    if s.visited == NULL:
        return False
    p = &s.visited[kl_mulhi(key.hash, s.visited_slots)]
    if (
        p.hash == key.hash
        and state_cross(p.rest) == key.cross
        and state_f(p.rest) == s.level
        and state_g(p.rest) <= g
    ):
        return True
    p.hash = key.hash
    p.rest = rest
    return False


cdef inline void step_down(Shortest *s) noexcept nogil:
    # One step of the search below a stored state when no more can be stored: depth-first, within the level. What lies
    # above the level comes back as the level of the stored state, so nothing is lost; only time is.
    cdef Frame *f = &s.frames[s.depth - 1]
    cdef Frame *deeper
    cdef State *known
    cdef int i, total
    cdef Concrete at
    if f.count == 0:
        s.depth -= 1
        if s.depth == 0:
            settle_level(s, states_find(&s.states, f.key), f.later)
        elif f.later < s.frames[s.depth - 1].later:
            s.frames[s.depth - 1].later = f.later
        return
    f.count -= 1
    i = f.chosen[f.count]
    if is_needless(s, f, i, &known):
        return
    total = f.g + f.children.successor[i].cost
    # A state that is stored with more moves stays as it is: its parent would not be found in the table.
    if was_visited(s, f.keys[i], total):
        return
    if s.depth == s.room:
        s.outcome = FULL
        return
    deeper = &s.frames[s.depth]
    at = f.children.successor[i].state
    prepare(s, deeper, f.keys[i], &at, total)
    s.depth += 1
    if s.outcome == FOUND:
        s.goal_count = 0
        for i in range(s.depth - 1, -1, -1):
            s.goal_path[s.goal_count] = s.frames[i].key
            s.goal_count += 1


cdef inline bint walk(Shortest *s) noexcept nogil:
    # Push the next stored state of this level; False: the level is done.
    cdef u64 total = s.states.slots + STATE_SLACK
    cdef State *p
    cdef Key key
    cdef Concrete at
    cdef int f
    if s.generation != s.states.generation:
        s.cursor = states_after(&s.states, s.cursor_hash)
        s.generation = s.states.generation
    while s.cursor < total:
        p = &s.states.slot[s.cursor]
        if p.rest:
            f = state_f(p.rest)
            if f == s.level:
                key.hash = p.hash
                key.cross = state_cross(p.rest)
                s.cursor_hash = p.hash
                decode(&s.metric, key, &at)
                return push(s, key, &at)
            if f > s.level and f < s.next_level:
                s.next_level = f
        s.cursor += 1
    return False


cdef inline void shortest_run(Shortest *s, u64 expansions) noexcept nogil:
    cdef u64 last = s.expanded + expansions
    cdef Open open
    while s.outcome == SEARCHING and s.expanded < last:
        if s.depth:
            step_down(s)
            continue
        if s.stack_count:
            s.stack_count -= 1
            open = s.stack[s.stack_count]
            expand(s, open.key, &open.at)
            continue
        if walk(s):
            continue
        if s.outcome != SEARCHING:
            return
        if s.states.dropped:
            s.outcome = UNPROVEN
            return
        if s.next_level >= CLOSED:
            # Nothing is left below the upper bound.
            s.outcome = NOT_SHORTER if s.cut or s.upper < BEYOND else EXHAUSTED
            if s.outcome == NOT_SHORTER:
                s.level = s.upper
            return
        s.level = s.next_level
        s.next_level = BEYOND
        s.cursor = 0
        s.cursor_hash = 0
        if s.level >= s.upper:
            s.level = s.upper
            s.outcome = NOT_SHORTER
            return


cdef inline void shortest_begin(Shortest *s) noexcept nogil:
    # The start must be there already, and the bound and the oracle if it is used.
    cdef int h
    s.goal_count = 0
    s.start = s.given
    s.start_cost = forced_moves(&s.metric, &s.start, NULL)
    s.start_key = key_of(&s.metric, &s.start)
    s.next_level = BEYOND
    s.outcome = SEARCHING
    if is_end(s, &s.start):
        s.length = s.start_cost
        s.level = s.length
        s.outcome = FOUND
        return
    h = moves_left(s, &s.start, BEYOND)
    if h >= DEAD:
        s.level = s.start_cost
        s.outcome = EXHAUSTED
        return
    s.level = s.start_cost + h
    if s.level >= s.upper:
        s.level = s.upper
        s.outcome = NOT_SHORTER
    elif s.level >= CLOSED:
        s.outcome = UNPROVEN
    elif not states_add(&s.states, s.start_key.hash, make_rest(s.start_key.cross, 0, s.level, s.start_cost)):
        s.outcome = FULL


cdef inline void shortest_free(Shortest *s) noexcept nogil:
    states_free(&s.states)
    oracle_free(&s.oracle)
    free(s.stack)
    free(s.frames)
    free(s.visited)
    s.stack = NULL
    s.frames = NULL
    s.visited = NULL
