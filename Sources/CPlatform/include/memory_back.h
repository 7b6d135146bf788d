// Functions of the C library's allocator that Swift's Glibc module does not have.

#ifndef PMGIT_MEMORY_BACK_H
#define PMGIT_MEMORY_BACK_H

/// Makes all threads that start later share two arenas instead of having one each. Does nothing without glibc.
void pmgit_share_memory(void);

/// Returns free memory to the system, even if it lies between used memory. Does nothing without glibc.
void pmgit_give_memory_back(void);

#endif
