// Chooses who goes on.
#include "internal.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *context);

enum {
  NOBODY = 255,
  MAX_STEPS = 60000,
  MAX_VAIN_YIELDS = 200,
  MAX_IDLE_YIELDS = 100,
  /// How long a thread may run without a step before the run counts as stuck, in seconds.
  PATIENCE = 20,
};

__thread Thread *schedulerSelf;

static SchedulerRecord *record;
static Thread threads[SCHEDULER_MAX_THREADS];
static uint32_t threadCount;
static uint32_t pooled;
static uint32_t finished;
static uint32_t step;
static uint32_t lapses;
static uint32_t running;
static uint64_t progress;
static bool isTracing;
static bool hasDiverged;
static uint32_t lastTraced;
static SchedulerDecision decisions[SCHEDULER_MAX_DECISIONS];
static uint32_t decisionCount;
static SchedulerDeviation wished[SCHEDULER_MAX_DEVIATIONS];
static uint32_t wishedCount;
static uint32_t nextWish;
static SchedulerPolicy policy;
static uint64_t randomState;
static uint32_t changeSteps[16];
static uint32_t changeCount;
static volatile SchedulerPhase phase = SchedulerPhaseIdle;
static volatile uint64_t heartbeat;

Thread *schedulerThreads(uint32_t *count) {
  *count = threadCount;
  return threads;
}

