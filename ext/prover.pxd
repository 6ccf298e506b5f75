# The prover: shows that a position is lost without searching it. docs/prover.md has the argument for every step.
#
# Every card that is an original of a column or in the stock must *cross*: leave its place for the first time. For each of
# them two questions are asked about a winning line, in turn, until nothing new comes of it.
#
# *Closure*: what can have happened before it crosses? Everything is relaxed: a card once face up can be built on for
# ever, a foundation once grown stays. What is out of reach as long as the card stays put must come after it; so a
# relation "must cross before" grows, which in turn narrows the closures.
#
# *Snapshot*: how do things stand at the moment at which it crosses? What must have crossed by then is in the tableau or
# on a foundation; what no foundation can have reached lies on a parent, and a parent carries one card. If no target is left,
# or no consistent snapshot, it never crosses, and the position is lost.

from cards cimport KL_ALL, KL_KINGS, KL_LOW, bit, card_at, kl_ctz, kl_popcount, rank_of, suit_of, u8, u32, u64
from position cimport MAX_COLUMNS, Game, Position, height, next_up

cdef enum:
    MAX_ROUNDS = 8

cdef struct Closure:
    u64 crossed          # originals and stock cards that can have left their places
    u64 shown            # cards that can have been face up in the tableau
    int heights[4]       # upper bounds of the foundations
    u32 reached          # stock places that can have been on top of the waste
    int emptied          # columns that can have lost all their originals, with those that have none now

cdef struct Prover:
    const Game *game
    const Position *position
    u64 originals        # that have not left their columns
    u64 stock
    u64 bottom_kings     # kings that lie at the head of their column, under other originals
    u64 assumed          # cards that are assumed to have crossed before the one that is looked at
    u64 never            # cards that are known never to cross; looking for a win, one is enough to stop
    u64 waiting          # both together: what must cross
    u64 foundations      # cards on foundations now
    int places           # stock cards left
    u8 at[24]            # the card at each place
    u8 place[52]         # the place of a stock card
    u64 came             # cards on foundations that may come back
    u32 natural          # places that come up by drawing alone
    bint again           # a recycle is left
    # Of each card: what must cross before it crosses, and what must have crossed when it lies on its foundation. Cards that
    # have crossed already may be among them. The relation of an ancestor holds as well, and is borrowed for a glance.
    const u64 *before
    const u64 *before_up
    u64 own_before[52]
    u64 own_before_up[52]
    Closure closure[52]  # as long as this card stays put


cdef inline u64 below_heights(const Prover *v, const int *heights) noexcept nogil:
    # The cards that foundations of these heights hold.
    cdef u64 cards = 0
    cdef int suit
    for suit in range(4):
        cards |= v.game.suits[suit] & (((<u64>1) << (heights[suit] << 2)) - 1)
    return cards


cdef inline u32 waste_tops(const Prover *v, u32 gone) noexcept nogil:
    # The stock places that can come to the top of the waste if at most those of gone have been played.
    cdef u32 tops = v.natural
    cdef u32 all = ((<u32>1) << v.places) - 1
    cdef int place, played
    # The card before one that is played comes to the top.
    tops |= gone >> 1
    # The last one that remains comes up at the end of a pass.
    place = v.places - 1
    while place > 0 and (gone >> place) & 1:
        place -= 1
    if place >= 0:
        tops |= (<u32>1) << place
    # Cards that are played shift those after them in later passes.
    if v.again and gone:
        played = 0
        for place in range(kl_ctz(gone), v.places):
            if played >= v.game.shift[place]:
                tops |= (<u32>1) << place
            played += (gone >> place) & 1
            if played >= v.game.draw - 1:
                tops |= ~(<u32>1) << place
                break
    return tops & all


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
    cdef u64 up = v.foundations          # what foundations can hold
    cdef u64 next = next_up(p.foundations)
    cdef u64 ends = 0                    # the last original of each column
    cdef u64 ready = 0                   # stock cards that can be on top of the waste and have not been played
    cdef u64 place, cards, card_bit
    cdef u32 gone = 0
    cdef u32 tops = 0
    cdef u32 fresh = waste_tops(v, 0)
    cdef int left[MAX_COLUMNS]
    cdef int column, card
    cdef int emptied = g.columns - p.heads
    cdef int kings = kl_popcount(p.free & KL_KINGS)
    cdef bint changed = True
    frozen |= v.never
    for column in range(g.columns):
        left[column] = p.originals[column]
        if left[column]:
            ends |= bit(g.original[column][left[column] - 1])
    for card in range(4):
        c.heights[card] = height(p.foundations, card)
    place = (((shown | (shown >> 1)) & KL_LOW) * 3) >> 4
    if emptied > kings:
        place |= KL_KINGS
    while changed:
        changed = False
        while fresh:
            ready |= bit(v.at[kl_ctz(fresh)])
            tops |= fresh & (~fresh + 1)
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
        cards = next & (shown | crossed | ready) & KL_ALL & ~frozen
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
            c.heights[suit_of(card)] += 1
            next ^= card_bit
            card_bit = bit((card + 4) ^ 2)
            next |= card_bit
            cards |= card_bit & (shown | crossed | ready) & KL_ALL & ~frozen
            changed = True
        # Originals leave their columns.
        cards = ends & ~frozen & (place & ~v.bottom_kings | up)
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
            cards |= card_bit & ~frozen & (place & ~v.bottom_kings | up)
        # Cards of the stock are played.
        cards = ready & ~frozen & (place | up | next)
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
        if changed:
            fresh = waste_tops(v, gone) & ~tops
    c.crossed = crossed
    c.shown = shown
    c.reached = tops
    c.emptied = emptied


