"""Is a position winnable? The compiled search, as a Python object that is run in slices."""

from cpython.exc cimport PyErr_CheckSignals
from libc.string cimport memset

from cards cimport card_to_public, u32, u64
from engine cimport BROKEN, LOST, MOST_CARDS, WIN, WON, Search, search_free, search_init, search_run, winning_steps
from moves cimport MAX_STEPS, UP, Steps, children_of
from position cimport Game, Position, position_key
from reading cimport read_game
from table cimport SLACK, hash_key

from klondike_solver.errors import InternalError


cdef as_pairs(Steps *steps):
    if steps.count > MAX_STEPS:
        raise InternalError(f"a line of {steps.count} steps does not fit")
    return [(card_to_public(steps.step[i] & 63), bool(steps.step[i] & UP)) for i in range(steps.count)]


cdef class WinSearch:
    """A search for a win from one position, run in slices. An object is for one thread at a time.

    Cards are numbers 4 * rank + suit with ranks from 0 (ace) to 12 (king) and suits C D H S = 0 1 2 3. A deck of fewer
    ranks is given as its highest ranks, with the cards below them on the foundations.

    Args:
        columns: for each column its cards, head first.
        face_down: for each column how many of its cards are face down.
        foundations: the number of cards on each foundation, in the order C D H S.
        stock: the stock and the waste in the order in which they are drawn; the first ``waste`` lie on the waste.
        waste: how many cards lie on the waste.
        draw: cards in a draw, 1 to 24.
        recycles: how many more recycles are allowed, None for no limit.
        lowest: rank of the lowest cards in play: all lower ones stay on the foundations.
        take_back: whether cards may come back from the foundations.
        memory: bytes that the table may take; when they are used up, it forgets. Some two megabytes come on top.
        restarts: how many randomised runs may precede the exhaustive search.
        unit: nodes of the shortest of these runs.
        prover: whether the prover is asked, at the start and inside the search.
        glance_after: nodes below a component after which the prover examines one card in it.
        prove_after: nodes below a component after which it examines all of them.
        probe_after: nodes below a component after which it probes pairs of cards as well.
        deep_start: whether it does that at the start at once.
        most_cards: look for the most cards up instead of a win; ``"lost"`` then means that ``best`` is proven.
        safe_moves, forced_stock, take_back_ban, early_win: the reductions that can be switched off.

    Raises:
        UnsupportedError: the position does not fit the engine: more than seven columns or 24 stock cards, or so many
            originals and passes that a position does not fit into 64 bits.
        MemoryError: the first, small table could not be had.
    """

    cdef Search s
    cdef bint running

    def __cinit__(self, columns, face_down, foundations, stock, int waste, int draw, recycles, bint take_back,
                  u64 memory, int lowest, u64 restarts, u64 unit, bint prover, u64 glance_after, u64 prove_after,
                  u64 probe_after, bint deep_start, bint safe_moves, bint forced_stock, bint take_back_ban,
                  bint early_win, bint most_cards):
        cdef Game *g = &self.s.game
        memset(&self.s, 0, sizeof(Search))
        read_game(g, &self.s.start, columns, face_down, foundations, stock, waste, draw, recycles, take_back, lowest,
                  False)
        self.s.stages = restarts
        self.s.stage_unit = unit
        self.s.use_prover = prover
        self.s.probe_after = probe_after
        self.s.deep_start = deep_start
        self.s.glance_after = glance_after
        self.s.prove_after = prove_after
        g.use_safe_moves = safe_moves
        g.use_forced_stock = forced_stock
        g.use_take_back_ban = take_back_ban
        g.use_early_win = early_win
        self.s.goal = MOST_CARDS if most_cards else WIN
        cdef bint ready
        with nogil:
            ready = search_init(&self.s, memory)
        if not ready:
            raise MemoryError("no memory for the smallest table")

    def __dealloc__(self):
        search_free(&self.s)

    def run(self, u64 nodes):
        """Search on, for this many nodes at the most, with the interpreter free for other threads.

        Args:
            nodes: how many components to look up before returning.

        Returns:
            ``None`` while the question is open, else ``"won"``, ``"lost"`` or, when the search is done but a buffer
            of fixed size was too small to prove anything, ``"broken"``.

        Raises:
            KeyboardInterrupt: it was asked for in the meantime.
        """
        if self.running:
            raise InternalError("this search is running in another thread; each thread needs one of its own")
        self.running = True
        with nogil:
            search_run(&self.s, nodes)
        self.running = False
        PyErr_CheckSignals()
        if self.s.status == WON:
            return "won"
        if self.s.status == LOST:
            return "lost"
        if self.s.status == BROKEN:
            return "broken"
        return None

    def steps(self):
        """Return the winning line as (card, up) pairs: the card goes to its foundation if up, else to the tableau.

        Draws, recycles and run moves are not in it: they follow (see ``klondike_solver.realise``).

        Raises:
            InternalError: there is no win, or the line does not fit into its buffer.
        """
        cdef Steps steps
        if self.s.status != WON:
            raise InternalError("no win has been found")
        winning_steps(&self.s, &steps)
        return as_pairs(&steps)

    def best_steps(self):
        """Return a line to the most cards up that were seen, in the same form; it need not end in a win.

        Raises:
            InternalError: the search was not for the most cards, or the line does not fit into its buffer.
        """
        if self.s.goal != MOST_CARDS:
            raise InternalError("the search was not for the most cards")
        return self.steps() if self.s.status == WON else as_pairs(&self.s.best_steps)

    def repeat_key(self, u64 times):
        """Compute key and hash of the start position so often, for measurements.

        Returns:
            The exclusive or of the hashes of as many keys, so that no compiler leaves the work out.
        """
        cdef u64 mixed = 0
        cdef u64 i
        cdef Position p = self.s.start
        with nogil:
            for i in range(times):
                p.stock ^= <u32>(mixed & 1)
                mixed ^= hash_key(position_key(&self.s.game, &p))
        return mixed

    def repeat_children(self, u64 times):
        """Generate the children of the start position's component so often, for measurements; settle and hash them.

        Returns:
            How many children that was in all.
        """
        cdef u64 found = 0
        cdef u64 i
        if self.s.depth != 0:
            raise InternalError("children are measured before a search and not in the middle of one")
        with nogil:
            for i in range(times):
                children_of(&self.s.game, &self.s.start, &self.s.component, &self.s.frames[1].children)
                found += self.s.frames[1].children.count
        return found

    @property
    def best(self):
        """The most cards up that were seen, those below the lowest rank in play among them."""
        return self.s.best

    @property
    def best_bound(self):
        """An upper bound on the cards that can be up at once, from the start position without any search."""
        return self.s.best_bound

    @property
    def nodes(self):
        """Components looked up in the table so far."""
        return self.s.nodes

    @property
    def expanded(self):
        """Components whose children were generated."""
        return self.s.expanded

    @property
    def stored(self):
        """Components in the table: each is proven lost."""
        return self.s.table.count

    @property
    def table_bytes(self):
        """The size of the table in bytes."""
        return (self.s.table.slots + SLACK) * sizeof(u64)

    @property
    def forgotten(self):
        """Components that the table has forgotten for want of memory."""
        return self.s.table.forgotten

    @property
    def deepest(self):
        """The greatest number of irreversible moves on a path."""
        return self.s.deepest

    @property
    def asked(self):
        """How often the prover was asked about a component."""
        return self.s.asked

    @property
    def proven(self):
        """How often the prover showed that a component is lost."""
        return self.s.proven

    @property
    def start_proven(self):
        """Whether the prover alone has shown that the start is lost."""
        return bool(self.s.start_proven)

    @property
    def runs(self):
        """How many restarted runs have begun."""
        return self.s.stage
