# The best line of a search for the smallest loss, put together from the parents that its stored positions remember.

from cards cimport u32, u64
from engine cimport log_vector
from loss cimport LOSS_BITS, MAX_PATH, TAG_BITS, LeastLoss, entry_g, find_state
from moves cimport Steps, log_step
from options cimport explore_points, member, options_of, settle_points
from points cimport play, points_decode
from position cimport Position
from states cimport STATE_SLACK, State, states_after


cdef inline bint find_parent(LeastLoss *s, u64 key, u64 *parent) noexcept nogil:
    # A stored position of which this one is an option, at no more loss than is noted for it.
    cdef State *p = find_state(&s.states, key)
    cdef Position at
    cdef u64 rest, tag, i
    cdef int j
    if p == NULL:
        return False
    rest = p.rest
    tag = rest >> (2 * LOSS_BITS)
    i = states_after(&s.states, tag << (64 - TAG_BITS))
    while i < s.states.slots + STATE_SLACK:
        p = &s.states.slot[i]
        i += 1
        if p.rest == 0:
            continue
        if p.hash >> (64 - TAG_BITS) != tag:
            return False
        if entry_g(p.rest) > entry_g(rest) or p.hash == key:
            continue
        points_decode(&s.points, p.hash, &at)
        options_of(&s.points, &at, &s.component, &s.options)
        for j in range(s.options.count):
            if s.options.option[j].hash == key and entry_g(p.rest) + s.options.option[j].loss <= entry_g(rest):
                parent[0] = p.hash
                return True
    return False


cdef inline void log_to(LeastLoss *s, const Position *at, u32 vector, Steps *steps, Position *q) noexcept nogil:
    # Go to the member of at's component with these foundations.
    cdef int i = 0
    explore_points(&s.points, at, &s.component)
    while s.component.vector[i].foundations != vector:
        i += 1
    log_vector(steps, &s.component, i)
    member(at, &s.component, i, q)


cdef inline bint leastloss_line(LeastLoss *s, u64 *path, Steps *steps) noexcept nogil:
    # The best line of this search, or a better one: a position that it passes may have been reached at less loss since then.
    # path has room for MAX_PATH keys. False: a position of it was lost when the table grew, or the table is broken.
    cdef int count = 0
    cdef int i, j
    cdef u64 key
    cdef Position at = s.given
    cdef Position q
    steps.count = 0
    settle_points(&s.points, &at, steps)
    if s.best_child:
        path[0] = s.best_child
        count = 1
    key = s.best_parent
    while True:
        if count == MAX_PATH:
            return False
        path[count] = key
        count += 1
        if key == s.start_key:
            break
        if not find_parent(s, key, &key):
            return False
    for i in range(count - 2, -1, -1):
        options_of(&s.points, &at, &s.component, &s.options)
        j = 0
        while j < s.options.count and s.options.option[j].hash != path[i]:
            j += 1
        if j == s.options.count:
            return False
        log_to(s, &at, s.options.option[j].vector, steps, &q)
        log_step(steps, s.options.option[j].step)
        play(&s.points, &q, s.options.option[j].step)
        settle_points(&s.points, &q, steps)
        at = q
    log_to(s, &at, s.best_vector, steps, &q)
    return True
