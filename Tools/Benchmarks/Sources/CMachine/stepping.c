// For sched_setaffinity.
#define _GNU_SOURCE

#include "CMachine.h"

#if defined(__linux__)

#include <elf.h>
#include <inttypes.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

// The code that the kernel puts into each process, such as the clock's; a forked child has it at the same place.
typedef struct {
  uintptr_t start, end;
} region;

static region kernel_code(void) {
  region found = {0, 0};
  FILE *maps = fopen("/proc/self/maps", "r");
  if (!maps) return found;
  char line[512];
  while (fgets(line, sizeof line, maps)) {
    region here;
    if (!strstr(line, "[vdso]")) continue;
    if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR, &here.start, &here.end) == 2) found = here;
  }
  fclose(maps);
  return found;
}

// The address of a stopped child's next instruction; zero where the processor is not known.
static uintptr_t place_of(pid_t child) {
#if defined(__x86_64__) || defined(__aarch64__)
  struct user_regs_struct registers;
  struct iovec all = {&registers, sizeof registers};
  if (ptrace(PTRACE_GETREGSET, child, (void *)NT_PRSTATUS, &all)) return 0;
#if defined(__x86_64__)
  return registers.rip;
#else
  return registers.pc;
#endif
#else
  (void)child;
  return 0;
#endif
}

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
//
// The clock's code is not counted: it begins again at each tick of the kernel. A step takes so long that there is a tick
// in many of its reads, and on a busy machine in each.
static long steps_of(pid_t child) {
  region clock = kernel_code();
  int status;
  if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status)) return -2;
  // If this process is ended, the child would go on into a trap that nobody takes.
  ptrace(PTRACE_SETOPTIONS, child, NULL, PTRACE_O_EXITKILL);
  for (long steps = 0;;) {
    uintptr_t place = place_of(child);
    if (place < clock.start || place >= clock.end) steps++;
    if (ptrace(PTRACE_SINGLESTEP, child, NULL, NULL)) {
      end(child);
      return -2;
    }
    // A child that is not stopped has ended, and is there no more.
    if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status)) return -1;
    if (WSTOPSIG(status) == SIGTRAP) continue;
    end(child);
    // The last step was the signal.
    return WSTOPSIG(status) == SIGSTOP ? steps - 1 : -1;
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
