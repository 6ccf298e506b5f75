# A lower bound on the moves that are left: cards not up, draws, and moves to the tableau that cannot be avoided.
#
# Every card not up costs a move to its foundation, and each full or partial draw of the undrawn cards one. All that is
# beyond this is an *extra* move: a card or run goes to the tableau, is taken back, or the waste is drawn again. An extra
# move to the tableau has one head card, so those of different heads add up. A *node* is an original of a column, the
# anchor standing for the whole face-up run. A node that makes no extra move leaves by going up, after all lower cards of
# its suit; so it *waits* for all that lies on these. If nodes wait for each other in a circle, one of them makes an
# extra move; disjoint circles add up. docs/shortest.md has the proof.

from cards cimport KL_ALL, KL_KINGS, bit, card_at, kl_ctz, kl_high, kl_popcount, rank_of, suit_of, u8, u32, u64
from concrete cimport Concrete, Metric, covered
from position cimport Game, Position
from stock cimport MAX_STOCK

cdef enum:
    DEAD = 2048          # no win from here

cdef struct Bound:
    u64 waits[52]        # the originals that must leave before this card can go up
    u64 waiters[52]      # the originals that wait for this one
    u64 mutual[52]       # those for which both holds
    u64 alone            # originals that wait for themselves
    u32 lower[52]        # the stock's lower cards of the same suit, by their index
    u32 higher[MAX_STOCK]    # the stock's higher cards of the suit of this one of them
    u32 waiting[52]      # the stock's cards that wait for this original
    u64 sociable         # originals with a mutual one
    u64 under[52]        # for an original what lies under it in its column
    bint use_parents     # the moves that bring a parent into the tableau
    bint use_circles     # any of the extra moves in the tableau
    bint use_pairs
    bint use_stock       # the extra moves or draws for cards of the stock


cdef inline void bound_init(Bound *b, const Metric *m, const Position *start) noexcept nogil:
    cdef const Game *g = &m.game
    cdef int column, i, j, card, rank, lower
    cdef u64 originals = 0
    b.alone = 0
    b.sociable = 0
    for card in range(52):
        b.waits[card] = 0
        b.lower[card] = 0
        for i in range(MAX_STOCK):
            lower = g.stock_card[i]
            if (start.stock >> i) & 1 and suit_of(lower) == suit_of(card) and lower < card:
                b.lower[card] |= (<u32>1) << i
    for column in range(g.columns):
        for i in range(start.originals[column]):
            b.under[g.original[column][i]] = m.prefix[column][i]
            originals |= bit(g.original[column][i])
            for j in range(i + 1):
                lower = g.original[column][j]
                for rank in range(rank_of(lower) + 1, 13):
                    b.waits[card_at(rank, suit_of(lower))] |= bit(g.original[column][i])
    for card in range(52):
        b.mutual[card] = 0
        b.waiters[card] = 0
        for i in range(52):
            if originals & bit(i) and b.waits[i] & bit(card):
                b.waiters[card] |= bit(i)
            if originals & bit(card) and b.waits[card] & bit(i) and b.waits[i] & bit(card):
                b.mutual[card] |= bit(i)
        if originals & b.waits[card] & bit(card):
            b.alone |= bit(card)
        if b.mutual[card] & ~bit(card):
            b.sociable |= bit(card)
        b.waiting[card] = 0
        for i in range(MAX_STOCK):
            if (start.stock >> i) & 1 and b.waits[g.stock_card[i]] & bit(card):
                b.waiting[card] |= (<u32>1) << i
    for i in range(MAX_STOCK):
        b.higher[i] = 0
        for j in range(MAX_STOCK):
            if (start.stock >> i) & (start.stock >> j) & 1 and (b.lower[g.stock_card[j]] >> i) & 1:
                b.higher[i] |= (<u32>1) << j


cdef inline u32 up_to(int index) noexcept nogil:
    return ((<u32>2) << index) - 1


