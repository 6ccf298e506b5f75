# The concrete position, of which the length of a solution depends, and its successors.
#
# A concrete position is an abstract one (position.pxd) and, for each pair of free cards, which parent holds which: one
# bit, *cross*, at the pair field's low bit: the child of index i in its pair lies on the parent of index i ^ cross.
# Where that leaves no choice (no free child; one child and one face-up parent) the key has 0, so that equal positions
# have equal keys. Columns are known by their originals, free kings by themselves, so nothing has to be sorted. The
# waste is kept exactly: merging waste sizes, as the winnability engine does, loses the number of draws.
#
# A successor is a *macro*: one move that somebody chooses (with the draws before it), and the moves that are then
# forced. docs/shortest.md proves that some shortest solution consists of these.

from cards cimport KL_ALL, KL_KINGS, KL_LOW, bit, card_at, kl_ctz, kl_high, kl_popcount, rank_of, u8, u32, u64
from position cimport (
    MAX_COLUMNS,
    MAX_ORIGINALS,
    Game,
    Position,
    anchor_to_tableau,
    anchor_up,
    free_card_up,
    height,
    is_safe,
    next_up,
    raise_foundation,
)
from stock cimport MAX_STOCK

cdef enum:
    TO_FOUNDATION = 62
    TO_COLUMN = 63
    NO_CARD = 255
    NEVER = 255
    MAX_SUCCESSORS = 320
    MAX_PLAYS = 1023     # the greatest length that a stored state has room for

cdef struct Concrete:
    Position at
    u64 cross

cdef struct Metric:
    # The game, what its moves cost, and which prunings are used.
    Game game
    int recycle_cost
    int pass_bits            # of a key: the waste and the recycles
    u64 prefix[MAX_COLUMNS][MAX_ORIGINALS + 1]  # the first originals of each column
    u64 raised[4][14]        # the cards on a foundation of this height
    bint use_safe_moves      # safe cards go up at once
    bint use_run_pruning     # part of a run moves only where the card below it then goes up
    bint use_waste_pruning   # at draw 1 a safe card of the waste goes up at once
    bint use_take_back_ban   # what would be safe to play up again is not taken back
    u8 draws[MAX_STOCK + 1][MAX_STOCK + 1][MAX_STOCK]   # cost until the card at a place is on top, in this pass
    u8 redraws[MAX_STOCK + 1][MAX_STOCK + 1][MAX_STOCK] # the same with a recycle

cdef struct Play:
    u8 card
    u8 to                # the parent, TO_FOUNDATION or TO_COLUMN

cdef struct Line:
    int count
    Play play[MAX_PLAYS + 1]

cdef struct Successor:
    Concrete state
    int cost
    Play first           # NO_CARD: none; it clears the way for the second
    Play second

cdef struct Successors:
    int count
    bint overflow
    Successor successor[MAX_SUCCESSORS]


cdef inline void metric_init(Metric *m, const Position *start, int recycle_cost) noexcept nogil:
    # Fill in the costs of drawing; the game must be there already, and start is its first position.
    cdef int cards, waste, place, top, count, rest, i
    cdef int n = m.game.draw
    m.recycle_cost = recycle_cost
    m.pass_bits = 1      # so that the rest of a key has fewer than 64
    while m.game.waste_radix * m.game.recycle_radix > (<u64>1) << m.pass_bits:
        m.pass_bits += 1
    for i in range(m.game.columns):
        m.prefix[i][0] = 0
        for count in range(start.originals[i]):
            m.prefix[i][count + 1] = m.prefix[i][count] | bit(m.game.original[i][count])
    for i in range(4):
        m.raised[i][0] = 0
        for count in range(13):
            m.raised[i][count + 1] = m.raised[i][count] | bit(card_at(count, i))
    for cards in range(MAX_STOCK + 1):
        for waste in range(MAX_STOCK + 1):
            for place in range(MAX_STOCK):
                m.draws[cards][waste][place] = NEVER
                m.redraws[cards][waste][place] = NEVER
            if waste > cards:
                continue
            top = waste
            count = 0
            while True:
                if top > 0:
                    m.draws[cards][waste][top - 1] = count
                if top >= cards:
                    break
                top = top + n if top + n < cards else cards
                count += 1
            rest = count + recycle_cost
            top = 0
            count = 0
            while top < cards:
                top = top + n if top + n < cards else cards
                count += 1
                m.redraws[cards][waste][top - 1] = rest + count


