#pragma once

#define _GNU_SOURCE 1
#include "CScheduler.h"

#include <pthread.h>

typedef enum {
  StepStart,
  StepLoad,
  StepStore,
  StepChange,
  StepLock,
  StepTryLock,
  StepUnlock,
  StepWait,
  StepTimedWait,
  StepSignal,
  StepYield,
  StepNamed,
  StepUntil,
  StepJob,
  StepNext,
  StepEnd,
} StepKind;

enum { FRAMES = 6 };

/// What a thread is about to do.
typedef struct {
  StepKind kind;
  const void *address;
  /// The mutex of a condition.
  const void *mutex;
  const char *label;
  uint64_t site;
  const void *frames[FRAMES];
} Step;

typedef struct {
  pthread_t handle;
  uint32_t number;
  bool isLive;
  bool isPooled;
  uint32_t go;
  Step next;
  /// A condition has been signalled to it.
  bool isSignalled;
  bool hasTimedOut;
  /// The progress of others when it yielded.
  uint64_t yieldedAt;
  uint32_t vainYields;
  /// How often it has looked again while no other thread could go on, in this run.
  uint32_t idleYields;
  uint32_t heldLocks;
  /// In how many calls it is that must not be interrupted.
  uint32_t isSteady;
  uint64_t hash;
  uint64_t priority;
  SchedulerBody body;
  void *context;
} Thread;

/// What is known of an address in this run.
typedef struct {
  const void *address;
  uint32_t run;
  /// One more than the thread that has the mutex.
  uint32_t owner;
  uint32_t readers;
  uint32_t writers;
  uint64_t writeHash;
  uint64_t readHash;
  uint32_t name;
  uint32_t siteCount;
  uint64_t sites[8];
} Place;

extern __thread Thread *schedulerSelf;
extern uint64_t schedulerAccesses;

/// Fills in where a step is taken, from the calling function's frame.
void findSite(Step *step, const void *frame);

/// Lets other threads run, and returns when the step may be taken.
void takeStep(Step *step);

/// Lets other threads run between a step and what follows it: code of the program may read plain memory there.
void passStep(uint64_t site);

/// Notes that a step was taken that needs no decision.
void noteEffect(StepKind kind, const void *address, uint64_t site);

Place *placeOf(const void *address);
void startPlaces(void);
void learnMeetingPlaces(void);
bool isMeetingPlace(uint64_t site);
void addSite(Place *place, uint64_t site);
void traceStep(const Thread *thread, const Step *step, uint32_t number, uint32_t previous);
Thread *adoptThread(void);
void endThread(void);
void waitForTurn(Thread *thread);
const char *describeStep(const Step *step, char *text, size_t size);
bool hasJob(void);
bool passTime(void);
void endJobs(void);

static inline uint64_t mix(uint64_t a, uint64_t b) {
  uint64_t x = a * 0x9E3779B97F4A7C15u ^ (b + 0x632BE59BD9B4E019u + (a << 6) + (a >> 2));
  x ^= x >> 31;
  x *= 0xBF58476D1CE4E5B9u;
  x ^= x >> 29;
  return x;
}
