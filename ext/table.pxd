# The transposition table: a set of 64-bit hashes in which membership is exact.
#
# Hashes come from a bijection of the position keys (hash_key), so equal hashes mean equal keys. They stand in ascending
# order in one array with gaps (ordered linear probing): a hash h stands at or after slot h * slots / 2^64, with no gap
# between that slot and its own. A search for an absent hash can stop at the first greater one; and growing needs no
# second array: the hashes are pushed to the end of the enlarged array and laid out again from the front.
# The table grows by a sixth at a load of 82 % (FULL_PERCENT, GROWTH), so a stored state costs at most 8 / 0.7 = 11.4
# bytes once the table is past its first size. At its memory bound it forgets: a new hash overwrites its greater
# neighbour. Every stored hash is a fact by itself, so forgetting costs time and never truth. (Growing is in place where
# the system can extend or remap a large block, as Linux does; elsewhere realloc copies, with both blocks for a moment.)

from libc.stdint cimport SIZE_MAX
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memset

from cards cimport kl_mulhi, kl_prefetch, u64

cdef enum:
    SLACK = 512          # slots after the last home slot, for the runs that begin near the end
    FIRST_SLOTS = 4096
    FULL_PERCENT = 82    # the load at which it grows
    GROWTH = 6           # by one part in so many
    CRAMMED_PERCENT = 90 # the load up to which gaps are used when it cannot grow

cdef struct Table:
    u64 *slot            # 0 marks a gap; hash_key() gives 0 for the key 0 only, and no position has that key
    u64 slots            # home slots; SLACK more follow them
    u64 count
    u64 grow_at          # count at which it grows next
    u64 max_slots        # by the memory bound
    u64 forgotten


cdef inline u64 hash_key(u64 key) noexcept nogil:
    # A bijection (xor-shifts and odd multipliers), so that no two positions ever share a hash; 0 stays 0.
    key ^= key >> 32
    key *= 0xD6E8FEB86659FD93ULL
    key ^= key >> 32
    key *= 0xD6E8FEB86659FD93ULL
    key ^= key >> 32
    return key


cdef inline u64 full_at(u64 slots) noexcept nogil:
    return slots * FULL_PERCENT // 100


cdef inline bint table_init(Table *t, u64 memory) noexcept nogil:
    # memory: bytes at the most; a bound below the first size is taken as the first size. False: out of memory.
    if memory > <u64>SIZE_MAX:
        memory = SIZE_MAX  # as of a system of 32 bits
    t.max_slots = memory // sizeof(u64)
    t.max_slots = t.max_slots - SLACK if t.max_slots > SLACK else 0
    if t.max_slots < FIRST_SLOTS:
        t.max_slots = FIRST_SLOTS
    t.slots = FIRST_SLOTS
    t.count = 0
    t.forgotten = 0
    t.grow_at = full_at(t.slots)
    t.slot = <u64 *>calloc(t.slots + SLACK, sizeof(u64))
    return t.slot != NULL


cdef inline void table_free(Table *t) noexcept nogil:
    free(t.slot)
    t.slot = NULL


cdef inline void table_prefetch(const Table *t, u64 hash) noexcept nogil:
    kl_prefetch(&t.slot[kl_mulhi(hash, t.slots)])


cdef inline bint table_has(const Table *t, u64 hash) noexcept nogil:
    cdef const u64 *p = &t.slot[kl_mulhi(hash, t.slots)]
    # A gap is 0 and hashes are not, so p[0] - 1 >= hash - 1 (unsigned) holds at a gap and at any hash not below ours.
    while p[0] - 1 < hash - 1:
        p += 1
    return p[0] == hash


cdef inline bint table_grow(Table *t) noexcept nogil:
    # Enlarge by a sixth, or as far as the bound allows. False: it is as large as it may be or can be.
    cdef u64 slots = t.slots + t.slots // GROWTH
    cdef u64 total, old_total, read, write, i, home, hash
    cdef u64 *p
    if slots > t.max_slots:
        slots = t.max_slots
    if slots <= t.slots:
        return False
    p = <u64 *>realloc(t.slot, (slots + SLACK) * sizeof(u64))
    if p == NULL:
        t.max_slots = t.slots
        return False
    old_total = t.slots + SLACK
    total = slots + SLACK
    t.slot = p
    read = total
    i = old_total
    while i > 0:
        i -= 1
        if p[i]:
            read -= 1
            p[read] = p[i]
    # Now lay them out from the front. As long as the layout fits into the array, a write never passes its read: the
    # hashes from the k-th on need as many slots as stand from its packed place to the end. It fits but for absurd
    # luck, thanks to SLACK; what does not fit is forgotten. The last slot stays a gap, so that searches stop.
    write = 0
    while read < total:
        hash = p[read]
        home = kl_mulhi(hash, slots)
        if home > read or write == total - 1:
            t.count -= 1
            t.forgotten += 1
            read += 1
            continue
        if home > write:
            memset(&p[write], 0, (home - write) * sizeof(u64))
            write = home
        p[write] = hash
        write += 1
        read += 1
    if write < total:
        memset(&p[write], 0, (total - write) * sizeof(u64))
    t.slots = slots
    t.grow_at = full_at(slots)
    return True


cdef inline void table_add(Table *t, u64 hash) noexcept nogil:
    # Store a hash that is not there yet, or forget another one for it when the table is full.
    cdef u64 *p
    cdef u64 *end
    cdef u64 carried, next
    if t.count >= t.grow_at:
        table_grow(t)
    p = &t.slot[kl_mulhi(hash, t.slots)]
    end = &t.slot[t.slots + SLACK]
    while p[0] - 1 < hash - 1:
        p += 1
    if p[0] == hash:
        return
    if p == end - 1:
        # The last slot stays a gap, so that searches stop.
        t.forgotten += 1
        return
    if t.count >= t.grow_at:
        # At the bound. Overwriting the next greater hash keeps the order and leaves no new gap.
        if p[0]:
            t.forgotten += 1
            p[0] = hash
            return
        if t.count >= t.slots * CRAMMED_PERCENT // 100:
            t.forgotten += 1
            return
    t.count += 1
    carried = hash
    while p[0]:
        next = p[0]
        p[0] = carried
        carried = next
        p += 1
        if p == end - 1:
            # The same for a hash that was pushed there.
            t.count -= 1
            t.forgotten += 1
            return
    p[0] = carried
