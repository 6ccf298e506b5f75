# The stored states of the search for shortest solutions: 16 bytes each, found by an exact key.
#
# A state's key is the abstract position's (at most 64 bits) and 24 cross bits. A bijection turns the first part into a
# hash that depends on both; its lowest bits are the waste and the recycles as they are, so that positions that differ
# in these alone are neighbours. The states stand in ascending order of their hashes in one array with gaps (ordered
# linear probing, as in table.pxd, which tells how it grows in place). It grows by an eighth at a load of 86 %, so a
# state takes 16 / 0.76 = 21 bytes at the most. The order has two more uses: a walk over the array can go on after the
# array has grown; and a few bits of the parent's hash are enough to find the parent, wherever it has gone.
#
# The second half of an entry, from the low end: g, the moves from the start (10 bits); f, the level at which the state
# is expanded next (10 bits, never 0, so that no entry is 0); the first 20 bits of the parent's hash; the cross bits.

from libc.stdlib cimport calloc
from libc.string cimport memmove, memset

from cards cimport KL_ALL, bit, kl_ctz, kl_mulhi, kl_popcount, kl_prefetch, u32, u64
from concrete cimport Concrete, Metric, cross_key, set_crosses
from pages cimport kl_grow, kl_release
from position cimport Game, Position

cdef enum:
    STATE_SLACK = 512
    STATE_FIRST_SLOTS = 4096
    STATE_FULL_PERCENT = 88
    STATE_GROWTH = 10
    PARENT_BITS = 20
    NUMBER = 1023        # ten bits
    CLOSED = 1023        # as f: never again

cdef struct Key:
    u64 hash
    u32 cross

cdef struct State:
    u64 hash
    u64 rest             # 0 marks a gap

cdef struct States:
    State *slot
    u64 reserved         # as pages.pxd tells
    u64 slots
    u64 count
    u64 grow_at
    u64 max_slots
    u64 generation       # how often the array has grown: then all places have changed
    u64 dropped          # states that were lost in growing


cdef inline u64 mix_cross(u32 cross) noexcept nogil:
    cdef u64 x = (<u64>cross + 1) * 0x9E3779B97F4A7C15ULL
    return x ^ (x >> 29)


cdef inline u64 mix(u64 x, int bits) noexcept nogil:
    # A bijection of the numbers of so many bits.
    cdef u64 mask = ((<u64>1) << bits) - 1
    cdef int half = (bits + 1) >> 1
    x ^= x >> half
    x = (x * 0xD6E8FEB86659FD93ULL) & mask
    x ^= x >> half
    x = (x * 0xD6E8FEB86659FD93ULL) & mask
    return x ^ (x >> half)


cdef inline u64 unmix(u64 x, int bits) noexcept nogil:
    # The inverse: a shift by half the width undoes itself, the factor is the odd multiplier's inverse modulo 2^64.
    cdef u64 mask = ((<u64>1) << bits) - 1
    cdef int half = (bits + 1) >> 1
    x ^= x >> half
    x = (x * 0xCFEE444D8B59A89BULL) & mask
    x ^= x >> half
    x = (x * 0xCFEE444D8B59A89BULL) & mask
    return x ^ (x >> half)


cdef inline Key key_of(const Metric *m, const Concrete *s) noexcept nogil:
    cdef const Game *g = &m.game
    cdef u32 f = s.at.foundations
    cdef u64 base = (f & 15) + 14 * (((f >> 4) & 15) + 14 * (((f >> 8) & 15) + 14 * <u64>(f >> 12)))
    cdef int bits = 64 - m.pass_bits
    cdef Key key
    key.cross = cross_key(s)
    base = ((base * g.code_radix + s.at.code) << g.stock_bits) | s.at.stock
    base ^= mix_cross(key.cross) & (((<u64>1) << bits) - 1)
    key.hash = (mix(base, bits) << m.pass_bits) | (s.at.waste * g.recycle_radix + s.at.recycles)
    return key


cdef inline int state_g(u64 rest) noexcept nogil:
    return rest & NUMBER


cdef inline int state_f(u64 rest) noexcept nogil:
    return (rest >> 10) & NUMBER


cdef inline u32 state_cross(u64 rest) noexcept nogil:
    return <u32>(rest >> 40)


