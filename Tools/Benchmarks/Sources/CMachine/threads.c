#include "CMachine.h"

#include <pthread.h>
#include <stdlib.h>

struct job {
  void (*body)(int number, void *context);
  void *context;
  int number;
  pthread_t thread;
};

static void *run(void *argument) {
  struct job *job = argument;
  job->body(job->number, job->context);
  return NULL;
}

void run_threads(int count, void (*body)(int number, void *context), void *context) {
  struct job *jobs = calloc(count, sizeof(struct job));
  if (!jobs) abort();
  for (int number = 0; number < count; number++) {
    jobs[number] = (struct job){.body = body, .context = context, .number = number};
    if (pthread_create(&jobs[number].thread, NULL, run, &jobs[number])) abort();
  }
  for (int number = 0; number < count; number++) pthread_join(jobs[number].thread, NULL);
  free(jobs);
}
