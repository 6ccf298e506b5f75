# The search for a shortest solution: partial-expansion A*, level by level.
#
# A level is a number of moves: no solution is shorter. On a level every stored state of this f is expanded; of its
# successors those are stored whose f is the level, too; the state is put back with the least f of the others (Yoshizumi,
# Miura, Ishida: A* with Partial Expansion for Large Branching Factor Problems, 2000). So nothing is ever stored whose f
# is above the length of the shortest solution. Within a level the search goes depth-first, so that on the last one it
# comes to the end soon; what is still to be expanded is found by walking over the table, so that no queue takes memory.

from libc.stdlib cimport free, realloc

from bound cimport Bound, lower_bound
from cards cimport kl_popcount, u8, u32, u64
from concrete cimport (
    MAX_PLAYS,
    MAX_SUCCESSORS,
    NO_CARD,
    Concrete,
    Line,
    Metric,
    Successor,
    Successors,
    chosen_successors,
    forced_moves,
    log_play,
    successors,
)
from oracle cimport Oracle, is_lost, oracle_free
from states cimport (
    CLOSED,
    NUMBER,
    PARENT_BITS,
    STATE_SLACK,
    Key,
    State,
    States,
    decode,
    key_of,
    make_rest,
    state_cross,
    state_f,
    state_g,
    state_parent,
    states_add,
    states_after,
    states_find,
    states_free,
    states_look,
    states_prefetch,
)

cdef enum Outcome:
    SEARCHING
    FOUND                # a shortest solution
    NOT_SHORTER          # none is shorter than the upper bound
    EXHAUSTED            # there is none at all
    FULL                 # the memory is used up
    UNPROVEN             # something did not fit

cdef enum:
    BEYOND = 4096        # more than any length
    SLACK = 2            # how far above the level a bound is worked out in full

cdef struct Shortest:
    Metric metric
    Bound bound
    States states
    Oracle oracle
    Concrete given
    Concrete start       # after the moves that are forced at once
    int start_cost
    Key start_key
    int outcome
    int level
    int next_level       # the least f above the level that was seen
    int upper            # solutions of this length are known; BEYOND: none
    bint cut             # something was left out since it is no shorter
    bint use_oracle
    u64 oracle_share
    u64 oracle_credit
    bint use_stock_order
    u64 cursor           # where the walk over the table stands
    u64 cursor_hash
    u64 generation
    bint walking
    Key *stack
    u64 stack_count
    u64 stack_room
    u64 expanded
    u64 generated
    u64 repeated
    u64 ordered          # states left out since the same with another waste is no worse
    Key goal_parent
    int length
    Successors children
    int score[MAX_SUCCESSORS]
    Key keys[MAX_SUCCESSORS]


cdef inline bint push(Shortest *s, Key key) noexcept nogil:
    cdef Key *stack
    if s.stack_count == s.stack_room:
        s.stack_room = 2 * s.stack_room + 1024
        stack = <Key *>realloc(s.stack, s.stack_room * sizeof(Key))
        if stack == NULL:
            s.outcome = FULL
            return False
        s.stack = stack
    s.stack[s.stack_count] = key
    s.stack_count += 1
    return True


cdef inline bint is_won(const Concrete *s) noexcept nogil:
    return s.at.foundations == 0xDDDD


cdef inline bint may_ask(const Shortest *s) noexcept nogil:
    # Questions pay where many states are lost; elsewhere they shall not take much of the time.
    return s.oracle.nodes <= s.generated // s.oracle_share + s.oracle_credit * (s.oracle.lost + 4)


cdef inline void expand(Shortest *s, Key key) noexcept nogil:
    # Expand a state of this level.
    cdef Concrete at
    cdef State *entry = states_find(&s.states, key)
    cdef State *known
    cdef Successor *q
    cdef int g, h, f, i, j, total, later = BEYOND
    cdef int count = 0
    cdef int chosen[MAX_SUCCESSORS]
    if state_f(entry.rest) != s.level:
        return
    g = state_g(entry.rest)
    decode(&s.metric, key, &at)
    successors(&s.metric, &at, &s.children)
    s.expanded += 1
    s.generated += s.children.count
    if s.children.overflow:
        s.outcome = UNPROVEN
        return
    for i in range(s.children.count):
        q = &s.children.successor[i]
        if is_won(&q.state):
            total = g + q.cost
            if total <= s.level:
                s.length = total
                s.goal_parent = key
                s.outcome = FOUND
                return
            if total < later:
                later = total
            s.score[i] = -1
            continue
        s.keys[i] = key_of(&s.metric, &q.state)
        states_prefetch(&s.states, s.keys[i].hash)
        s.score[i] = 0
    for i in range(s.children.count):
        if s.score[i] < 0:
            continue
        q = &s.children.successor[i]
        total = g + q.cost
        # Most successors are known already, which costs less to find out than the bound.
        if states_look(&s.states, &s.metric, &q.state, s.keys[i], total, s.use_stock_order, &known):
            if known == NULL:
                s.ordered += 1
            else:
                s.repeated += 1
            continue
        h = lower_bound(&s.metric, &s.bound, &q.state, s.level - total + SLACK)
        f = total + h
        if f > s.level:
            if f >= s.upper:
                s.cut = True
            elif f < later:
                later = f
            continue
        if known != NULL:
            known.rest = make_rest(s.keys[i].cross, key.hash, s.level, total)
            if not push(s, s.keys[i]):
                return
            continue
        s.score[i] = h
        j = count
        while j > 0 and s.score[chosen[j - 1]] < h:
            chosen[j] = chosen[j - 1]
            j -= 1
        chosen[j] = i
        count += 1
    for j in range(count):
        i = chosen[j]
        q = &s.children.successor[i]
        # Two successors can be the same state.
        if states_look(&s.states, &s.metric, &q.state, s.keys[i], g + q.cost, False, &known):
            continue
        if known != NULL and state_g(known.rest) <= g + q.cost:
            continue
        if s.use_oracle and may_ask(s) and is_lost(&s.oracle, &q.state):
            continue
        if known != NULL:
            known.rest = make_rest(s.keys[i].cross, key.hash, s.level, g + q.cost)
        elif not states_add(&s.states, s.keys[i].hash, make_rest(s.keys[i].cross, key.hash, s.level, g + q.cost)):
            s.outcome = FULL
            return
        if not push(s, s.keys[i]):
            return
    entry = states_find(&s.states, key)
    if later < CLOSED:
        if later < s.next_level:
            s.next_level = later
    elif later < BEYOND:
        s.outcome = UNPROVEN
    else:
        later = CLOSED
    entry.rest = (entry.rest & ~(<u64>NUMBER << 10)) | (<u64>later << 10)