cdef inline u64 state_parent(u64 rest) noexcept nogil:
    return (rest >> 20) & ((1 << PARENT_BITS) - 1)


cdef inline u64 make_rest(u32 cross, u64 parent_hash, int f, int g) noexcept nogil:
    return (<u64>cross << 40) | ((parent_hash >> (64 - PARENT_BITS)) << 20) | (<u64>f << 10) | <u64>g


cdef inline u64 states_full_at(u64 slots) noexcept nogil:
    return slots * STATE_FULL_PERCENT // 100


cdef inline bint states_init(States *t, u64 memory) noexcept nogil:
    # memory: bytes at the most, or the first size. False: out of memory.
    t.max_slots = memory // sizeof(State)
    t.max_slots = t.max_slots - STATE_SLACK if t.max_slots > STATE_SLACK else 0
    if t.max_slots < STATE_FIRST_SLOTS:
        t.max_slots = STATE_FIRST_SLOTS
    t.slots = STATE_FIRST_SLOTS
    t.count = 0
    t.generation = 0
    t.dropped = 0
    t.grow_at = states_full_at(t.slots)
    t.reserved = 0
    t.slot = <State *>calloc(t.slots + STATE_SLACK, sizeof(State))
    return t.slot != NULL


cdef inline void states_free(States *t) noexcept nogil:
    kl_release(t.slot, t.reserved)
    t.slot = NULL


cdef inline void states_prefetch(const States *t, u64 hash) noexcept nogil:
    kl_prefetch(&t.slot[kl_mulhi(hash, t.slots)])


cdef inline State *states_find(const States *t, Key key) noexcept nogil:
    # The state with this key, or NULL.
    cdef State *p = &t.slot[kl_mulhi(key.hash, t.slots)]
    while p.rest and p.hash < key.hash:
        p += 1
    while p.rest and p.hash == key.hash:
        if state_cross(p.rest) == key.cross:
            return p
        p += 1
    return NULL


cdef inline u64 states_after(const States *t, u64 hash) noexcept nogil:
    # The first place whose state does not come before this hash, or a gap where it would stand.
    cdef u64 i = kl_mulhi(hash, t.slots)
    while t.slot[i].rest and t.slot[i].hash < hash:
        i += 1
    return i


cdef inline bint states_grow(States *t) noexcept nogil:
    # Enlarge by an eighth, or as far as the bound allows. False: it is as large as it may be or can be.
    cdef u64 slots = t.slots + t.slots // STATE_GROWTH
    cdef u64 old_total, total, read, write, i, home
    cdef State *p
    if slots > t.max_slots:
        slots = t.max_slots
    if slots <= t.slots:
        return False
    p = <State *>kl_grow(
        t.slot, (t.slots + STATE_SLACK) * sizeof(State), (slots + STATE_SLACK) * sizeof(State), (t.max_slots + STATE_SLACK) * sizeof(State),
        &t.reserved,
    )
    if p == NULL:
        t.max_slots = t.slots
        return False
    t.slot = p
    old_total = t.slots + STATE_SLACK
    total = slots + STATE_SLACK
    read = total
    i = old_total
    while i > 0:
        i -= 1
        if p[i].rest:
            read -= 1
            p[read] = p[i]
    write = 0
    while read < total:
        home = kl_mulhi(p[read].hash, slots)
        if home > read or write == total - 1:
            # No room behind its home: absurd luck (see table.pxd), but then nothing can be proven any more.
            t.count -= 1
            t.dropped += 1
            read += 1
            continue
        if home > write:
            memset(&p[write], 0, (home - write) * sizeof(State))
            write = home
        p[write] = p[read]
        write += 1
        read += 1
    if write < total:
        memset(&p[write], 0, (total - write) * sizeof(State))
    t.slots = slots
    t.grow_at = states_full_at(slots)
    t.generation += 1
    return True