cdef inline u32 above_in_segment(u32 cards, u32 ends) noexcept nogil:
    # What may lie above one of these cards of the stock when it is drawn: all up to the end of its segment.
    cdef u32 above = 0
    cdef u32 through
    while cards:
        through = up_to(kl_ctz(ends & ~(up_to(kl_ctz(cards)) >> 1)))
        above |= through & ~up_to(kl_ctz(cards))
        cards &= ~through
    return above


cdef inline int stock_bound(const Metric *m, const Bound *b, const Position *p, int left, u64 open_nodes, u64 anchors,
                            const u32 *group_lower, const u32 *marks, int mark_count) noexcept nogil:
    # Extra moves for cards of the stock: those that lie on a lower one of their suit when they are drawn, and circles
    # of two in which there is one. A *segment* is what comes to lie on the waste at once: the waste itself, and each
    # group that one draw turns up.
    cdef const Game *g = &m.game
    cdef int n = g.draw
    cdef int i, index, card, extra = 0
    cdef u32 rest = p.stock
    cdef u32 waste = 0
    cdef u32 ends = 0    # the last card of each segment
    cdef u32 segment = 0
    cdef u32 open_stock, ready, partners, wanted
    cdef u64 nodes
    cdef int placed = 0
    for i in range(p.waste):
        index = kl_ctz(rest)
        rest &= rest - 1
        if b.lower[g.stock_card[index]] & waste:
            extra += 1
            segment |= (<u32>1) << index
        waste |= (<u32>1) << index
    open_stock = p.stock & ~segment
    if waste:
        ends = (<u32>1) << kl_high(waste)
    if n > 1:
        i = 0
        segment = 0
        while rest:
            index = kl_ctz(rest)
            rest &= rest - 1
            if b.lower[g.stock_card[index]] & segment:
                extra += 1
                open_stock &= ~((<u32>1) << index)
            segment |= (<u32>1) << index
            i += 1
            if i == n or rest == 0:
                ends |= (<u32>1) << index
                i = 0
                segment = 0
    else:
        ends |= rest
    # Of each pair of parents one is placed, not drawn again.
    for i in range(mark_count):
        if marks[i] & ~open_stock:
            if n == 1:
                continue
            extra -= 1
        open_stock &= ~marks[i]
        placed += 1
    if b.use_pairs:
        # A card, a higher one of its suit after it, and one lower than both that is drawn later still: the first two.
        rest = open_stock
        while rest:
            index = kl_ctz(rest)
            rest &= rest - 1
            partners = b.higher[index] & rest
            if partners == 0:
                continue
            ready = (b.lower[g.stock_card[index]] & p.stock) | ((<u32>1) << index)
            ready = up_to(kl_ctz(ends & ~(up_to(kl_high(ready)) >> 1)))
            partners &= ready
            if partners:
                extra += 1
                i = kl_ctz(partners)
                rest &= ~((<u32>1) << i)
                open_stock &= ~(((<u32>1) << index) | ((<u32>1) << i))
        # A node and a card of the stock.
        nodes = open_nodes
        while nodes and open_stock:
            card = kl_ctz(nodes)
            nodes &= nodes - 1
            partners = b.waiting[card] & open_stock
            if partners == 0:
                continue
            wanted = group_lower[g.column_of[card]] if bit(card) & anchors else b.lower[card] & p.stock
            partners &= wanted | above_in_segment(wanted, ends)
            if partners:
                extra += 1
                open_stock &= open_stock ^ (partners & (0 - partners))
    return placed + (extra + n - 1) // n


