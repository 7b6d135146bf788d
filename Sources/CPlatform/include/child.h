// Child processes that this process waits for.

#ifndef PMGIT_CHILD_H
#define PMGIT_CHILD_H

#include <sys/types.h>

/// Starts a program. It reads `/dev/null`, its messages are discarded, and its standard output can
/// be read from `output`.
///
/// Returns 0, or an error number.
int pmgit_start_child(const char *path, char *const arguments[], char *const environment[], pid_t *child, int *output);

/// Starts a program that outlives this process, in a session of its own. It reads `/dev/null`, and
/// its output and messages are discarded. Nobody has to wait for it.
///
/// Returns 0, or an error number. Whether the program could be loaded is not reported.
int pmgit_start_detached(const char *path, char *const arguments[], char *const environment[]);

#endif
