// Whether a task is cancelled is a word, too, but one that the runtime reads and writes: one for all tasks here.
#include "internal.h"

#define IS_CANCELLED "$sScTss5NeverORszABRs_rlE11isCancelledSbvgZ"
#define CANCEL "$sScT6cancelyyF"
#define CANCEL_CURRENT "$sSct6cancelyyF"

static uint8_t cancellation;

__attribute__((swiftcall)) bool __real_swift_task_isCancelled(void *task);
__attribute__((swiftcall)) void __real_swift_task_cancel(void *task);
__attribute__((swiftcall)) bool realIsCancelled(void) __asm__("__real_" IS_CANCELLED);
__attribute__((swiftcall)) bool wrappedIsCancelled(void) __asm__("__wrap_" IS_CANCELLED);

#define STEP(KIND)                                      \
  Step step = {.kind = KIND, .address = &cancellation}; \
  if (schedulerSelf) {                                  \
    findSite(&step, __builtin_frame_address(0));        \
    takeStep(&step);                                    \
  }

__attribute__((swiftcall)) bool __wrap_swift_task_isCancelled(void *task) {
  STEP(StepLoad)
  bool result = __real_swift_task_isCancelled(task);
  if (schedulerSelf) passStep(step.site);
  return result;
}

__attribute__((swiftcall)) bool wrappedIsCancelled(void) {
  STEP(StepLoad)
  bool result = realIsCancelled();
  if (schedulerSelf) passStep(step.site);
  return result;
}

// The runtime calls the handlers of a cancellation while it has the task's record locked. The task may need the record
// in order to go on, and a thread that waits for it takes no step. So the cancelling thread is not interrupted.

__attribute__((swiftcall)) void __wrap_swift_task_cancel(void *task) {
  STEP(StepStore)
  Thread *self = schedulerSelf;
  if (self) self->isSteady += 1;
  __real_swift_task_cancel(task);
  if (!self) return;
  self->isSteady -= 1;
  passStep(step.site);
}

__attribute__((used)) void schedulerWillCancel(void) {
  STEP(StepStore)
  if (schedulerSelf) schedulerSelf->isSteady += 1;
}

__attribute__((used)) void schedulerDidCancel(void) {
  if (!schedulerSelf) return;
  schedulerSelf->isSteady -= 1;
  passStep(1);
}

// Methods of generic types take their arguments where C has no words for: they pass through unseen.
#if defined(__x86_64__)
#define PASS_THROUGH(NAME)                                                                   \
  __asm__(".text\n.globl \"__wrap_" NAME "\"\n.type \"__wrap_" NAME "\",@function\n"         \
          "\"__wrap_" NAME "\":\n"                                                           \
          "push %rbp\nmov %rsp,%rbp\npush %rdi\npush %rsi\npush %rdx\npush %rcx\npush %r8\n" \
          "push %r9\npush %rax\npush %r14\ncall schedulerWillCancel\npop %r14\npop %rax\n"   \
          "pop %r9\npop %r8\npop %rcx\npop %rdx\npop %rsi\npop %rdi\n"                        \
          "call \"__real_" NAME "\"\ncall schedulerDidCancel\npop %rbp\nret\n");
#elif defined(__aarch64__)
#define PASS_THROUGH(NAME)                                                                   \
  __asm__(".text\n.globl \"__wrap_" NAME "\"\n.type \"__wrap_" NAME "\",@function\n"         \
          "\"__wrap_" NAME "\":\n"                                                           \
          "stp x29, x30, [sp, #-96]!\nmov x29, sp\nstp x0, x1, [sp, #16]\n"                  \
          "stp x2, x3, [sp, #32]\nstp x4, x5, [sp, #48]\nstp x6, x7, [sp, #64]\n"            \
          "stp x8, x20, [sp, #80]\nbl schedulerWillCancel\nldp x0, x1, [sp, #16]\n"          \
          "ldp x2, x3, [sp, #32]\nldp x4, x5, [sp, #48]\nldp x6, x7, [sp, #64]\n"            \
          "ldp x8, x20, [sp, #80]\nbl \"__real_" NAME "\"\nbl schedulerDidCancel\n"          \
          "ldp x29, x30, [sp], #96\nret\n");
#endif

PASS_THROUGH(CANCEL)
PASS_THROUGH(CANCEL_CURRENT)
