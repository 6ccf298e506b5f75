# What can have happened while certain cards stay put: the relaxed game of the prover (docs/prover.md, closure).
#
# Everything is relaxed: a card once face up can be built on for ever, a foundation once grown stays, a place is never
# taken. So all sets only grow, and what they hold in the end is an over-estimate.

from libc.string cimport memcpy

from cards cimport KL_ALL, KL_KINGS, KL_LOW, bit, kl_ctz, kl_popcount, suit_of, u8, u32, u64
from position cimport MAX_COLUMNS, Game, Position, height, next_up
from stock cimport MAX_STOCK

cdef struct Closure:
    u64 crossed          # originals and stock cards that can have left their places
    u64 shown            # cards that can have been face up in the tableau
    u64 up               # cards that can have been on foundations
    u32 reached          # stock places that can have been on top of the waste
    int emptied          # columns that can have lost all their originals, with those that have none now

cdef struct Prover:
    const Game *game
    const Position *position
    u64 waiting          # originals and stock: what must cross
    u64 bottom_kings     # kings that lie at the head of their column, under other originals
    u64 assumed          # cards that are assumed to have crossed before the one that is looked at
    u64 never            # cards that are known never to cross; looking for a win, one is enough to stop
    u64 foundations      # cards on foundations now
    u64 came             # those that may come back
    u64 next             # cards that their foundations wait for
    u64 stock            # the cards of the stock
    u32 left             # the same as bits of Position.stock, for which at and place hold
    u32 natural          # places that come up by drawing alone
    u32 all              # all places
    bint again           # a recycle is left
    u8 at[MAX_STOCK]     # the card at each place
    u8 place[52]         # the place of a stock card
    # Of each card: what must cross before it crosses, and what must have crossed when it lies on its foundation. Cards
    # that have crossed already may be among them. The relation of an ancestor holds as well; a glance borrows it.
    const u64 *before
    const u64 *before_up
    u64 own_before[52]
    u64 own_before_up[52]
    Closure closure[52]  # as long as this card stays put


cdef inline u64 from_rank(const Game *g, int card) noexcept nogil:
    # The card and all higher ones of its suit.
    return g.suits[suit_of(card)] & (~(<u64>0) << card)


cdef inline u32 waste_tops(const Prover *v, u32 gone) noexcept nogil:
    # The stock places that can come to the top of the waste if at most those of gone have been played.
    cdef u32 tops = v.natural | gone >> 1   # the card before one that is played comes to the top
    cdef int played = 0
    cdef u32 later
    if v.again:
        # Cards that are played shift those after them in later passes.
        while gone and played < v.game.draw - 1:
            played += 1
            later = ~(<u32>0) << 1 << kl_ctz(gone)
            tops |= later & v.game.stock.shifted[played]
            gone &= gone - 1
    return tops & v.all


cdef inline u64 carried_by(int card) noexcept nogil:
    # The two cards that may lie on this one.
    return ((<u64>3) << (card & ~1)) >> 4


