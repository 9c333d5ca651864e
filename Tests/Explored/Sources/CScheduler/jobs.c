// Jobs of Swift's tasks, run by threads of the run.
#include "internal.h"

#include <string.h>

enum { JOBS = 4096 };

typedef struct {
  void *job;
  uint64_t due;
} Job;

extern __attribute__((swiftcall)) void (*swift_task_enqueueGlobal_hook)(
    void *job, __attribute__((swiftcall)) void (*original)(void *job));
extern __attribute__((swiftcall)) void (*swift_task_enqueueGlobalWithDelay_hook)(
    uint64_t delay, void *job,
    __attribute__((swiftcall)) void (*original)(uint64_t delay, void *job));
__attribute__((swiftcall)) void swift_job_run(void *job, void *executor, void *implementation);

static Job ready[JOBS];
static uint32_t first, last;
static Job delayed[JOBS];
static uint32_t delayedCount;
static uint64_t now;
static bool isOpen;
static bool isOver;

bool hasJob(void) { return first != last || isOver; }

static __attribute__((swiftcall)) void enqueue(
    void *job, __attribute__((swiftcall)) void (*original)(void *job)) {
  if (!schedulerEnqueueJob(job, 0)) original(job);
}

static __attribute__((swiftcall)) void enqueueLater(
    uint64_t delay, void *job,
    __attribute__((swiftcall)) void (*original)(uint64_t delay, void *job)) {
  if (!schedulerEnqueueJob(job, delay)) original(delay, job);
}

static void startJobs(void) {
  first = last = delayedCount = 0;
  now = 0;
  isOver = false;
}

void schedulerTakeJobs(bool doesTake) {
  startJobs();
  isOpen = doesTake;
  swift_task_enqueueGlobal_hook = enqueue;
  swift_task_enqueueGlobalWithDelay_hook = enqueueLater;
}

bool schedulerEnqueueJob(void *job, uint64_t delay) {
  if (!isOpen) return false;
  if (last - first == JOBS || delayedCount == JOBS) schedulerFail("limit", "too many jobs");
  if (delay)
    delayed[delayedCount++] = (Job){job, now + delay};
  else
    ready[last++ % JOBS] = (Job){job, now};
  if (schedulerSelf) noteEffect(StepJob, &ready, 0);
  return true;
}

bool passTime(void) {
  if (!delayedCount) return false;
  uint32_t next = 0;
  for (uint32_t i = 1; i < delayedCount; i++)
    if (delayed[i].due < delayed[next].due) next = i;
  now = delayed[next].due;
  ready[last++ % JOBS] = delayed[next];
  memmove(delayed + next, delayed + next + 1, (delayedCount - next - 1) * sizeof *delayed);
  delayedCount -= 1;
  return true;
}

void endJobs(void) { isOver = true; }

void schedulerRunJobs(void) {
  for (;;) {
    Step step = {.kind = StepJob, .address = &ready};
    takeStep(&step);
    if (first == last) return;
    void *job = ready[first++ % JOBS].job;
    swift_job_run(job, NULL, NULL);
  }
}
