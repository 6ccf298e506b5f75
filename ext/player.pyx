"""A player who does not see the hidden cards plays a position over and over: how often is it won?"""

from cpython.exc cimport PyErr_CheckSignals
from libc.string cimport memset

from cards cimport u64
from playing cimport (
    DRAW,
    MAX_WIDTH,
    RECYCLE,
    STUCK,
    TABLEAU_RUN,
    TABLEAU_UP,
    UNLIMITED,
    WASTE_DOWN,
    WASTE_UP,
    Choice,
    Table,
    cards_up,
    hidden,
    play_choice,
    plays_itself,
)
from style cimport MAX_MOVES, Player, choose, play_out, sit_down

from klondike_solver.errors import InternalError

NAMES = {
    TABLEAU_UP: "tableau up",
    WASTE_UP: "waste up",
    TABLEAU_RUN: "run",
    WASTE_DOWN: "waste down",
    DRAW: "draw",
    RECYCLE: "recycle",
}

cdef enum:
    SLICE = 10_000       # games between two looks at signals: a tenth of a second


def check_arguments(columns, face_down, foundations, pile, waste, draw, recycles, ranks):
    """Refuse what the compiled code would trust and run wild on.

    Raises:
        InternalError: the caller is wrong; positions from ``Position`` never are.
    """
    cards = [card for column in columns for card in column] + list(pile)
    if (
        not 1 <= ranks <= 13
        or len(columns) > MAX_WIDTH
        or not 1 <= draw <= 52
        or not 0 <= waste <= len(pile)
        or not (recycles is None or 0 <= recycles < 2**31)
        or len(face_down) != len(columns)
        or any(not 0 <= down <= max(0, len(column) - 1) for down, column in zip(face_down, columns))
        or len(foundations) != 4
        or any(not 0 <= height <= ranks for height in foundations)
        or sorted(cards) != [card for card in range(4 * ranks) if card >> 2 >= foundations[card & 3]]
    ):
        raise InternalError("the compiled player was given something that is no position")


cdef class PlayedPosition:
    """A position that is played over and over by the player of ``klondike_solver.player``, from the same start.

    Cards are numbers 4 * rank + suit with ranks from 0 (ace) and suits C D H S = 0 1 2 3.

    Args:
        columns: for each column its cards, head first.
        face_down: for each column how many of its cards are face down.
        foundations: the number of cards on each foundation, in the order C D H S.
        pile: the stock and the waste in the order in which they are drawn; the first ``waste`` lie on the waste.
        waste: how many cards lie on the waste.
        draw: cards in a draw.
        recycles: how many more recycles are allowed, None for no limit.
        part_runs: whether a part of a run may move.
        ranks: the ranks of the deck; the highest one plays the part of the king.
    """

    cdef Table start

    def __cinit__(self, columns, face_down, foundations, pile, waste, draw, recycles, part_runs, ranks):
        cdef int i, j
        check_arguments(columns, face_down, foundations, pile, waste, draw, recycles, ranks)
        memset(&self.start, 0, sizeof(Table))
        self.start.columns = len(columns)
        self.start.king = ranks - 1
        self.start.draw = draw
        self.start.recycles = UNLIMITED if recycles is None else recycles
        self.start.part_runs = part_runs
        self.start.cards = len(pile)
        self.start.waste = waste
        for i in range(self.start.cards):
            self.start.pile[i] = pile[i]
        for i in range(4):
            self.start.up[i] = foundations[i]
        for i in range(self.start.columns):
            self.start.size[i] = len(columns[i])
            self.start.down[i] = face_down[i]
            for j in range(self.start.size[i]):
                self.start.column[i][j] = columns[i][j]

    def play(self, u64 first, u64 games):
        """Play games to their end, with the interpreter free for other threads.

        Args:
            first: the number of the first game; the number is what the chance in a game comes from.
            games: how many games.

        Returns:
            How many of them were won; how many cards were up at the end of those that were not, in all; and how many
            cards were face down then, in all.

        Raises:
            KeyboardInterrupt: it was asked for in the meantime.
        """
        cdef u64 wins = 0
        cdef u64 up = 0
        cdef u64 down = 0
        cdef u64 done = 0
        cdef u64 stop
        cdef Table t
        while done < games:
            stop = min(games, done + SLICE)
            with nogil:
                while done < stop:
                    t = self.start
                    if play_out(&t, first + done):
                        wins += 1
                    else:
                        up += cards_up(&t)
                        down += hidden(&t)
                    done += 1
            PyErr_CheckSignals()
        return wins, up, down

    def moves(self, u64 game):
        """Return the moves of a game, up to the point where it plays itself or the player gives up.

        Returns:
            For each move its kind (one of ``NAMES``), source, target and count, with 0 for what it has not.
        """
        cdef Table t = self.start
        cdef Player p
        cdef Choice c
        sit_down(&p, game)
        found = []
        while len(found) < MAX_MOVES and not plays_itself(&t):
            choose(&t, &p, &c)
            if c.kind == STUCK:
                break
            found.append((NAMES[c.kind], c.source, c.target, c.count))
            play_choice(&t, &c)
        return found
