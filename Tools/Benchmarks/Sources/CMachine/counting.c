#include "CMachine.h"

#include <errno.h>
#include <stdlib.h>

#if defined(__linux__) && defined(__GLIBC__)

// The allocator's own functions, under the names that glibc keeps for those who stand before it.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static int is_counting;
static long allocations;

// One predictable branch while nobody counts.
static inline void note(void) {
  if (__builtin_expect(__atomic_load_n(&is_counting, __ATOMIC_RELAXED), 0))
    __atomic_fetch_add(&allocations, 1, __ATOMIC_RELAXED);
}

void *malloc(size_t size) {
  note();
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  note();
  return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
  note();
  return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  note();
  void *made = __libc_memalign(alignment, size);
  if (!made) return ENOMEM;
  *block = made;
  return 0;
}

int counts_allocations(void) { return 1; }

void start_counting_allocations(void) {
  __atomic_store_n(&allocations, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&is_counting, 1, __ATOMIC_SEQ_CST);
}

long stop_counting_allocations(void) {
  __atomic_store_n(&is_counting, 0, __ATOMIC_SEQ_CST);
  return __atomic_load_n(&allocations, __ATOMIC_RELAXED);
}

#else

int counts_allocations(void) { return 0; }
void start_counting_allocations(void) {}
long stop_counting_allocations(void) { return 0; }

#endif