cdef inline u64 covered(const Concrete *s) noexcept nogil:
    # The cards on which a free card lies. Free kings shift out of the 52 bits.
    cdef u64 even = s.at.free & KL_LOW
    cdef u64 odd = (s.at.free >> 1) & KL_LOW
    cdef u64 x = s.cross
    cdef u64 on_even = (even & ~x) | (odd & x)
    cdef u64 on_odd = (even & x) | (odd & ~x)
    return ((on_even | (on_odd << 1)) << 4) & KL_ALL


cdef inline u64 choices(const Position *p) noexcept nogil:
    # The pairs in which the cross bit tells something.
    cdef u64 even = p.free & KL_LOW
    cdef u64 odd = (p.free >> 1) & KL_LOW
    cdef u64 parents = (p.visible >> 4) & (p.visible >> 5) & KL_LOW
    return ((even & odd) | ((even ^ odd) & parents)) & 0xFFFFFFFFFFFFULL


cdef inline u32 pack_pairs(u64 x) noexcept nogil:
    # The 24 low bits of the pair fields, side by side.
    x = (x | (x >> 1)) & 0x333333333333ULL
    x = (x | (x >> 2)) & 0x0F0F0F0F0F0FULL
    x = (x | (x >> 4)) & 0x00FF00FF00FFULL
    x = (x | (x >> 8)) & 0x00FF0000FFFFULL
    return <u32>((x & 0xFFFF) | ((x >> 16) & 0xFF0000))


cdef inline u64 unpack_pairs(u32 packed) noexcept nogil:
    cdef u64 x = packed
    x = (x | (x << 16)) & 0x00FF0000FFFFULL
    x = (x | (x << 8)) & 0x00FF00FF00FFULL
    x = (x | (x << 4)) & 0x0F0F0F0F0F0FULL
    x = (x | (x << 2)) & 0x333333333333ULL
    return (x | (x << 1)) & 0x555555555555ULL


cdef inline u32 cross_key(const Concrete *s) noexcept nogil:
    return pack_pairs(s.cross & choices(&s.at))


cdef inline void set_crosses(Concrete *s, u32 packed) noexcept nogil:
    # From the key's bits back to those of all pairs: where there is one free child and one face-up parent, it lies there.
    cdef u64 even = s.at.free & KL_LOW
    cdef u64 odd = (s.at.free >> 1) & KL_LOW
    cdef u64 even_parent = (s.at.visible >> 4) & KL_LOW
    cdef u64 odd_parent = (s.at.visible >> 5) & KL_LOW
    cdef u64 forced = ((even & ~odd) & odd_parent & ~even_parent) | ((odd & ~even) & even_parent & ~odd_parent)
    s.cross = (unpack_pairs(packed) & choices(&s.at)) | forced


cdef inline void put_on(Concrete *s, int card, int parent) noexcept nogil:
    # A free card lies on this parent from now on.
    cdef int low = card & ~1
    s.cross = (s.cross & ~bit(low)) | (<u64>((card ^ parent) & 1) << low)


cdef inline void log_play(Line *line, int card, int to) noexcept nogil:
    if line != NULL and card != NO_CARD:
        if line.count <= MAX_PLAYS:
            line.play[line.count].card = card
            line.play[line.count].to = to
        line.count += 1


cdef inline int stock_index(u32 stock, int place) noexcept nogil:
    while place:
        stock &= stock - 1
        place -= 1
    return kl_ctz(stock)


cdef inline void leave_stock_exactly(const Game *g, Position *p, int place, int index, bint again) noexcept nogil:
    p.stock &= ~((<u32>1) << index)
    p.waste = place
    if not g.unlimited:
        p.recycles += again


cdef inline int forced_moves(const Metric *m, Concrete *s, Line *line) noexcept nogil:
    # Play what is forced, and return how many moves that was.
    cdef const Game *g = &m.game
    cdef u64 up
    cdef int card, index
    cdef int cost = 0
    cdef bint moved = True
    while moved:
        moved = False
        if m.use_safe_moves:
            up = next_up(s.at.foundations) & s.at.visible
            if up:
                up &= ~covered(s)
            while up:
                card = kl_ctz(up)
                up &= up - 1
                if not is_safe(g, s.at.foundations, card):
                    continue
                if bit(card) & s.at.free:
                    free_card_up(&s.at, card)
                else:
                    anchor_up(g, &s.at, card)
                log_play(line, card, TO_FOUNDATION)
                cost += 1
                moved = True
                break
        if not moved and m.use_waste_pruning and g.draw == 1 and s.at.waste:
            index = stock_index(s.at.stock, s.at.waste - 1)
            card = g.stock_card[index]
            if next_up(s.at.foundations) & bit(card) and is_safe(g, s.at.foundations, card):
                leave_stock_exactly(g, &s.at, s.at.waste - 1, index, False)
                raise_foundation(&s.at, card)
                log_play(line, card, TO_FOUNDATION)
                cost += 1
                moved = True
    return cost


