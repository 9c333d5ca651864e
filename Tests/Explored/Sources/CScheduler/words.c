// What the compiler calls for each atomic access; the plain accesses that it also reports do nothing.
#include "internal.h"

#include <string.h>

uint64_t schedulerAccesses = 0;

#define REPORT(KIND, ADDRESS)                                              \
  Step step = {.kind = KIND, .address = (const void *)(ADDRESS)};          \
  schedulerAccesses += 1;                                                  \
  if (schedulerSelf) {                                                     \
    findSite(&step, __builtin_frame_address(0));                           \
    takeStep(&step);                                                       \
  }

#define PASS if (schedulerSelf) passStep(step.site)

#define CHANGE(BITS, TYPE, NAME)                                                       \
  TYPE __tsan_atomic##BITS##_fetch_##NAME(volatile TYPE *a, TYPE v, int order) {        \
    REPORT(StepChange, a);                                                             \
    TYPE before = __atomic_fetch_##NAME(a, v, __ATOMIC_SEQ_CST); PASS; return before; \
  }

#define WORDS(BITS, TYPE)                                                              \
  TYPE __tsan_atomic##BITS##_load(const volatile TYPE *a, int order) {                  \
    REPORT(StepLoad, a);                                                               \
    TYPE value = __atomic_load_n(a, __ATOMIC_SEQ_CST); PASS; return value; \
  }                                                                                    \
  void __tsan_atomic##BITS##_store(volatile TYPE *a, TYPE v, int order) {               \
    REPORT(StepStore, a);                                                              \
    __atomic_store_n(a, v, __ATOMIC_SEQ_CST); PASS; \
  }                                                                                    \
  TYPE __tsan_atomic##BITS##_exchange(volatile TYPE *a, TYPE v, int order) {            \
    REPORT(StepChange, a);                                                             \
    TYPE before = __atomic_exchange_n(a, v, __ATOMIC_SEQ_CST); PASS; return before; \
  }                                                                                    \
  TYPE __tsan_atomic##BITS##_compare_exchange_val(volatile TYPE *a, TYPE expected,      \
                                                  TYPE v, int order, int other) {      \
    REPORT(StepChange, a);                                                             \
    __atomic_compare_exchange_n(a, &expected, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    PASS; return expected; \
  }                                                                                    \
  CHANGE(BITS, TYPE, add)                                                              \
  CHANGE(BITS, TYPE, sub)                                                              \
  CHANGE(BITS, TYPE, and)                                                              \
  CHANGE(BITS, TYPE, or)                                                               \
  CHANGE(BITS, TYPE, xor)                                                              \
  CHANGE(BITS, TYPE, nand)

WORDS(8, uint8_t)
WORDS(16, uint16_t)
WORDS(32, uint32_t)
WORDS(64, uint64_t)

void __tsan_atomic_thread_fence(int order) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int order) {}

#define PLAIN(NAME) void __tsan_##NAME(void *a) {}
PLAIN(read1) PLAIN(read2) PLAIN(read4) PLAIN(read8) PLAIN(read16)
PLAIN(write1) PLAIN(write2) PLAIN(write4) PLAIN(write8) PLAIN(write16)
PLAIN(unaligned_read2) PLAIN(unaligned_read4) PLAIN(unaligned_read8) PLAIN(unaligned_read16)
PLAIN(unaligned_write2) PLAIN(unaligned_write4) PLAIN(unaligned_write8) PLAIN(unaligned_write16)
PLAIN(vptr_read) PLAIN(func_entry)

void __tsan_vptr_update(void *a, void *b) {}
void __tsan_read_range(void *a, size_t n) {}
void __tsan_write_range(void *a, size_t n) {}
void __tsan_func_exit(void) {}
void __tsan_init(void) {}
void __tsan_ignore_thread_begin(void) {}
void __tsan_ignore_thread_end(void) {}
void __tsan_external_read(void *a, void *pc, void *tag) {}
void __tsan_external_write(void *a, void *pc, void *tag) {}
void *__tsan_memcpy(void *a, const void *b, size_t n) { return memcpy(a, b, n); }
void *__tsan_memmove(void *a, const void *b, size_t n) { return memmove(a, b, n); }
void *__tsan_memset(void *a, int b, size_t n) { return memset(a, b, n); }

uint64_t schedulerReportedAccesses(void) { return schedulerAccesses; }
