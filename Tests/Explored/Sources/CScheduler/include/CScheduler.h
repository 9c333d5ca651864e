#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Runs real threads one at a time, and chooses at each step which one goes on.
//
// A step is an access that orders something: a lock, a condition, an atomic word, a yield, or a place that the
// program names. The compiler reports atomic words (`-sanitize=thread` without the sanitizer's runtime: this
// target holds the functions that it calls), the linker redirects locks (`--wrap`).

enum {
  SCHEDULER_MAX_THREADS = 24,
  SCHEDULER_MAX_DEVIATIONS = 4096,
  SCHEDULER_MAX_DECISIONS = 1 << 16,
};

/// At this step another thread goes on than the one that would by default.
typedef struct {
  uint32_t step;
  uint32_t thread;
} SchedulerDeviation;

/// What could have been chosen at a step.
typedef struct {
  uint64_t state;
  uint32_t step;
  uint32_t enabled;
  uint8_t running;
  uint8_t chosen;
  /// Whether taking another thread than `running` interrupts one that could go on.
  bool isPreemptible;
  /// Whether another choice here may change anything that threads see of one another.
  bool matters;
} SchedulerDecision;

/// How threads are chosen where no deviation says so.
typedef enum {
  SchedulerPolicyDeviations,
  SchedulerPolicyPriorities,
} SchedulerPolicy;

/// What survives the process: a file that the parent reads after a trap.
typedef struct {
  uint64_t runs;
  uint64_t steps;
  uint32_t deviationCount;
  uint32_t hasFailed;
  SchedulerDeviation deviations[SCHEDULER_MAX_DEVIATIONS];
  char kind[64];
  char text[4096];
} SchedulerRecord;

typedef void (*SchedulerBody)(void *_Nullable context);

/// Maps the record; without a path it is this process's own.
SchedulerRecord *_Nonnull schedulerOpen(const char *_Nullable path);

/// Whether the compiler reports atomic words of the program: counts what one access reports.
uint64_t schedulerReportedAccesses(void);

/// Prepares a run.
void schedulerPrepare(uint32_t threads, const SchedulerDeviation *_Nullable deviations,
                      uint32_t count, SchedulerPolicy policy, uint64_t seed, uint32_t changes);

/// Gives a thread what it is to do.
void schedulerSetBody(uint32_t thread, SchedulerBody _Nonnull body, void *_Nullable context);

/// Runs all threads to their end.
void schedulerRun(void);

/// What a run is about; in each but the last, a silence of 20 seconds is a failure.
typedef enum {
  SchedulerPhaseSetUp,
  SchedulerPhaseRun,
  SchedulerPhaseCheck,
  SchedulerPhaseEnd,
  SchedulerPhaseIdle,
} SchedulerPhase;

/// Says what the run is about now.
void schedulerWatch(SchedulerPhase phase);

/// The decisions of the last run.
const SchedulerDecision *_Nonnull schedulerDecisions(uint32_t *_Nonnull count);

/// The steps of the last run.
uint32_t schedulerSteps(void);

/// How many waits of the last run have ended by time, because no thread could go on.
uint32_t schedulerLapses(void);

/// Whether a deviation named a thread that could not go on at its step.
bool schedulerHasDiverged(void);

/// How many places are known at which threads meet; grows while more is learned.
uint64_t schedulerMeetingPlaces(void);

/// A step that the program names. With an address it also counts as a write there.
void schedulerStep(const char *_Nonnull label, const void *_Nullable address);

/// How many locks the calling thread has now.
uint32_t schedulerHeldLocks(void);

/// The number of the calling thread, or -1 outside of a run.
int32_t schedulerThread(void);

/// Prints each step to standard output from now on.
void schedulerTrace(bool isOn);

/// Ends the process with a failure; what is known of the schedule is in the record.
_Noreturn void schedulerFail(const char *_Nonnull kind, const char *_Nonnull text);

/// Waits, as a step, until the word is not zero.
void schedulerWait(const char *_Nonnull label, const volatile uint32_t *_Nonnull word);

/// Whether jobs of tasks are run by threads of the run from now on, or by the system's.
void schedulerTakeJobs(bool doesTake);

/// Puts a job where threads that run jobs find it; false when those are the system's.
bool schedulerEnqueueJob(void *_Nonnull job, uint64_t delay);

/// Runs jobs until all other threads have ended and no job is left.
void schedulerRunJobs(void);
