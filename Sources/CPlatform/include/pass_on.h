// Passes the signals that end this process on to the programs that it runs in sessions of their own.
//
// Such a program gets neither Ctrl-C nor the end of the terminal, and would outlive this process.

#ifndef PMGIT_PASS_ON_H
#define PMGIT_PASS_ON_H

#include <sys/types.h>

/// Sends SIGTERM to a process group before SIGINT, SIGTERM or SIGHUP ends this process. A signal that this process
/// ignores or handles, as on the full-screen board, is not passed on. At most 16 groups at a time get signals.
void pmgit_pass_on_begin(pid_t group);

/// Ends what `pmgit_pass_on_begin` began. Must be called before the group's id can be used again.
void pmgit_pass_on_end(pid_t group);

/// Passes signals on again that this process no longer handles.
void pmgit_pass_on_again(void);

/// Sends SIGTERM to all groups. A signal handler may call it.
void pmgit_pass_on_now(void);

#endif
