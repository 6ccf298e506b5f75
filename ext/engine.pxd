# The search for a win, or for the most cards up: depth-first over components, with restarts, then exhaustive.
#
# The table holds components that are proven lost: one is added when all its children have been, never before. Since
# every child has fewer originals or fewer stock cards than its parent, there are no cycles, and nothing about the path
# matters: whatever is in the table stays true, also when a search is broken off. So restarts share it, and any of it
# may be forgotten. (Looking for the most cards, "proven lost" reads "proven not to have more than the best so far".)
#
# Winnable deals are heavy-tailed under any fixed order of moves (Gomes, Selman, Crato, Kautz: Heavy-Tailed Phenomena
# in Satisfiability and Constraint Satisfaction Problems, 2000). So the order among similar moves is drawn at random,
# and the search starts anew after budgets that follow Luby's sequence (Luby, Sinclair, Zuckerman: Optimal Speedup of
# Las Vegas Algorithms, 1993). The random numbers come from the position, so the same question has the same answer,
# nodes and moves everywhere.

from libc.stdlib cimport free, malloc

from cards cimport bit, kl_ctz, kl_popcount, u8, u32, u64
from closure cimport Prover, prover_begin
from moves cimport (
    MAX_VECTORS,
    UP,
    Child,
    Children,
    Component,
    Steps,
    children_of,
    explore_component,
    log_step,
    settle,
)
from position cimport (
    Game,
    Position,
    anchor_to_tableau,
    anchor_up,
    free_card_up,
    is_surely_won,
    leave_stock,
    position_key,
    raise_foundation,
)
from prover cimport MAX_ROUNDS, glance, most_up, prove_lost
from stock cimport MAX_STOCK
from table cimport Table, hash_key, table_add, table_free, table_has, table_init, table_prefetch

cdef enum:
    MAX_DEPTH = 128      # every level uses up an original or a stock card (52) or, without take-back, raises one (52)

cdef enum Status:
    RUNNING
    WON
    LOST
    BROKEN               # exhausted, but a buffer was too small somewhere: not proven

cdef enum Goal:
    WIN
    MOST_CARDS           # as many cards on the foundations as ever lie there at once; LOST: the best is proven

cdef struct Frame:
    Position position
    u64 hash
    int next
    bint incomplete      # something below was left out, so this is not proven lost when its children are
    bint glanced         # the prover has had a short look
    bint tested          # and a thorough one
    bint probed          # and has probed pairs
    const Prover *known  # what it found out here or, before the thorough look, at an ancestor; or NULL
    u64 entered          # value of nodes at the time
    u64 crossed          # cards that were seen to leave their places below: the prover cannot show that they never do
    Children children

cdef struct Search:
    Game game
    Position start
    Table table
    Component component
    Prover *provers      # one for each depth
    Frame *frames
    int goal
    int best             # the most cards that were seen up, and the line to there
    int best_bound       # no more can be up at once
    Steps best_steps
    Position given       # the start position before it was settled
    int depth
    int status
    u64 nodes            # components looked up in the table
    u64 expanded
    u64 deepest
    u64 random
    u64 stage            # how many restarted runs have begun; 0: none yet
    u64 stages           # how many there may be before the exhaustive search
    u64 stage_unit       # nodes of the shortest run
    bint use_prover
    bint start_probed
    bint start_proven    # the prover alone has settled it
    bint deep_start      # whether it probes pairs at the start at once
    u64 probe_after      # nodes after which it probes pairs
    u64 glance_after     # nodes below a component after which the prover has a short look at it
    u64 prove_after      # nodes below a component after which the prover examines all cards
    const Prover *known  # what it found out about the start
    u8 order[52]         # the order in which it examines the cards: those that settled a position lately first
    u64 asked            # how often it was asked, and how often it knew
    u64 proven
    u64 stage_end        # value of nodes at which the current run ends; 0: never


cdef inline u64 next_random(Search *s) noexcept nogil:
    # xorshift64* (Vigna, An experimental exploration of Marsaglia's xorshift generators, 2016)
    s.random ^= s.random >> 12
    s.random ^= s.random << 25
    s.random ^= s.random >> 27
    return s.random * <u64>0x2545F4914F6CDD1DULL


cdef inline u64 luby(u64 i) noexcept nogil:
    # 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ..., counted from 1
    cdef u64 power
    while True:
        power = 1
        while power - 1 < i:
            power <<= 1
        if power - 1 == i:
            return power >> 1
        i -= (power >> 1) - 1


cdef inline int promise(const Game *g, const Position *parent, const Child *child) noexcept nogil:
    # How promising a child looks; only the order of the search depends on it.
    cdef int score = 0
    cdef int card = child.step & 63
    score += 8 * (parent.hidden - child.position.hidden)
    score += 4 * (parent.heads - child.position.heads)
    if child.step & UP:
        score += 3
    if g.column_of[card] > 7:
        score -= 2
    return score