cdef inline int lower_bound(const Metric *m, const Bound *b, const Concrete *s, int enough) noexcept nogil:
    # Once the bound is above enough, less work is done, and the result may be lower than it could be.
    cdef const Game *g = &m.game
    cdef const Position *p = &s.at
    cdef int left = kl_popcount(p.stock)
    cdef int bound, column, count, card, parent, low, other
    cdef int n = g.draw
    cdef u64 over, nodes, hidden, wait, open_nodes, rest, partners
    cdef u64 group[7]    # what the run of each column waits for
    cdef u64 anchors = 0, counted = 0
    cdef u32 stock
    cdef u32 group_lower[7]
    cdef u32 marks[28]
    cdef int mark_count = 0
    cdef u64 used = 0
    bound = 52 - ((p.foundations & 15) + ((p.foundations >> 4) & 15) + ((p.foundations >> 8) & 15)
                  + (p.foundations >> 12))
    bound += (left - p.waste + n - 1) // n
    if not b.use_circles or bound > enough:
        return bound
    over = covered(s)
    nodes = 0
    for column in range(g.columns):
        count = p.originals[column]
        if count == 0:
            continue
        nodes |= m.prefix[column][count]
        card = g.original[column][count - 1]
        anchors |= bit(card)
        wait = b.waits[card]
        stock = b.lower[card]
        parent = card
        while over & bit(parent):
            low = (parent & ~1) - 4
            parent = low + ((parent & 1) ^ <int>((s.cross >> low) & 1))
            wait |= b.waits[parent]
            stock |= b.lower[parent]
        group[column] = wait
        group_lower[column] = stock & p.stock
        if wait & bit(card):
            bound += 1
            counted |= bit(card)
    hidden = nodes & ~anchors
    bound += kl_popcount(hidden & b.alone)
    if bound > enough:
        return bound
    counted |= hidden & b.alone
    open_nodes = nodes & ~counted
    if b.use_pairs:
        rest = open_nodes & anchors
        while rest:
            card = kl_ctz(rest)
            rest &= rest - 1
            if not open_nodes & bit(card):
                continue
            # Between two anchors it takes the runs on both to tell; what is face down waits for the same all the time.
            partners = group[g.column_of[card]] & open_nodes & anchors & ~bit(card)
            while partners:
                other = kl_ctz(partners)
                if group[g.column_of[other]] & bit(card):
                    break
                partners &= partners - 1
            if partners == 0:
                partners = group[g.column_of[card]] & open_nodes & hidden & b.waiters[card]
            if partners:
                bound += 1
                open_nodes &= ~(bit(card) | (partners & (0 - partners)))
        rest = open_nodes & ~anchors & b.sociable
        while rest:
            card = kl_ctz(rest)
            rest &= rest - 1
            partners = b.mutual[card] & rest
            if partners:
                other = kl_ctz(partners)
                rest &= ~bit(other)
                open_nodes &= ~(bit(card) | bit(other))
                bound += 1
    if not b.use_stock or bound > enough:
        return bound
    if b.use_parents:
        # What must move to the tableau needs a parent there. Where there is none, nor under the other columns, it comes
        # from the stock or back from a foundation.
        over = KL_ALL & ~(nodes | p.visible)
        if not g.take_back:
            for column in range(4):
                over &= ~m.raised[column][(p.foundations >> (4 * column)) & 15]
        rest = nodes & b.alone & ~KL_KINGS
        while rest:
            card = kl_ctz(rest)
            rest &= rest - 1
            partners = <u64>3 << ((card & ~1) + 4)
            if partners & ((nodes | p.visible) & ~b.under[card]) or partners & used:
                continue
            partners &= over
            if partners == 0:
                return DEAD
            used |= partners
            stock = 0
            while partners:
                other = kl_ctz(partners)
                partners &= partners - 1
                if g.stock_cards & bit(other) and (p.stock >> g.stock_place[other]) & 1:
                    stock |= (<u32>1) << g.stock_place[other]
            if stock == 0:
                bound += 2
            else:
                marks[mark_count] = stock
                mark_count += 1
    return bound + stock_bound(m, b, p, left, open_nodes, anchors, group_lower, marks, mark_count)
