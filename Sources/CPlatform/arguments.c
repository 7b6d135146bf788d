#include "arguments.h"
// Any header of the C library defines the macro that names the library.
#include <stdlib.h>

static int kept_count;
static char **kept;

#if defined(__GLIBC__) || defined(__APPLE__)
__attribute__((constructor)) static void keep(int count, char **arguments) {
  kept_count = count;
  kept = arguments;
}
#endif

char **pmgit_arguments(int *count) {
  *count = kept_count;
  return kept;
}