cdef inline u64 with_before(const Prover *v, u64 must) noexcept nogil:
    # All that must cross when these must, of the cards that have not crossed yet.
    cdef u64 rest
    cdef u64 added
    cdef int card
    must &= v.waiting
    rest = must
    while rest:
        card = kl_ctz(rest)
        rest &= rest - 1
        added = v.before[card] & v.waiting & ~must
        must |= added
        rest |= added
    return must


cdef inline bint snapshot(const Prover *v, int card, int parent, bint up, u64 *must_out) noexcept nogil:
    # Can the card cross to this parent (-1: none), to its foundation (up) or, a king, to an empty column? If so,
    # must_out gets what must have crossed by then.
    cdef const Closure *c = &v.closure[card]
    cdef u64 fixed = bit(card)
    cdef u64 must = with_before(v, v.before[card] | v.assumed)
    cdef u64 parents, settled, kings, cover, covered = 0, can_up, must_up = 0, rest, added
    cdef u64 one, both, pa, pb, sa, sb, pp
    cdef int heights[4]
    cdef int suit, i, need
    for suit in range(4):
        heights[suit] = c.heights[suit]
    suit = suit_of(card)
    if up:
        if heights[suit] < rank_of(card):
            return False
        heights[suit] = rank_of(card)
        must_up = v.game.suits[suit] & (((<u64>1) << (rank_of(card) << 2)) - 1)
        if rank_of(card) > 0:
            must |= v.before_up[card_at(rank_of(card) - 1, suit)]
        must = with_before(v, must | must_up)
    elif heights[suit] > rank_of(card):
        heights[suit] = rank_of(card)
    if parent >= 0:
        covered = bit(parent)
    cover = covered
    while True:
        # What covering a card means for it: it is in the tableau, face up.
        rest = cover
        while rest:
            i = kl_ctz(rest)
            rest &= rest - 1
            if heights[suit_of(i)] > rank_of(i):
                heights[suit_of(i)] = rank_of(i)
            if bit(i) & v.stock:
                must |= bit(i)
            must |= v.game.above[i]
        must = with_before(v, must)
        covered |= cover
        if must & (fixed | ~c.crossed):
            return False
        can_up = below_heights(v, heights)
        if must_up & ~can_up:
            return False
        # A king at the bottom crosses by going up; only take-back brings it down again, to head another column.
        if must & v.bottom_kings & ~can_up and not v.game.take_back:
            return False
        # Every card that is out of its place and on no foundation lies on a parent.
        settled = (must | v.position.free | v.foundations) & ~can_up
        kings = settled & KL_KINGS
        settled &= ~KL_KINGS
        parents = c.shown & ~must_up
        if up:
            parents &= ~bit(card)
        if parent >= 0:
            parents &= ~bit(parent)
        pp = parents >> 4
        pa = pp & KL_LOW
        pb = (pp >> 1) & KL_LOW
        sa = settled & KL_LOW
        sb = (settled >> 1) & KL_LOW
        if (sa | sb) & ~(pa | pb) or (sa & sb) & ~(pa & pb):
            return False
        both = sa & sb
        one = (sa ^ sb) & (pa ^ pb)
        cover = (((both * 3) | (one * 3 & pp)) << 4) & KL_ALL & ~covered
        # Kings out of their places head columns without originals.
        need = kl_popcount(kings) + (1 if parent < 0 and not up else 0)
        if need > c.emptied:
            return False
        added = 0
        if need == c.emptied and need > 0:
            for i in range(v.game.columns):
                if v.position.originals[i]:
                    rest = bit(v.game.original[i][0])
                    if rest & c.crossed and not rest & v.bottom_kings:
                        added |= rest | v.game.above[v.game.original[i][0]]
        added &= v.waiting & ~must
        if not cover and not added:
            break
        must |= added
    must_out[0] = must
    return True


