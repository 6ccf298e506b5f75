# How the player of docs/difficulty.md chooses: by what lies face up, with chance in it. solver/player.py is the same
# player in plain Python, and says why each move is worth what it is; the two are tested equal, move by move.

from cards cimport bit, u8, u64
from playing cimport (
    DRAW,
    RECYCLE,
    STUCK,
    TABLEAU_RUN,
    TABLEAU_UP,
    UNLIMITED,
    WASTE_DOWN,
    WASTE_UP,
    Choice,
    Kind,
    Table,
    children,
    goes_up,
    is_red,
    parent,
    play_choice,
    plays_itself,
    rank,
    suit,
)

cdef enum:
    # In units of the noise, of which every move gets 0 to 511.
    SAFE_UP = 250
    UP_TABLEAU = -150
    UP_WASTE = 50
    UP_GAP = 60
    TURN = 50
    TURN_DEPTH = 125
    CLEAR = 125
    PART = -75
    KING = 200
    WASTE = 75
    WASTE_HELPS = 100
    WASTE_JOINS = 50
    BURY = 25
    HASTE_DRAW = 100
    HASTE_LIMITED = 200
    NONE = -10000        # less than any move is worth
    MAX_MOVES = 1000     # no game comes near

cdef struct Player:
    u64 random
    bint played          # something but the stock was played in this pass
    bint impatient       # a whole pass has brought nothing

cdef struct Seen:
    # What the choice goes by.
    u64 ends             # last cards of columns
    u64 covering         # face-up cards that lie directly on a face-down one
    u64 heads            # face-up cards at the beginning of their run
    bint king_waits      # a king could use an empty column
    int empty            # the first empty column, or -1
    int waste            # the top of the waste, or -1
    u8 column_of[52]     # of the ends


cdef inline u64 next_random(u64 *state) noexcept nogil:
    # SplitMix64 (Steele, Lea and Flood, 2014).
    state[0] += <u64>0x9E3779B97F4A7C15
    cdef u64 z = state[0]
    z = (z ^ (z >> 30)) * <u64>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <u64>0x94D049BB133111EB
    return z ^ (z >> 31)


cdef inline void sit_down(Player *p, u64 game) noexcept nogil:
    # Before a game: its number seeds the chance in it.
    p.random = game
    p.random = next_random(&p.random)
    p.played = True
    p.impatient = False


cdef inline void look(const Table *t, Seen *s) noexcept nogil:
    cdef int i, card
    s.ends = s.covering = s.heads = 0
    s.empty = -1
    s.waste = t.pile[t.waste - 1] if t.waste else -1
    s.king_waits = s.waste >= 0 and rank(s.waste) == t.king
    for i in range(t.columns):
        if t.size[i] == 0:
            if s.empty < 0:
                s.empty = i
            continue
        card = t.column[i][t.size[i] - 1]
        s.ends |= bit(card)
        s.column_of[card] = i
        card = t.column[i][t.down[i]]
        s.heads |= bit(card)
        if t.down[i]:
            s.covering |= bit(card)
            if rank(card) == t.king:
                s.king_waits = True


cdef inline int worth_up(const Table *t, int card, int early) noexcept nogil:
    # The foundations of the other colour tell whether a lower card may still need this one to lie on.
    cdef int gap
    if is_red(card):
        gap = rank(card) - 1 - min(t.up[0], t.up[3])
    else:
        gap = rank(card) - 1 - min(t.up[1], t.up[2])
    return SAFE_UP if gap <= 0 else early - UP_GAP * gap


cdef inline int worth_leaving(const Table *t, const Seen *s, int column, int count) noexcept nogil:
    # What it is worth that the last cards leave a column.
    if count < t.size[column] - t.down[column]:
        return 0
    if t.down[column]:
        return TURN + TURN_DEPTH * t.down[column]
    return CLEAR if s.king_waits else 0


cdef inline void offer(Player *p, Choice *best, int *highest, int worth, Kind kind, int source, int target,
                       int count) noexcept nogil:
    worth += <int>(next_random(&p.random) >> 55)
    if best.kind == STUCK or worth > highest[0]:
        highest[0] = worth
        best.kind = kind
        best.source = source
        best.target = target
        best.count = count


