#ifndef STRATA_BENCHMARKS_CMACHINE_H
#define STRATA_BENCHMARKS_CMACHINE_H

#include <stddef.h>

/// Bytes that the allocator has given out and not got back; zero where the system does not say.
size_t allocated_bytes(void);

/// The pointer itself, in a way that the caller's optimiser cannot see through.
void *opaque_pointer(void *pointer);

/// Calls a function on several threads, with each one's number, and waits for all.
void run_threads(int count, void (*body)(int number, void *context), void *context);

#endif
