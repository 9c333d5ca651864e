#ifndef STRATA_BENCHMARKS_CMACHINE_H
#define STRATA_BENCHMARKS_CMACHINE_H

#include <stddef.h>

#include "ReactiveGraph.h"

/// Bytes that the allocator has given out and not got back; zero where the system does not say.
size_t allocated_bytes(void);

/// Bytes of memory that the system has given to this process; zero where it does not say.
size_t resident_bytes(void);

/// Gives memory that the allocator keeps for later back to the system, where it can.
void return_free_memory(void);

/// Whether allocations can be counted on this system.
int counts_allocations(void);

/// Starts to count, from zero, the allocations of all threads.
void start_counting_allocations(void);

/// Ends the counting and gives what has come together.
long stop_counting_allocations(void);

/// The machine instructions that a function takes, found by taking one step after the other.
///
/// Runs it in a child process, of which only the calling thread is there; what the function changes is
/// seen by nobody. Some microseconds for each step. The kernel's clock is not counted, because its
/// steps depend on the time. Gives -1 if the function did not come to its end, and -2 where the system
/// allows no such counting.
long count_instructions(void (*body)(void *context), void *context);

/// The pointer itself, in a way that the caller's optimiser cannot see through.
void *opaque_pointer(void *pointer);

/// Calls a function on several threads, with each one's number, and waits for all.
void run_threads(int count, void (*body)(int number, void *context), void *context);

/// Runs a program to its end, without input and with its output in a file.
///
/// - Up to four words follow its name, the unused ones null; `seconds` gets the processor time of the program. Gives the
///   exit code, or -1 if the program did not start or was ended by a signal.
int run_program(const char *path, const char *first, const char *second, const char *third, const char *fourth,
                const char *output, double *seconds);

#endif
