// Says in words what threads do.
#include "internal.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *swift_demangle(const char *name, size_t length, char *output, size_t *size, uint32_t flags);

static const char *verbs[] = {
    [StepStart] = "starts",     [StepLoad] = "loads word",      [StepStore] = "stores word",
    [StepChange] = "changes word", [StepLock] = "takes lock",   [StepTryLock] = "tries lock",
    [StepUnlock] = "gives lock", [StepWait] = "waits for condition",
    [StepTimedWait] = "waits a while for condition", [StepSignal] = "signals condition",
    [StepYield] = "yields",     [StepNamed] = "is at",          [StepUntil] = "waits until",
    [StepJob] = "awaits a job", [StepNext] = "goes on",     [StepEnd] = "ends",
};

/// Accesses inside these are named by who called them.
static const char *const inner[] = {
    "Lock", "Atomic", "Parker", "RoleSteps", "HeldLock", "ordering", "Locked", "withLock",
};

static bool isInner(const char *name) {
  for (size_t i = 0; i < sizeof inner / sizeof *inner; i++)
    if (strstr(name, inner[i])) return true;
  return false;
}

/// The part of a declaration's name that a reader knows: without modules, generics and types.
static void shorten(char *name) {
  for (const char *noise[] = {"StrataCore.", "StrataConcurrency.", "Swift.", "Explored.", NULL}, **n = noise; *n; n++) {
    char *at;
    while ((at = strstr(name, *n))) memmove(at, at + strlen(*n), strlen(at + strlen(*n)) + 1);
  }
  char *arrow = strstr(name, " -> ");
  if (arrow) *arrow = 0;
  if (strlen(name) > 90) strcpy(name + 87, "...");
}

static void nameFrame(const void *frame, char *name, size_t size) {
  Dl_info info;
  name[0] = 0;
  if (!frame || !dladdr(frame, &info) || !info.dli_sname) return;
  char *plain = swift_demangle(info.dli_sname, strlen(info.dli_sname), NULL, NULL, 0);
  snprintf(name, size, "%s", plain ? plain : info.dli_sname);
  free(plain);
}

static void nameSite(const Step *step, char *name, size_t size) {
  name[0] = 0;
  for (int i = 0; i < FRAMES; i++) {
    char found[512];
    nameFrame(step->frames[i], found, sizeof found);
    if (!found[0]) continue;
    shorten(found);
    snprintf(name, size, "%s", found);
    if (!isInner(found)) return;
  }
}

const char *describeStep(const Step *step, char *text, size_t size) {
  char site[512] = "";
  nameSite(step, site, sizeof site);
  const char *in = site[0] ? " in " : "";
  if (step->kind == StepNamed || step->kind == StepUntil)
    snprintf(text, size, "%s “%s”", verbs[step->kind], step->label);
  else if (step->address)
    snprintf(text, size, "%s %u%s%s", verbs[step->kind], placeOf(step->address)->name, in, site);
  else
    snprintf(text, size, "%s%s%s", verbs[step->kind], in, site);
  return text;
}

void traceStep(const Thread *thread, const Step *step, uint32_t number, uint32_t previous) {
  char text[1024];
  describeStep(step, text, sizeof text);
  if (previous != thread->number) printf("      -- thread %u goes on\n", thread->number);
  printf("%5u  %u  %s\n", number, thread->number, text);
  fflush(stdout);
}