cdef inline void play_step(const Game *g, Position *p, int step) noexcept nogil:
    # Play a step that is possible in this position.
    cdef int card = step & 63
    cdef int index, place
    cdef u32 now
    if p.visible & bit(card):
        if not step & UP:
            anchor_to_tableau(g, p, card)
        elif p.free & bit(card):
            free_card_up(p, card)
        else:
            anchor_up(g, p, card)
        return
    index = g.stock_place[card]
    place = kl_popcount(p.stock & (((<u32>1) << index) - 1))
    now = g.stock.now[kl_popcount(p.stock)][p.waste]
    leave_stock(g, p, place, index, not (now >> place) & 1)
    if step & UP:
        raise_foundation(p, card)
    else:
        p.visible |= bit(card)
        p.free |= bit(card)


cdef inline void log_vector(Steps *steps, const Component *c, int i) noexcept nogil:
    # The steps inside the component that lead from vector 0 to vector i.
    cdef int path[MAX_VECTORS]
    cdef int length = 0
    while i > 0:
        path[length] = i
        length += 1
        i = c.vector[i].parent
    while length:
        length -= 1
        log_step(steps, c.vector[path[length]].step)


cdef inline int log_way_to(Search *s, const Position *p, u32 foundations, Steps *steps) noexcept nogil:
    # Log the steps inside p's component to the vector with these foundations, and return its index.
    cdef int i = 0
    explore_component(&s.game, p, &s.component)
    while s.component.vector[i].foundations != foundations:
        i += 1
    log_vector(steps, &s.component, i)
    return i


cdef inline void steps_to_child(Search *s, int depth, Position *p, Steps *steps) noexcept nogil:
    # The line from the given start position to the frame at this depth, or to the child last chosen in the one before
    # it; p gets the position there.
    cdef Frame *f
    cdef Child *child
    cdef int d, i
    steps.count = 0
    p[0] = s.given
    settle(&s.game, p, steps)
    for d in range(depth):
        f = &s.frames[d]
        child = &f.children.child[f.children.order[f.next - 1]]
        i = log_way_to(s, &f.position, child.vector, steps)
        p[0] = f.position
        p.visible = s.component.vector[i].visible
        p.free = s.component.vector[i].free
        p.foundations = s.component.vector[i].foundations
        play_step(&s.game, p, child.step)
        log_step(steps, child.step)
        settle(&s.game, p, steps)


cdef inline int cards_up(u32 foundations) noexcept nogil:
    return (foundations & 15) + ((foundations >> 4) & 15) + ((foundations >> 8) & 15) + (foundations >> 12)


cdef inline void keep_best(Search *s) noexcept nogil:
    # If more cards are up somewhere in the component that was just explored than ever before, keep the line to there.
    cdef u32 best = 0
    cdef int most = s.best
    cdef int i
    cdef Position p
    for i in range(s.component.count):
        if cards_up(s.component.vector[i].foundations) > most:
            best = s.component.vector[i].foundations
            most = cards_up(best)
    if most > s.best:
        s.best = most
        steps_to_child(s, s.depth, &p, &s.best_steps)
        log_way_to(s, &p, best, &s.best_steps)
        if most == s.best_bound:
            s.status = LOST


cdef inline void enter(Search *s, const Position *p, u64 hash) noexcept nogil:
    # Expand the position into the frame at the current depth.
    cdef Frame *f = &s.frames[s.depth]
    cdef Children *k = &f.children
    cdef int i, j
    cdef u8 moved
    f.position = p[0]
    f.hash = hash
    f.next = 0
    f.tested = False
    f.probed = False
    f.glanced = False
    f.entered = s.nodes
    f.known = s.frames[s.depth - 1].known if s.depth else s.known
    f.crossed = 0
    children_of(&s.game, &f.position, &s.component, k)
    f.incomplete = k.overflow
    s.expanded += 1
    if s.goal == MOST_CARDS:
        keep_best(s)
    if <u64>s.depth > s.deepest:
        s.deepest = s.depth
    for i in range(k.count):
        table_prefetch(&s.table, k.child[i].hash)
        f.crossed |= bit(k.child[i].step & 63)
        k.child[i].score = promise(&s.game, &f.position, &k.child[i]) * 16
        if s.stage > 0:
            k.child[i].score += next_random(s) >> 58
        # Insertion sort, the best first; equal ones keep their order.
        j = i
        while j > 0 and k.child[k.order[j - 1]].score < k.child[i].score:
            k.order[j] = k.order[j - 1]
            j -= 1
        k.order[j] = i


cdef inline void begin_run(Search *s) noexcept nogil:
    # Start at the root: the next restarted run, or the exhaustive search.
    if s.use_prover and s.goal == WIN and not s.start_probed and s.nodes >= s.probe_after:
        s.start_probed = True
        s.asked += 1
        if prove_lost(&s.provers[MAX_DEPTH], &s.game, &s.start, NULL, s.order, MAX_ROUNDS, True):
            s.proven += 1
            s.start_proven = True
            s.status = LOST
            return
    if s.stage < s.stages:
        s.stage += 1
        s.stage_end = s.nodes + luby(s.stage) * s.stage_unit
    else:
        s.stage_end = 0
    s.depth = 0
    enter(s, &s.start, hash_key(position_key(&s.game, &s.start)))


