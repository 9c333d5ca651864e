// For sched_setaffinity.
#define _GNU_SOURCE

#include "CMachine.h"

#if defined(__linux__)

#include <sched.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

// Keeps parent and child on one core: to wake one another across two takes several times as long.
static void stay_on_this_core(cpu_set_t *before) {
  sched_getaffinity(0, sizeof *before, before);
  cpu_set_t here;
  CPU_ZERO(&here);
  CPU_SET(sched_getcpu(), &here);
  sched_setaffinity(0, sizeof here, &here);
}

static void end(pid_t child) {
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
}

// Steps the child from its first stop to its second, and ends it.
static long steps_of(pid_t child) {
  int status;
  if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status)) return -2;
  // If this process is ended, the child would go on into a trap that nobody takes.
  ptrace(PTRACE_SETOPTIONS, child, NULL, PTRACE_O_EXITKILL);
  for (long steps = 0;; steps++) {
    if (ptrace(PTRACE_SINGLESTEP, child, NULL, NULL)) {
      end(child);
      return -2;
    }
    // A child that is not stopped has ended, and is there no more.
    if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status)) return -1;
    if (WSTOPSIG(status) == SIGTRAP) continue;
    end(child);
    return WSTOPSIG(status) == SIGSTOP ? steps : -1;
  }
}

long count_instructions(void (*body)(void *context), void *context) {
  cpu_set_t cores;
  stay_on_this_core(&cores);
  pid_t child = fork();
  if (child == 0) {
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL)) _exit(2);
    raise(SIGSTOP);
    body(context);
    raise(SIGSTOP);
    _exit(0);
  }
  long steps = child < 0 ? -2 : steps_of(child);
  sched_setaffinity(0, sizeof cores, &cores);
  return steps;
}

#else

long count_instructions(void (*body)(void *context), void *context) { return -2; }

#endif
