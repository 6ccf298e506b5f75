# The search for a shortest solution: partial-expansion A*, level by level.
#
# A level is a number of moves: no solution is shorter. On a level every stored state of this f is expanded; of its
# successors those are stored whose f is the level, too; the state is put back with the least f of the others (Yoshizumi,
# Miura, Ishida: A* with Partial Expansion for Large Branching Factor Problems, 2000). So nothing is ever stored whose f
# is above the length of the shortest solution. Within a level the search goes depth-first, so that on the last one it
# comes to the end soon; what is still to be expanded is found by walking over the table, so that no queue takes memory.

from libc.stdlib cimport calloc, free, realloc

from aim cimport Aims, aim_bound
from bound cimport DEAD, Bound, lower_bound
from cards cimport kl_mulhi, u64
from concrete cimport (
    MAX_PLAYS,
    MAX_SUCCESSORS,
    Concrete,
    Line,
    Metric,
    Successor,
    Successors,
    chosen_successors,
    covered,
    forced_moves,
    log_play,
    may_be_forced,
    successors,
)
from oracle cimport Oracle, is_lost, oracle_free
from position cimport cards_up, next_up
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
    PATIENCE = 13        # a lost state is worth one more node for 2 to this power of stored states
    SLACK = 2            # how far above the level a bound is worked out in full
    MAX_FRAMES = 256     # states on a path below a stored one

cdef struct Frame:
    # A state that is being expanded.
    Key key
    int g
    int later            # the least f above the level among its successors, and theirs that are not stored
    int count            # successors of this level that were new, the best last
    int chosen[MAX_SUCCESSORS]
    int score[MAX_SUCCESSORS]
    Key keys[MAX_SUCCESSORS]
    Successors children

cdef struct Open:
    # A stored state that is to be expanded.
    Key key
    Concrete at

cdef struct Shortest:
    Metric metric
    Bound bound
    int goal             # cards on the foundations; 52: the game is won
    Aims aims            # ways to have so many, if the game need not be won
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
    Open *stack
    u64 stack_count
    u64 stack_room
    u64 expanded
    u64 generated
    u64 repeated
    u64 ordered          # states left out since the same with another waste is no worse
    Frame *frames        # one is enough until the memory is used up
    int depth
    int room             # frames that there is memory for
    bint full            # no more states can be stored
    State *visited       # states that were searched without being stored, and on which level; NULL: no memory for that
    u64 visited_slots
    Key goal_path[MAX_PLAYS + 1]   # from the state before the end back to the last one that is stored
    int goal_count
    int length
    Successors children


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


cdef inline bint is_end(const Shortest *s, const Concrete *q) noexcept nogil:
    return cards_up(q.at.foundations) >= s.goal


cdef inline int moves_left(Shortest *s, const Concrete *q, int enough) noexcept nogil:
    # A lower bound, as lower_bound gives it.
    if is_end(s, q):
        return 0
    if s.goal < 52:
        return aim_bound(&s.metric, &s.aims, q)
    return lower_bound(&s.metric, &s.bound, q, enough)


cdef inline bint may_ask(const Shortest *s) noexcept nogil:
    # Questions pay where many states are lost; elsewhere they shall not take much of the time. They pay the more, the
    # longer a search has become, since a lost state that is not found out goes on having successors on every level.
    cdef u64 credit = s.oracle_credit + (s.states.count >> PATIENCE)
    return s.oracle.nodes <= s.generated // s.oracle_share + credit * (s.oracle.found + 4)


cdef inline void prepare(Shortest *s, Frame *f, Key key, const Concrete *at, int g) noexcept nogil:
    # Generate a state's successors, and choose those that are to be expanded on this level. May end the search.
    cdef Successor *q
    cdef State *known
    cdef int h, i, j, total
    cdef u64 others
    f.key = key
    f.g = g
    f.later = BEYOND
    f.count = 0
    chosen_successors(&s.metric, at, &f.children)
    s.expanded += 1
    s.generated += f.children.count
    if f.children.overflow:
        s.outcome = UNPROVEN
        return
    others = next_up(at.at.foundations) & ~(at.at.visible & ~covered(at))
    for i in range(f.children.count):
        q = &f.children.successor[i]
        if may_be_forced(&s.metric, at, q, others):
            q.cost += forced_moves(&s.metric, &q.state, NULL)
        f.score[i] = 0
        if is_end(s, &q.state):
            total = g + q.cost
            if total <= s.level:
                s.length = total
                s.outcome = FOUND
                return
            if total < f.later:
                f.later = total
            f.score[i] = -1
            continue
        f.keys[i] = key_of(&s.metric, &q.state)
        states_prefetch(&s.states, f.keys[i].hash)
    for i in range(f.children.count):
        if f.score[i] < 0:
            continue
        q = &f.children.successor[i]
        total = g + q.cost
        # Most successors are known already, which costs less to find out than the bound.
        if states_look(&s.states, &s.metric, &q.state, f.keys[i], total, s.use_stock_order, &known):
            if known == NULL:
                s.ordered += 1
            else:
                s.repeated += 1
            continue
        h = moves_left(s, &q.state, s.level - total + SLACK)
        if h >= DEAD:
            continue
        if total + h > s.level:
            if total + h >= s.upper:
                s.cut = True
            elif total + h < f.later:
                f.later = total + h
            continue
        f.score[i] = h
        j = f.count
        while j > 0 and f.score[f.chosen[j - 1]] < h:
            f.chosen[j] = f.chosen[j - 1]
            j -= 1
        f.chosen[j] = i
        f.count += 1


cdef inline bint is_needless(Shortest *s, Frame *f, int i, State **known) noexcept nogil:
    # Whether a chosen successor is known by now, or lost.
    cdef Successor *q = &f.children.successor[i]
    cdef int total = f.g + q.cost
    states_look(&s.states, &s.metric, &q.state, f.keys[i], total, False, known)
    if known[0] != NULL and state_g(known[0].rest) <= total:
        return True
    return s.use_oracle and may_ask(s) and is_lost(&s.oracle, &q.state)


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
    cdef Key key
    cdef Key child
    cdef Key parent
    cdef Concrete at
    cdef Successor *q
    line.count = 0
    at = s.given
    forced_moves(&s.metric, &at, line)
    if is_end(s, &at):
        return True
    for count in range(s.goal_count):
        path[count] = s.goal_path[count]
    count = s.goal_count - 1
    key = path[count]
    while True:
        path[count] = key
        count += 1
        if key.hash == s.start_key.hash and key.cross == s.start_key.cross:
            break
        if count > MAX_PLAYS or states_find(&s.states, key) == NULL:
            return False
        if not find_parent(s, key, state_g(states_find(&s.states, key).rest), &parent):
            return False
        key = parent
    for i in range(count - 1, -1, -1):
        successors(&s.metric, &at, &s.children)
        best = -1
        for j in range(s.children.count):
            q = &s.children.successor[j]
            if i == 0:
                if not is_end(s, &q.state):
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
