// Passes the signals that end this process on to the programs that it runs in sessions of their own.
//
// Such a program gets neither Ctrl-C nor the end of the terminal, and would outlive this process.

#ifndef PMGIT_PASS_ON_H
#define PMGIT_PASS_ON_H

#include <sys/types.h>

/// Reserves one of 16 places for the process group of a program that is started next, and returns
/// it; -1 if none is free. A signal that arrives before the group is set ends this process only
/// after the group was set.
int pmgit_pass_on_reserve(void);

/// Sets the group of a place. Before SIGINT, SIGQUIT, SIGTERM or SIGHUP ends this process, the
/// group gets SIGTERM. If this process ignores or handles the signal, as on the full-screen board,
/// the group gets nothing. A group of 0 means that the group has ended, and must be set before its
/// id can be used again.
void pmgit_pass_on_set(int place, pid_t group);

/// Makes the place free.
void pmgit_pass_on_release(int place);

/// Installs the handlers again if any place is reserved. Call it after the handlers of signals were
/// reset to the default.
void pmgit_pass_on_again(void);

/// Sends SIGTERM to all groups. A signal handler may call it.
void pmgit_pass_on_now(void);

#endif
