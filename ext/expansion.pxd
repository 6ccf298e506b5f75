# The state of the search for a shortest solution, and how it expands a state: which successors are for this level.

from aim cimport Aims, aim_bound
from bound cimport DEAD, Bound, lower_bound
from cards cimport u64
from concrete cimport (
    MAX_PLAYS,
    MAX_SUCCESSORS,
    Concrete,
    Metric,
    Successor,
    Successors,
    chosen_successors,
    complete,
    not_last,
)
from oracle cimport Oracle, is_lost
from position cimport cards_up
from states cimport Key, State, States, key_of, state_g, states_look, states_prefetch

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
    others = not_last(at)
    for i in range(f.children.count):
        q = &f.children.successor[i]
        complete(&s.metric, at, q, others)
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
