// What is asked of the C library's allocator, which Swift's own overlay of the library leaves out.

#ifndef PMGIT_MEMORY_BACK_H
#define PMGIT_MEMORY_BACK_H

/// Lets all threads that begin from now on use two stores of memory, in place of one each. Does nothing but with glibc.
void pmgit_share_memory(void);

/// Gives memory that is free back to the system, also where it lies between pieces that are in use. Does nothing but with
/// glibc.
void pmgit_give_memory_back(void);

#endif
