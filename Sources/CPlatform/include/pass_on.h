// Passes the signals that end this process on to the programs that it runs in sessions of their own.
//
// Such a program gets neither Ctrl-C nor the end of the terminal, and would outlive this process.

#ifndef PMGIT_PASS_ON_H
#define PMGIT_PASS_ON_H

#include <sys/types.h>

/// Sends SIGTERM to a process group before SIGINT, SIGTERM or SIGHUP is handled as it was before. A signal that is
/// ignored, as SIGHUP below 'nohup', stays ignored. At most 16 groups at a time get signals.
void pmgit_pass_on_begin(pid_t group);

/// Ends what `pmgit_pass_on_begin` began. Must be called before the group's id can be used again.
void pmgit_pass_on_end(pid_t group);

#endif
