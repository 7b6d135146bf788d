// A preloaded library that changes the environment before the program starts, as libfaketime does without its wrapper.

#include <stdlib.h>

__attribute__((constructor)) static void change(void) { setenv("PMGIT_TEST_VARIABLE", "1", 1); }
