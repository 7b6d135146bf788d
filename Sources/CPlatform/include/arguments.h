// The arguments of this process.

#ifndef PMGIT_ARGUMENTS_H
#define PMGIT_ARGUMENTS_H

/// Returns the arguments that the system passed to the program, as `main` gets them, and sets `count` to their number.
///
/// Swift's `CommandLine` searches them in front of the environment. It finds none if a preloaded library has changed the
/// environment before. Returns NULL, and sets `count` to 0, if the C library does not pass them to constructors.
char **pmgit_arguments(int *count);

#endif
