// Writing to files, pipes and terminals.

#ifndef PMGIT_WRITE_OUT_H
#define PMGIT_WRITE_OUT_H

#include <stddef.h>

/// Tells the system to write the file of a descriptor to the disk, and does not wait for it. Does nothing where the
/// system has no such call.
void pmgit_start_writing_out(int descriptor);

/// Writes all bytes to a descriptor. Each time that a pipe or a terminal is full, it waits up to `timeout` milliseconds
/// until there is room: -1 waits for as long as it takes, and 0 does not wait.
///
/// Returns 0, or -1 with the reason in `errno`: EAGAIN if there was no room for so long.
int pmgit_write_all(int descriptor, const void *bytes, size_t size, int timeout);

#endif
