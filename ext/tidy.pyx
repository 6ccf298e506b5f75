"""Leaving out moves that cancel out: the compiled part of ``klondike_solver.shorten``, which tells what it does."""

from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memmove, memset

from board cimport KINDS, MAX_PILES, NO_LIMIT, TALON, UP, Board, BoardMove, BoardRules, board_hash, board_play
from steps cimport ILLEGAL, MOVE, NOBODY, Step, advance, move_of, step_of

from klondike_solver.errors import InternalError

cdef class Line:
    """A line of play that becomes shorter.

    Args:
        columns, face_down, foundations, stock, waste: the start, with cards as numbers 4 * rank + suit, C D H S.
        draw, king, take_back, part_runs: the rules; ``king`` is the highest rank.
        recycles: how many more recycles are allowed, None for no limit.
        moves: (kind, a, b, c) for each move, as ``board.pxd`` has them.

    Raises:
        ValueError: a move is illegal.
    """

    cdef Board start
    cdef BoardRules rules
    cdef bint won
    cdef Py_ssize_t count
    cdef Step *steps
    cdef uint64_t *hashes    # of the boards between the steps, one more than those
    cdef uint8_t *wastes     # the size of the waste in them
    cdef uint8_t *talons     # the cards in stock and waste
    # For a try, the steps and boards that would replace some.
    cdef Step *new_steps
    cdef uint64_t *new_hashes

    def __cinit__(self, columns, face_down, foundations, stock, waste, int draw, int king, bint take_back,
                  bint part_runs, recycles, moves):
        cdef Board *b = &self.start
        cdef Board before, board
        cdef BoardMove m
        cdef Py_ssize_t i
        cards = [card for column in columns for card in column] + list(waste) + list(stock)
        # Not of more than a deck, whatever was given.
        up = [4 * rank + suit for suit, height in enumerate(foundations) for rank in range(min(height, 14))]
        if (
            len(columns) > MAX_PILES
            or any(not 0 <= height <= 13 for height in foundations)
            or len(face_down) != len(columns)
            or any(not 0 <= hidden <= max(0, len(column) - 1) for hidden, column in zip(face_down, columns))
            or len(foundations) != 4
            or not 0 <= king <= 12
            or not 1 <= draw <= 24
            or (recycles is not None and recycles < 0)
            or sorted(cards + up) != list(range(4 * king + 4))
        ):
            raise InternalError("the compiled code was given something that is no position")
        self.rules.columns = len(columns)
        self.rules.draw = draw
        self.rules.king = king
        self.rules.take_back = take_back
        self.rules.part_runs = part_runs
        for card in up:
            b.place[card] = UP
        for i in range(len(columns)):
            b.down[i] = face_down[i]
            b.count[i] = len(columns[i])
            for depth, card in enumerate(columns[i]):
                b.card[i][<int>depth] = card
                b.place[card] = i
        for i in range(4):
            b.height[i] = foundations[i]
        for i, card in enumerate([*waste, *stock]):
            b.talon[i] = card
            b.place[card] = TALON
        b.talon_count = len(waste) + len(stock)
        b.waste = len(waste)
        b.recycles = NO_LIMIT if recycles is None else min(recycles, NO_LIMIT - 1)
        self.count = len(moves)
        self.steps = <Step *>malloc((self.count + 1) * sizeof(Step))
        self.new_steps = <Step *>malloc((self.count + 1) * sizeof(Step))
        self.hashes = <uint64_t *>malloc((self.count + 1) * sizeof(uint64_t))
        self.new_hashes = <uint64_t *>malloc((self.count + 1) * sizeof(uint64_t))
        self.wastes = <uint8_t *>malloc(self.count + 1)
        self.talons = <uint8_t *>malloc(self.count + 1)
        if not (self.steps and self.new_steps and self.hashes and self.new_hashes and self.wastes and self.talons):
            raise MemoryError("no memory for a line of play")
        board = self.start
        for i in range(self.count):
            m.kind, m.a, m.b, m.c = moves[i]
            before = board
            if not 0 <= m.kind < KINDS or not board_play(&board, &self.rules, &m):
                raise ValueError(f"move {i + 1} is illegal")
            self.steps[i] = step_of(&before, &m)
        self.won = True
        for i in range(4):
            self.won = self.won and board.height[i] == king + 1
        self.trace()

    def __dealloc__(self):
        free(self.steps)
        free(self.new_steps)
        free(self.hashes)
        free(self.new_hashes)
        free(self.wastes)
        free(self.talons)

    def shorten(self):
        """Leave out what can be left out."""
        cdef bint changed = True
        while changed:
            changed = self.cut_loops()
            if self.cut_rounds():
                changed = True
            with nogil:
                if self.drop_steps():
                    changed = True

    def moves(self):
        """Return the moves that the line has now, as it was given them."""
        cdef Board board = self.start
        cdef BoardMove m
        cdef Py_ssize_t i
        cdef int found
        moves = []
        memset(&m, 0, sizeof(BoardMove))
        for i in range(self.count):
            found = move_of(&board, &self.rules, &self.steps[i], self.won, &m)
            if found == ILLEGAL or (found == MOVE and not board_play(&board, &self.rules, &m)):
                raise InternalError("a line of play has become illegal by being shortened; please report it as a bug")
            if found == MOVE:
                moves.append((m.kind, m.a, m.b, m.c))
        return moves

    cdef void trace(self) noexcept nogil:
        # Goes through the steps, drops those that do nothing, and notes the boards between them.
        cdef Board board = self.start
        cdef Py_ssize_t i
        cdef Py_ssize_t kept = 0
        self.note(0, &board)
        for i in range(self.count):
            if advance(&board, &self.rules, &self.steps[i], self.won) == MOVE:
                self.steps[kept] = self.steps[i]
                kept += 1
                self.note(kept, &board)
        self.count = kept

    cdef void note(self, Py_ssize_t index, const Board *board) noexcept nogil:
        self.hashes[index] = board_hash(board, &self.rules, not self.won)
        self.wastes[index] = board.waste
        self.talons[index] = board.talon_count

    cdef bint cut_loops(self):
        # Cuts out what lies between two occurrences of a board; says whether there was any.
        cdef Py_ssize_t i
        cdef Py_ssize_t kept = 0
        last = {self.hashes[i]: i for i in range(self.count + 1)}
        if len(last) == self.count + 1:
            return False
        i = last[self.hashes[0]]
        while i < self.count:
            self.steps[kept] = self.steps[i]
            kept += 1
            i = last[self.hashes[i + 1]]
        self.count = kept
        self.trace()
        return True

    cdef bint cut_rounds(self) noexcept nogil:
        # Leaves out draws and recycles that only go round the stock; says whether there were any. Between two cards
        # that are played from the waste, the stock is as it was when the size of the waste is.
        cdef Py_ssize_t start = 0
        cdef Py_ssize_t kept = 0
        cdef Py_ssize_t before = self.count
        cdef Py_ssize_t end, arrived, i
        for end in range(self.count + 1):
            # A stretch ends where a card is played from the waste, and at the end of the line.
            if end == before or self.talons[end + 1] < self.talons[end]:
                arrived = start
                while self.wastes[arrived] != self.wastes[end]:
                    arrived += 1
                for i in range(start, min(end + 1, before)):
                    if i < arrived or i == end or self.steps[i].card != NOBODY:
                        self.steps[kept] = self.steps[i]
                        kept += 1
                start = end + 1
        if kept == before:
            return False
        self.count = kept
        self.trace()
        return True

    cdef bint drop_steps(self) noexcept nogil:
        # Of two steps of a card, leaves out the first or has it do what both do; says whether that ever worked.
        cdef Board board = self.start
        cdef bint changed = False
        cdef Py_ssize_t index = 0
        cdef Py_ssize_t later
        while index < self.count:
            later = self.next_step(index)
            if later and (self.replace(index, later, &board, False) or self.replace(index, later, &board, True)):
                changed = True
            else:
                advance(&board, &self.rules, &self.steps[index], self.won)
                index += 1
        if changed:
            self.trace()
        return changed

    cdef Py_ssize_t next_step(self, Py_ssize_t index) noexcept nogil:
        # The index of the next step of the card that the step at an index moves, or 0.
        cdef Py_ssize_t later
        if self.steps[index].card != NOBODY:
            for later in range(index + 1, self.count):
                if self.steps[later].card == self.steps[index].card:
                    return later
        return 0

    cdef bint replace(self, Py_ssize_t index, Py_ssize_t later, const Board *at, bint at_once) noexcept nogil:
        # Leaves out the step at an index, or puts the later one of its card in its place, if that leads back into the
        # line. Before the later step the lines cannot meet.
        cdef Board board = at[0]
        cdef Py_ssize_t count = 0
        cdef Py_ssize_t end = index if at_once else index + 1
        cdef Step *step
        cdef int found
        while end < self.count:
            step = &self.steps[later if end == index else end]
            found = advance(&board, &self.rules, step, self.won)
            if found == ILLEGAL:
                return False
            if found == MOVE:
                self.new_steps[count] = step[0]
                self.new_hashes[count] = board_hash(&board, &self.rules, not self.won)
                count += 1
            if end >= later and board_hash(&board, &self.rules, not self.won) == self.hashes[end + 1]:
                # At least one step has gone: the one at index, or the later one, whose card was there already.
                self.put(index, end + 1, count)
                return True
            end += 1
        return False

    cdef void put(self, Py_ssize_t start, Py_ssize_t end, Py_ssize_t count) noexcept nogil:
        # Puts the new steps in the place of those from start up to, and without, end, which are more.
        cdef Py_ssize_t i
        memmove(&self.steps[start + count], &self.steps[end], (self.count - end) * sizeof(Step))
        memmove(&self.hashes[start + count + 1], &self.hashes[end + 1], (self.count - end) * sizeof(uint64_t))
        for i in range(count):
            self.steps[start + i] = self.new_steps[i]
            self.hashes[start + i + 1] = self.new_hashes[i]
        self.count -= end - start - count
