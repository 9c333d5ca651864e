#include "CMachine.h"

#if defined(__APPLE__)
#include <malloc/malloc.h>
#elif defined(__GLIBC__) || defined(__linux__)
#include <malloc.h>
#endif

size_t allocated_bytes(void) {
#if defined(__APPLE__)
  malloc_statistics_t statistics;
  malloc_zone_statistics(NULL, &statistics);
  return statistics.size_in_use;
#elif defined(__GLIBC__)
  return mallinfo2().uordblks;
#else
  return 0;
#endif
}

void return_free_memory(void) {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}

#if defined(__linux__)

#include <stdio.h>
#include <unistd.h>

size_t resident_bytes(void) {
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file) return 0;
  unsigned long size, resident;
  int found = fscanf(file, "%lu %lu", &size, &resident);
  fclose(file);
  return found == 2 ? resident * (size_t)sysconf(_SC_PAGESIZE) : 0;
}

#elif defined(__APPLE__)

#include <mach/mach.h>

size_t resident_bytes(void) {
  struct mach_task_basic_info info;
  mach_msg_type_number_t count = MACH_TASK_BASIC_INFO_COUNT;
  if (task_info(mach_task_self(), MACH_TASK_BASIC_INFO, (task_info_t)&info, &count)) return 0;
  return info.resident_size;
}

#else

size_t resident_bytes(void) { return 0; }

#endif