cdef inline void close(const Prover *v, u64 frozen, Closure *c) noexcept nogil:
    # What can happen as long as the frozen cards stay put; c gets an over-estimate. All sets only grow, so the order in
    # which the rules are applied does not matter.
    cdef const Game *g = v.game
    cdef const Position *p = v.position
    cdef u64 crossed = ~v.waiting
    cdef u64 shown = p.visible
    cdef u64 up = v.foundations
    cdef u64 next = v.next
    cdef u64 ends = p.visible & ~p.free  # the last original of each column
    cdef u64 ready = 0                   # stock cards that can be on top of the waste and have not been played
    cdef u64 movable = KL_ALL & ~(frozen | v.never)
    cdef u64 place, cards, card_bit
    cdef u32 gone = 0
    cdef u32 tops = 0
    cdef u32 fresh = v.natural
    cdef u32 counted = 0                 # the value of gone from which fresh was computed
    cdef u8 left[MAX_COLUMNS]
    cdef int column, card
    cdef int emptied = g.columns - p.heads
    cdef int kings = kl_popcount(p.free & KL_KINGS)
    cdef bint changed = True
    memcpy(left, p.originals, sizeof(left))
    place = (((shown | (shown >> 1)) & KL_LOW) * 3) >> 4
    if emptied > kings:
        place |= KL_KINGS
    while changed:
        changed = False
        tops |= fresh
        while fresh:
            ready |= bit(v.at[kl_ctz(fresh)])
            fresh &= fresh - 1
        # A column is free if one has no king of now at its head, or such a king can go up.
        if not place & KL_KINGS and emptied > 0 and (emptied > kings or up & p.free & KL_KINGS):
            place |= KL_KINGS
        # Back from the foundation, or placed after it was played from the stock.
        cards = place & ~shown & (v.came | crossed & v.stock)
        if cards:
            shown |= cards
            place |= (((cards | (cards >> 1)) & KL_LOW) * 3) >> 4
            changed = True
        # Foundations grow.
        cards = next & (shown | crossed | ready) & movable
        while cards:
            card = kl_ctz(cards)
            card_bit = bit(card)
            cards ^= card_bit
            if v.before_up[card] & ~crossed & ~card_bit:
                continue
            if not card_bit & (shown | crossed):
                if v.before[card] & ~crossed:
                    continue
                crossed |= card_bit
                ready ^= card_bit
                gone |= (<u32>1) << v.place[card]
            up |= card_bit
            next ^= card_bit
            card_bit = bit((card + 4) ^ 2)
            next |= card_bit
            cards |= card_bit & (shown | crossed | ready) & movable
            changed = True
        # Originals leave their columns.
        cards = ends & movable & (place & ~v.bottom_kings | up)
        while cards:
            card = kl_ctz(cards)
            card_bit = bit(card)
            cards ^= card_bit
            if v.before[card] & ~crossed:
                continue
            crossed |= card_bit
            ends ^= card_bit
            changed = True
            column = g.column_of[card]
            left[column] -= 1
            if left[column] == 0:
                emptied += 1
                continue
            card = g.original[column][left[column] - 1]
            card_bit = bit(card)
            ends |= card_bit
            shown |= card_bit
            place |= carried_by(card)
            cards |= card_bit & movable & (place & ~v.bottom_kings | up)
        # Cards of the stock are played.
        cards = ready & movable & (place | up | next)
        while cards:
            card = kl_ctz(cards)
            card_bit = bit(card)
            cards ^= card_bit
            if v.before[card] & ~crossed:
                continue
            if place & card_bit:
                shown |= card_bit
                place |= carried_by(card)
            crossed |= card_bit
            ready ^= card_bit
            gone |= (<u32>1) << v.place[card]
            changed = True
        if gone != counted:
            counted = gone
            if tops != v.all:
                fresh = waste_tops(v, gone) & ~tops
    c.crossed = crossed
    c.shown = shown
    c.up = up
    c.reached = tops
    c.emptied = emptied


cdef inline u64 with_before(const Prover *v, u64 must, u64 added) noexcept nogil:
    # All that must cross when these must, of the cards that have not crossed yet. must is complete in itself already.
    cdef u64 more
    cdef int card
    added &= v.waiting & ~must
    must |= added
    while added:
        card = kl_ctz(added)
        added &= added - 1
        more = v.before[card] & v.waiting & ~must
        must |= more
        added |= more
    return must


cdef inline void prover_begin(Prover *v) noexcept nogil:
    # Before it is used for the first time: it knows of no stock yet.
    v.left = 0
    v.stock = 0
    v.all = 0


cdef inline void prover_init(Prover *v, const Game *g, const Position *p) noexcept nogil:
    # Everything but the relation.
    cdef int card, suit
    cdef u32 rest
    v.game = g
    v.position = p
    v.foundations = 0
    for suit in range(4):
        v.foundations |= g.suits[suit] & (((<u64>1) << (height(p.foundations, suit) << 2)) - 1)
    v.came = v.foundations if g.take_back else 0
    v.next = next_up(p.foundations)
    v.waiting = KL_ALL & ~p.free & ~v.foundations
    v.bottom_kings = g.bottom_kings & v.waiting
    if v.left != p.stock:
        # Mostly the same cards are left as when this prover was asked last.
        v.left = p.stock
        v.stock = 0
        v.all = 0
        rest = p.stock
        while rest:
            card = g.stock_card[kl_ctz(rest)]
            rest &= rest - 1
            suit = kl_popcount(v.all)
            v.at[suit] = card
            v.place[card] = suit
            v.all = v.all << 1 | 1
            v.stock |= bit(card)
    v.never = 0
    v.assumed = 0
    v.again = g.unlimited or p.recycles < g.recycles
    suit = kl_popcount(p.stock)
    v.natural = g.stock.now[suit][p.waste]
    if v.again:
        v.natural |= g.stock.next[suit]
