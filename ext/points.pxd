# Plays and what they lose: the abstract position with points.
#
# Every card that may yet earn points counts from the start as if it earned the most that it can (the *potential*). A
# play *loses* what the score and the rest of the potential together drop by, which is never negative; stopping loses the
# potential that is left. So the best score is the potential of the start less the smallest loss (docs/score.md).

from cards cimport KL_ALL, bit, card_at, kl_ctz, kl_popcount, rank_of, suit_of, u32, u64
from engine cimport cards_up
from moves cimport UP
from position cimport (
    MAX_COLUMNS,
    MAX_ORIGINALS,
    Game,
    Position,
    anchor_to_tableau,
    anchor_up,
    free_card_up,
    height,
    position_key,
    raise_foundation,
)
from stock cimport waste_class
from table cimport hash_key

cdef struct Points:
    Game game
    int up               # what is lost when a card of the tableau goes up,
    int back             # comes back,
    int stock_up         # goes up from the stock,
    int stock_down       # or from there to the tableau;
    int turn             # when a card is turned up,
    int turn_over        # and for each recycle
    int rest_down        # what stopping loses for each card in the tableau,
    int rest_up          # on a foundation,
    int rest_stock       # in the stock or waste,
    int rest_hidden      # and, besides, for each face-down card
    bint use_components  # cards go up and come back at no loss
    bint use_safe_moves
    bint use_safe_stock  # to go up from the stock loses no more than to go to the tableau
    u64 prefix[MAX_COLUMNS][MAX_ORIGINALS + 1]  # the first originals of each column
    u64 raised[4][14]    # the cards on a foundation of this height


cdef inline void points_init(Points *m) noexcept nogil:
    # The game must be there already.
    cdef int i, count
    for i in range(m.game.columns):
        m.prefix[i][0] = 0
        for count in range(MAX_ORIGINALS):
            m.prefix[i][count + 1] = m.prefix[i][count] | bit(m.game.original[i][count])
    for i in range(4):
        m.raised[i][0] = 0
        for count in range(13):
            m.raised[i][count + 1] = m.raised[i][count] | bit(card_at(count, i))


cdef inline u64 points_key(const Points *m, const Position *p) noexcept nogil:
    return hash_key(position_key(&m.game, p))


cdef inline void points_decode(const Points *m, u64 key, Position *p) noexcept nogil:
    # The position of a key. Each line undoes one of hash_key and position_key, the last one first.
    cdef const Game *g = &m.game
    cdef u64 elsewhere = 0
    cdef u64 quotient
    cdef u32 code, stock
    cdef int i, count, suit
    key ^= key >> 32
    key *= 0xCFEE444D8B59A89BULL
    key ^= key >> 32
    key *= 0xCFEE444D8B59A89BULL
    key ^= key >> 32
    key -= 1
    p.recycles = key % g.recycle_radix
    key //= g.recycle_radix
    p.waste = key % g.waste_radix
    key //= g.waste_radix
    stock = <u32>(key & (((<u64>1) << g.stock_bits) - 1))
    p.stock = stock
    key >>= g.stock_bits
    code = <u32>(key % g.code_radix)
    p.code = code
    key //= g.code_radix
    p.foundations = 0
    for suit in range(4):
        quotient = key // 14
        count = <int>(key - quotient * 14)
        key = quotient
        p.foundations |= <u32>count << (suit << 2)
        elsewhere |= m.raised[suit][count]
    while stock:
        elsewhere |= bit(g.stock_card[kl_ctz(stock)])
        stock &= stock - 1
    p.visible = 0
    p.heads = 0
    p.hidden = 0
    for i in range(g.columns - 1, -1, -1):
        count = code // g.radix[i]
        code -= count * g.radix[i]
        p.originals[i] = count
        if count:
            elsewhere |= m.prefix[i][count]
            p.visible |= m.prefix[i][count] ^ m.prefix[i][count - 1]
            p.heads += 1
            p.hidden += count - 1
    p.free = KL_ALL & ~elsewhere
    p.visible |= p.free


cdef inline int rest_of(const Points *m, const Position *p, u32 foundations) noexcept nogil:
    # What stopping here loses; with other foundations, in that member of the component.
    cdef int up = cards_up(foundations)
    cdef int stock = kl_popcount(p.stock)
    return (
        (up - 4 * m.game.lowest) * m.rest_up
        + (52 - up - stock) * m.rest_down
        + stock * m.rest_stock
        + p.hidden * m.rest_hidden
    )


cdef inline int play(const Points *m, Position *p, int step) noexcept nogil:
    # Make a play that is possible; the loss.
    cdef const Game *g = &m.game
    cdef int card = step & 63
    cdef int hidden = p.hidden
    cdef int loss = 0
    cdef int index, place, left
    if p.visible & bit(card):
        if not step & UP:
            anchor_to_tableau(g, p, card)
        else:
            loss = m.up
            if p.free & bit(card):
                free_card_up(p, card)
            else:
                anchor_up(g, p, card)
        if p.hidden < hidden:
            loss += m.turn
        return loss
    if rank_of(card) < height(p.foundations, suit_of(card)):
        p.foundations -= (<u32>1) << (suit_of(card) << 2)
        p.visible |= bit(card)
        p.free |= bit(card)
        return m.back
    index = g.stock_place[card]
    place = kl_popcount(p.stock & (((<u32>1) << index) - 1))
    left = kl_popcount(p.stock)
    if not (g.stock.now[left][p.waste] >> place) & 1:
        loss = m.turn_over
        if not g.unlimited:
            p.recycles += 1
    p.stock &= ~((<u32>1) << index)
    # Only where recycles are free are waste sizes that differ by one the same.
    p.waste = waste_class(left - 1, place, g.draw) if g.unlimited and m.turn_over == 0 else place
    if step & UP:
        raise_foundation(p, card)
        return loss + m.stock_up
    p.visible |= bit(card)
    p.free |= bit(card)
    return loss + m.stock_down
