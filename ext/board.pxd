# A board with every card in its pile, as players see it, and the moves by the rules of solver/position.py, which they
# are tested equal to. The search has another, abstract position (position.pxd); this one is for going through lines of
# play, and small enough to be copied for a try.
#
# Cards are 4 * rank + suit with the suits in the order C D H S, as outside of the compiled code. Columns count from 0.

from libc.stdint cimport int8_t, uint8_t, uint64_t

cdef enum:
    MAX_PILES = 9        # ten columns would take 55 cards
    CARDS = 52
    UP = 254             # where a card is: on its foundation,
    TALON = 255          # or in the stock or the waste; else its column
    NO_LIMIT = 1 << 30

cdef enum:
    # The kinds of moves, with what a, b and c of a BoardMove mean.
    DRAW
    RECYCLE
    WASTE_UP
    WASTE_DOWN           # a: the column
    COLUMN_UP            # a: the column
    COLUMN_TO_COLUMN     # a, b: from and to; c: how many cards
    FOUNDATION_DOWN      # a: the suit; b: the column
    KINDS

cdef struct BoardRules:
    int columns
    int draw
    int king             # the rank of the highest cards
    bint take_back
    bint part_runs

cdef struct BoardMove:
    int kind
    int a
    int b
    int c

cdef struct Board:
    uint8_t card[MAX_PILES][CARDS]  # the head of a column first
    uint8_t count[MAX_PILES]
    uint8_t down[MAX_PILES]         # how many of them lie face down
    uint8_t place[CARDS]
    uint8_t height[4]
    uint8_t talon[CARDS]            # the waste, its top card last, and then the stock, the next card drawn first
    uint8_t talon_count
    uint8_t waste
    int recycles                    # how many more are allowed


cdef inline bint board_fits(const Board *b, const BoardRules *r, int card, int column) noexcept nogil:
    # Whether a card may be put at the end of a column.
    cdef int end
    if b.count[column] == 0:
        return card >> 2 == r.king
    end = b.card[column][b.count[column] - 1]
    # Clubs and spades are 0 and 3, the red suits 1 and 2.
    return end >> 2 == (card >> 2) + 1 and ((end & 3) in (1, 2)) != ((card & 3) in (1, 2))


cdef inline void board_put(Board *b, int card, int column) noexcept nogil:
    b.card[column][b.count[column]] = card
    b.count[column] += 1
    b.place[card] = column


cdef inline void board_turn_up(Board *b, int column) noexcept nogil:
    if b.down[column] and b.down[column] == b.count[column]:
        b.down[column] -= 1


cdef inline int board_waste_card(Board *b) noexcept nogil:
    # Takes the top card of the waste out of the talon.
    cdef int i
    cdef int card = b.talon[b.waste - 1]
    for i in range(b.waste, b.talon_count):
        b.talon[i - 1] = b.talon[i]
    b.waste -= 1
    b.talon_count -= 1
    return card


cdef inline bint board_play(Board *b, const BoardRules *r, const BoardMove *m) noexcept nogil:
    # Plays a move; or returns false and changes nothing, since the rules do not allow it.
    cdef int card, i, first
    if m.kind == DRAW:
        if b.waste == b.talon_count:
            return False
        b.waste = min(b.waste + r.draw, b.talon_count)
    elif m.kind == RECYCLE:
        if b.waste == 0 or b.waste != b.talon_count or b.recycles == 0:
            return False
        b.waste = 0
        if b.recycles != NO_LIMIT:
            b.recycles -= 1
    elif m.kind == WASTE_UP:
        if b.waste == 0 or b.height[b.talon[b.waste - 1] & 3] != b.talon[b.waste - 1] >> 2:
            return False
        card = board_waste_card(b)
        b.height[card & 3] += 1
        b.place[card] = UP
    elif m.kind == WASTE_DOWN:
        if b.waste == 0 or not 0 <= m.a < r.columns or not board_fits(b, r, b.talon[b.waste - 1], m.a):
            return False
        board_put(b, board_waste_card(b), m.a)
    elif m.kind == COLUMN_UP:
        if not 0 <= m.a < r.columns or b.count[m.a] == 0:
            return False
        card = b.card[m.a][b.count[m.a] - 1]
        if b.height[card & 3] != card >> 2:
            return False
        b.count[m.a] -= 1
        b.height[card & 3] += 1
        b.place[card] = UP
        board_turn_up(b, m.a)
    elif m.kind == COLUMN_TO_COLUMN:
        if not (0 <= m.a < r.columns and 0 <= m.b < r.columns) or m.a == m.b:
            return False
        if not 1 <= m.c <= b.count[m.a] - b.down[m.a] or (not r.part_runs and m.c != b.count[m.a] - b.down[m.a]):
            return False
        first = b.count[m.a] - m.c
        if not board_fits(b, r, b.card[m.a][first], m.b):
            return False
        for i in range(m.c):
            board_put(b, b.card[m.a][first + i], m.b)
        b.count[m.a] = first
        board_turn_up(b, m.a)
    else:
        if not r.take_back or not 0 <= m.a < 4 or not 0 <= m.b < r.columns or b.height[m.a] == 0:
            return False
        card = 4 * (b.height[m.a] - 1) + m.a
        if not board_fits(b, r, card, m.b):
            return False
        b.height[m.a] -= 1
        board_put(b, card, m.b)
    return True


cdef inline uint64_t mixed(uint64_t x) noexcept nogil:
    # The finishing steps of the splitmix64 generator: a bijection of which every bit depends on every bit.
    x = (x ^ (x >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * <uint64_t>0x94D049BB133111EB
    return x ^ (x >> 31)


cdef inline uint64_t board_hash(const Board *b, const BoardRules *r, bint ordered) noexcept nogil:
    # A hash of where the cards are, of which are face up, and of the waste; recycles do not count. If it is not
    # ordered, it does not matter which column is which.
    cdef uint64_t sum = 0
    cdef uint64_t h
    cdef int i, j
    for i in range(r.columns):
        h = (i + 1) * <uint64_t>0x9E3779B97F4A7C15 if ordered else 0
        h = mixed(h + b.down[i] + 1)
        for j in range(b.count[i]):
            h = mixed(h + b.card[i][j] + 1)
        sum += h
    h = b.waste + 1
    for i in range(4):
        h = 16 * h + b.height[i]
    # The order of the talon never changes, and which cards are in it follows from where the others are.
    return mixed(mixed(h) + sum)
