# What is played at once, and what can be played, in a position with points (docs/score.md proves what is forced and what
# is left out here).

from cards cimport bit, card_at, kl_ctz, kl_popcount, rank_of, suit_of, u8, u32, u64
from moves cimport UP, Component, Steps, add_vector, log_step, stock_index
from points cimport Points, play, points_key
from position cimport Game, Position, bare_pairs, height, is_safe, next_up, placeable

cdef enum:
    MAX_OPTIONS = 256

cdef struct Option:
    Position position
    u64 hash
    u32 vector           # the foundations of the member of the component that the play starts from
    int loss
    u8 step

cdef struct Options:
    int count
    bint overflow
    Option option[MAX_OPTIONS]


cdef inline bint is_safe_here(const Points *m, u32 foundations, u32 stock, int card) noexcept nogil:
    # Whether this card of the tableau, next on its foundation, may go up without loss. What could lie on it or on that
    # will go up at once instead; from the stock that must lose no more than to go to the tableau.
    cdef const Game *g = &m.game
    cdef int rank = rank_of(card)
    cdef int suit = suit_of(card)
    cdef u64 low = 0
    if not is_safe(g, foundations, card):
        return False
    if m.use_safe_stock:
        return True
    if not g.take_back and rank <= height(foundations, suit ^ 2) and rank <= height(foundations, suit ^ 3):
        return True
    if rank > 0:
        low = bit(card_at(rank - 1, suit ^ 2)) | bit(card_at(rank - 1, suit ^ 3))
    if rank > 1:
        low |= bit(card_at(rank - 2, suit ^ 1))
    low &= g.stock_cards
    while low:
        if (stock >> g.stock_place[kl_ctz(low)]) & 1:
            return False
        low &= low - 1
    return True


cdef inline int safe_stock_card(const Points *m, const Position *p) noexcept nogil:
    # A card of the stock that may go up at once without loss, or -1. (As forced_stock_card, where recycles are free.)
    cdef const Game *g = &m.game
    cdef int left = kl_popcount(p.stock)
    cdef int index, card
    cdef u64 ready
    cdef bint is_free = g.unlimited and m.turn_over == 0
    if left == 0 or not (m.use_safe_stock and m.use_safe_moves):
        return -1
    if is_free and g.draw == 1:
        ready = next_up(p.foundations) & g.stock_cards
        while ready:
            card = kl_ctz(ready)
            ready &= ready - 1
            if (p.stock >> g.stock_place[card]) & 1 and is_safe(g, p.foundations, card):
                return card
        return -1
    if p.waste == (0 if is_free else left):
        index = stock_index(p.stock, left - 1)
        card = g.stock_card[index]
        if height(p.foundations, suit_of(card)) == rank_of(card) and is_safe(g, p.foundations, card):
            return card
    return -1


cdef inline int settle_points(const Points *m, Position *p, Steps *steps) noexcept nogil:
    # Play what is never wrong; the loss. With components: free cards up while any can go, the lowest card first.
    cdef u64 cards
    cdef int card, chosen
    cdef int loss = 0
    while True:
        chosen = -1
        cards = next_up(p.foundations) & p.visible & bare_pairs(p.visible, p.free)
        while cards and chosen < 0:
            card = kl_ctz(cards)
            cards &= cards - 1
            if (m.use_components and p.free & bit(card)) or (
                m.use_safe_moves and is_safe_here(m, p.foundations, p.stock, card)
            ):
                chosen = card
        if chosen < 0:
            chosen = safe_stock_card(m, p)
        if chosen < 0:
            return loss
        loss += play(m, p, chosen + UP)
        log_step(steps, chosen + UP)


