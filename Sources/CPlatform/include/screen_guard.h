// The state of a terminal while a program shows a screen, kept so that a signal handler can put it back. Swift's own
// runtime must not run in a handler.

#ifndef PMGIT_SCREEN_GUARD_H
#define PMGIT_SCREEN_GUARD_H

#include <stddef.h>

/// Puts a terminal into raw modes, and keeps its modes and what leaves the screen for `pmgit_screen_leave`.
///
/// From then on, signals that end a program because of a bug put the terminal back first. SIGINT, SIGTERM, SIGHUP, SIGTSTP,
/// SIGCONT and SIGWINCH are written to `notices` as bytes; if one of the first three comes again before
/// `pmgit_screen_noticed`, it ends the program. Messages on standard error are kept in a file without a name, if that is a
/// terminal too.
///
/// Returns 0, or an error number.
int pmgit_screen_enter(int input, int output, int notices, const char *leave, size_t size);

/// Records that the notice of a signal was read, so that the same signal may come again.
void pmgit_screen_noticed(int number);

/// Puts the terminal and the signals back, and prints the kept messages. Does nothing if the screen is not shown. It is
/// safe in a signal handler.
void pmgit_screen_leave(void);

/// Sends a signal with its default effect to this process.
void pmgit_screen_die(int number);

/// Stops this process and those of its job, as the shell does for Ctrl-Z, and returns when they continue.
void pmgit_screen_stop(void);

#endif