cdef inline bint walk(Shortest *s) noexcept nogil:
    # Push the next stored state of this level; False: the level is done.
    cdef u64 total = s.states.slots + STATE_SLACK
    cdef State *p
    cdef Key key
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
                return push(s, key)
            if f > s.level and f < s.next_level:
                s.next_level = f
        s.cursor += 1
    return False


cdef inline void shortest_run(Shortest *s, u64 expansions) noexcept nogil:
    cdef u64 last = s.expanded + expansions
    while s.outcome == SEARCHING and s.expanded < last:
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
    s.start = s.given
    s.start_cost = forced_moves(&s.metric, &s.start, NULL)
    s.start_key = key_of(&s.metric, &s.start)
    s.next_level = BEYOND
    s.outcome = SEARCHING
    if is_won(&s.start):
        s.length = s.start_cost
        s.level = s.length
        s.outcome = FOUND
        return
    h = lower_bound(&s.metric, &s.bound, &s.start, BEYOND)
    s.level = s.start_cost + h
    if s.level >= CLOSED:
        s.outcome = UNPROVEN
    elif not states_add(&s.states, s.start_key.hash, make_rest(s.start_key.cross, 0, s.level, s.start_cost)):
        s.outcome = FULL


cdef inline void shortest_free(Shortest *s) noexcept nogil:
    states_free(&s.states)
    oracle_free(&s.oracle)
    free(s.stack)
    s.stack = NULL


cdef inline bint find_parent(Shortest *s, Key key, int g, Key *parent) noexcept nogil:
    # A stored state of which this one is a successor, in no more moves than g.
    cdef State *entry = states_find(&s.states, key)
    cdef u64 tag = state_parent(entry.rest)
    cdef u64 i = states_after(&s.states, tag << (64 - PARENT_BITS))
    cdef State *p
    cdef Concrete at
    cdef Key candidate, child
    cdef int j
    while i < s.states.slots + STATE_SLACK:
        p = &s.states.slot[i]
        i += 1
        if p.rest == 0:
            continue
        if p.hash >> (64 - PARENT_BITS) > tag:
            return False
        if p.hash >> (64 - PARENT_BITS) < tag or state_g(p.rest) >= g:
            continue
        candidate.hash = p.hash
        candidate.cross = state_cross(p.rest)
        decode(&s.metric, candidate, &at)
        successors(&s.metric, &at, &s.children)
        for j in range(s.children.count):
            if state_g(p.rest) + s.children.successor[j].cost > g:
                continue
            child = key_of(&s.metric, &s.children.successor[j].state)
            if child.hash == key.hash and child.cross == key.cross:
                parent[0] = candidate
                return True
    return False


cdef inline bint shortest_line(Shortest *s, Key *path, Line *line) noexcept nogil:
    # The solution that was found; path has room for as many keys as moves. False: the table is broken.
    cdef int count = 0
    cdef int i, j, best
    cdef Key key = s.goal_parent
    cdef Key child
    cdef Key parent
    cdef Concrete at
    cdef Successor *q
    line.count = 0
    at = s.given
    forced_moves(&s.metric, &at, line)
    if is_won(&at):
        return True
    while True:
        path[count] = key
        count += 1
        if key.hash == s.start_key.hash and key.cross == s.start_key.cross:
            break
        if count > MAX_PLAYS or not find_parent(s, key, state_g(states_find(&s.states, key).rest), &parent):
            return False
        key = parent
    for i in range(count - 1, -1, -1):
        successors(&s.metric, &at, &s.children)
        best = -1
        for j in range(s.children.count):
            q = &s.children.successor[j]
            if i == 0:
                if not is_won(&q.state):
                    continue
            else:
                child = key_of(&s.metric, &q.state)
                if child.hash != path[i - 1].hash or child.cross != path[i - 1].cross:
                    continue
            if best < 0 or q.cost < s.children.successor[best].cost:
                best = j
        if best < 0:
            return False
        # The same once more, this time with a record of what is forced.
        chosen_successors(&s.metric, &at, &s.children)
        q = &s.children.successor[best]
        log_play(line, q.first.card, q.first.to)
        log_play(line, q.second.card, q.second.to)
        at = q.state
        forced_moves(&s.metric, &at, line)
    return True
