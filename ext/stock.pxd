# The stock in one step: which of its cards can be played next, and whether that costs a recycle.
#
# m cards are left, in the order in which they are drawn, the first w of them on the waste. Within this pass the top of
# the waste is, one after the other, card w - 1 (if w > 0), w - 1 + n, w - 1 + 2n, ..., and at last card m - 1. After
# one recycle it is n - 1, 2n - 1, ..., and m - 1. A second recycle repeats the first. When card j is played, j cards
# remain on the waste. See docs/exactness.md.

from cards cimport u32

cdef enum:
    MAX_STOCK = 24

cdef struct Stock:
    # Bit j of now[m][w]: the card at place j can be played in this pass; of next[m]: after a recycle.
    u32 now[MAX_STOCK + 1][MAX_STOCK + 1]
    u32 next[MAX_STOCK + 1]
    # The places at which a full draw can end once so many cards before them have been played.
    u32 shifted[MAX_STOCK]


cdef inline u32 reachable(int cards, int waste, int draw) noexcept nogil:
    # The places that come to the top of the waste within the pass, from a waste of this size on.
    cdef u32 places = 0
    cdef int top = waste
    if cards == 0:
        return 0
    while True:
        if top > 0:
            places |= (<u32>1) << (top - 1)
        if top >= cards:
            return places
        top += draw
        if top > cards:
            top = cards


cdef inline void stock_init(Stock *s, int draw) noexcept nogil:
    cdef int cards, waste, played, place
    for played in range(MAX_STOCK):
        s.shifted[played] = 0
        for place in range(MAX_STOCK):
            if (place + 1) % draw <= played:
                s.shifted[played] |= (<u32>1) << place
    for cards in range(MAX_STOCK + 1):
        s.next[cards] = reachable(cards, 0, draw)
        for waste in range(MAX_STOCK + 1):
            s.now[cards][waste] = reachable(cards, waste, draw) if waste <= cards else 0


cdef inline int waste_class(int cards, int waste, int draw) noexcept nogil:
    # With unlimited passes these waste sizes make no difference: all full draws, everything drawn, nothing drawn.
    if waste == cards or waste % draw == 0:
        return 0
    return waste
