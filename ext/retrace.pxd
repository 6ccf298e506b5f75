# The solution that the search for a shortest one has found, from its last state back to the start.
#
# A stored state keeps a few bits of its parent's hash alone: the parent is the state with these bits that has the state
# for a successor.

from cards cimport u64
from concrete cimport MAX_PLAYS, Concrete, Line, Successor, chosen_successors, forced_moves, log_play, successors
from expansion cimport Shortest, is_end
from states cimport (
    PARENT_BITS,
    STATE_SLACK,
    Key,
    State,
    decode,
    key_of,
    state_cross,
    state_g,
    state_parent,
    states_after,
    states_find,
)


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