cdef inline bint states_add(States *t, u64 hash, u64 rest) noexcept nogil:
    # Store a state that is not there. False: there is no room.
    cdef u64 i, gap, total
    if t.count >= t.grow_at and not states_grow(t):
        return False
    total = t.slots + STATE_SLACK
    i = states_after(t, hash)
    gap = i
    while gap < total and t.slot[gap].rest:
        gap += 1
    if gap >= total - 1:
        # The last slot stays a gap, so that every search ends. It takes absurd luck to come here.
        return False
    memmove(&t.slot[i + 1], &t.slot[i], (gap - i) * sizeof(State))
    t.slot[i].hash = hash
    t.slot[i].rest = rest
    t.count += 1
    return True


cdef inline void decode(const Metric *m, Key key, Concrete *s) noexcept nogil:
    # The state with this key.
    cdef const Game *g = &m.game
    cdef int bits = 64 - m.pass_bits
    cdef u64 number = unmix(key.hash >> m.pass_bits, bits) ^ (mix_cross(key.cross) & (((<u64>1) << bits) - 1))
    cdef u32 turned = key.hash & (((<u64>1) << m.pass_bits) - 1)
    cdef Position *p = &s.at
    cdef u64 heights, quotient
    cdef u64 elsewhere = 0
    cdef u32 code, stock
    cdef int i, count, suit
    p.waste = turned // g.recycle_radix
    p.recycles = turned - p.waste * g.recycle_radix
    stock = <u32>(number & (((<u64>1) << g.stock_bits) - 1))
    p.stock = stock
    number >>= g.stock_bits
    heights = number // g.code_radix
    code = <u32>(number - heights * g.code_radix)
    p.code = code
    p.foundations = 0
    for suit in range(4):
        quotient = heights // 14
        count = <int>(heights - quotient * 14)
        heights = quotient
        p.foundations |= <u32>count << (suit << 2)
        elsewhere |= m.raised[suit][count]
    while stock:
        elsewhere |= bit(g.stock_card[kl_ctz(stock)])
        stock &= stock - 1
    p.visible = 0
    p.heads = 0
    p.hidden = 0
    for i in range(g.columns - 1, -1, -1):
        count = code // g.radix[i]
        code -= count * g.radix[i]
        p.originals[i] = count
        if count:
            elsewhere |= m.prefix[i][count]
            p.visible |= m.prefix[i][count] ^ m.prefix[i][count - 1]
            p.heads += 1
            p.hidden += count - 1
    p.free = KL_ALL & ~elsewhere
    p.visible |= p.free
    set_crosses(s, key.cross)


cdef inline bint states_look(const States *t, const Metric *m, const Concrete *s, Key key, int g, bint order,
                             State **found) noexcept nogil:
    # Look for a state (found is NULL if it is not there). With order, tell whether another one makes it needless: one
    # that comes to the same position by draws alone, in no more moves than g and no more recycles.
    cdef u64 group = key.hash >> m.pass_bits
    cdef State *p = &t.slot[kl_mulhi(key.hash if not order else group << m.pass_bits, t.slots)]
    cdef u64 least = group << m.pass_bits if order else key.hash
    cdef int left, waste, recycles, cost, n, here
    cdef u32 turned
    found[0] = NULL
    while p.rest and p.hash < least:
        p += 1
    if not order:
        while p.rest and p.hash == key.hash:
            if state_cross(p.rest) == key.cross:
                found[0] = p
                return False
            p += 1
        return False
    n = m.game.draw
    here = s.at.waste
    while p.rest and p.hash >> m.pass_bits == group:
        if state_cross(p.rest) == key.cross:
            if p.hash == key.hash:
                found[0] = p
                if state_g(p.rest) <= g:
                    return True
            elif state_g(p.rest) < g:
                turned = p.hash & (((<u64>1) << m.pass_bits) - 1)
                waste = turned // m.game.recycle_radix
                recycles = turned - waste * m.game.recycle_radix
                left = kl_popcount(s.at.stock)
                if recycles <= s.at.recycles:
                    # Draws that end exactly with this waste, in the same pass or the next.
                    if waste <= here and ((here - waste) % n == 0 or here == left):
                        cost = (here - waste + n - 1) // n
                    elif here % n == 0 and (m.game.unlimited or recycles < s.at.recycles):
                        cost = (left - waste + n - 1) // n + m.recycle_cost + here // n
                    else:
                        cost = NUMBER
                    if state_g(p.rest) + cost <= g:
                        return True
        p += 1
    return False
