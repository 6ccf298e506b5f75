# A lower bound on the moves until so many cards are up, where the game need not be won.
#
# An *aim* is one way to share the cards out among the foundations. What it needs: the cards between the heights of now
# and its own, one move each (or one for each card to be taken back); each original that lies on a needed one and is not
# needed itself must move; the last needed card of the stock must be drawn. The bound is the least over all aims.
# docs/shortest.md has the proof.

from cards cimport bit, card_at, kl_ctz, kl_high, kl_popcount, rank_of, suit_of, u8, u32, u64
from concrete cimport Concrete, Metric
from position cimport Game, Position, height
from stock cimport MAX_STOCK

cdef enum:
    MAX_AIMS = 2048      # there are 1834 ways to share 26 cards out among four suits, and fewer for other numbers

cdef struct Aim:
    u64 needed           # cards below its heights
    u64 cover            # originals that lie on needed ones, but not needed themselves
    u32 stock            # needed cards of the stock, by index
    u8 heights[4]

cdef struct Aims:
    int count
    Aim aim[MAX_AIMS]


cdef inline void aims_init(Aims *a, const Metric *m, const Position *start, int cards) noexcept nogil:
    # All aims of so many cards on the foundations.
    cdef const Game *g = &m.game
    cdef int d, h, c, s, column, i, j
    cdef Aim *aim
    a.count = 0
    for d in range(g.lowest, 14):
        for h in range(g.lowest, 14):
            for c in range(g.lowest, 14):
                s = cards - d - h - c
                if not g.lowest <= s <= 13:
                    continue
                aim = &a.aim[a.count]
                a.count += 1
                aim.heights[0] = d
                aim.heights[1] = h
                aim.heights[2] = c
                aim.heights[3] = s
                aim.needed = 0
                for i in range(4):
                    aim.needed |= m.raised[i][aim.heights[i]]
                aim.cover = 0
                for column in range(g.columns):
                    for i in range(start.originals[column]):
                        if aim.needed & bit(g.original[column][i]):
                            for j in range(i + 1, start.originals[column]):
                                aim.cover |= bit(g.original[column][j])
                aim.cover &= ~aim.needed
                aim.stock = 0
                for i in range(MAX_STOCK):
                    if (start.stock >> i) & 1 and aim.needed & bit(g.stock_card[i]):
                        aim.stock |= (<u32>1) << i


cdef inline int aim_bound(const Metric *m, const Aims *a, const Concrete *s) noexcept nogil:
    cdef const Game *g = &m.game
    cdef const Position *p = &s.at
    cdef int least = 4096
    cdef int i, column, cost, moves, index, drawn, above, again
    cdef int n = g.draw
    cdef int left = kl_popcount(p.stock)
    cdef int rest = (left - p.waste + n - 1) // n
    cdef u64 nodes = 0
    cdef u32 waste = 0
    cdef u32 stock = p.stock
    cdef u32 needed
    cdef int heights[4]
    cdef const Aim *aim
    for i in range(p.waste):
        waste |= stock & (0 - stock)
        stock &= stock - 1
    for i in range(4):
        heights[i] = height(p.foundations, i)
    for column in range(g.columns):
        nodes |= m.prefix[column][p.originals[column]]
    for i in range(a.count):
        aim = &a.aim[i]
        cost = 0
        for index in range(4):
            moves = <int>aim.heights[index] - heights[index]
            cost += moves if moves > 0 else -moves
        if cost >= least:
            continue
        cost += kl_popcount(aim.cover & nodes)
        if cost >= least:
            continue
        drawn = 0
        needed = aim.stock & stock
        if needed:
            # Draws within this pass until the last needed card has been turned up.
            drawn = (kl_popcount(stock & (((<u32>2) << kl_high(needed)) - 1)) + n - 1) // n
        needed = aim.stock & waste
        if needed:
            # What lies on the lowest needed card of the waste must be played; or there is a recycle and a draw after it.
            above = kl_popcount(waste & ~aim.stock & ~(((<u32>2) << kl_ctz(needed)) - 1))
            again = rest + m.recycle_cost + 1
            drawn = drawn + above if drawn + above < again else again
        cost += drawn
        if cost < least:
            least = cost
    return least
