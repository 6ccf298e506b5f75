# Good solutions while the search for a shortest one goes on: beam search.
#
# States are kept in layers by the number of moves to them. Of each layer only the best are expanded, those with the least
# bound on what is left, at most as many as the beam is wide. So it is quick, finds good solutions, and proves nothing.
# (Bisiani: Beam Search, Encyclopedia of Artificial Intelligence, 1987.) What was expanded is known by a hash alone; that
# one state is taken for another, which is next to impossible, would cost no more than a branch.

from libc.stdlib cimport free, realloc
from libc.string cimport memset

from bound cimport DEAD
from cards cimport u16, u32, u64
from concrete cimport Concrete, Line, Successors, chosen_successors, forced_moves, log_play, successors
from expansion cimport BEYOND, Shortest, is_end, may_ask, moves_left
from oracle cimport is_lost
from states cimport Key, decode, key_of, mix_cross
from table cimport Table, table_add, table_free, table_has, table_init

cdef enum:
    MAX_LAYERS = 512     # a solution of more moves is not looked for here

cdef struct Candidate:
    Key key
    u32 parent           # the node that it came from
    u16 choice           # the number of the successor
    u16 bound

cdef struct Layer:
    Candidate *candidate
    u32 count
    u32 room

cdef struct Node:
    # A state that was expanded, by where it came from.
    u32 parent
    u16 choice

cdef struct Beam:
    u32 width
    int layer            # the next one
    bint running
    Table seen
    Node *node
    u32 nodes
    u32 node_room
    Layer layers[MAX_LAYERS]
    int best             # the length of the best solution; BEYOND: none
    u32 best_node
    u16 best_choice
    Successors children


cdef inline void beam_free(Beam *b) noexcept nogil:
    cdef int i
    for i in range(MAX_LAYERS):
        free(b.layers[i].candidate)
    memset(b.layers, 0, sizeof(b.layers))
    free(b.node)
    b.node = NULL
    b.node_room = 0
    table_free(&b.seen)
    b.running = False


cdef inline bint add_node(Beam *b, u32 parent, int choice) noexcept nogil:
    cdef Node *node
    if b.nodes == b.node_room:
        b.node_room += b.node_room // 2 + 1024
        node = <Node *>realloc(b.node, b.node_room * sizeof(Node))
        if node == NULL:
            return False
        b.node = node
    b.node[b.nodes].parent = parent
    b.node[b.nodes].choice = choice
    b.nodes += 1
    return True


cdef inline bint beam_begin(Beam *b, Shortest *s, u32 width, u64 memory) noexcept nogil:
    # Start anew with this width. False: out of memory.
    beam_free(b)
    b.width = width
    b.nodes = 0
    b.best = BEYOND
    b.layer = s.start_cost
    if s.start_cost >= MAX_LAYERS or not table_init(&b.seen, memory) or not add_node(b, 0, 0):
        beam_free(b)
        return False
    b.running = True
    return True


cdef inline bint add_candidate(Layer *l, Key key, u32 parent, int choice, int bound) noexcept nogil:
    cdef Candidate *c
    if l.count == l.room:
        l.room += l.room // 2 + 256
        c = <Candidate *>realloc(l.candidate, l.room * sizeof(Candidate))
        if c == NULL:
            return False
        l.candidate = c
    c = &l.candidate[l.count]
    c.key = key
    c.parent = parent
    c.choice = choice
    c.bound = bound
    l.count += 1
    return True


cdef inline u64 beam_hash(Key key) noexcept nogil:
    cdef u64 hash = key.hash ^ mix_cross(key.cross)
    return hash if hash else 1


cdef inline bint expand_node(Beam *b, Shortest *s, u32 node, const Concrete *at, int g) noexcept nogil:
    # Put the successors of a node into their layers. False: out of memory.
    cdef int i, total, h
    cdef Key key
    successors(&s.metric, at, &b.children)
    for i in range(b.children.count):
        total = g + b.children.successor[i].cost
        if is_end(s, &b.children.successor[i].state):
            if total < b.best and total < s.upper:
                b.best = total
                b.best_node = node
                b.best_choice = i
            continue
        h = moves_left(s, &b.children.successor[i].state, BEYOND)
        if h >= DEAD or total + h >= s.upper or total + h >= b.best or total >= MAX_LAYERS:
            continue
        key = key_of(&s.metric, &b.children.successor[i].state)
        if table_has(&b.seen, beam_hash(key)):
            continue
        if not add_candidate(&b.layers[total], key, node, i, h):
            return False
    return True


cdef inline bint expand_layer(Beam *b, Shortest *s) noexcept nogil:
    # Expand the best states of the next layer. False: out of memory.
    cdef Layer *l = &b.layers[b.layer]
    cdef u32 counts[256]
    cdef u32 i, kept, node
    cdef int limit, bound
    cdef u64 hash
    cdef Candidate *c
    cdef Concrete at
    if b.layer == s.start_cost and b.nodes == 1:
        b.layer += 1
        return expand_node(b, s, 0, &s.start, s.start_cost)
    memset(counts, 0, sizeof(counts))
    for i in range(l.count):
        counts[l.candidate[i].bound if l.candidate[i].bound < 255 else 255] += 1
    kept = 0
    for limit in range(256):
        kept += counts[limit]
        if kept >= b.width:
            break
    kept = 0
    # First those below the limit, then as many of those at it as there is room for, in the order in which they came.
    for bound in range(2):
        for i in range(l.count):
            c = &l.candidate[i]
            if kept >= b.width:
                break
            if (c.bound >= limit if bound == 0 else c.bound != limit) or c.bound + b.layer >= s.upper:
                continue
            hash = beam_hash(c.key)
            if table_has(&b.seen, hash):
                continue
            decode(&s.metric, c.key, &at)
            if s.use_oracle and may_ask(s) and is_lost(&s.oracle, &at):
                continue
            table_add(&b.seen, hash)
            node = b.nodes
            if not add_node(b, c.parent, c.choice) or not expand_node(b, s, node, &at, b.layer):
                return False
            kept += 1
    free(l.candidate)
    l.candidate = NULL
    l.count = 0
    l.room = 0
    b.layer += 1
    return True


cdef inline bint beam_run(Beam *b, Shortest *s, int layers) noexcept nogil:
    # Expand so many layers. True: the beam is done.
    while layers > 0 and b.running:
        layers -= 1
        if b.layer >= MAX_LAYERS or b.layer + 1 >= s.upper or b.layer >= b.best or not expand_layer(b, s):
            b.running = False
    return not b.running


cdef inline void beam_line(Beam *b, Shortest *s, u32 *path, Line *line) noexcept nogil:
    # The best solution; path has room for as many nodes as moves.
    cdef int count = 0
    cdef u32 node = b.best_node
    cdef Concrete at = s.given
    cdef int choice
    line.count = 0
    forced_moves(&s.metric, &at, line)
    while node != 0:
        path[count] = node
        count += 1
        node = b.node[node].parent
    while count >= 0:
        count -= 1
        choice = b.best_choice if count < 0 else b.node[path[count]].choice
        chosen_successors(&s.metric, &at, &b.children)
        log_play(line, b.children.successor[choice].first.card, b.children.successor[choice].first.to)
        log_play(line, b.children.successor[choice].second.card, b.children.successor[choice].second.to)
        at = b.children.successor[choice].state
        forced_moves(&s.metric, &at, line)
