# Steps: moves that name cards and not columns, so that they still mean something on another board.
#
# A step takes a card, with what lies on it, to another card, an empty column or its foundation, wherever the card comes
# from; or it draws or recycles. If its card is there already, there is nothing to do.

from libc.string cimport memset

from board cimport (
    COLUMN_TO_COLUMN,
    COLUMN_UP,
    FOUNDATION_DOWN,
    MAX_PILES,
    TALON,
    UP,
    WASTE_DOWN,
    WASTE_UP,
    Board,
    BoardMove,
    BoardRules,
    board_play,
)

cdef enum:
    ILLEGAL = -1
    THERE = 0
    MOVE = 1
    NOBODY = -1  # As a step's card: a draw or a recycle. As what it goes onto: an empty column, or a foundation.

cdef struct Step:
    # Takes a card, with what lies on it, to another place; or draws or recycles.
    int card
    int kind     # DRAW or RECYCLE if there is no card; else anything
    bint up
    int onto
    int column   # where it went in the line as it was given; of two empty columns this one is taken


cdef inline Step step_of(const Board *b, const BoardMove *m) noexcept nogil:
    # The step that a legal move is.
    cdef Step s
    cdef int target = NOBODY
    memset(&s, 0, sizeof(Step))
    s.card = s.onto = s.column = NOBODY
    s.kind = m.kind
    s.up = m.kind == WASTE_UP or m.kind == COLUMN_UP
    if m.kind == WASTE_UP or m.kind == WASTE_DOWN:
        s.card = b.talon[b.waste - 1]
        if m.kind == WASTE_DOWN:
            target = m.a
    elif m.kind == COLUMN_UP:
        s.card = b.card[m.a][b.count[m.a] - 1]
    elif m.kind == COLUMN_TO_COLUMN:
        s.card = b.card[m.a][b.count[m.a] - m.c]
        target = m.b
    elif m.kind == FOUNDATION_DOWN:
        s.card = 4 * (b.height[m.a] - 1) + m.a
        target = m.b
    if target != NOBODY:
        s.column = target
        if b.count[target]:
            s.onto = b.card[target][b.count[target] - 1]
    return s


cdef inline int target_of(const Board *b, const BoardRules *r, const Step *s, bint won) noexcept nogil:
    # The column that a step goes to, or NOBODY.
    cdef int i
    if s.onto != NOBODY:
        i = b.place[s.onto]
        if i < MAX_PILES and b.card[i][b.count[i] - 1] == s.onto:
            return i
        return NOBODY
    if b.count[s.column] == 0:
        return s.column
    if won:
        for i in range(r.columns):
            if b.count[i] == 0:
                return i
    return NOBODY


cdef inline int move_of(const Board *b, const BoardRules *r, const Step *s, bint won, BoardMove *m) noexcept nogil:
    # The move that a step comes to: MOVE; THERE if its card is there already; ILLEGAL if there is none. Not everything
    # is checked: the move may be illegal as well.
    cdef int place, depth
    if s.card == NOBODY:
        m.kind = s.kind
        return MOVE
    place = b.place[s.card]
    if place == UP:
        if s.up:
            return THERE
        if b.height[s.card & 3] != (s.card >> 2) + 1:
            return ILLEGAL
        m.kind, m.a, m.b = FOUNDATION_DOWN, s.card & 3, target_of(b, r, s, won)
        return MOVE if m.b != NOBODY else ILLEGAL
    if place == TALON:
        if b.waste == 0 or b.talon[b.waste - 1] != s.card:
            return ILLEGAL
        if s.up:
            m.kind = WASTE_UP
            return MOVE
        m.kind, m.a = WASTE_DOWN, target_of(b, r, s, won)
        return MOVE if m.a != NOBODY else ILLEGAL
    depth = 0
    while b.card[place][depth] != s.card:
        depth += 1
    if depth < b.down[place]:
        return ILLEGAL
    m.a = place
    if s.up:
        m.kind = COLUMN_UP
        return MOVE if depth == b.count[place] - 1 else ILLEGAL
    if s.onto == NOBODY:
        if depth == 0 and (won or place == s.column):
            return THERE
    elif depth > b.down[place] and b.card[place][depth - 1] == s.onto:
        return THERE
    m.kind, m.b, m.c = COLUMN_TO_COLUMN, target_of(b, r, s, won), b.count[place] - depth
    return MOVE if m.b != NOBODY else ILLEGAL


cdef inline int advance(Board *b, const BoardRules *r, const Step *s, bint won) noexcept nogil:
    # Carries out a step.
    cdef BoardMove m
    cdef int found = move_of(b, r, s, won, &m)
    if found == MOVE and not board_play(b, r, &m):
        return ILLEGAL
    return found