cdef inline bint can_cross(const Prover *v, int card, u64 *must_out) noexcept nogil:
    # Whether any target is left for the card; must_out gets what must have crossed by then, whichever it takes.
    cdef const Closure *c = &v.closure[card]
    cdef u64 must = ~(<u64>0)
    cdef u64 found
    cdef bint any = False
    cdef int i
    if snapshot(v, card, -1, True, &found):
        must &= found
        any = True
    if rank_of(card) == 12:
        if not bit(card) & v.bottom_kings and snapshot(v, card, -1, False, &found):
            must &= found
            any = True
    else:
        for i in range((card & ~1) + 4, (card & ~1) + 6):
            if c.shown & bit(i) and snapshot(v, card, i, False, &found):
                must &= found
                any = True
    must_out[0] = must
    return any


cdef inline void prover_init(Prover *v, const Game *g, const Position *p) noexcept nogil:
    # Everything but the relation.
    cdef int card, suit
    cdef u32 rest = p.stock
    v.game = g
    v.position = p
    v.foundations = 0
    for suit in range(4):
        v.foundations |= g.suits[suit] & (((<u64>1) << (height(p.foundations, suit) << 2)) - 1)
    v.came = v.foundations if g.take_back else 0
    v.waiting = KL_ALL & ~p.free & ~v.foundations
    v.bottom_kings = g.bottom_kings & v.waiting
    v.stock = 0
    v.places = 0
    while rest:
        card = g.stock_card[kl_ctz(rest)]
        rest &= rest - 1
        v.at[v.places] = card
        v.place[card] = v.places
        v.places += 1
        v.stock |= bit(card)
    v.originals = v.waiting & ~v.stock
    v.never = 0
    v.assumed = 0
    v.again = g.unlimited or p.recycles < g.recycles
    v.natural = g.stock.now[v.places][p.waste]
    if v.again:
        v.natural |= g.stock.next[v.places]


cdef inline bint has_no_way(Prover *v, int card, u64 *must) noexcept nogil:
    # Closure and snapshot of one card: whether it can never cross. must gets what must cross before it.
    cdef Closure *c = &v.closure[card]
    close(v, bit(card), c)
    if bit(card) & v.originals:
        if not c.shown & bit(card):
            return True
    elif not (c.reached >> v.place[card]) & 1:
        return True
    return not can_cross(v, card, must)


cdef inline bint examine(Prover *v, int card, bint *changed) noexcept nogil:
    # As has_no_way, and note what was learned about the order in which cards cross.
    cdef Closure *c = &v.closure[card]
    cdef u64 others, must
    cdef int other, suit
    if has_no_way(v, card, &must):
        return True
    must = with_before(v, must)
    if must & bit(card):
        return True
    if must & ~v.own_before[card]:
        v.own_before[card] |= must
        changed[0] = True
    # What cannot have crossed by then crosses later.
    others = v.waiting & ~c.crossed & ~bit(card)
    while others:
        other = kl_ctz(others)
        others &= others - 1
        if not v.own_before[other] & bit(card):
            v.own_before[other] |= bit(card)
            changed[0] = True
    for suit in range(4):
        for other in range(c.heights[suit], 13):
            if not v.own_before_up[card_at(other, suit)] & bit(card):
                v.own_before_up[card_at(other, suit)] |= bit(card)
                changed[0] = True
    return False


