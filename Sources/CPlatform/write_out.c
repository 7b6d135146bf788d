#define _GNU_SOURCE
#include "write_out.h"
#include <fcntl.h>

#ifdef SYNC_FILE_RANGE_WRITE
// A failure does not matter: the flush that follows waits for the file, and reports what is wrong.
void pmgit_start_writing_out(int descriptor) { (void)sync_file_range(descriptor, 0, 0, SYNC_FILE_RANGE_WRITE); }
#else
void pmgit_start_writing_out(int descriptor) { (void)descriptor; }
#endif
