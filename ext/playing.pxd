# A game in the middle of it, card by card in its place, and the moves of a player in it.
#
# The engine's position leaves out which of its two parents a card lies on and what the waste shows; a player who sees
# one card of the waste at a time cannot. Cards are numbered as outside of the compiled code: 4 * rank + suit, suits in
# the order C D H S.

from cards cimport bit, u8, u64
from libc.string cimport memcpy, memmove

cdef enum:
    MAX_WIDTH = 9        # columns: a tenth would take more cards than a deck has
    UNLIMITED = -1

cdef enum Kind:
    STUCK                # no move: the player gives up
    TABLEAU_UP
    WASTE_UP
    TABLEAU_RUN
    WASTE_DOWN
    DRAW
    RECYCLE

cdef struct Choice:
    Kind kind
    int source           # a column, for what leaves one
    int target           # a column, for what comes to one
    int count            # cards of a run

cdef struct Table:
    int columns
    int king             # the highest rank in play
    int draw
    int recycles         # how many are left, or UNLIMITED
    bint part_runs
    int cards            # in the stock and on the waste
    int waste            # the first so many of them lie on the waste
    u8 pile[52]          # these cards in the order in which they are drawn
    u8 up[4]             # heights of the foundations
    u8 size[MAX_WIDTH]
    u8 down[MAX_WIDTH]   # face-down cards of each column, from its head on
    u8 column[MAX_WIDTH][52]


cdef inline int rank(int card) noexcept nogil:
    return card >> 2


cdef inline int suit(int card) noexcept nogil:
    return card & 3


cdef inline bint is_red(int card) noexcept nogil:
    return suit(card) == 1 or suit(card) == 2


cdef inline u64 children(int card) noexcept nogil:
    # The two cards that may lie on this one.
    if rank(card) == 0:
        return 0
    return (<u64>(0b1001 if is_red(card) else 0b0110)) << (4 * rank(card) - 4)


cdef inline int parent(int card, int which) noexcept nogil:
    # The first or second card, in the order of suits, that this one may lie on; of a king nothing that exists.
    return 4 * rank(card) + 4 + (3 * which if is_red(card) else 1 + which)


cdef inline bint goes_up(const Table *t, int card) noexcept nogil:
    return t.up[suit(card)] == rank(card)


cdef inline int cards_up(const Table *t) noexcept nogil:
    return t.up[0] + t.up[1] + t.up[2] + t.up[3]


cdef inline int hidden(const Table *t) noexcept nogil:
    cdef int i
    cdef int total = 0
    for i in range(t.columns):
        total += t.down[i]
    return total


cdef inline bint plays_itself(const Table *t) noexcept nogil:
    # No card is face down and every card of the stock comes to the top in its turn: the lowest card that is not up yet
    # always has nothing on it.
    return (t.cards <= 1 or (t.draw == 1 and t.recycles == UNLIMITED)) and hidden(t) == 0


cdef inline void lift(Table *t, int source, int count) noexcept nogil:
    # So many cards have left a column: turn up the card that they lay on.
    t.size[source] -= count
    if t.size[source] and t.size[source] == t.down[source]:
        t.down[source] -= 1


cdef inline int take_waste(Table *t) noexcept nogil:
    # Take the waste's top card out of the pile.
    cdef int card
    t.waste -= 1
    t.cards -= 1
    card = t.pile[t.waste]
    memmove(&t.pile[t.waste], &t.pile[t.waste + 1], t.cards - t.waste)
    return card


cdef inline void play_choice(Table *t, const Choice *c) noexcept nogil:
    # The choice must be legal; nothing is checked.
    cdef int card
    if c.kind == TABLEAU_UP:
        t.up[suit(t.column[c.source][t.size[c.source] - 1])] += 1
        lift(t, c.source, 1)
    elif c.kind == WASTE_UP:
        t.up[suit(take_waste(t))] += 1
    elif c.kind == TABLEAU_RUN:
        memcpy(&t.column[c.target][t.size[c.target]], &t.column[c.source][t.size[c.source] - c.count], c.count)
        t.size[c.target] += c.count
        lift(t, c.source, c.count)
    elif c.kind == WASTE_DOWN:
        card = take_waste(t)
        t.column[c.target][t.size[c.target]] = card
        t.size[c.target] += 1
    elif c.kind == DRAW:
        t.waste = min(t.waste + t.draw, t.cards)
    elif c.kind == RECYCLE:
        t.waste = 0
        if t.recycles != UNLIMITED:
            t.recycles -= 1