cdef inline Successor *new_successor(Successors *k, const Concrete *s, int cost, int card, int to) noexcept nogil:
    cdef Successor *q
    if k.count == MAX_SUCCESSORS:
        k.overflow = True
        return NULL
    q = &k.successor[k.count]
    k.count += 1
    q.state = s[0]
    q.cost = cost
    q.first.card = NO_CARD
    q.second.card = card
    q.second.to = to
    return q


cdef inline void place_everywhere(const Concrete *s, int card, u64 bare, bint room, int cost,
                                  Successors *k) noexcept nogil:
    # One unfinished successor for every place that takes the card: what leaves where it was is the caller's to add.
    cdef int low = card & ~1
    cdef u64 parents
    cdef int parent
    cdef Successor *q
    if rank_of(card) == 12:
        if room:
            new_successor(k, s, cost, card, TO_COLUMN)
        return
    parents = bare & (<u64>3 << (low + 4))
    while parents:
        parent = kl_ctz(parents)
        parents &= parents - 1
        q = new_successor(k, s, cost, card, parent)
        if q != NULL:
            put_on(&q.state, card, parent)


cdef inline void stock_successors(const Metric *m, const Concrete *s, u64 bare, bint room, Successors *k) noexcept nogil:
    cdef const Game *g = &m.game
    cdef int left = kl_popcount(s.at.stock)
    cdef bint may_recycle = g.unlimited or s.at.recycles < g.recycles
    cdef u64 ready = next_up(s.at.foundations)
    cdef int place, index, card, cost, i, first, waste = s.at.waste
    cdef int stop = NEVER
    cdef bint again
    cdef u64 cards
    cdef u32 playable = 0
    cdef Successor *q
    if left == 0:
        return
    if m.use_waste_pruning and g.draw == 1:
        # The first safe card that a draw turns up is played at once, so nothing after it matters.
        cards = ready & g.stock_cards
        while cards:
            card = kl_ctz(cards)
            cards &= cards - 1
            index = g.stock_place[card]
            if (s.at.stock >> index) & 1 and is_safe(g, s.at.foundations, card):
                place = kl_popcount(s.at.stock & (((<u32>1) << index) - 1))
                cost = m.draws[left][waste][place]
                if cost == NEVER and may_recycle:
                    cost = m.redraws[left][waste][place]
                if cost < stop:
                    stop = cost
    # What there is a place for, in the order of the stock.
    cards = ready | ((((bare | (bare >> 1)) & KL_LOW) * 3) >> 4)
    if room:
        cards |= KL_KINGS
    cards &= g.stock_cards
    while cards:
        playable |= (<u32>1) << g.stock_place[kl_ctz(cards)]
        cards &= cards - 1
    playable &= s.at.stock
    while playable:
        index = kl_ctz(playable)
        playable &= playable - 1
        place = kl_popcount(s.at.stock & (((<u32>1) << index) - 1))
        cost = m.draws[left][waste][place]
        again = cost == NEVER
        if again and may_recycle:
            cost = m.redraws[left][waste][place]
        if cost == NEVER or cost > stop:
            continue
        card = g.stock_card[index]
        first = k.count
        if ready & bit(card):
            q = new_successor(k, s, cost + 1, card, TO_FOUNDATION)
            if q != NULL:
                raise_foundation(&q.state.at, card)
                leave_stock_exactly(g, &q.state.at, place, index, again)
            first = k.count
        if cost == stop:
            continue
        place_everywhere(s, card, bare, room, cost + 1, k)
        for i in range(first, k.count):
            q = &k.successor[i]
            leave_stock_exactly(g, &q.state.at, place, index, again)
            q.state.at.visible |= bit(card)
            q.state.at.free |= bit(card)