static void sleepOn(uint32_t *word, uint32_t value) {
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

static void wakeOn(uint32_t *word) {
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static uint64_t nextRandom(void) {
  randomState += 0x9E3779B97F4A7C15u;
  uint64_t z = randomState;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

void waitForTurn(Thread *thread) {
  while (__atomic_load_n(&thread->go, __ATOMIC_ACQUIRE) == 0) sleepOn(&thread->go, 0);
  __atomic_store_n(&thread->go, 0, __ATOMIC_RELAXED);
  if (thread->next.kind == StepStart) thread->hash = mix(thread->hash, StepStart);
}

static void letGo(Thread *thread) {
  __atomic_store_n(&thread->go, 1, __ATOMIC_RELEASE);
  wakeOn(&thread->go);
}

_Noreturn void schedulerFail(const char *kind, const char *text) {
  if (!record->hasFailed) {
    snprintf(record->kind, sizeof record->kind, "%s", kind);
    snprintf(record->text, sizeof record->text, "%s", text);
    record->hasFailed = 1;
  }
  if (isTracing) printf("fails: %s: %s\n", kind, text);
  fflush(stdout);
  _exit(2);
}

static bool canGoOn(const Thread *thread) {
  if (!thread->isLive) return false;
  switch (thread->next.kind) {
  case StepLock: return placeOf(thread->next.address)->owner == 0;
  case StepWait:
  case StepTimedWait:
    return (thread->isSignalled || thread->hasTimedOut) && placeOf(thread->next.mutex)->owner == 0;
  case StepYield: return thread->yieldedAt != progress;
  case StepUntil: return *(const volatile uint32_t *)thread->next.address != 0;
  case StepJob: return hasJob();
  default: return true;
  }
}

static uint32_t enabledMask(void) {
  uint32_t mask = 0;
  for (uint32_t i = 0; i < threadCount; i++)
    if (canGoOn(&threads[i])) mask |= 1u << i;
  return mask;
}

static _Noreturn void failStuck(void) {
  char text[4000];
  size_t length = 0;
  const char *kind = "deadlock";
  for (uint32_t i = 0; i < threadCount; i++) {
    if (!threads[i].isLive) continue;
    char what[600];
    describeStep(&threads[i].next, what, sizeof what);
    if (threads[i].next.kind == StepWait) kind = "deadlock or lost wake-up";
    length += snprintf(text + length, sizeof text - length, "%sthread %u %s",
                       length ? "; " : "", i, what);
    if (length >= sizeof text) break;
  }
  schedulerFail(kind, text);
}

/// Who may go on when nobody can: one who looks again for a while, a wait that ends by time, one who looks without end.
static uint32_t lastResort(void) {
  for (uint32_t i = 0; i < threadCount; i++) {
    if (!threads[i].isLive || threads[i].next.kind != StepYield) continue;
    // Who looks again a few times may be about to sleep, and end the wait of another by that.
    if (threads[i].idleYields == MAX_IDLE_YIELDS) continue;
    threads[i].idleYields += 1;
    return 1u << i;
  }
  for (uint32_t i = 0; i < threadCount; i++) {
    if (!threads[i].isLive || threads[i].next.kind != StepTimedWait) continue;
    threads[i].hasTimedOut = true;
    if (canGoOn(&threads[i])) {
      lapses += 1;
      return 1u << i;
    }
    threads[i].hasTimedOut = false;
  }
  for (uint32_t i = 0; i < threadCount; i++) {
    if (!threads[i].isLive || threads[i].next.kind != StepYield) continue;
    threads[i].vainYields += 1;
    if (threads[i].vainYields > MAX_VAIN_YIELDS)
      schedulerFail("spin", "a thread yields again and again, and nobody makes progress");
    return 1u << i;
  }
  if (passTime()) return enabledMask();
  // Nothing is left to do but jobs, and none is there: the threads that run them may end.
  for (uint32_t i = 0; i < threadCount; i++)
    if (threads[i].isLive && threads[i].next.kind != StepJob) return 0;
  endJobs();
  return enabledMask();
}

static uint64_t stateHash(void) {
  uint64_t hash = 0;
  for (uint32_t i = 0; i < threadCount; i++) hash += mix(threads[i].hash, i);
  return hash;
}

static uint32_t byDefault(uint32_t mask, uint32_t from) {
  if (from != NOBODY && mask & 1u << from) return from;
  uint32_t first = from == NOBODY ? 0 : from + 1;
  for (uint32_t i = 0; i < threadCount; i++) {
    uint32_t candidate = (first + i) % threadCount;
    if (mask & 1u << candidate) return candidate;
  }
  return NOBODY;
}

static uint32_t byPriority(uint32_t mask) {
  for (uint32_t i = 0; i < changeCount; i++)
    if (changeSteps[i] == step && running != NOBODY) threads[running].priority = changeCount - i;
  uint32_t best = NOBODY;
  for (uint32_t i = 0; i < threadCount; i++)
    if (mask & 1u << i && (best == NOBODY || threads[i].priority > threads[best].priority)) best = i;
  return best;
}

static uint32_t choose(uint32_t mask) {
  uint32_t usual = byDefault(mask, running);
  if (policy == SchedulerPolicyPriorities) {
    uint32_t chosen = byPriority(mask);
    if (chosen != usual && record->deviationCount < SCHEDULER_MAX_DEVIATIONS)
      record->deviations[record->deviationCount++] = (SchedulerDeviation){step, chosen};
    return chosen;
  }
  while (nextWish < wishedCount && wished[nextWish].step < step) nextWish += 1;
  if (nextWish == wishedCount || wished[nextWish].step != step) return usual;
  uint32_t wish = wished[nextWish].thread;
  nextWish += 1;
  if (wish < threadCount && mask & 1u << wish) return wish;
  hasDiverged = true;
  return usual;
}

/// Whether a thread need not be asked to stop here: it loads what nobody is known to change meanwhile.
static bool isBeneathNotice(const Thread *thread) {
  if (thread->next.kind != StepLoad && thread->next.kind != StepNext) return false;
  if (isMeetingPlace(thread->next.site)) return false;
  if (policy == SchedulerPolicyPriorities) return true;
  return nextWish == wishedCount || wished[nextWish].step > step;
}

/// The thread that must not be interrupted, or the one that has the lock it waits for.
static Thread *steadyThread(void) {
  for (uint32_t i = 0; i < threadCount; i++) {
    Thread *thread = &threads[i];
    if (!thread->isLive || !thread->isSteady) continue;
    for (uint32_t steps = 0; steps < threadCount; steps++) {
      if (canGoOn(thread)) return thread;
      uint32_t owner = thread->next.kind == StepLock ? placeOf(thread->next.address)->owner : 0;
      if (!owner) break;
      thread = &threads[owner - 1];
    }
  }
  return NULL;
}

/// Decides who takes the next step; `running` is the thread that asks, or nobody at the beginning.
static Thread *decide(bool isRunningAlive) {
  step += 1;
  heartbeat += 1;
  if (step > MAX_STEPS) schedulerFail("no end", "the run takes too many steps");
  Thread *steady = steadyThread();
  if (steady) return steady;
  if (isRunningAlive && isBeneathNotice(&threads[running])) return &threads[running];
  uint32_t mask = enabledMask();
  if (!mask) mask = lastResort();
  if (!mask) failStuck();
  uint32_t chosen = choose(mask);
  bool isPreemptible = isRunningAlive && mask & 1u << running;
  if (mask & (mask - 1)) {
    if (decisionCount == SCHEDULER_MAX_DECISIONS) schedulerFail("limit", "too many decisions");
    const Step *next = isPreemptible ? &threads[running].next : NULL;
    bool matters = !next || next->kind == StepNamed || isMeetingPlace(next->site);
    decisions[decisionCount++] = (SchedulerDecision){
        .state = stateHash(), .step = step, .enabled = mask, .running = (uint8_t)running,
        .chosen = (uint8_t)chosen, .isPreemptible = isPreemptible, .matters = matters};
  }
  return &threads[chosen];
}

static void applyEffect(Thread *thread, StepKind kind, const void *address, uint64_t site) {
  uint64_t token = mix(site, kind);
  if (!address) {
    thread->hash = mix(thread->hash, token);
    return;
  }
  Place *place = placeOf(address);
  if (kind == StepLoad) {
    place->readers |= 1u << thread->number;
    thread->hash = mix(thread->hash, mix(token, place->writeHash));
    place->readHash += thread->hash;
  } else {
    place->writers |= 1u << thread->number;
    thread->hash = mix(thread->hash, mix(token, mix(place->writeHash, place->readHash)));
    place->writeHash = thread->hash;
    place->readHash = 0;
    progress += 1;
  }
  if (site) addSite(place, site);
}

void noteEffect(StepKind kind, const void *address, uint64_t site) {
  applyEffect(schedulerSelf, kind, address, site);
}

/// Lets another thread go first if that is decided.
static void giveTurn(Thread *self) {
  Thread *chosen = decide(true);
  if (chosen == self) return;
  running = chosen->number;
  letGo(chosen);
  waitForTurn(self);
}

void passStep(uint64_t site) {
  Thread *self = schedulerSelf;
  self->next = (Step){.kind = StepNext, .site = site};
  giveTurn(self);
}

void takeStep(Step *wanted) {
  Thread *self = schedulerSelf;
  self->next = *wanted;
  if (wanted->kind == StepYield) self->yieldedAt = progress;
  giveTurn(self);
  if (isTracing && !isBeneathNotice(self)) {
    traceStep(self, wanted, step, lastTraced);
    lastTraced = self->number;
  }
  if (wanted->kind != StepYield) self->vainYields = 0;
  const void *address = wanted->address;
  if (wanted->kind == StepUntil) address = NULL;
  applyEffect(self, wanted->kind, address, wanted->site);
  // A condition gives its mutex as well.
  if (wanted->mutex) applyEffect(self, StepLock, wanted->mutex, 0);
  self->next.kind = StepNamed;
}

static void finishRun(void) {
  __atomic_store_n(&finished, 1, __ATOMIC_RELEASE);
  wakeOn(&finished);
}

void endThread(void) {
  Thread *self = schedulerSelf;
  if (self->heldLocks) schedulerFail("lock", "a thread ends with a lock that it has taken");
  self->isLive = false;
  self->hash = mix(self->hash, StepEnd);
  schedulerSelf = NULL;
  progress += 1;
  bool isOver = true;
  for (uint32_t i = 0; i < threadCount; i++) isOver = isOver && !threads[i].isLive;
  Thread *chosen = isOver ? NULL : decide(false);
  if (!chosen) {
    finishRun();
    return;
  }
  running = chosen->number;
  letGo(chosen);
}

Thread *adoptThread(void) {
  if (threadCount == SCHEDULER_MAX_THREADS) schedulerFail("limit", "too many threads");
  Thread *thread = &threads[threadCount];
  memset(thread, 0, sizeof *thread);
  thread->number = threadCount++;
  thread->isLive = true;
  thread->priority = nextRandom() | 1u << 20;
  thread->next = (Step){.kind = StepStart};
  return thread;
}

static void *workForEver(void *context) {
  Thread *thread = context;
  for (;;) {
    waitForTurn(thread);
    schedulerSelf = thread;
    thread->body(thread->context);
    endThread();
  }
  return NULL;
}

static const char *const phaseNames[] = {"set-up", "run", "check", "end", "idle"};

/// Notices a thread that sleeps where the scheduler does not see it, or computes without end.
static void *watch(void *context) {
  uint64_t last = 0;
  for (int silent = 0;;) {
    sleep(1);
    silent = heartbeat == last ? silent + 1 : 0;
    last = heartbeat;
    if (silent < PATIENCE || phase == SchedulerPhaseIdle) continue;
    char text[200];
    snprintf(text, sizeof text, "no thread takes a step any more (%s, step %u, thread %u)",
             phaseNames[phase], step, running);
    schedulerFail("stuck", text);
  }
  return NULL;
}

void schedulerWatch(SchedulerPhase now) {
  phase = now;
  heartbeat += 1;
}

SchedulerRecord *schedulerOpen(const char *path) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  int file = path ? open(path, O_RDWR | O_CREAT, 0600) : -1;
  if (file >= 0 && ftruncate(file, sizeof *record) != 0) abort();
  int flags = file >= 0 ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS;
  record = mmap(NULL, sizeof *record, PROT_READ | PROT_WRITE, flags, file, 0);
  if (record == MAP_FAILED) abort();
  memset(record, 0, sizeof *record);
  pthread_t watcher;
  __real_pthread_create(&watcher, NULL, watch, NULL);
  return record;
}

void schedulerPrepare(uint32_t count, const SchedulerDeviation *deviations, uint32_t wishes,
                      SchedulerPolicy how, uint64_t seed, uint32_t changes) {
  startPlaces();
  decisionCount = 0;
  progress = 1;
  running = NOBODY;
  lastTraced = NOBODY;
  hasDiverged = false;
  policy = how;
  randomState = seed;
  wishedCount = wishes < SCHEDULER_MAX_DEVIATIONS ? wishes : SCHEDULER_MAX_DEVIATIONS;
  nextWish = 0;
  if (wishedCount) memcpy(wished, deviations, wishedCount * sizeof *wished);
  if (wishedCount) memcpy(record->deviations, wished, wishedCount * sizeof *wished);
  record->deviationCount = wishedCount;
  record->runs += 1;
  uint32_t length = step > 1 ? step : 100;
  changeCount = changes < 16 ? changes : 16;
  for (uint32_t i = 0; i < changeCount; i++) changeSteps[i] = 1 + (uint32_t)(nextRandom() % length);
  step = 0;
  lapses = 0;
  finished = 0;
  for (; pooled < count; pooled++) {
    threads[pooled] = (Thread){.number = pooled};
    __real_pthread_create(&threads[pooled].handle, NULL, workForEver, &threads[pooled]);
  }
  threadCount = count;
  for (uint32_t i = 0; i < count; i++) {
    Thread *thread = &threads[i];
    thread->isLive = true;
    thread->heldLocks = 0;
    thread->isSteady = 0;
    thread->vainYields = 0;
    thread->idleYields = 0;
    thread->hash = mix(i, 77);
    thread->priority = nextRandom() | 1u << 20;
    thread->next = (Step){.kind = StepStart};
  }
}

void schedulerSetBody(uint32_t thread, SchedulerBody body, void *context) {
  threads[thread].body = body;
  threads[thread].context = context;
}

void schedulerRun(void) {
  Thread *first = decide(false);
  running = first->number;
  letGo(first);
  while (__atomic_load_n(&finished, __ATOMIC_ACQUIRE) == 0) sleepOn(&finished, 0);
  record->steps += step;
  learnMeetingPlaces();
}

const SchedulerDecision *schedulerDecisions(uint32_t *count) {
  *count = decisionCount;
  return decisions;
}

uint32_t schedulerSteps(void) { return step; }
uint32_t schedulerLapses(void) { return lapses; }
bool schedulerHasDiverged(void) { return hasDiverged; }
void schedulerTrace(bool isOn) { isTracing = isOn; }
uint32_t schedulerHeldLocks(void) { return schedulerSelf ? schedulerSelf->heldLocks : 0; }
int32_t schedulerThread(void) { return schedulerSelf ? (int32_t)schedulerSelf->number : -1; }

void schedulerStep(const char *label, const void *address) {
  if (!schedulerSelf) return;
  Step wanted = {.kind = StepNamed, .label = label, .address = address};
  wanted.site = mix((uint64_t)(uintptr_t)label, 3);
  takeStep(&wanted);
}

void schedulerWait(const char *label, const volatile uint32_t *word) {
  if (!schedulerSelf) return;
  Step wanted = {.kind = StepUntil, .label = label, .address = (const void *)word};
  takeStep(&wanted);
}

extern const char __executable_start, etext;

/// Whether an address is one of the program's code, and not what code without frame pointers has left there.
static bool isCode(uintptr_t address) {
  return address >= (uintptr_t)&__executable_start && address < (uintptr_t)&etext;
}

void findSite(Step *wanted, const void *frame) {
  const uintptr_t *at = frame;
  uint64_t site = 1;
  for (int i = 0; i < FRAMES; i++) {
    wanted->frames[i] = (const void *)at[1];
    if (isCode(at[1])) site = mix(site, at[1]);
    const uintptr_t *outer = (const uintptr_t *)at[0];
    if (outer <= at || (uintptr_t)outer - (uintptr_t)at > 1 << 16 || (uintptr_t)outer & 7) break;
    at = outer;
  }
  wanted->site = site | 1;
}
