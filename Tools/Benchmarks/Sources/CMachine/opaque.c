#include "CMachine.h"

void *opaque_pointer(void *pointer) { return pointer; }
