#include "memory_back.h"
// Defines `__GLIBC__`, if the library is glibc.
#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>

void pmgit_share_memory(void) { mallopt(M_ARENA_MAX, 2); }
void pmgit_give_memory_back(void) { malloc_trim(0); }
#else
void pmgit_share_memory(void) {}
void pmgit_give_memory_back(void) {}
#endif
