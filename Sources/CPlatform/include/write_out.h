// A function of Linux that Swift's Glibc module does not have.

#ifndef PMGIT_WRITE_OUT_H
#define PMGIT_WRITE_OUT_H

/// Tells the system to write the file of a descriptor to the disk, and does not wait for it. Does nothing where the
/// system has no such call.
void pmgit_start_writing_out(int descriptor);

#endif
