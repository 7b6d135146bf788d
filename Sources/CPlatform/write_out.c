#define _GNU_SOURCE
#include "write_out.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#ifdef SYNC_FILE_RANGE_WRITE
// A failure does not matter: the flush that follows waits for the file, and reports what is wrong.
void pmgit_start_writing_out(int descriptor) { (void)sync_file_range(descriptor, 0, 0, SYNC_FILE_RANGE_WRITE); }
#else
void pmgit_start_writing_out(int descriptor) { (void)descriptor; }
#endif

int pmgit_write_all(int descriptor, const void *bytes, size_t size, int timeout) {
  const char *rest = bytes;
  while (size > 0) {
    ssize_t count = write(descriptor, rest, size);
    if (count > 0) {
      rest += count;
      size -= (size_t)count;
    } else if (count == 0) {
      errno = EIO;
      return -1;
    } else if (errno == EAGAIN && timeout != 0) {
      struct pollfd room = {.fd = descriptor, .events = POLLOUT};
      int found = poll(&room, 1, timeout);
      if (found == 0) errno = EAGAIN;
      if (found == 0 || (found < 0 && errno != EINTR)) return -1;
    } else if (errno != EINTR) {
      return -1;
    }
  }
  return 0;
}
