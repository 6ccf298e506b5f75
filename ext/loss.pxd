# What the search for the smallest loss has in hand (leastloss.pxd): its stored positions and all that it counts.
#
# The second half of a stored state, from the low end: g, the loss so far (22 bits); f + 1 (22 bits, so that no entry is
# 0); the first 20 bits of the parent's hash.

from libc.stdlib cimport realloc

from cards cimport u32, u64
from concrete cimport Concrete
from moves cimport Component
from options cimport MAX_OPTIONS, Options
from oracle cimport Oracle
from points cimport Points
from position cimport Position
from closure cimport Prover
from states cimport State, States, states_after

cdef enum Outcome:
    SEARCHING
    PROVEN               # no line loses less than `upper`
    FULL                 # the memory is used up
    UNPROVEN             # a buffer was too small: the search is over and nothing more is proven

cdef enum:
    LOSS_BITS = 22
    LOSS = (1 << 22) - 1
    CLOSED = LOSS        # as f + 1: never again
    BEYOND = 1 << 24     # more than any loss
    TAG_BITS = 20
    MAX_PATH = 4096

cdef struct Ray:
    u64 key
    u64 value            # the smaller, the better

cdef struct LeastLoss:
    Points points
    States states
    Oracle oracle
    Prover prover        # for bounds on the cards that go up
    Concrete asked       # a position on its way to the oracle
    Position given
    Position start       # settled
    int start_loss
    u64 start_key
    int outcome
    int level
    int next_level
    int lower            # less is proven to be impossible
    int upper            # a line loses this
    int floor            # every line loses this by stopping where it does
    int miss             # what stopping loses at least in a position that is not won, if going on does not win either
    int least_down       # what a card of the stock loses at least if it is not up in the end,
    int least_straight   # if it never comes to the tableau,
    int least_played     # and in any case
    bint use_bound
    bint use_oracle
    bint is_lost         # the start, and so whatever comes of it
    u64 oracle_share
    u64 oracle_credit
    u64 cursor
    u64 cursor_hash
    u64 generation
    u64 *stack
    u64 stack_count
    u64 stack_room
    Ray *rays            # the layer of a beam search, and behind it the one that it makes
    u64 rays_room
    u64 layer
    u64 expanded
    u64 generated
    u64 repeated
    u64 bounded          # positions that the oracle or the prover has put off
    bint improved        # the best line is one of this search
    u64 best_parent      # the key of the stored position that it passes last,
    u64 best_child       # the one after it, 0: none,
    u32 best_vector      # and the foundations at its end
    Component component
    Options options
    int order[MAX_OPTIONS]
    int value[MAX_OPTIONS]


cdef inline int entry_g(u64 rest) noexcept nogil:
    return rest & LOSS


cdef inline int entry_f(u64 rest) noexcept nogil:
    return <int>((rest >> LOSS_BITS) & LOSS) - 1


cdef inline u64 entry(u64 parent, int f, int g) noexcept nogil:
    return ((parent >> (64 - TAG_BITS)) << (2 * LOSS_BITS)) | (<u64>(f + 1) << LOSS_BITS) | <u64>g


cdef inline void set_f(State *p, int f) noexcept nogil:
    p.rest = (p.rest & ~(<u64>LOSS << LOSS_BITS)) | (<u64>(f + 1) << LOSS_BITS)


cdef inline State *find_state(const States *t, u64 hash) noexcept nogil:
    cdef State *p = &t.slot[states_after(t, hash)]
    return p if p.rest and p.hash == hash else NULL


cdef inline bint reserve(LeastLoss *s, u64 size) noexcept nogil:
    # Take so many bytes from the room that the states may take. False: they have all of it.
    cdef u64 slots = size // sizeof(State)
    if s.states.slots + slots > s.states.max_slots:
        return False
    s.states.max_slots -= slots
    return True


cdef inline bint push(LeastLoss *s, u64 key) noexcept nogil:
    # What waits to be expanded takes its room from that of the states.
    cdef u64 *stack
    cdef u64 room = 2 * s.stack_room + 1024
    if s.stack_count == s.stack_room:
        stack = NULL
        if reserve(s, (room - s.stack_room) * sizeof(u64)):
            stack = <u64 *>realloc(s.stack, room * sizeof(u64))
        if stack == NULL:
            s.outcome = FULL
            return False
        s.stack = stack
        s.stack_room = room
    s.stack[s.stack_count] = key
    s.stack_count += 1
    return True


cdef inline void note(LeastLoss *s, int loss, u64 parent, u64 child, u32 vector) noexcept nogil:
    # A line can stop here and loses this.
    if loss < s.upper:
        s.upper = loss
        s.improved = True
        s.best_parent = parent
        s.best_child = child
        s.best_vector = vector
