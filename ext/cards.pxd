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

    /* In plain C, for any compiler and any processor, of 32 bits too. */
    static inline int kl_plain_popcount(uint64_t x) {
        x -= (x >> 1) & UINT64_C(0x5555555555555555);
        x = (x & UINT64_C(0x3333333333333333)) + ((x >> 2) & UINT64_C(0x3333333333333333));
        return (int)((((x + (x >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F)) * UINT64_C(0x0101010101010101)) >> 56);
    }
    static inline int kl_plain_ctz(uint64_t x) { return kl_plain_popcount((x & (0 - x)) - 1); }
    static inline int kl_plain_high(uint64_t x) {
        x |= x >> 1; x |= x >> 2; x |= x >> 4; x |= x >> 8; x |= x >> 16; x |= x >> 32;
        return kl_plain_popcount(x) - 1;
    }
    static inline uint64_t kl_plain_mulhi(uint64_t a, uint64_t b) {
        uint64_t low = (uint32_t)a * (b & 0xFFFFFFFF);
        uint64_t middle = (a >> 32) * (b & 0xFFFFFFFF) + (low >> 32);
        uint64_t other = (uint32_t)a * (b >> 32) + (middle & 0xFFFFFFFF);
        return (a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32);
    }

    /* The same with what there is. */
    #if defined(__GNUC__)
      #define kl_ctz(x) __builtin_ctzll(x)
      #define kl_high(x) (63 - __builtin_clzll(x))
      #define kl_prefetch(p) __builtin_prefetch(p)
    #elif defined(_MSC_VER) && (defined(_M_X64) || defined(_M_ARM64))
      #include <intrin.h>
      static inline int kl_ctz(uint64_t x) { unsigned long i; _BitScanForward64(&i, x); return (int)i; }
      static inline int kl_high(uint64_t x) { unsigned long i; _BitScanReverse64(&i, x); return (int)i; }
      #if defined(_M_X64)
        #define kl_prefetch(p) _mm_prefetch((const char *)(p), _MM_HINT_T0)
      #else
        #define kl_prefetch(p) __prefetch(p)
      #endif
    #else
      #define kl_ctz(x) kl_plain_ctz(x)
      #define kl_high(x) kl_plain_high(x)
      #define kl_prefetch(p) ((void)(p))
    #endif
    #if defined(__GNUC__) && (defined(__POPCNT__) || defined(__aarch64__))
      #define kl_popcount(x) __builtin_popcountll(x)
    #else /* without the instruction, adding up in parallel beats a library's table */
      #define kl_popcount(x) kl_plain_popcount(x)
    #endif
    #if defined(__SIZEOF_INT128__)
      #define kl_mulhi(a, b) ((uint64_t)(((unsigned __int128)(a) * (b)) >> 64))
    #elif defined(_MSC_VER) && (defined(_M_X64) || defined(_M_ARM64))
      #define kl_mulhi(a, b) __umulh(a, b)
    #else
      #define kl_mulhi(a, b) kl_plain_mulhi(a, b)
    #endif
    /* Bit 4 * i for an even i, bit 4 * i + 2 for an odd one: the diamonds; and those of the clubs. */
    #define KL_TWO(i) UINT64_C(1) << (8 * (i)), UINT64_C(1) << (8 * (i) + 6)
    #define KL_OWT(i) UINT64_C(1) << (8 * (i) + 2), UINT64_C(1) << (8 * (i) + 4)
    static const uint64_t kl_diamond[14] = {KL_TWO(0), KL_TWO(1), KL_TWO(2), KL_TWO(3), KL_TWO(4), KL_TWO(5), KL_TWO(6)};
    static const uint64_t kl_club[14] = {KL_OWT(0), KL_OWT(1), KL_OWT(2), KL_OWT(3), KL_OWT(4), KL_OWT(5), KL_OWT(6)};
    #define KL_LOW UINT64_C(0x5555555555555)   /* the low bit of every pair field of the 52 cards */
    #define KL_ALL UINT64_C(0xFFFFFFFFFFFFF)   /* all 52 cards */
    #define KL_KINGS UINT64_C(0xF000000000000) /* the four of the highest rank */
    """
    int kl_ctz(u64 x) noexcept nogil          # undefined for 0, as the instruction is
    int kl_high(u64 x) noexcept nogil         # the number of the highest bit; undefined for 0
    int kl_popcount(u64 x) noexcept nogil
    u64 kl_mulhi(u64 a, u64 b) noexcept nogil # the upper half of the product
    int kl_plain_ctz(u64 x) noexcept nogil
    int kl_plain_high(u64 x) noexcept nogil
    int kl_plain_popcount(u64 x) noexcept nogil
    u64 kl_plain_mulhi(u64 a, u64 b) noexcept nogil
    void kl_prefetch(const void *p) noexcept nogil
    const u64 kl_diamond[14]                  # by rank; a rank too many is a bit beyond the 52 cards
    const u64 kl_club[14]
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
