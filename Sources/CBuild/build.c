#include "build.h"

// 'make build' links one that has the commit, which takes the place of this one.
__attribute__((weak)) const char pmgit_commit[42] = "";
