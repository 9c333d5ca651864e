#include "CMachine.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

extern char **environ;

static double in_seconds(struct timeval time) { return time.tv_sec + time.tv_usec / 1e6; }

int run_program(const char *path, const char *first, const char *second, const char *third, const char *fourth,
                const char *output, double *seconds) {
  // The system does not write into the words.
  char *arguments[] = {(char *)path, (char *)first, (char *)second, (char *)third, (char *)fourth, NULL};
  posix_spawn_file_actions_t actions;
  if (posix_spawn_file_actions_init(&actions)) return -1;
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  pid_t child;
  int failure = posix_spawn(&child, path, &actions, 0, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failure) return -1;
  int status;
  struct rusage used;
  if (wait4(child, &status, 0, &used) != child || !WIFEXITED(status)) return -1;
  *seconds = in_seconds(used.ru_utime) + in_seconds(used.ru_stime);
  return WEXITSTATUS(status);
}
