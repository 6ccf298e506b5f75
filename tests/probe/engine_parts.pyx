# cython: language_level=3
"""The parts of the compiled engine that no question to the whole of it tests well: its table and its keys."""

from libc.string cimport memset

from cards cimport (
    kl_ctz,
    kl_high,
    kl_mulhi,
    kl_plain_ctz,
    kl_plain_high,
    kl_plain_mulhi,
    kl_plain_popcount,
    kl_popcount,
    u64,
)
from position cimport Game, Position, position_key
from table cimport (
    SLACK,
    Table,
    hash_key as c_hash_key,
    table_add,
    table_free,
    table_has,
    table_init,
)


cdef class HashTable:
    cdef Table table

    def __cinit__(self, u64 memory):
        if not table_init(&self.table, memory):
            raise MemoryError

    def __dealloc__(self):
        table_free(&self.table)

    def add(self, u64 hash):
        table_add(&self.table, hash)

    def __contains__(self, u64 hash):
        return table_has(&self.table, hash)

    def __len__(self):
        return self.table.count

    @property
    def forgotten(self):
        return self.table.forgotten

    @property
    def bytes(self):
        return (self.table.slots + SLACK) * sizeof(u64)

    def slots(self):
        return [self.table.slot[i] for i in range(self.table.slots + SLACK)]


def hash_key(u64 key):
    return c_hash_key(key)


def key(heights, code, code_radix, stock, stock_bits, waste, recycles, recycle_radix):
    """The key of a position that has these parts; heights in the order D H C S."""
    cdef Game g
    cdef Position p
    memset(&g, 0, sizeof(g))
    memset(&p, 0, sizeof(p))
    g.code_radix = code_radix
    g.stock_bits = stock_bits
    g.waste_radix = stock_bits + 1
    g.recycle_radix = recycle_radix
    for i in range(4):
        p.foundations |= heights[i] << (4 * i)
    p.code = code
    p.stock = stock
    p.waste = waste
    p.recycles = recycles
    return position_key(&g, &p)


def bits(u64 a, u64 b):
    """Places of the lowest and the highest bit of a, ones in a, upper half of a times b: the engine's, and in plain C."""
    return [
        (kl_ctz(a), kl_high(a), kl_popcount(a), kl_mulhi(a, b)),
        (kl_plain_ctz(a), kl_plain_high(a), kl_plain_popcount(a), kl_plain_mulhi(a, b)),
    ]
