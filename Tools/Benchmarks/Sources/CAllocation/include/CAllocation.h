#ifndef STRATA_BENCHMARKS_CALLOCATION_H
#define STRATA_BENCHMARKS_CALLOCATION_H

#include <stddef.h>

/// Bytes that the allocator has given out and not got back; zero where the system does not say.
size_t allocated_bytes(void);

#endif