cdef inline bint probe(Prover *v, bint *changed) noexcept nogil:
    # For every two cards: can the one cross before the other, and can it cross after it? If not before, the other must
    # cross first; if not after, the one must; and what both ways have in common must have crossed in any case.
    cdef u64 ones = v.waiting
    cdef u64 others, must, too
    cdef int one, other
    cdef Closure kept
    cdef Closure *c
    while ones:
        one = kl_ctz(ones)
        ones &= ones - 1
        others = v.waiting & ~bit(one) & ~v.own_before[one]
        c = &v.closure[one]
        kept = c[0]
        while others:
            other = kl_ctz(others)
            others &= others - 1
            if v.own_before[other] & bit(one):
                continue
            close(v, bit(one) | bit(other), c)
            if (bit(one) & v.originals and not c.shown & bit(one)) \
                    or (bit(one) & v.stock and not (c.reached >> v.place[one]) & 1) or not can_cross(v, one, &must):
                v.own_before[one] |= bit(other)
                changed[0] = True
                continue
            c[0] = kept
            v.assumed = bit(other)
            if can_cross(v, one, &too):
                must = with_before(v, must & too)
                if must & ~v.own_before[one]:
                    v.own_before[one] |= must
                    changed[0] = True
            else:
                v.own_before[other] |= bit(one)
                changed[0] = True
            v.assumed = 0
        c[0] = kept
        v.own_before[one] = with_before(v, v.own_before[one])
        if v.own_before[one] & bit(one):
            return True
    return False


cdef inline void move_to_front(u8 *order, int j) noexcept nogil:
    cdef u8 card = order[j]
    while j > 0:
        order[j] = order[j - 1]
        j -= 1
    order[0] = card


cdef inline bint glance(Prover *v, const Game *g, const Position *p, const Prover *known, u8 *order) noexcept nogil:
    # Whether the position is lost because the first card of the order that is still waiting never crosses. Cards that
    # settled a position stand first, since they will often do so in similar ones.
    cdef u64 must
    cdef int j = 0
    prover_init(v, g, p)
    v.before = known.before
    v.before_up = known.before_up
    while j < 52 and not bit(order[j]) & v.waiting:
        j += 1
    return j < 52 and has_no_way(v, order[j], &must)


cdef inline void borrow(Prover *v, const Prover *known) noexcept nogil:
    # Begin with the relation of an ancestor or, without one, with the order of the columns.
    cdef int card
    v.before = v.own_before
    v.before_up = v.own_before_up
    for card in range(52):
        v.own_before[card] = known.before[card] if known != NULL else v.game.above[card]
        v.own_before_up[card] = known.before_up[card] if known != NULL else 0


cdef inline bint prove_lost(Prover *v, const Game *g, const Position *p, const Prover *known, u8 *order,
                            int rounds, bint deep) noexcept nogil:
    # Whether the position is seen to be lost. known: what was found out at an ancestor, or NULL. All cards are examined,
    # in this order, so often; one that settles it moves to the front. deep: pairs of cards are probed as well.
    cdef Closure whole
    cdef int card, suit, i, j
    cdef bint changed
    prover_init(v, g, p)
    borrow(v, known)
    close(v, 0, &whole)
    for suit in range(4):
        if whole.heights[suit] < 13:
            return True
    for i in range(rounds):
        changed = False
        for j in range(52):
            card = order[j]
            if bit(card) & v.waiting and examine(v, card, &changed):
                move_to_front(order, j)
                return True
        if not changed:
            if deep and probe(v, &changed):
                return True
            if not changed:
                break
    return False


cdef inline int most_up(Prover *v, const Game *g, const Position *p, const Prover *known, u8 *order,
                        int rounds) noexcept nogil:
    # An upper bound on the number of cards that ever lie on the foundations at once. The relation holds in every line in
    # which the later card crosses at all; cards that never cross stay frozen for good. With 0 rounds nothing new is
    # asked: the bound follows from what was known at the ancestor.
    cdef Closure whole
    cdef int card, i, j
    cdef bint changed = True
    prover_init(v, g, p)
    borrow(v, known)
    v.never = known.never if known != NULL else 0
    for i in range(rounds):
        changed = False
        for j in range(52):
            card = order[j]
            if bit(card) & v.waiting & ~v.never and examine(v, card, &changed):
                v.never |= bit(card)
                changed = True
        if not changed:
            break
    close(v, 0, &whole)
    return whole.heights[0] + whole.heights[1] + whole.heights[2] + whole.heights[3]
