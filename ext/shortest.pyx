"""The shortest way to win a position: the compiled search, as a Python object that is run in slices."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdlib cimport calloc
from libc.string cimport memset

from aim cimport aims_init
from astar cimport shortest_begin, shortest_free, shortest_run
from beam cimport Beam, beam_begin, beam_free, beam_line, beam_run
from bound cimport bound_init
from cards cimport bit, card_from_public, card_to_public, u32, u64
from concrete cimport MAX_PLAYS, TO_COLUMN, TO_FOUNDATION, Concrete, Line, metric_init, put_on
from engine cimport LOST, WIN, WON, search_init
from expansion cimport (
    BEYOND,
    EXHAUSTED,
    FOUND,
    FULL,
    MAX_FRAMES,
    NOT_SHORTER,
    SEARCHING,
    UNPROVEN,
    Frame,
    Shortest,
    moves_left,
)
from oracle cimport oracle_init
from position cimport Position
from reading cimport read_game
from retrace cimport shortest_line
from states cimport STATE_SLACK, Key, State, states_init
from stock cimport waste_class

from klondike_solver.errors import InternalError, UnsupportedError

OUTCOMES = {
    SEARCHING: None,
    FOUND: "found",
    NOT_SHORTER: "not shorter",
    EXHAUSTED: "lost",
    FULL: "full",
    UNPROVEN: "unproven",
}


cdef as_places(Line *line):
    plays = []
    for i in range(line.count):
        to = line.play[i].to
        plays.append((
            card_to_public(line.play[i].card),
            "up" if to == TO_FOUNDATION else "column" if to == TO_COLUMN else card_to_public(to),
        ))
    return plays


cdef class ShortestSearch:
    """A search for the shortest way to win from one position, run in slices. An object is for one thread at a time.

    Cards, and the arguments up to ``lowest``, are as for ``WinSearch``. Lengths are in moves: every move of a card or run
    counts 1, so does a draw, and a recycle counts 1 or 0.

    Args:
        count_recycles: whether a recycle counts 1.
        memory: bytes that the stored states may take.
        oracle_memory: bytes for what is known about which positions are lost.
        oracle_nodes: nodes that the question whether a position is lost may take; 0: it is never asked.
        oracle_share: such questions take one node for so many generated states at the most, ...
        oracle_credit: ... and so many more for each position that turned out to be lost, and one for 8,192 stored states.
        upper: a length that is known to be possible: only shorter solutions are looked for. None: unknown.
        safe_moves, run_pruning, waste_pruning, take_back_ban: the prunings that can be switched off.
        circles, pairs, stock_bound, parents: the parts of the lower bound that can be switched off; the later ones need the first.
        stock_order: leave out states that a stored one reaches by draws alone.
        goal: look for the shortest way to so many cards on the foundations, those below the lowest rank among them; None:
            to a win. Prunings that are for a win only are then switched off.

    Raises:
        UnsupportedError: the position does not fit the engine.
        MemoryError: the first, small table could not be had.
    """

    cdef Shortest s
    cdef Beam beam
    cdef bint running

    def __cinit__(self, columns, face_down, foundations, stock, int waste, int draw, recycles, bint take_back,
                  int lowest, bint count_recycles, u64 memory, u64 oracle_memory, u64 oracle_nodes,
                  u64 oracle_share, u64 oracle_credit, upper,
                  bint safe_moves, bint run_pruning, bint waste_pruning, bint take_back_ban, bint circles, bint pairs,
                  bint stock_bound, bint stock_order, goal=None,
                  bint parents=True):
        cdef Position *p = &self.s.given.at
        cdef int i, j
        cdef bint ready
        memset(&self.s, 0, sizeof(Shortest))
        memset(&self.beam, 0, sizeof(Beam))
        read_game(&self.s.metric.game, p, columns, face_down, foundations, stock, waste, draw, recycles, take_back,
                  lowest, True)
        for i in range(len(columns)):
            for j in range(1, len(columns[i])):
                card = card_from_public(columns[i][j])
                if p.free & bit(card):
                    put_on(&self.s.given, card, card_from_public(columns[i][j - 1]))
        self.s.metric.use_safe_moves = safe_moves
        self.s.metric.use_run_pruning = run_pruning
        self.s.metric.use_waste_pruning = waste_pruning
        self.s.metric.use_take_back_ban = take_back_ban
        self.s.bound.use_circles = circles
        self.s.bound.use_pairs = pairs
        self.s.bound.use_stock = stock_bound
        self.s.bound.use_parents = parents
        self.s.use_stock_order = stock_order
        self.s.use_oracle = oracle_nodes > 0
        self.s.oracle_share = max(1, oracle_share)
        self.s.oracle_credit = oracle_credit
        self.s.upper = BEYOND if upper is None else upper
        metric_init(&self.s.metric, p, count_recycles)
        places = 14**4 * int(self.s.metric.game.code_radix) << self.s.metric.game.stock_bits
        if (places - 1).bit_length() + self.s.metric.pass_bits > 64:
            raise UnsupportedError(
                "this position has too many face-down cards, stock cards and passes for the search for shortest"
                " solutions; fewer or unlimited passes will do"
            )
        bound_init(&self.s.bound, &self.s.metric, p)
        self.s.goal = 52 if goal is None else goal
        if self.s.goal < 52:
            # What is forced or left out for the sake of a win may cost moves here.
            self.s.use_oracle = False
            self.s.metric.use_safe_moves = False
            self.s.metric.use_waste_pruning = False
            self.s.metric.use_take_back_ban = False
            aims_init(&self.s.aims, &self.s.metric, p, self.s.goal)
        # Frames, the record of what was searched without being stored, and the rest for the states themselves.
        self.s.room = MAX_FRAMES
        self.s.frames = <Frame *>calloc(MAX_FRAMES, sizeof(Frame))
        self.s.visited_slots = max(memory // 16, 65536) // sizeof(State)
        ready = self.s.frames != NULL
        ready = ready and states_init(&self.s.states, memory - min(memory, self.s.visited_slots * sizeof(State)))
        if ready and self.s.use_oracle:
            self.start_oracle(oracle_memory, oracle_nodes)
        if not ready:
            raise MemoryError("no memory for the smallest table")
        shortest_begin(&self.s)
        if self.s.use_oracle and self.s.oracle.search.status == LOST:
            self.s.outcome = EXHAUSTED

    cdef int start_oracle(self, u64 memory, u64 nodes) except -1:
        cdef bint ready
        cdef int i
        self.s.oracle.search.game = self.s.metric.game
        self.s.oracle.search.start = self.s.given.at
        if self.s.metric.game.unlimited:
            self.s.oracle.search.start.waste = waste_class(
                bin(self.s.given.at.stock).count("1"), self.s.given.at.waste, self.s.metric.game.draw
            )
        self.s.oracle.search.game.use_safe_moves = True
        self.s.oracle.search.game.use_forced_stock = True
        self.s.oracle.search.game.use_take_back_ban = True
        self.s.oracle.search.game.use_early_win = True
        self.s.oracle.search.goal = WIN
        self.s.oracle.search.use_prover = True
        self.s.oracle.search.glance_after = 5
        self.s.oracle.search.prove_after = 2000
        self.s.oracle.search.probe_after = 20000
        self.s.oracle.cap = nodes
        ready = search_init(&self.s.oracle.search, memory // 2) and oracle_init(&self.s.oracle, memory // 4)
        if not ready:
            raise MemoryError("no memory for the smallest table")
        # What plays itself to the end cannot be lost; nothing has to be asked.
        self.s.use_oracle = self.s.oracle.search.status != WON
        return 0

    def __dealloc__(self):
        shortest_free(&self.s)
        beam_free(&self.beam)

    def run(self, u64 expansions):
        """Search on until so many more states have been expanded, with the interpreter free for other threads.

        Returns:
            ``None`` while the question is open, else ``"found"``; ``"not shorter"``: no solution is shorter than
            ``upper``; ``"lost"``: there is none at all; ``"full"``: the memory is used up; ``"unproven"``: a number or a
            buffer of fixed size did not fit, so that nothing is proven.

        Raises:
            KeyboardInterrupt: it was asked for in the meantime.
        """
        if self.running:
            raise InternalError("this search is running in another thread; each thread needs one of its own")
        self.running = True
        with nogil:
            shortest_run(&self.s, expansions)
        self.running = False
        PyErr_CheckSignals()
        return OUTCOMES[self.s.outcome]

    def start_beam(self, u32 width, u64 memory):
        """Begin a beam search for a solution shorter than ``upper``; one that was under way is given up.

        Args:
            width: how many states of each length are kept.
            memory: bytes that the record of its states may take.

        Returns:
            Whether there is memory for it.
        """
        cdef bint ready
        if self.running:
            raise InternalError("this search is running in another thread; each thread needs one of its own")
        self.running = True
        with nogil:
            ready = beam_begin(&self.beam, &self.s, width, memory)
        self.running = False
        return ready

    def run_beam(self, int layers):
        """Go on with the beam search for so many layers, with the interpreter free for other threads.

        Returns:
            Whether it is done; then ``beam_length`` tells what it has found.

        Raises:
            KeyboardInterrupt: it was asked for in the meantime.
        """
        cdef bint done
        if self.running:
            raise InternalError("this search is running in another thread; each thread needs one of its own")
        self.running = True
        with nogil:
            done = beam_run(&self.beam, &self.s, layers)
        self.running = False
        PyErr_CheckSignals()
        return done

    @property
    def beam_length(self):
        """The length of the best solution of the last beam search, or None."""
        return None if self.beam.node == NULL or self.beam.best >= BEYOND else self.beam.best

    def beam_line(self):
        """Return the best solution of the last beam search, in the form of ``line``, and give back its memory.

        Raises:
            InternalError: it has found none.
        """
        cdef Line line
        cdef u32 path[MAX_PLAYS + 1]
        if self.running:
            raise InternalError("this search is running in another thread; each thread needs one of its own")
        if self.beam_length is None:
            raise InternalError("the beam search has found nothing")
        beam_line(&self.beam, &self.s, path, &line)
        beam_free(&self.beam)
        self.beam.best = BEYOND
        return as_places(&line)

    def lower_upper(self, int upper):
        """Look only for solutions shorter than this from now on."""
        if upper < self.s.upper:
            self.s.upper = upper

    def line(self):
        """Return the solution that was found as (card, place) pairs.

        The place is ``"up"`` for the foundation, ``"column"`` for an empty column, or the card that it is put on. Draws
        and recycles are not in it: they follow. There are ``length`` moves with the draws.

        Raises:
            InternalError: there is no solution, or the way to it cannot be found again.
        """
        cdef Line line
        cdef Key path[MAX_PLAYS + 1]
        if self.running:
            raise InternalError("this search is running in another thread; each thread needs one of its own")
        if self.s.outcome != FOUND:
            raise InternalError("no solution has been found")
        if not shortest_line(&self.s, path, &line):
            raise InternalError("the line to the solution is lost; please report this deal as a bug")
        return as_places(&line)

    @property
    def lower_bound(self):
        """No solution is shorter than this, as far as is proven."""
        return self.s.level

    @property
    def start_bound(self):
        """The lower bound of the start, before any search."""
        return self.s.start_cost + moves_left(&self.s, &self.s.start, BEYOND)

    @property
    def length(self):
        """The length of the solution that was found."""
        return self.s.length

    @property
    def stored(self):
        """States that are stored."""
        return self.s.states.count

    @property
    def expanded(self):
        """Expansions of states so far; a state can be expanded more than once."""
        return self.s.expanded

    @property
    def generated(self):
        """States that were generated."""
        return self.s.generated

    @property
    def table_bytes(self):
        """The size of the table of states in bytes."""
        return (self.s.states.slots + STATE_SLACK) * sizeof(State)

    @property
    def asked(self):
        """How often it was asked whether a position is lost."""
        return self.s.oracle.asked

    @property
    def asked_nodes(self):
        """The nodes that these questions took."""
        return self.s.oracle.nodes

    @property
    def asked_lost(self):
        """How many of these positions turned out to be lost."""
        return self.s.oracle.found

    @property
    def asked_undecided(self):
        """How many of these questions stayed open."""
        return self.s.oracle.undecided

    @property
    def ordered(self):
        """States left out because a stored one reaches them by draws alone."""
        return self.s.ordered

    @property
    def repeated(self):
        """States that were generated again."""
        return self.s.repeated
