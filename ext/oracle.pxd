# Is a position lost? The winnability engine, asked about very many positions in turn.
#
# All its tables are shared between the questions: components proven lost, and components that need not be asked about
# again: those on a winning line, and those that a search of few nodes left open. An answer "lost" is always right; one
# that is open counts as not lost.

from cards cimport kl_popcount, u64
from concrete cimport Concrete
from engine cimport LOST, RUNNING, WON, Search, begin_run, search_free, search_run
from moves cimport settle
from position cimport is_surely_won, position_key
from stock cimport waste_class
from table cimport Table, hash_key, table_add, table_free, table_has, table_init, table_prefetch

cdef struct Oracle:
    Search search        # its table: what it found out on the way
    Table lost           # what was asked about and is lost, ...
    Table open           # ... is won, or not settled; and what lies on a winning line
    u64 cap              # nodes a question may take
    u64 asked
    u64 nodes
    u64 found            # how often the answer was "lost"
    u64 undecided


cdef inline bint oracle_init(Oracle *o, u64 memory) noexcept nogil:
    # The tables beside the search's own, of so many bytes each at the most. False: out of memory.
    return table_init(&o.lost, memory) and table_init(&o.open, memory)


cdef inline bint is_lost(Oracle *o, const Concrete *s) noexcept nogil:
    # What is found out on the way to an answer is kept, too: found out again and again, it costs more than it saves.
    cdef Search *e = &o.search
    cdef u64 hash
    cdef int d
    e.start = s.at
    if e.game.unlimited:
        e.start.waste = waste_class(kl_popcount(s.at.stock), s.at.waste, e.game.draw)
    settle(&e.game, &e.start, NULL)
    if is_surely_won(&e.game, &e.start):
        return False
    hash = hash_key(position_key(&e.game, &e.start))
    table_prefetch(&o.lost, hash)
    table_prefetch(&e.table, hash)
    if table_has(&o.open, hash):
        return False
    if table_has(&o.lost, hash) or table_has(&e.table, hash):
        return True
    o.asked += 1
    e.status = RUNNING
    e.nodes = 0
    e.start_probed = True
    begin_run(e)
    search_run(e, o.cap)
    o.nodes += e.nodes
    if e.status == LOST:
        o.found += 1
        table_add(&o.lost, hash)
        return True
    if e.status == WON:
        for d in range(e.depth + 1):
            if not table_has(&o.open, e.frames[d].hash):
                table_add(&o.open, e.frames[d].hash)
        return False
    if e.status != WON:
        o.undecided += 1
    table_add(&o.open, hash)
    return False


cdef inline void oracle_free(Oracle *o) noexcept nogil:
    search_free(&o.search)
    table_free(&o.lost)
    table_free(&o.open)
