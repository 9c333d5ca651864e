// The options of glibc's allocator, which the module of the C library lacks.
#if __has_include(<malloc.h>)
#include <malloc.h>
#endif
