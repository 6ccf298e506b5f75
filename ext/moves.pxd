# From a component to its children: the moves that cannot be taken back.
#
# A *component* is a set of positions connected by free cards going up and coming back. Three kinds of move leave it,
# none reversible: an anchor goes to the tableau, an anchor goes up, a card of the stock is played. Without take-back
# every position is its own component, and a free card going up is a fourth kind.

from cards cimport bit, card_at, kl_ctz, kl_popcount, rank_of, suit_of, u8, u32, u64
from position cimport (
    Game,
    Position,
    anchor_to_tableau,
    anchor_up,
    bare_pairs,
    free_card_up,
    height,
    is_safe,
    leave_stock,
    next_up,
    placeable,
    position_key,
    raise_foundation,
)
from table cimport hash_key

cdef enum:
    MAX_CHILDREN = 96
    MAX_VECTORS = 512
    MAX_STEPS = 1024
    UP = 64              # added to a card in a step: to its foundation; without it: to the tableau
    WITHOUT_TAKE_BACK = 255

cdef struct Steps:
    # A line of play: which card goes where, one byte each. Draws and run moves follow from it.
    int count
    u8 step[MAX_STEPS]

cdef struct Vector:
    # One position of a component. Stock and originals are those of the whole component.
    u64 visible
    u64 free
    u64 placed           # cards that could be placed in the tableau in it
    u64 raised           # cards that could go up in it
    u32 foundations
    int parent           # the vector it came from, by one step
    u8 step

cdef struct Component:
    int count
    bint overflow        # the buffer was too small: no answer "lost" may be built on this
    Vector vector[MAX_VECTORS]

cdef struct Child:
    Position position    # the child's representative
    u64 hash
    int score            # children with a higher score are searched first
    u32 vector           # the foundations of the vector that the move starts from
    u8 step              # the move

cdef struct Children:
    int count
    bint overflow
    Child child[MAX_CHILDREN]
    u8 order[MAX_CHILDREN]


cdef inline void log_step(Steps *steps, int step) noexcept nogil:
    if steps != NULL:
        if steps.count < MAX_STEPS:
            steps.step[steps.count] = step
        steps.count += 1


cdef inline int forced_stock_card(const Game *g, const Position *p) noexcept nogil:
    # The place of a stock card that may be played up at once without loss, or -1. Playing any other safe card of the
    # stock can lose: it shifts what the later draws turn up.
    cdef int left = kl_popcount(p.stock)
    cdef int index, card, suit
    cdef u64 ready
    if left == 0 or not g.use_forced_stock:
        return -1
    if g.unlimited and g.draw == 1:
        ready = next_up(p.foundations) & g.stock_cards
        while ready:
            card = kl_ctz(ready)
            ready &= ready - 1
            index = g.stock_place[card]
            if (p.stock >> index) & 1 and is_safe(g, p.foundations, card):
                return kl_popcount(p.stock & (((<u32>1) << index) - 1))
        return -1
    if p.waste == (0 if g.unlimited else left):
        # The last card of the order: no other card's place changes when it goes.
        index = 31
        while not (p.stock >> index) & 1:
            index -= 1
        card = g.stock_card[index]
        suit = suit_of(card)
        if height(p.foundations, suit) == rank_of(card) and is_safe(g, p.foundations, card):
            return left - 1
    return -1


cdef inline int stock_index(u32 stock, int place) noexcept nogil:
    # The index of the card at this place among those left.
    while place:
        stock &= stock - 1
        place -= 1
    return kl_ctz(stock)


cdef inline void settle(const Game *g, Position *p, Steps *steps) noexcept nogil:
    # Turn the position into its component's representative: free cards up while any can go, the lowest card first;
    # anchors and stock cards up where that is safe.
    cdef u64 up, cards
    cdef int card, place
    cdef bint moved
    while True:
        up = next_up(p.foundations) & p.visible
        moved = False
        if up:
            up &= bare_pairs(p.visible, p.free)
            cards = up & p.free
            while cards:
                card = kl_ctz(cards)
                cards &= cards - 1
                if g.take_back or (g.use_safe_moves and is_safe(g, p.foundations, card)):
                    free_card_up(p, card)
                    log_step(steps, card + UP)
                    moved = True
                    break
            if moved:
                continue
            cards = up & ~p.free if g.use_safe_moves else 0
            while cards:
                card = kl_ctz(cards)
                cards &= cards - 1
                if is_safe(g, p.foundations, card):
                    anchor_up(g, p, card)
                    log_step(steps, card + UP)
                    moved = True
                    break
            if moved:
                continue
        place = forced_stock_card(g, p)
        if place < 0:
            return
        card = g.stock_card[stock_index(p.stock, place)]
        leave_stock(g, p, place, g.stock_place[card], False)
        raise_foundation(p, card)
        log_step(steps, card + UP)


cdef inline bint add_vector(Component *c, int parent, int step, u64 visible, u64 free, u32 foundations) noexcept nogil:
    cdef int i
    cdef Vector *v
    for i in range(c.count):
        if c.vector[i].foundations == foundations:
            return False
    if c.count == MAX_VECTORS:
        c.overflow = True
        return False
    v = &c.vector[c.count]
    v.visible = visible
    v.free = free
    v.foundations = foundations
    v.parent = parent
    v.step = step
    c.count += 1
    return True


