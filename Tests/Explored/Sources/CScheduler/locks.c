// What the linker puts in the place of the system's locks, conditions and threads (`--wrap`).
#include "internal.h"

#include <errno.h>
#include <stdlib.h>

int __real_pthread_mutex_lock(pthread_mutex_t *mutex);
int __real_pthread_mutex_trylock(pthread_mutex_t *mutex);
int __real_pthread_mutex_unlock(pthread_mutex_t *mutex);
int __real_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex);
int __real_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                  const struct timespec *end);
int __real_pthread_cond_signal(pthread_cond_t *condition);
int __real_pthread_cond_broadcast(pthread_cond_t *condition);
int __real_sched_yield(void);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *context);

Thread *schedulerThreads(uint32_t *count);

#define STEP(KIND, ADDRESS, MUTEX)                                           \
  Step step = {.kind = KIND, .address = ADDRESS, .mutex = MUTEX};            \
  findSite(&step, __builtin_frame_address(0));                               \
  takeStep(&step)

static void own(pthread_mutex_t *mutex) {
  placeOf(mutex)->owner = schedulerSelf->number + 1;
  schedulerSelf->heldLocks += 1;
  // Threads outside of the run may use the same lock, so the real one is taken as well.
  __real_pthread_mutex_lock(mutex);
}

static void disown(pthread_mutex_t *mutex, uint64_t site) {
  Place *place = placeOf(mutex);
  if (place->owner != schedulerSelf->number + 1)
    schedulerFail("lock", "a thread unlocks a lock that it does not have");
  place->owner = 0;
  schedulerSelf->heldLocks -= 1;
  noteEffect(StepUnlock, mutex, site);
  __real_pthread_mutex_unlock(mutex);
}

int __wrap_pthread_mutex_lock(pthread_mutex_t *mutex) {
  if (!schedulerSelf) return __real_pthread_mutex_lock(mutex);
  if (placeOf(mutex)->owner == schedulerSelf->number + 1)
    schedulerFail("deadlock", "a thread takes a lock that it has already");
  STEP(StepLock, mutex, NULL);
  own(mutex);
  return 0;
}

int __wrap_pthread_mutex_trylock(pthread_mutex_t *mutex) {
  if (!schedulerSelf) return __real_pthread_mutex_trylock(mutex);
  STEP(StepTryLock, mutex, NULL);
  if (placeOf(mutex)->owner) return EBUSY;
  own(mutex);
  return 0;
}

int __wrap_pthread_mutex_unlock(pthread_mutex_t *mutex) {
  if (!schedulerSelf) return __real_pthread_mutex_unlock(mutex);
  Step step = {.kind = StepUnlock};
  findSite(&step, __builtin_frame_address(0));
  disown(mutex, step.site);
  passStep(step.site);
  return 0;
}

static int await(StepKind kind, pthread_cond_t *condition, pthread_mutex_t *mutex,
                 const void *frame) {
  Step step = {.kind = kind, .address = condition, .mutex = mutex};
  findSite(&step, frame);
  disown(mutex, 0);
  schedulerSelf->isSignalled = false;
  schedulerSelf->hasTimedOut = false;
  takeStep(&step);
  own(mutex);
  return schedulerSelf->hasTimedOut ? ETIMEDOUT : 0;
}

int __wrap_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  if (!schedulerSelf) return __real_pthread_cond_wait(condition, mutex);
  return await(StepWait, condition, mutex, __builtin_frame_address(0));
}

int __wrap_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                  const struct timespec *end) {
  if (!schedulerSelf) return __real_pthread_cond_timedwait(condition, mutex, end);
  return await(StepTimedWait, condition, mutex, __builtin_frame_address(0));
}

static void signalWaiters(pthread_cond_t *condition, bool isOne) {
  noteEffect(StepSignal, condition, 0);
  uint32_t count;
  Thread *threads = schedulerThreads(&count);
  for (uint32_t i = 0; i < count; i++) {
    Thread *thread = &threads[i];
    bool waits = thread->next.kind == StepWait || thread->next.kind == StepTimedWait;
    if (!thread->isLive || !waits || thread->next.address != condition || thread->isSignalled)
      continue;
    thread->isSignalled = true;
    if (isOne) return;
  }
}

int __wrap_pthread_cond_signal(pthread_cond_t *condition) {
  if (schedulerSelf) signalWaiters(condition, true);
  return __real_pthread_cond_signal(condition);
}

int __wrap_pthread_cond_broadcast(pthread_cond_t *condition) {
  if (schedulerSelf) signalWaiters(condition, false);
  return __real_pthread_cond_broadcast(condition);
}

int __wrap_sched_yield(void) {
  if (!schedulerSelf) return __real_sched_yield();
  STEP(StepYield, NULL, NULL);
  return 0;
}

typedef struct {
  void *(*start)(void *);
  void *context;
  Thread *thread;
} Start;

static void *startAdopted(void *context) {
  Start start = *(Start *)context;
  free(context);
  waitForTurn(start.thread);
  schedulerSelf = start.thread;
  void *result = start.start(start.context);
  endThread();
  return result;
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *context) {
  if (!schedulerSelf) return __real_pthread_create(thread, attributes, start, context);
  Start *made = malloc(sizeof *made);
  *made = (Start){.start = start, .context = context, .thread = adoptThread()};
  noteEffect(StepStart, made->thread, 0);
  return __real_pthread_create(thread, attributes, startAdopted, made);
}
