"""The best score that can be reached: the compiled search, as a Python object that is run in slices."""

from cpython.exc cimport PyErr_CheckSignals
from libc.string cimport memset

from cards cimport card_to_public, u64
from closure cimport prover_begin
from engine cimport WIN, WON, search_init
from oracle cimport oracle_init
from leastloss cimport leastloss_begin, leastloss_free, leastloss_run
from loss cimport FULL, MAX_PATH, PROVEN, SEARCHING, UNPROVEN, LeastLoss
from lossline cimport leastloss_line
from moves cimport MAX_STEPS, UP, Steps
from points cimport points_init
from position cimport Position
from rays cimport beam_begin, beam_layer
from reading cimport read_game
from states cimport STATE_SLACK, State, states_init

from klondike_solver.errors import InternalError, UnsupportedError

OUTCOMES = {SEARCHING: None, PROVEN: "proven", FULL: "full", UNPROVEN: "unproven"}


cdef class ScoreSearch:
    """A search for the line of play that loses the least, run in slices. An object is for one thread at a time.

    Cards, and the arguments up to ``lowest``, are as for ``WinSearch``. What is lost is told in ``docs/score.md``; all
    losses are whole numbers, 0 or more, and those that stopping at once loses together are below 2^22.

    Args:
        up, back, stock_up, stock_down, turn, turn_over: what is lost when a card goes up from the tableau, comes back, goes
            up from the waste, goes to the tableau from there, when one is turned up, and for each recycle.
        rest_down, rest_up, rest_stock, rest_hidden: what stopping loses for each card of the tableau, of the
            foundations, of stock and waste, and besides for each that is face down.
        components: whether going up and coming back are both free of loss.
        safe_moves: whether a safe card goes up at once; ...
        safe_stock: ... one of the stock as well, and so those that could lie on it.
        take_back_ban: whether a card that would be safe is not taken back.
        upper: some line is known to lose no more.
        floor: what every line loses at least by stopping where it does.
        miss: what a line loses at least by stopping, if it does not win and could not by going on.
        memory: bytes that the stored positions may take.
        oracle_memory: bytes for what is known about which positions are lost.
        oracle_nodes: nodes that the question whether a position is lost may take; 0: it is never asked.
        oracle_share: such questions take one node for so many generated positions at the most, ...
        oracle_credit: ... and so many more for each position that turned out to be lost.
        oracle_recycles: how many recycles are ever worth paying for; None for no limit.
        closure_bound: whether positions are put off by what can never happen in them; else nothing is asked, either.
        is_lost: whether the position is known to be lost.

    Raises:
        UnsupportedError: the position does not fit the engine.
        MemoryError: the first, small table could not be had.
    """

    cdef LeastLoss s
    cdef bint running

    def __cinit__(self, columns, face_down, foundations, stock, int waste, int draw, recycles, bint take_back,
                  int lowest, *, int up, int back, int stock_up, int stock_down, int turn, int turn_over, int rest_down,
                  int rest_up, int rest_stock, int rest_hidden, bint components, bint safe_moves, bint safe_stock,
                  bint take_back_ban, int upper, int floor, int miss, u64 memory, u64 oracle_memory,
                  u64 oracle_nodes, u64 oracle_share, u64 oracle_credit, oracle_recycles, bint closure_bound,
                  bint is_lost):
        memset(&self.s, 0, sizeof(LeastLoss))
        read_game(&self.s.points.game, &self.s.given, columns, face_down, foundations, stock, waste, draw, recycles,
                  take_back, lowest, turn_over > 0)
        self.s.points.game.use_take_back_ban = take_back_ban
        self.s.points.up = up
        self.s.points.back = back
        self.s.points.stock_up = stock_up
        self.s.points.stock_down = stock_down
        self.s.points.turn = turn
        self.s.points.turn_over = turn_over
        self.s.points.rest_down = rest_down
        self.s.points.rest_up = rest_up
        self.s.points.rest_stock = rest_stock
        self.s.points.rest_hidden = rest_hidden
        self.s.points.use_components = components
        self.s.points.use_safe_moves = safe_moves
        self.s.points.use_safe_stock = safe_stock
        points_init(&self.s.points)
        self.s.upper = upper
        self.s.floor = floor
        self.s.miss = miss
        self.s.least_down = min(rest_stock, stock_down + rest_down)
        self.s.least_straight = min(rest_stock, stock_up)
        self.s.least_played = min(rest_stock, stock_up, stock_down)
        self.s.is_lost = is_lost
        self.s.oracle_share = max(1, oracle_share)
        self.s.oracle_credit = oracle_credit
        if not states_init(&self.s.states, memory):
            raise MemoryError("no memory for the smallest table")
        if closure_bound:
            try:
                read_game(&self.s.oracle.search.game, &self.s.oracle.search.start, columns, face_down, foundations, stock,
                          waste, draw, oracle_recycles, take_back, lowest, False)
            except UnsupportedError:
                pass  # With so many recycles its keys do not fit; the search does without.
            else:
                prover_begin(&self.s.prover)
                self.s.use_bound = True
                if oracle_nodes > 0:
                    self.start_oracle(oracle_memory, oracle_nodes)
        leastloss_begin(&self.s)

    cdef int start_oracle(self, u64 memory, u64 nodes) except -1:
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
        if not (search_init(&self.s.oracle.search, memory // 2) and oracle_init(&self.s.oracle, memory // 4)):
            raise MemoryError("no memory for the smallest table")
        # What plays itself to the end is never lost; nothing has to be asked.
        self.s.use_oracle = self.s.oracle.search.status != WON
        return 0

    def __dealloc__(self):
        leastloss_free(&self.s)

    def run(self, u64 expansions):
        """Search on until so many more positions have been expanded, with the interpreter free for other threads.

        Returns:
            ``None`` while the question is open, else ``"proven"``: no line loses less than ``upper``; ``"full"``: the
            memory is used up; ``"unproven"``: a buffer of fixed size was too small to prove more.

        Raises:
            KeyboardInterrupt: it was asked for in the meantime.
        """
        if self.running:
            raise InternalError("this search is running in another thread; each thread needs one of its own")
        self.running = True
        with nogil:
            leastloss_run(&self.s, expansions)
        self.running = False
        PyErr_CheckSignals()
        return OUTCOMES[self.s.outcome]

    def beam(self, u64 width, u64 expansions):
        """Look for good lines by one more layer of a beam search, instead of ``run``.

        Args:
            width: how many positions of a layer are kept.
            expansions: how many positions to expand at the most.

        Returns:
            Whether there is another layer.

        Raises:
            KeyboardInterrupt: it was asked for in the meantime.
        """
        cdef bint more = True
        if self.running:
            raise InternalError("this search is running in another thread; each thread needs one of its own")
        if self.s.outcome != SEARCHING:
            return False
        self.running = True
        with nogil:
            if self.s.rays == NULL:
                more = beam_begin(&self.s)
            more = more and beam_layer(&self.s, width, expansions)
        self.running = False
        PyErr_CheckSignals()
        return more

    def learn(self, int upper):
        """Take into account that some line loses no more than this, if that is news."""
        if upper < self.s.upper:
            self.s.upper = upper
            self.s.improved = False

    def steps(self):
        """Return the best line of this search as ``WinSearch.steps`` does; None if none is better than was known.

        It may lose even less than ``upper``, where a position that it passes has been reached at less loss since then. It
        is None, too, if it went through a position that was lost when the table grew.

        Raises:
            InternalError: the line does not fit into its buffer, or the way to it cannot be found again.
        """
        cdef Steps steps
        cdef u64 path[MAX_PATH]
        cdef bint is_there
        if not self.s.improved:
            return None
        is_there = leastloss_line(&self.s, path, &steps)
        if not is_there and self.s.states.dropped:
            return None
        if not is_there or steps.count > MAX_STEPS:
            raise InternalError("the line to the best score is lost; please report this deal as a bug")
        return [(card_to_public(steps.step[i] & 63), bool(steps.step[i] & UP)) for i in range(steps.count)]

    @property
    def lower(self):
        """No line loses less than this, as far as is proven."""
        return min(self.s.lower, self.s.upper)

    @property
    def upper(self):
        """The least loss of a line that is known."""
        return self.s.upper

    @property
    def stored(self):
        """Positions that are stored."""
        return self.s.states.count

    @property
    def expanded(self):
        """Expansions of positions so far; a position can be expanded more than once."""
        return self.s.expanded

    @property
    def generated(self):
        """Positions that were generated."""
        return self.s.generated

    @property
    def table_bytes(self):
        """The size of the table of positions in bytes."""
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
    def bounded(self):
        """Positions that were put off since every line from there loses too much."""
        return self.s.bounded
