# The part of the lower bound on the moves that are left that comes from the stock (bound.pxd tells the rest).
#
# Extra moves for cards of the stock: those that lie on a lower one of their suit when they are drawn, and circles of two
# in which there is one. A *segment* is what comes to lie on the waste at once: the waste itself, and each group that one
# draw turns up. Cards are known by their index in the stock. Much of this depends on the stock and the waste alone, which
# many positions have in common, and is remembered for the last few of them.

from cards cimport bit, kl_ctz, kl_high, kl_prefetch, suit_of, u8, u32, u64
from concrete cimport Metric
from position cimport Game, Position
from stock cimport MAX_STOCK

cdef enum:
    SEEN_BITS = 12

cdef struct Seen:
    # What is known of a stock and a waste.
    u32 which            # both in one number; 0: nothing
    u32 ends             # the last card of each segment
    u32 open             # cards that no extra move was counted for
    u32 open_pairs       # the same after the pairs of two cards of the stock
    u64 sociable         # originals that form a circle with one of the stock's cards while they are face down
    u8 extra             # moves or draws
    u8 extra_pairs

cdef struct StockBound:
    u32 lower[52]        # the stock's lower cards of the same suit
    u32 higher[MAX_STOCK]    # the stock's higher cards of the suit of this one of them
    u32 waiting[52]      # the stock's cards that wait for this original
    u64 waited_for       # originals for which one does
    Seen seen[1 << SEEN_BITS]


cdef inline u32 which_stock(const Position *p) noexcept nogil:
    return ((<u32>p.waste + 1) << MAX_STOCK) | p.stock


cdef inline Seen *place_of_stock(StockBound *b, u32 which) noexcept nogil:
    return &b.seen[(which * <u32>0x9E3779B1) >> (32 - SEEN_BITS)]


cdef inline void stock_bound_init(StockBound *b, const Game *g, const Position *start, const u64 *waits) noexcept nogil:
    # waits: for each card the originals that must leave before it can go up.
    cdef int card, i, j, lower
    b.waited_for = 0
    for card in range(52):
        b.lower[card] = 0
        b.waiting[card] = 0
        for i in range(MAX_STOCK):
            if not (start.stock >> i) & 1:
                continue
            lower = g.stock_card[i]
            if suit_of(lower) == suit_of(card) and lower < card:
                b.lower[card] |= (<u32>1) << i
            if waits[lower] & bit(card):
                b.waiting[card] |= (<u32>1) << i
                b.waited_for |= bit(card)
    for i in range(MAX_STOCK):
        b.higher[i] = 0
        for j in range(MAX_STOCK):
            if (start.stock >> i) & (start.stock >> j) & 1 and (b.lower[g.stock_card[j]] >> i) & 1:
                b.higher[i] |= (<u32>1) << j
    for i in range(1 << SEEN_BITS):
        b.seen[i].which = 0


cdef inline u32 up_to(int index) noexcept nogil:
    return ((<u32>2) << index) - 1


cdef inline u32 to_the_ends(u32 cards, u32 ends) noexcept nogil:
    # These cards, and all that may lie above one of them when it is drawn: what follows in its segment.
    cdef u32 onwards = ~(ends << 1)
    cards |= (cards << 1) & onwards
    onwards &= onwards << 1
    cards |= (cards << 2) & onwards
    onwards &= onwards << 2
    cards |= (cards << 4) & onwards
    onwards &= onwards << 4
    cards |= (cards << 8) & onwards
    onwards &= onwards << 8
    return cards | ((cards << 16) & onwards)


cdef inline void count_pairs(const Game *g, const StockBound *b, u32 stock, u32 ends, u32 *open, u8 *extra) noexcept nogil:
    # A card, a higher one of its suit after it, and one lower than both that is drawn later still: the first two.
    cdef u32 rest = open[0]
    cdef u32 partners, ready
    cdef int index, i
    while rest:
        index = kl_ctz(rest)
        rest &= rest - 1
        partners = b.higher[index] & rest
        if partners == 0:
            continue
        ready = (b.lower[g.stock_card[index]] & stock) | ((<u32>1) << index)
        ready = up_to(kl_ctz(ends & ~(up_to(kl_high(ready)) >> 1)))
        partners &= ready
        if partners:
            extra[0] += 1
            i = kl_ctz(partners)
            rest &= ~((<u32>1) << i)
            open[0] &= ~(((<u32>1) << index) | ((<u32>1) << i))


