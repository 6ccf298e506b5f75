# The search for the smallest loss: partial-expansion A*, level by level, as in astar.pxd, over positions with points.
#
# A level is a loss: on it every stored position of this f is expanded, depth-first; of what comes of it that is stored
# whose f is the level or less, too, and the position is put back with the least f of the rest. Any line may stop
# anywhere, so every position that is met gives an upper bound (`upper`), and the search ends when the levels reach it.
# `lower` is what has been exhausted. Good lines are looked for by beam searches, which prove nothing.
#
# The second half of a stored state, from the low end: g, the loss so far (22 bits); f + 1 (22 bits, so that no entry is
# 0); the first 20 bits of the parent's hash.

from libc.stdlib cimport free, qsort, realloc
from libc.string cimport memmove

from cards cimport KL_ALL, bit, kl_popcount, u32, u64
from closure cimport Closure, Prover, close, prover_init
from concrete cimport Concrete
from engine cimport log_vector
from moves cimport UP, Component, Steps, log_step
from oracle cimport Oracle, is_lost, oracle_free
from points cimport (
    MAX_OPTIONS,
    Option,
    Options,
    Points,
    explore_points,
    member,
    options_of,
    play,
    points_decode,
    points_key,
    rest_of,
    settle_points,
)
from position cimport Game, Position
from prover cimport borrow, examine
from states cimport STATE_SLACK, State, States, states_add, states_after, states_free, states_prefetch

cdef enum Outcome:
    SEARCHING
    PROVEN               # no line loses less than `upper`
    FULL                 # the memory is used up
    UNPROVEN             # a buffer was too small: the search is over and nothing more is proven

cdef enum:
    LOSS_BITS = 22
    LOSS = (1 << 22) - 1
    CLOSED = LOSS        # as f + 1: never again
    BEYOND = 1 << 24     # more than any loss
    TAG_BITS = 20
    MAX_PATH = 4096

cdef struct Ray:
    u64 key
    u64 value            # the smaller, the better

cdef struct LeastLoss:
    Points points
    States states
    Oracle oracle
    Prover prover        # for bounds on the cards that go up
    Concrete asked       # a position on its way to the oracle
    Position given
    Position start       # settled
    int start_loss
    u64 start_key
    int outcome
    int level
    int next_level
    int lower            # less is proven to be impossible
    int upper            # a line loses this
    int floor            # every line loses this by stopping where it does
    int miss             # what stopping loses at least in a position that is not won, if going on does not win either
    int least_down       # what a card of the stock loses at least if it is not up in the end,
    int least_straight   # if it never comes to the tableau,
    int least_played     # and in any case
    bint use_bound
    bint use_oracle
    bint is_lost         # the start, and so whatever comes of it
    u64 oracle_share
    u64 oracle_credit
    u64 cursor
    u64 cursor_hash
    u64 generation
    u64 *stack
    u64 stack_count
    u64 stack_room
    Ray *rays            # the layer of a beam search, and behind it the one that it makes
    u64 rays_room
    u64 layer
    u64 expanded
    u64 generated
    u64 repeated
    u64 bounded          # positions that the oracle or the prover has put off
    bint improved        # the best line is one of this search
    u64 best_parent      # the key of the stored position that it passes last,
    u64 best_child       # the one after it, 0: none,
    u32 best_vector      # and the foundations at its end
    Component component
    Options options
    int order[MAX_OPTIONS]
    int value[MAX_OPTIONS]


cdef inline int entry_g(u64 rest) noexcept nogil:
    return rest & LOSS


cdef inline int entry_f(u64 rest) noexcept nogil:
    return <int>((rest >> LOSS_BITS) & LOSS) - 1


cdef inline u64 entry(u64 parent, int f, int g) noexcept nogil:
    return ((parent >> (64 - TAG_BITS)) << (2 * LOSS_BITS)) | (<u64>(f + 1) << LOSS_BITS) | <u64>g


cdef inline void set_f(State *p, int f) noexcept nogil:
    p.rest = (p.rest & ~(<u64>LOSS << LOSS_BITS)) | (<u64>(f + 1) << LOSS_BITS)


cdef inline State *find_state(const States *t, u64 hash) noexcept nogil:
    cdef State *p = &t.slot[states_after(t, hash)]
    return p if p.rest and p.hash == hash else NULL


cdef inline bint push(LeastLoss *s, u64 key) noexcept nogil:
    cdef u64 *stack
    if s.stack_count == s.stack_room:
        s.stack_room = 2 * s.stack_room + 1024
        stack = <u64 *>realloc(s.stack, s.stack_room * sizeof(u64))
        if stack == NULL:
            s.outcome = FULL
            return False
        s.stack = stack
    s.stack[s.stack_count] = key
    s.stack_count += 1
    return True


cdef inline void note(LeastLoss *s, int loss, u64 parent, u64 child, u32 vector) noexcept nogil:
    # A line can stop here and loses this.
    if loss < s.upper:
        s.upper = loss
        s.improved = True
        s.best_parent = parent
        s.best_child = child
        s.best_vector = vector