cdef inline void explore_points(const Points *m, const Position *p, Component *c) noexcept nogil:
    # The members of p's component, p first; without components, p alone. What is safe is not taken back.
    cdef const Game *g = &m.game
    cdef int i, suit, rank, card
    cdef u64 bare, place, up
    cdef u32 foundations
    c.count = 0
    c.overflow = False
    add_vector(c, -1, 0, p.visible, p.free, p.foundations)
    i = 0
    while i < c.count:
        foundations = c.vector[i].foundations
        bare = bare_pairs(c.vector[i].visible, c.vector[i].free)
        place = placeable(g, p.heads, c.vector[i].free, bare)
        c.vector[i].placed = place
        c.vector[i].raised = next_up(foundations) & (c.vector[i].visible & bare | g.stock_cards & ~c.vector[i].visible)
        if m.use_components:
            for suit in range(4):
                rank = height(foundations, suit) - 1
                if rank < g.lowest:
                    continue
                card = card_at(rank, suit)
                if place & bit(card) and not (
                    g.use_take_back_ban and is_safe_here(m, foundations, p.stock, card)
                ):
                    add_vector(c, i, card, c.vector[i].visible | bit(card), c.vector[i].free | bit(card),
                               foundations - ((<u32>1) << (suit << 2)))
            up = c.vector[i].raised & c.vector[i].free
            while up:
                card = kl_ctz(up)
                up &= up - 1
                add_vector(c, i, card + UP, c.vector[i].visible ^ bit(card), c.vector[i].free ^ bit(card),
                           foundations + ((<u32>1) << (suit_of(card) << 2)))
        i += 1


cdef inline void member(const Position *p, const Component *c, int i, Position *q) noexcept nogil:
    q[0] = p[0]
    q.visible = c.vector[i].visible
    q.free = c.vector[i].free
    q.foundations = c.vector[i].foundations


cdef inline void add_option(const Points *m, const Position *p, const Component *c, int i, int step,
                            Options *k) noexcept nogil:
    # Make a play of a member and keep what comes of it, with the least loss if there are several ways to it.
    cdef Option *o
    cdef int j
    if k.count == MAX_OPTIONS:
        k.overflow = True
        return
    o = &k.option[k.count]
    member(p, c, i, &o.position)
    o.vector = o.position.foundations
    o.step = step
    o.loss = play(m, &o.position, step)
    o.loss += settle_points(m, &o.position, NULL)
    o.hash = points_key(m, &o.position)
    for j in range(k.count):
        if k.option[j].hash == o.hash:
            if o.loss < k.option[j].loss:
                k.option[j] = o[0]
            return
    k.count += 1


cdef inline void options_of(const Points *m, const Position *p, Component *c, Options *k) noexcept nogil:
    # All plays of a component's members that leave it. What was possible in the member that this one came from leads
    # to the same component at the same loss from both (docs/exactness.md, commuting moves).
    cdef const Game *g = &m.game
    cdef int i, card, suit, spot, left = kl_popcount(p.stock)
    cdef u64 place, raised, cards
    cdef u32 reach, rest
    explore_points(m, p, c)
    k.count = 0
    k.overflow = c.overflow
    for i in range(c.count):
        place = c.vector[i].placed
        raised = c.vector[i].raised
        if i > 0:
            place &= ~c.vector[c.vector[i].parent].placed
            raised &= ~c.vector[c.vector[i].parent].raised
        cards = c.vector[i].visible & raised
        if m.use_components:
            cards &= ~c.vector[i].free
        while cards:
            card = kl_ctz(cards)
            cards &= cards - 1
            add_option(m, p, c, i, card + UP, k)
        cards = c.vector[i].visible & ~c.vector[i].free & place
        while cards:
            card = kl_ctz(cards)
            cards &= cards - 1
            add_option(m, p, c, i, card, k)
        if g.take_back and not m.use_components:
            for suit in range(4):
                card = height(c.vector[i].foundations, suit) - 1
                if card >= g.lowest and place & bit(card_at(card, suit)):
                    add_option(m, p, c, i, card_at(card, suit), k)
        if (place | raised) & g.stock_cards == 0:
            continue
        reach = g.stock.now[left][p.waste]
        if g.unlimited or p.recycles < g.recycles:
            reach |= g.stock.next[left]
        rest = p.stock
        for spot in range(left):
            card = g.stock_card[kl_ctz(rest)]
            rest &= rest - 1
            if not (reach >> spot) & 1:
                continue
            if raised & bit(card):
                add_option(m, p, c, i, card + UP, k)
            if place & bit(card):
                add_option(m, p, c, i, card, k)