cdef inline void look_at_stock(const Game *g, const StockBound *b, const Position *p, Seen *q) noexcept nogil:
    cdef int i, index, card
    cdef int n = g.draw
    cdef u32 rest = p.stock
    cdef u32 waste = 0
    cdef u32 segment = 0
    cdef u64 nodes = b.waited_for
    q.which = which_stock(p)
    q.extra = 0
    q.ends = 0
    q.open = p.stock
    for i in range(p.waste):
        index = kl_ctz(rest)
        rest &= rest - 1
        if b.lower[g.stock_card[index]] & waste:
            q.extra += 1
            q.open &= ~((<u32>1) << index)
        waste |= (<u32>1) << index
    if waste:
        q.ends = (<u32>1) << kl_high(waste)
    if n > 1:
        i = 0
        while rest:
            index = kl_ctz(rest)
            rest &= rest - 1
            if b.lower[g.stock_card[index]] & segment:
                q.extra += 1
                q.open &= ~((<u32>1) << index)
            segment |= (<u32>1) << index
            i += 1
            if i == n or rest == 0:
                q.ends |= (<u32>1) << index
                i = 0
                segment = 0
    else:
        q.ends |= rest
    q.open_pairs = q.open
    q.extra_pairs = q.extra
    count_pairs(g, b, p.stock, q.ends, &q.open_pairs, &q.extra_pairs)
    q.sociable = 0
    while nodes:
        card = kl_ctz(nodes)
        nodes &= nodes - 1
        if b.waiting[card] & q.open & to_the_ends(b.lower[card] & p.stock, q.ends):
            q.sociable |= bit(card)


cdef inline void stock_bound_prefetch(StockBound *b, const Position *p) noexcept nogil:
    kl_prefetch(place_of_stock(b, which_stock(p)))


cdef inline int stock_bound(const Metric *m, StockBound *b, const Position *p, bint use_pairs, u64 open_nodes, u64 anchors,
                            const u32 *group_lower, const u32 *marks, int mark_count) noexcept nogil:
    # open_nodes: the originals that no extra move was counted for, with the anchors among them; group_lower: for each
    # column the stock's lower cards of the suits of its run; marks: pairs of parents of which one must come from the stock.
    cdef const Game *g = &m.game
    cdef int n = g.draw
    cdef int i, card
    cdef u32 open_stock, partners, wanted
    cdef u8 extra
    cdef u64 nodes
    cdef int placed = 0
    cdef u32 which = which_stock(p)
    cdef Seen *q = place_of_stock(b, which)
    if q.which != which:
        look_at_stock(g, b, p, q)
    if not use_pairs or mark_count:
        open_stock = q.open
        extra = q.extra
        # Of each pair of parents one is placed, not drawn again.
        for i in range(mark_count):
            if marks[i] & ~open_stock:
                if n == 1:
                    continue
                extra -= 1
            open_stock &= ~marks[i]
            placed += 1
        if use_pairs:
            count_pairs(g, b, p.stock, q.ends, &open_stock, &extra)
    else:
        open_stock = q.open_pairs
        extra = q.extra_pairs
    if use_pairs:
        # A node and a card of the stock.
        nodes = open_nodes & (q.sociable | (anchors & b.waited_for))
        while nodes and open_stock:
            card = kl_ctz(nodes)
            nodes &= nodes - 1
            partners = b.waiting[card] & open_stock
            if partners == 0:
                continue
            wanted = group_lower[g.column_of[card]] if bit(card) & anchors else b.lower[card] & p.stock
            # Nothing before the first that is wanted can lie on one.
            if partners & (0 - (wanted & (0 - wanted))) == 0:
                continue
            partners &= to_the_ends(wanted, q.ends)
            if partners:
                extra += 1
                open_stock ^= partners & (0 - partners)
    return placed + (<int>extra + n - 1) // n
