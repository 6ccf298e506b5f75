# A lower bound on the moves that are left: cards not up, draws, and moves to the tableau that cannot be avoided.
#
# Every card not up costs a move to its foundation, and each full or partial draw of the undrawn cards one. All that is
# beyond this is an *extra* move: a card or run goes to the tableau, is taken back, or the waste is drawn again. An extra
# move to the tableau has one head card, so those of different heads add up. A *node* is an original of a column, the
# anchor standing for the whole face-up run. A node that makes no extra move leaves by going up, after all lower cards of
# its suit; so it *waits* for all that lies on these. If nodes wait for each other in a circle, one of them makes an
# extra move; disjoint circles add up. docs/shortest.md has the proof.

from cards cimport KL_ALL, KL_KINGS, bit, card_at, kl_ctz, kl_popcount, rank_of, suit_of, u32, u64
from concrete cimport Concrete, Metric, covered
from position cimport Game, Position, cards_up
from stockbound cimport StockBound, stock_bound, stock_bound_init, stock_bound_prefetch

cdef enum:
    DEAD = 2048          # no win from here

cdef struct Bound:
    u64 waits[52]        # the originals that must leave before this card can go up
    u64 waiters[52]      # the originals that wait for this one
    u64 mutual[52]       # those for which both holds
    u64 alone            # originals that wait for themselves
    u64 sociable         # originals with a mutual one
    u64 under[52]        # for an original what lies under it in its column
    StockBound stock
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
    stock_bound_init(&b.stock, g, start, b.waits)


cdef inline int lower_bound(const Metric *m, Bound *b, const Concrete *s, int enough) noexcept nogil:
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
    bound = 52 - cards_up(p.foundations)
    bound += (left - p.waste + n - 1) // n
    if not b.use_circles or bound > enough:
        return bound
    stock_bound_prefetch(&b.stock, p)
    nodes = 0
    for column in range(g.columns):
        count = p.originals[column]
        if count:
            nodes |= m.prefix[column][count]
            anchors |= bit(g.original[column][count - 1])
    hidden = nodes & ~anchors
    counted = hidden & b.alone
    bound += kl_popcount(counted)
    if bound > enough:
        return bound
    over = covered(s)
    rest = anchors
    while rest:
        card = kl_ctz(rest)
        rest &= rest - 1
        column = g.column_of[card]
        wait = b.waits[card]
        stock = b.stock.lower[card]
        parent = card
        while over & bit(parent):
            low = (parent & ~1) - 4
            parent = low + ((parent & 1) ^ <int>((s.cross >> low) & 1))
            wait |= b.waits[parent]
            stock |= b.stock.lower[parent]
        group[column] = wait
        group_lower[column] = stock & p.stock
        if wait & bit(card):
            bound += 1
            counted |= bit(card)
    if bound > enough:
        return bound
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
    return bound + stock_bound(m, &b.stock, p, b.use_pairs, open_nodes, anchors, group_lower, marks, mark_count)