cdef inline void offer_run(const Table *t, const Seen *s, Player *p, Choice *best, int *highest, int source,
                           int count) noexcept nogil:
    # The run of the last so many cards of a column, onto whatever takes it.
    cdef int card = t.column[source][t.size[source] - count]
    cdef int face_up = t.size[source] - t.down[source]
    cdef int worth, which, end, uncovered
    if count == face_up:
        if not (t.down[source] or (s.king_waits and rank(card) != t.king)):
            return
        worth = worth_leaving(t, s, source, count)
    else:
        uncovered = t.column[source][t.size[source] - count - 1]
        if not goes_up(t, uncovered):
            return
        worth = PART
        if count == face_up - 1:
            worth += TURN_DEPTH * t.down[source]
    if rank(card) == t.king:
        if s.empty >= 0:
            offer(p, best, highest, worth, TABLEAU_RUN, source, s.empty, count)
        return
    for which in range(2):
        end = parent(card, which)
        if s.ends & bit(end):
            end = s.column_of[end]
            offer(p, best, highest, worth - BURY * t.down[end], TABLEAU_RUN, source, end, count)


cdef inline void offer_waste(const Table *t, const Seen *s, Player *p, Choice *best, int *highest) noexcept nogil:
    # The waste's card to the tableau.
    cdef int which, end
    cdef int worth = WASTE
    if rank(s.waste) == t.king:
        if s.empty >= 0:
            offer(p, best, highest, KING, WASTE_DOWN, 0, s.empty, 1)
        return
    if s.covering & children(s.waste):
        worth += WASTE_HELPS
    elif s.heads & children(s.waste):
        worth += WASTE_JOINS
    for which in range(2):
        end = parent(s.waste, which)
        if s.ends & bit(end):
            end = s.column_of[end]
            offer(p, best, highest, worth - BURY * t.down[end], WASTE_DOWN, 0, end, 1)


cdef inline void choose(const Table *t, Player *p, Choice *best) noexcept nogil:
    # What the player does next. The order in which moves are offered is that of Position.legal_moves.
    cdef Seen s
    cdef int i, card, count, worth
    cdef int highest = 0
    cdef int patience
    look(t, &s)
    best.kind = STUCK
    best.source = best.target = best.count = 0
    for i in range(t.columns):
        if t.size[i]:
            card = t.column[i][t.size[i] - 1]
            if goes_up(t, card):
                worth = worth_up(t, card, UP_TABLEAU) + worth_leaving(t, &s, i, 1)
                offer(p, best, &highest, worth, TABLEAU_UP, i, 0, 1)
    if s.waste >= 0 and goes_up(t, s.waste):
        offer(p, best, &highest, worth_up(t, s.waste, UP_WASTE), WASTE_UP, 0, 0, 1)
    for i in range(t.columns):
        for count in range(t.size[i] - t.down[i], 0, -1):
            offer_run(t, &s, p, best, &highest, i, count)
            if not t.part_runs:
                break
    if s.waste >= 0:
        offer_waste(t, &s, p, best, &highest)
    # What is worth less than going on through the stock waits for another time, as long as there may be one.
    patience = <int>(next_random(&p.random) >> 55)
    if t.recycles != UNLIMITED:
        patience -= HASTE_LIMITED
    elif t.draw > 1:
        patience -= HASTE_DRAW
    if p.impatient or t.recycles == 0 or t.cards == 0:
        patience = NONE
    if best.kind != STUCK and highest > patience:
        p.played = True
        p.impatient = False
        return
    best.kind = STUCK
    best.source = best.target = best.count = 0
    if t.waste < t.cards:
        best.kind = DRAW
    elif t.cards and t.recycles and (p.played or not p.impatient):
        best.kind = RECYCLE
        p.impatient = not p.played
        p.played = False


cdef inline bint play_out(Table *t, u64 game) noexcept nogil:
    # Play a game to its end; whether it is won.
    cdef Player p
    cdef Choice c
    cdef int i
    sit_down(&p, game)
    for i in range(MAX_MOVES):
        if plays_itself(t):
            return True
        choose(t, &p, &c)
        if c.kind == STUCK:
            return False
        play_choice(t, &c)
    return False