cdef inline int closure_bound(LeastLoss *s, const Position *p, int rounds) noexcept nogil:
    # What all lines from here lose at least, by what the prover shows never to happen (docs/prover.md, most_up). With
    # rounds it examines every card so often first.
    cdef const Points *m = &s.points
    cdef Prover *v = &s.prover
    cdef Closure whole
    cdef u64 stuck
    cdef int card, i, j
    cdef bint changed = True
    prover_init(v, &s.oracle.search.game, p)
    borrow(v, NULL)
    for i in range(rounds):
        if not changed:
            break
        changed = False
        for j in range(52):
            card = s.oracle.search.order[j]
            if bit(card) & v.waiting & ~v.never and examine(v, card, &changed):
                v.never |= bit(card)
                changed = True
    close(v, 0, &whole)
    stuck = v.stock & ~whole.crossed
    return (
        kl_popcount(~whole.up & KL_ALL & ~v.stock) * m.rest_down
        + kl_popcount(~whole.up & v.stock & ~stuck) * s.least_down
        + kl_popcount(stuck) * m.rest_stock
        + kl_popcount(whole.up & v.stock & ~whole.shown & ~stuck) * s.least_straight
        + kl_popcount(whole.up & v.stock & whole.shown & ~stuck) * s.least_played
        + kl_popcount(v.waiting & ~v.stock & ~p.visible & ~whole.shown) * m.rest_hidden
    )


cdef inline int bound_of(LeastLoss *s, const Position *p, int budget) noexcept nogil:
    # What every line from here loses at least, `floor` if no more is known. With a bound above the budget the position is
    # put off, so it matters no longer what lines lose that cost more than that.
    cdef const Points *m = &s.points
    cdef const Game *g = &s.oracle.search.game
    cdef int more = 0    # recycles that the budget pays for
    cdef int least
    cdef int beyond = BEYOND
    if s.floor > budget or not s.use_bound:
        return s.floor
    s.asked.at = p[0]
    s.asked.at.recycles = 0
    if not g.unlimited:
        more = g.recycles if m.game.unlimited else m.game.recycles - p.recycles
        if m.turn_over and budget // m.turn_over < more:
            more = budget // m.turn_over
            beyond = (more + 1) * m.turn_over
        if more > g.recycles:
            more = g.recycles
        s.asked.at.recycles = g.recycles - more
    least = closure_bound(s, &s.asked.at, 0)
    if least <= budget and s.use_oracle:
        if s.is_lost or (
            s.oracle.nodes <= s.generated // s.oracle_share + s.oracle_credit * (s.oracle.found + 4)
            and is_lost(&s.oracle, &s.asked, s.states.count)
        ):
            # A line that does not win stops with more than what plays itself.
            if least < s.miss:
                least = s.miss
            if least <= budget:
                least = closure_bound(s, &s.asked.at, 1)
                if least < s.miss:
                    least = s.miss
    if least > beyond:
        least = beyond
    return least if least > s.floor else s.floor


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


cdef inline int compare_rays(const void *a, const void *b) noexcept nogil:
    cdef const Ray *one = <const Ray *>a
    cdef const Ray *other = <const Ray *>b
    if one.value != other.value:
        return -1 if one.value < other.value else 1
    return (one.key > other.key) - (one.key < other.key)


cdef inline bint beam_layer(LeastLoss *s, u64 width, u64 expansions) noexcept nogil:
    # Beam search: expand a layer of positions and keep so many of the next one, by what they lose at least and what they
    # would lose by stopping. False: it is over. Nothing is proven; this search is of use for nothing else afterwards.
    cdef Points *m = &s.points
    cdef State *found
    cdef Position at
    cdef Option *o
    cdef Ray *rays
    cdef u64 r, count = s.layer
    cdef int i, g, f, total, rest
    for r in range(s.layer if s.layer < expansions else expansions):
        found = find_state(&s.states, s.rays[r].key)
        if found == NULL:
            s.outcome = UNPROVEN
            return False
        g = entry_g(found.rest)
        points_decode(m, s.rays[r].key, &at)
        options_of(m, &at, &s.component, &s.options)
        s.expanded += 1
        s.generated += s.options.count
        for i in range(s.component.count):
            note(s, g + rest_of(m, &at, s.component.vector[i].foundations), s.rays[r].key, 0,
                 s.component.vector[i].foundations)
        for i in range(s.options.count):
            o = &s.options.option[i]
            total = g + o.loss
            rest = total + rest_of(m, &o.position, o.position.foundations)
            note(s, rest, s.rays[r].key, o.hash, o.position.foundations)
            if total >= s.upper:
                continue
            found = find_state(&s.states, o.hash)
            if found != NULL and entry_g(found.rest) <= total:
                s.repeated += 1
                continue
            f = total + bound_of(s, &o.position, s.upper - 1 - total)
            if f >= s.upper:
                s.bounded += 1
                continue
            if count == s.rays_room:
                rays = <Ray *>realloc(s.rays, (2 * s.rays_room + 1024) * sizeof(Ray))
                if rays == NULL:
                    return False
                s.rays = rays
                s.rays_room = 2 * s.rays_room + 1024
            if found != NULL:
                found.rest = entry(s.rays[r].key, s.level, total)
            elif not states_add(&s.states, o.hash, entry(s.rays[r].key, s.level, total)):
                return False
            s.rays[count].key = o.hash
            s.rays[count].value = 4 * f + rest
            count += 1
    count -= s.layer
    memmove(s.rays, s.rays + s.layer, count * sizeof(Ray))
    qsort(s.rays, count, sizeof(Ray), compare_rays)
    s.layer = count if count < width else width
    return s.layer > 0


cdef inline bint beam_begin(LeastLoss *s) noexcept nogil:
    s.rays = <Ray *>realloc(NULL, 1024 * sizeof(Ray))
    if s.rays == NULL:
        return False
    s.rays_room = 1024
    s.rays[0].key = s.start_key
    s.layer = 1
    return True


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