cdef inline void explore_component(const Game *g, const Position *p, Component *c) noexcept nogil:
    # All positions of p's component, as foundation vectors; vector 0 is p itself. A card that would at once be safe to
    # play up again is not taken back.
    cdef int i, suit, rank, card
    cdef u64 bare, place, up
    cdef u32 foundations
    cdef Vector *v
    c.count = 0
    c.overflow = False
    add_vector(c, -1, 0, p.visible, p.free, p.foundations)
    i = 0
    while i < c.count:
        v = &c.vector[i]
        foundations = v.foundations
        bare = bare_pairs(v.visible, v.free)
        place = placeable(g, p.heads, v.free, bare)
        v.placed = place
        v.raised = next_up(foundations) & (v.visible & bare | g.stock_cards & ~v.visible)
        if g.take_back:
            for suit in range(4):
                rank = height(foundations, suit) - 1
                if rank < g.lowest:
                    continue
                card = card_at(rank, suit)
                if place & bit(card) and not (g.use_take_back_ban and is_safe(g, foundations, card)):
                    add_vector(c, i, card, v.visible | bit(card), v.free | bit(card),
                               foundations - ((<u32>1) << (suit << 2)))
            up = v.raised & v.free
            while up:
                card = kl_ctz(up)
                up &= up - 1
                add_vector(c, i, card + UP, v.visible ^ bit(card), v.free ^ bit(card),
                           foundations + ((<u32>1) << (suit_of(card) << 2)))
        i += 1


cdef inline bint add_child(const Game *g, Children *k, const Position *parent, u32 vector, int step) noexcept nogil:
    # Settle and keep the child that stands at k.child[k.count], unless it is there already.
    cdef Child *child = &k.child[k.count]
    cdef int i
    settle(g, &child.position, NULL)
    child.hash = hash_key(position_key(g, &child.position))
    for i in range(k.count):
        if k.child[i].hash == child.hash:
            return False
    child.vector = vector
    child.step = step
    child.score = 0
    k.order[k.count] = k.count
    k.count += 1
    return True


cdef inline Position *new_child(Children *k, const Position *p, const Vector *v) noexcept nogil:
    # The place for the next child, filled with the vector's position; NULL if there is no room.
    cdef Position *q
    if k.count == MAX_CHILDREN:
        k.overflow = True
        return NULL
    q = &k.child[k.count].position
    q[0] = p[0]
    q.visible = v.visible
    q.free = v.free
    q.foundations = v.foundations
    return q


cdef inline void children_of_vector(const Game *g, const Position *p, const Vector *v, u64 place, u64 raised,
                                    Children *k) noexcept nogil:
    # Add the children by the moves of this vector that put a card of place into the tableau or raise one of raised.
    cdef u64 cards = v.visible & ~v.free & place
    cdef u64 up
    cdef u32 now, stock
    cdef int card, spot, index, left
    cdef Position *q
    up = v.visible & raised
    if g.take_back:
        up &= ~v.free
    while up:
        card = kl_ctz(up)
        up &= up - 1
        q = new_child(k, p, v)
        if q == NULL:
            return
        if bit(card) & v.free:
            free_card_up(q, card)
        else:
            anchor_up(g, q, card)
        add_child(g, k, p, v.foundations, card + UP)
    while cards:
        card = kl_ctz(cards)
        cards &= cards - 1
        q = new_child(k, p, v)
        if q == NULL:
            return
        anchor_to_tableau(g, q, card)
        add_child(g, k, p, v.foundations, card)
    if (place | raised) & g.stock_cards == 0:
        return
    left = kl_popcount(p.stock)
    now = g.stock.now[left][p.waste]
    if g.unlimited or p.recycles < g.recycles:
        stock = now | g.stock.next[left]
    else:
        stock = now
    spot = -1
    index = -1
    # Walk over the cards that are left together with their places.
    cdef u32 rest = p.stock
    while stock:
        spot += 1
        index = kl_ctz(rest)
        rest &= rest - 1
        if not stock & 1:
            stock >>= 1
            now >>= 1
            continue
        card = g.stock_card[index]
        if raised & bit(card):
            q = new_child(k, p, v)
            if q == NULL:
                return
            leave_stock(g, q, spot, index, not now & 1)
            raise_foundation(q, card)
            add_child(g, k, p, v.foundations, card + UP)
        if place & bit(card):
            q = new_child(k, p, v)
            if q == NULL:
                return
            leave_stock(g, q, spot, index, not now & 1)
            q.visible |= bit(card)
            q.free |= bit(card)
            add_child(g, k, p, v.foundations, card)
        stock >>= 1
        now >>= 1


cdef inline void children_of(const Game *g, const Position *p, Component *c, Children *k) noexcept nogil:
    # The children of p's component. A move that was already possible in the vector that this one came from leads to
    # the same component from both (docs/exactness.md, commuting moves), so each vector adds only what is new in it.
    cdef int i
    cdef Vector *v
    cdef Vector *parent
    cdef u64 place, raised
    explore_component(g, p, c)
    k.count = 0
    k.overflow = c.overflow
    for i in range(c.count):
        v = &c.vector[i]
        # A card of the stock that waits for its foundation can be raised without being bare.
        place = v.placed
        raised = v.raised
        if i > 0:
            parent = &c.vector[v.parent]
            place &= ~parent.placed
            raised &= ~parent.raised
        children_of_vector(g, p, v, place, raised, k)
