// Lets a program's operations on files fail, one after the other; preloaded into the program.
//
// FAULT_FOLDER  operations on files below this folder count
// FAULT_AT      which of them, counted from 1, meets the fault; 0 for none
// FAULT_MODE    kill, short (a write of one byte), or the number of an error
// FAULT_REPORT  a file that is told at the end how many operations there were
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_long counted;
static atomic_char watched[1 << 16];

enum { NONE, FAIL, SHORT };

// Counts an operation; what is to become of it.
static int meet(int is_write) {
  const char *at = getenv("FAULT_AT"), *mode = getenv("FAULT_MODE");
  long number = atomic_fetch_add(&counted, 1) + 1;
  if (!at || !mode || number != atol(at)) return NONE;
  if (!strcmp(mode, "kill")) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
  }
  if (!strcmp(mode, "short")) return is_write ? SHORT : NONE;
  errno = atoi(mode);
  return FAIL;
}

static int concerns(const char *path) {
  const char *folder = getenv("FAULT_FOLDER");
  return folder && path && !strncmp(path, folder, strlen(folder));
}

static int is_watched(int number) { return number >= 0 && number < (1 << 16) && watched[number]; }

static int watch(int number, const char *path) {
  if (number >= 0 && number < (1 << 16)) watched[number] = concerns(path);
  return number;
}

__attribute__((destructor)) static void report(void) {
  const char *path = getenv("FAULT_REPORT");
  char text[32];
  if (!path) return;
  int number = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (number < 0) return;
  int length = snprintf(text, sizeof text, "%ld", atomic_load(&counted));
  if (syscall(SYS_write, number, text, length) < 0) return;
  syscall(SYS_close, number);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define MODE_OF(flags)                          \
  mode_t mode = 0;                              \
  if ((flags) & (O_CREAT | O_TMPFILE)) {        \
    va_list rest;                               \
    va_start(rest, flags);                      \
    mode = va_arg(rest, mode_t);                \
    va_end(rest);                               \
  }

int open(const char *path, int flags, ...) {
  MODE_OF(flags)
  if (concerns(path) && meet(0) == FAIL) return -1;
  return watch(REAL(open)(path, flags, mode), path);
}
int open64(const char *path, int flags, ...) {
  MODE_OF(flags)
  if (concerns(path) && meet(0) == FAIL) return -1;
  return watch(REAL(open64)(path, flags, mode), path);
}
int openat(int folder, const char *path, int flags, ...) {
  MODE_OF(flags)
  if (concerns(path) && meet(0) == FAIL) return -1;
  return watch(REAL(openat)(folder, path, flags, mode), path);
}
int openat64(int folder, const char *path, int flags, ...) {
  MODE_OF(flags)
  if (concerns(path) && meet(0) == FAIL) return -1;
  return watch(REAL(openat64)(folder, path, flags, mode), path);
}
ssize_t write(int number, const void *bytes, size_t count) {
  int fault = is_watched(number) ? meet(1) : NONE;
  if (fault == FAIL) return -1;
  return REAL(write)(number, bytes, fault == SHORT && count > 1 ? 1 : count);
}
ssize_t pwrite(int number, const void *bytes, size_t count, off_t place) {
  int fault = is_watched(number) ? meet(1) : NONE;
  if (fault == FAIL) return -1;
  return REAL(pwrite)(number, bytes, fault == SHORT && count > 1 ? 1 : count, place);
}
ssize_t read(int number, void *bytes, size_t count) {
  if (is_watched(number) && meet(0) == FAIL) return -1;
  return REAL(read)(number, bytes, count);
}
int close(int number) {
  // A descriptor is closed also where that fails.
  int fails = is_watched(number) && meet(0) == FAIL;
  int error = errno;
  if (number >= 0 && number < (1 << 16)) watched[number] = 0;
  int result = REAL(close)(number);
  if (fails) errno = error;
  return fails ? -1 : result;
}
int fsync(int number) {
  if (is_watched(number) && meet(0) == FAIL) return -1;
  return REAL(fsync)(number);
}
int fdatasync(int number) {
  if (is_watched(number) && meet(0) == FAIL) return -1;
  return REAL(fdatasync)(number);
}
int ftruncate(int number, off_t length) {
  if (is_watched(number) && meet(0) == FAIL) return -1;
  return REAL(ftruncate)(number, length);
}
int fchmod(int number, mode_t mode) {
  if (is_watched(number) && meet(0) == FAIL) return -1;
  return REAL(fchmod)(number, mode);
}
int fchown(int number, uid_t user, gid_t group) {
  if (is_watched(number) && meet(0) == FAIL) return -1;
  return REAL(fchown)(number, user, group);
}
int flock(int number, int operation) {
  if (is_watched(number) && meet(0) == FAIL) return -1;
  return REAL(flock)(number, operation);
}
int rename(const char *old, const char *new) {
  if (concerns(new) && meet(0) == FAIL) return -1;
  return REAL(rename)(old, new);
}
int renameat(int from, const char *old, int to, const char *new) {
  if (concerns(new) && meet(0) == FAIL) return -1;
  return REAL(renameat)(from, old, to, new);
}
int link(const char *old, const char *new) {
  if (concerns(new) && meet(0) == FAIL) return -1;
  return REAL(link)(old, new);
}
int unlink(const char *path) {
  if (concerns(path) && meet(0) == FAIL) return -1;
  return REAL(unlink)(path);
}
int mkdir(const char *path, mode_t mode) {
  if (concerns(path) && meet(0) == FAIL) return -1;
  return REAL(mkdir)(path, mode);
}
