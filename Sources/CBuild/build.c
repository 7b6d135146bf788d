#include "build.h"

// 'make build' links a definition with the commit, which replaces this weak one.
__attribute__((weak)) const char pmgit_commit[42] = "";