cdef inline bint is_hopeless(Search *s, Frame *f) noexcept nogil:
    # Ask the prover about a component whose subtree has turned out large: after some nodes for a glance, after many for
    # a thorough look. So it never costs much more than the search that it may end.
    cdef u64 below = s.nodes - f.entered
    cdef Prover *v = &s.provers[s.depth]
    cdef bint deep
    if below < s.glance_after:
        return False
    if s.goal == MOST_CARDS:
        deep = below >= s.prove_after
        if f.glanced and not deep:
            return False
        f.glanced = True
        f.probed = deep
        s.asked += 1
        if most_up(v, &s.game, &f.position, f.known, s.order, 1 if deep else 0) <= s.best:
            s.proven += 1
            return True
        if deep:
            f.known = v
        return False
    if below >= s.prove_after:
        deep = below >= s.probe_after
        if f.tested and not deep:
            return False
        f.tested = True
        f.probed = deep
        s.asked += 1
        if prove_lost(v, &s.game, &f.position, f.known, s.order, MAX_ROUNDS if deep else 1, deep):
            s.proven += 1
            return True
        f.known = v
        return False
    if f.glanced:
        return False
    f.glanced = True
    s.asked += 1
    if glance(v, &s.game, &f.position, f.known, s.order, f.crossed):
        s.proven += 1
        return True
    return False


cdef inline void search_run(Search *s, u64 nodes) noexcept nogil:
    # Go on until the question is settled (s.status) or this many more nodes have been looked at.
    cdef u64 last = s.nodes + nodes
    cdef Frame *f
    cdef Child *child
    while s.status == RUNNING:
        f = &s.frames[s.depth]
        if f.next == f.children.count:
            if not f.incomplete:
                table_add(&s.table, f.hash)
            if s.depth == 0:
                s.status = BROKEN if f.incomplete else LOST
                return
            s.depth -= 1
            s.frames[s.depth].incomplete |= f.incomplete
            s.frames[s.depth].crossed |= f.crossed
            continue
        if s.use_prover and not f.probed and is_hopeless(s, f):
            f.next = f.children.count
            f.incomplete = False
            continue
        if s.nodes >= last:
            return
        if s.stage_end and s.nodes >= s.stage_end:
            begin_run(s)
            continue
        child = &f.children.child[f.children.order[f.next]]
        f.next += 1
        s.nodes += 1
        if is_surely_won(&s.game, &child.position):
            s.status = WON
            s.best = 52
            return
        if table_has(&s.table, child.hash):
            continue
        s.depth += 1
        enter(s, &child.position, child.hash)


cdef inline bint search_init(Search *s, u64 memory) noexcept nogil:
    # Ready the search for the game and start position that are already in it. False: out of memory.
    cdef int i
    # Neither is cleared: each is filled in when the search comes to its depth, and an easy deal ends before most are.
    s.frames = <Frame *>malloc(MAX_DEPTH * sizeof(Frame))
    s.provers = <Prover *>malloc((MAX_DEPTH + 1) * sizeof(Prover))
    if s.frames == NULL or s.provers == NULL or not table_init(&s.table, memory):
        return False
    for i in range(MAX_DEPTH + 1):
        prover_begin(&s.provers[i])
    s.nodes = 0
    s.expanded = 0
    s.best = -1
    s.best_bound = 52
    s.given = s.start
    s.deepest = 0
    s.stage = 0
    settle(&s.game, &s.start, NULL)
    s.random = hash_key(position_key(&s.game, &s.start)) | 1
    if is_surely_won(&s.game, &s.start):
        s.status = WON
        s.depth = -1
        s.best = 52
        return True
    s.status = RUNNING
    s.known = NULL
    s.start_probed = s.deep_start
    for i in range(52):
        s.order[i] = 51 - i
    if s.goal == MOST_CARDS:
        s.best_bound = most_up(&s.provers[MAX_DEPTH], &s.game, &s.start, NULL, s.order, MAX_ROUNDS)
        s.known = &s.provers[MAX_DEPTH]
    elif s.use_prover:
        s.asked = 1
        if prove_lost(&s.provers[MAX_DEPTH], &s.game, &s.start, NULL, s.order, MAX_ROUNDS, s.deep_start):
            s.proven = 1
            s.start_proven = True
            s.status = LOST
            return True
        s.known = &s.provers[MAX_DEPTH]
    begin_run(s)
    return True


cdef inline void search_free(Search *s) noexcept nogil:
    free(s.frames)
    free(s.provers)
    s.frames = NULL
    s.provers = NULL
    table_free(&s.table)


cdef inline void winning_steps(Search *s, Steps *steps) noexcept nogil:
    # The line from the given start position to the end.
    cdef Position p
    cdef u64 rest
    cdef int i, card
    steps_to_child(s, s.depth + 1, &p, steps)
    rest = p.visible
    for i in range(MAX_STOCK):
        if (p.stock >> i) & 1:
            rest |= bit(s.game.stock_card[i])
    while rest:
        # By rank, so that nothing lies on the next one.
        card = kl_ctz(rest)
        rest &= rest - 1
        log_step(steps, card + UP)