cdef inline void chosen_successors(const Metric *m, const Concrete *s, Successors *k) noexcept nogil:
    # All successors, without what is forced after them.
    cdef const Game *g = &m.game
    cdef u64 over = covered(s)
    cdef u64 bare = s.at.visible & ~over
    cdef u64 ready = next_up(s.at.foundations)
    cdef bint room = s.at.heads + kl_popcount(s.at.free & KL_KINGS) < g.columns
    cdef u64 cards, children
    cdef int card, child, suit, rank, i, first
    cdef Successor *q
    k.count = 0
    k.overflow = False
    # The last card of a column goes up.
    cards = bare & ready
    while cards:
        card = kl_ctz(cards)
        cards &= cards - 1
        q = new_successor(k, s, 1, card, TO_FOUNDATION)
        if q == NULL:
            return
        if bit(card) & s.at.free:
            free_card_up(&q.state.at, card)
        else:
            anchor_up(g, &q.state.at, card)
    # Its only child moves over to the twin, and the card goes up.
    cards = s.at.visible & over & ready if m.use_run_pruning else 0
    while cards:
        card = kl_ctz(cards)
        cards &= cards - 1
        if not bare & bit(card ^ 1):
            continue
        children = s.at.free & (<u64>3 << ((card & ~1) - 4))
        child = kl_ctz(children)
        q = new_successor(k, s, 2, card, TO_FOUNDATION)
        if q == NULL:
            return
        q.first.card = child
        q.first.to = card ^ 1
        put_on(&q.state, child, card ^ 1)
        if bit(card) & s.at.free:
            free_card_up(&q.state.at, card)
        else:
            anchor_up(g, &q.state.at, card)
    # Without that pruning, a run moves from one parent to the other for no reason.
    cards = 0 if m.use_run_pruning else s.at.free & ~KL_KINGS
    while cards:
        card = kl_ctz(cards)
        cards &= cards - 1
        place_everywhere(s, card, bare, False, 1, k)
    # Anchors, with all that lies on them.
    cards = s.at.visible & ~s.at.free
    while cards:
        card = kl_ctz(cards)
        cards &= cards - 1
        first = k.count
        place_everywhere(s, card, bare, room, 1, k)
        for i in range(first, k.count):
            anchor_to_tableau(g, &k.successor[i].state.at, card)
    # Back from the foundations. The lowest cards never: nothing lies on them.
    if g.take_back:
        for suit in range(4):
            rank = height(s.at.foundations, suit) - 1
            if rank <= g.lowest:
                continue
            card = card_at(rank, suit)
            if m.use_take_back_ban and is_safe(g, s.at.foundations, card):
                continue
            first = k.count
            place_everywhere(s, card, bare, room, 1, k)
            for i in range(first, k.count):
                q = &k.successor[i]
                q.state.at.foundations -= (<u32>1) << (suit << 2)
                q.state.at.visible |= bit(card)
                q.state.at.free |= bit(card)
    stock_successors(m, s, bare, room, k)


cdef inline bint may_be_forced(const Metric *m, const Concrete *s, const Successor *q, u64 others) noexcept nogil:
    # Whether anything may be forced after a move from s. Nothing is in s itself; so with the same foundations it takes a
    # card that is next up and was not the last of its column (others), or another one on top of the waste.
    cdef const Game *g = &m.game
    cdef u32 waste
    if q.state.at.foundations != s.at.foundations or q.state.at.visible & others:
        return True
    if q.state.at.stock == s.at.stock or not m.use_waste_pruning or g.draw != 1:
        return False
    waste = q.state.at.stock & (((<u32>1) << g.stock_place[q.second.card]) - 1)
    return waste != 0 and bit(g.stock_card[kl_high(waste)]) & others


cdef inline u64 not_last(const Concrete *s) noexcept nogil:
    # The cards that are next up, but not the last of a column.
    return next_up(s.at.foundations) & ~(s.at.visible & ~covered(s))


cdef inline void complete(const Metric *m, const Concrete *s, Successor *q, u64 others) noexcept nogil:
    # Play what is forced after a chosen move; others: not_last(s).
    if may_be_forced(m, s, q, others):
        q.cost += forced_moves(m, &q.state, NULL)


cdef inline void successors(const Metric *m, const Concrete *s, Successors *k) noexcept nogil:
    # All successors, with what is forced after them.
    cdef int i
    cdef u64 others = not_last(s)
    chosen_successors(m, s, k)
    for i in range(k.count):
        complete(m, s, &k.successor[i], others)
