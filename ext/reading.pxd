# From Python's description of a position to the structs of the compiled engines.

from libc.string cimport memset

from cards cimport bit, card_from_public, rank_of, suit_of, u32, u64
from position cimport MAX_COLUMNS, MAX_ORIGINALS, NO_COLUMN, Game, Position
from stock cimport MAX_STOCK, stock_init, waste_class


cdef inline int check_arguments(columns, face_down, foundations, stock, int waste, int draw, recycles,
                                int lowest) except -1:
    """Refuse what the compiled code would trust and run wild on.

    Raises:
        InternalError: the caller is wrong; positions from ``Position`` never are.
    """
    from klondike_solver.errors import InternalError

    # List comprehensions throughout: Cython has no generators in functions like this one.
    cards = [card for column in columns for card in column] + list(stock)
    hidden_fits = [0 <= hidden <= max(0, len(column) - 1) for hidden, column in zip(face_down, columns)]
    if (
        not 1 <= draw <= MAX_STOCK
        or not 0 <= waste <= len(stock)
        or not (recycles is None or recycles >= 0)
        or not 0 <= lowest <= 12
        or len(face_down) != len(columns)
        or not all(hidden_fits)
        or len(foundations) != 4
        or not all([lowest <= height <= 13 for height in foundations])
        or sorted(cards) != [card for card in range(52) if card >> 2 >= foundations[card & 3]]
    ):
        raise InternalError("the compiled engine was given something that is no position")
    return 0


cdef inline int read_game(Game *g, Position *p, columns, face_down, foundations, stock, int waste, int draw, recycles,
                          bint take_back, int lowest, bint exact_waste) except -1:
    """Fill in the game and its start position, both all zeros before; see ``WinSearch`` for the arguments.

    With ``exact_waste`` the size of the waste is kept where it makes no difference to winnability, too.

    Raises:
        InternalError: the caller is wrong; positions from ``Position`` never are.
        UnsupportedError: the position does not fit the engine.
    """
    cdef int i, j, k, card, originals
    check_arguments(columns, face_down, foundations, stock, waste, draw, recycles, lowest)
    from klondike_solver.errors import UnsupportedError
    if len(columns) > MAX_COLUMNS:
        raise UnsupportedError(f"the compiled engine has {MAX_COLUMNS} columns at the most, not {len(columns)}")
    if len(stock) > MAX_STOCK:
        raise UnsupportedError(f"the compiled engine has {MAX_STOCK} stock cards at the most, not {len(stock)}")
    if max(face_down, default=0) >= MAX_ORIGINALS:
        raise UnsupportedError(f"the compiled engine takes fewer than {MAX_ORIGINALS} face-down cards in a column")
    memset(g.column_of, NO_COLUMN, sizeof(g.column_of))
    memset(g.stock_place, NO_COLUMN, sizeof(g.stock_place))
    g.columns = len(columns)
    g.draw = draw
    g.take_back = take_back
    for i in range(52):
        g.suits[suit_of(i)] |= bit(i)
    # Each card of the stock costs one recycle at the most, so as many recycles as cards are as good as no limit.
    g.unlimited = recycles is None or recycles >= len(stock)
    g.recycles = 0 if g.unlimited else recycles
    stock_init(&g.stock, draw)
    for i, suit in enumerate((1, 2, 0, 3)):
        p.foundations |= <u32>foundations[suit] << (4 * i)
    code_radix = 1
    for i in range(g.columns):
        cards = columns[i]
        originals = min(face_down[i] + 1, len(cards))
        if originals == 1 and cards[0] >> 2 == 12:
            originals = 0
        for j in range(len(cards)):
            card = card_from_public(cards[j])
            if j < originals:
                g.column_of[card] = i
                g.original[i][j] = card
            if j < originals:
                for k in range(j + 1, originals):
                    g.above[card] |= bit(card_from_public(cards[k]))
                if j == 0 and rank_of(card) == 12:
                    g.bottom_kings |= bit(card)
            if j >= face_down[i]:
                p.visible |= bit(card)
                if j >= originals:
                    p.free |= bit(card)
        g.radix[i] = code_radix
        code_radix *= originals + 1
        p.originals[i] = originals
        p.code += g.radix[i] * originals
        if originals:
            p.heads += 1
            p.hidden += originals - 1
    for i in range(len(stock)):
        card = card_from_public(stock[i])
        g.stock_card[i] = card
        g.stock_place[card] = i
        g.stock_cards |= bit(card)
        p.stock |= (<u32>1) << i
    p.waste = waste if exact_waste or not g.unlimited else waste_class(len(stock), waste, draw)
    g.stock_bits = len(stock)
    positions = 14**4 * code_radix << g.stock_bits
    positions *= (len(stock) + 1) * (g.recycles + 1)
    if positions >= 2**64 or code_radix >= 2**32:
        raise UnsupportedError(
            "this position has too many face-down cards, stock cards and passes for the compiled engine;"
            " fewer passes, or the reference engine, will do"
        )
    g.code_radix = code_radix
    g.waste_radix = len(stock) + 1
    g.recycle_radix = g.recycles + 1
    g.take_back = take_back
    g.lowest = lowest
    return 0
