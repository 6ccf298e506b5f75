# Cards as bits: the layout that every other file of the compiled engines builds on.
#
# A card is 4 * rank + k, with k = suit ^ 2 at odd ranks and k = suit at even ones, where the suits count D H C S. So
# the two cards of one rank and colour (*twins*) are neighbours, in bits 0-1 or 2-3 of their rank, and the two *parents*
# of a card (one rank higher, other colour) stand exactly four bits above its own pair: all pairs at once are handled by
# one shift. A *pair field* is two bits wide and begins at the card number of its even member.

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

ctypedef uint8_t u8
ctypedef uint16_t u16
ctypedef uint32_t u32
ctypedef uint64_t u64

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(_MSC_VER)
      #include <intrin.h>
      static inline int kl_ctz(uint64_t x) { unsigned long i; _BitScanForward64(&i, x); return (int)i; }
      static inline int kl_high(uint64_t x) { unsigned long i; _BitScanReverse64(&i, x); return (int)i; }
      static inline int kl_popcount(uint64_t x) { return (int)__popcnt64(x); }
      static inline uint64_t kl_mulhi(uint64_t a, uint64_t b) { return __umulh(a, b); }
      static inline void kl_prefetch(const void *p) { _mm_prefetch((const char *)p, 1); }
    #else
      static inline int kl_ctz(uint64_t x) { return __builtin_ctzll(x); }
      static inline int kl_high(uint64_t x) { return 63 - __builtin_clzll(x); }
      #if defined(__POPCNT__)
        static inline int kl_popcount(uint64_t x) { return __builtin_popcountll(x); }
      #else /* without the instruction, adding up in parallel beats the library's table */
        static inline int kl_popcount(uint64_t x) {
            x -= (x >> 1) & UINT64_C(0x5555555555555555);
            x = (x & UINT64_C(0x3333333333333333)) + ((x >> 2) & UINT64_C(0x3333333333333333));
            return (int)((((x + (x >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F)) * UINT64_C(0x0101010101010101)) >> 56);
        }
      #endif
      static inline uint64_t kl_mulhi(uint64_t a, uint64_t b) { return (uint64_t)(((unsigned __int128)a * b) >> 64); }
      static inline void kl_prefetch(const void *p) { __builtin_prefetch(p); }
    #endif
    #define KL_LOW UINT64_C(0x5555555555555)   /* the low bit of every pair field of the 52 cards */
    #define KL_ALL UINT64_C(0xFFFFFFFFFFFFF)   /* all 52 cards */
    #define KL_KINGS UINT64_C(0xF000000000000) /* the four of the highest rank */
    """
    int kl_ctz(u64 x) noexcept nogil          # undefined for 0, as the instruction is
    int kl_high(u64 x) noexcept nogil         # the number of the highest bit; undefined for 0
    int kl_popcount(u64 x) noexcept nogil
    u64 kl_mulhi(u64 a, u64 b) noexcept nogil
    void kl_prefetch(const void *p) noexcept nogil
    const u64 KL_LOW
    const u64 KL_ALL
    const u64 KL_KINGS


cdef inline u64 bit(int card) noexcept nogil:
    return (<u64>1) << card


cdef inline int rank_of(int card) noexcept nogil:
    return card >> 2


cdef inline int suit_of(int card) noexcept nogil:
    # In the order D H C S; the suits of the other colour are suit ^ 2 and suit ^ 3, the twin's is suit ^ 1.
    return (card & 3) ^ ((card >> 1) & 2)


cdef inline int card_at(int rank, int suit) noexcept nogil:
    return (rank << 2) | (suit ^ ((rank & 1) << 1))


cdef inline int card_from_public(int number) noexcept nogil:
    # Outside the compiled code a card is 4 * rank + suit with the suits in the order C D H S.
    cdef int suit = number & 3
    if suit == 0:
        suit = 2
    elif suit != 3:
        suit -= 1
    return card_at(number >> 2, suit)


cdef inline int card_to_public(int card) noexcept nogil:
    cdef int suit = suit_of(card)
    if suit == 2:
        suit = 0
    elif suit != 3:
        suit += 1
    return (rank_of(card) << 2) | suit
