# Memory for a table that grows in place.
#
# Where the system can reserve addresses without memory behind them, a table that has become large moves once more, to
# all the addresses that it may ever need; pages then come as they are written to. So it can ask for large pages and
# keep them: a search looks at places that are far from each other, and with small pages the processor spends much of
# its time on finding the page. Elsewhere, or where no addresses are left (as under a limit on them, which counts all
# that may ever be needed), growing is realloc.

from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #include <stdlib.h>
    #include <string.h>
    #if defined(__linux__)
      #include <sys/mman.h>
    #endif
    #if defined(__linux__) && defined(MADV_HUGEPAGE) && UINTPTR_MAX > 0xFFFFFFFF
      #define KL_RESERVES 1
      #define KL_LARGE_TABLE ((size_t)1 << 20)
    #endif

    static inline void *kl_grow(void *block, size_t old, size_t bytes, size_t most, uint64_t *reserved) {
    #ifdef KL_RESERVES
        if (*reserved)
            return bytes <= *reserved ? block : NULL;
        if (bytes >= KL_LARGE_TABLE && bytes <= most) {
            void *p = mmap(NULL, most, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
            if (p != MAP_FAILED) {
                /* If the system refuses, only time is lost. */
                (void)madvise(p, most, MADV_HUGEPAGE);
                memcpy(p, block, old);
                free(block);
                *reserved = most;
                return p;
            }
        }
    #endif
        (void)old, (void)most, (void)reserved;
        return realloc(block, bytes);
    }

    static inline void kl_release(void *block, uint64_t reserved) {
    #ifdef KL_RESERVES
        if (reserved) {
            (void)munmap(block, reserved);
            return;
        }
    #endif
        (void)reserved;
        free(block);
    }
    """
    # A block from malloc, or from here, that had old bytes, with more of them; the new ones are undefined. most: what it
    # may grow to; reserved: 0 at first, then what kl_release needs. NULL: there is no memory, and the block stays.
    void *kl_grow(void *block, size_t old, size_t count, size_t most, uint64_t *reserved) noexcept nogil
    void kl_release(void *block, uint64_t reserved) noexcept nogil
