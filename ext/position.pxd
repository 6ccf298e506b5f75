# The abstract position, and everything that follows from it in a few operations on 64 bits.
#
# Per column the *originals* count: its face-down cards and the first face-up one, the *anchor*. All other face-up cards
# are *free*: which of its two possible parents a free card lies on is not part of the position, because run moves
# change it at will. A king that is the last original of its column counts as free: nothing can make it leave for
# the column's sake. docs/exactness.md proves that positions with equal keys are equally winnable.

from cards cimport KL_ALL, KL_KINGS, KL_LOW, bit, kl_club, kl_diamond, kl_popcount, rank_of, suit_of, u8, u32, u64
from stock cimport MAX_STOCK, Stock, waste_class

cdef enum:
    MAX_COLUMNS = 7
    MAX_ORIGINALS = 28   # in one column; a dealt game has at most 7
    NO_COLUMN = 255

cdef struct Game:
    # What stays the same during a search.
    int columns
    int draw
    bint unlimited       # passes without a limit
    int recycles         # how many are allowed in all, where passes are limited
    bint take_back
    int lowest           # rank of the lowest cards in play; below it all lie on the foundations for good
    bint use_safe_moves  # each reduction can be switched off, to measure it and to test that it changes no verdict
    bint use_forced_stock
    bint use_take_back_ban
    bint use_early_win
    u8 original[MAX_COLUMNS][MAX_ORIGINALS]  # cards of the columns, head first
    u8 column_of[52]     # the column where a card is an original
    u32 radix[MAX_COLUMNS]
    u64 code_radix       # product of the numbers of values that each part of the key takes
    u64 waste_radix
    u64 recycle_radix
    int stock_bits
    u8 stock_card[MAX_STOCK]
    u64 stock_cards      # as bits of cards
    u8 stock_place[52]   # index into stock_card
    u64 suits[4]         # all cards of each suit
    u64 above[52]        # the originals that lie on this one at the start
    u64 bottom_kings     # kings at the head of their column, under other originals at the start
    Stock stock

cdef struct Position:
    u64 visible          # face-up cards of the tableau
    u64 free             # those of them that are not anchors
    u32 foundations      # four bits for each suit in the order D H C S: the number of cards
    u32 stock            # bit i: stock_card[i] is still in the stock or on the waste
    u32 code             # sum of originals[c] * radix[c]
    u8 waste             # how many of the stock's cards lie on the waste
    u8 recycles          # used; stays 0 where passes are unlimited
    u8 heads             # columns that have originals
    u8 hidden            # face-down cards
    u8 originals[MAX_COLUMNS]


cdef inline int height(u32 foundations, int suit) noexcept nogil:
    return (foundations >> (suit << 2)) & 15


cdef inline int cards_up(u32 foundations) noexcept nogil:
    cdef u32 pairs = (foundations & 0x0F0F) + ((foundations >> 4) & 0x0F0F)
    return (pairs + (pairs >> 8)) & 255


cdef inline u64 position_key(const Game *g, const Position *p) noexcept nogil:
    # A mixed-radix number, so different positions have different keys; never 0, which the table keeps for itself.
    cdef u32 f = p.foundations
    cdef u64 key = (f & 15) + 14 * (((f >> 4) & 15) + 14 * (((f >> 8) & 15) + 14 * <u64>(f >> 12)))
    key = ((key * g.code_radix + p.code) << g.stock_bits) | p.stock
    key = key * g.waste_radix + p.waste
    return key * g.recycle_radix + p.recycles + 1


cdef inline u64 next_up(u32 foundations) noexcept nogil:
    # The four cards whose foundations wait for them; a complete suit gives a bit beyond the 52 cards.
    return (
        kl_diamond[foundations & 15]
        | kl_diamond[(foundations >> 4) & 15] << 1
        | kl_club[(foundations >> 8) & 15]
        | kl_club[foundations >> 12] << 1
    )


cdef inline u64 bare_pairs(u64 visible, u64 free) noexcept nogil:
    # Both bits of each pair field in which a face-up card can be the last of its column, up to run moves: the pair
    # has more face-up cards than free children. Free kings have no parent: their field shifts out of the 52 bits.
    cdef u64 shown = (visible & KL_LOW) + ((visible >> 1) & KL_LOW)
    cdef u64 children = (((free & KL_LOW) + ((free >> 1) & KL_LOW)) << 4) & KL_ALL
    cdef u64 bare = shown - children
    return ((bare | (bare >> 1)) & KL_LOW) * 3


cdef inline u64 placeable(const Game *g, int heads, u64 free, u64 bare) noexcept nogil:
    # All cards that could be put into the tableau: on a bare parent, or a king into a free column.
    cdef u64 cards = bare >> 4
    if heads + kl_popcount(free & KL_KINGS) < g.columns:
        cards |= KL_KINGS
    return cards


cdef inline bint is_safe(const Game *g, u32 foundations, int card) noexcept nogil:
    # Whether this card, next on its foundation, may go up at once without loss (docs/exactness.md, safe moves).
    cdef int suit = suit_of(card)
    cdef int rank = rank_of(card)
    cdef int other = height(foundations, suit ^ 2)
    cdef int another = height(foundations, suit ^ 3)
    if another < other:
        other = another
    if rank <= other and not g.take_back:
        return True
    return rank <= other + 1 and rank <= height(foundations, suit ^ 1) + 2


cdef inline void leave_column(const Game *g, Position *p, int column) noexcept nogil:
    # The anchor of the column has left: turn up the next original, or free the column.
    cdef int left = p.originals[column] - 1
    cdef int card
    p.code -= g.radix[column]
    if left:
        p.hidden -= 1
        card = g.original[column][left - 1]
        p.visible |= bit(card)
        if left == 1 and rank_of(card) == 12:
            p.free |= bit(card)
            p.code -= g.radix[column]
            left = 0
    p.originals[column] = left
    if left == 0:
        p.heads -= 1


cdef inline void leave_stock(const Game *g, Position *p, int place, int index, bint again) noexcept nogil:
    # The stock's card at this place among those left is played, after a recycle if again.
    p.stock &= ~((<u32>1) << index)
    if g.unlimited:
        p.waste = waste_class(kl_popcount(p.stock), place, g.draw)
    else:
        p.waste = place
        p.recycles += again


cdef inline void raise_foundation(Position *p, int card) noexcept nogil:
    p.foundations += (<u32>1) << (suit_of(card) << 2)


cdef inline void free_card_up(Position *p, int card) noexcept nogil:
    p.visible ^= bit(card)
    p.free ^= bit(card)
    raise_foundation(p, card)


cdef inline void anchor_up(const Game *g, Position *p, int card) noexcept nogil:
    p.visible ^= bit(card)
    raise_foundation(p, card)
    leave_column(g, p, g.column_of[card])


cdef inline void anchor_to_tableau(const Game *g, Position *p, int card) noexcept nogil:
    p.free |= bit(card)
    leave_column(g, p, g.column_of[card])


cdef inline bint is_surely_won(const Game *g, const Position *p) noexcept nogil:
    # No card face down and every stock card in reach: the lowest card not yet up always has nothing on it.
    if p.hidden:
        return False
    if not g.use_early_win:
        return p.visible == 0 and p.stock == 0
    return (g.unlimited and g.draw == 1) or p.stock & (p.stock - 1) == 0
