// Counts the calls with which a program opens, reads, writes and looks at files. Loaded by
// LD_PRELOAD, this library writes a line for each call: its name, the path and the number of bytes,
// separated by tabs.
//
//   PMGIT_CALLS_PROGRAM  the name of the program to measure
//   PMGIT_CALLS_LOG      the file that receives the lines when the program ends

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char text[1 << 20];
static size_t length;

// The real function that this library replaces.
#define REAL(name) ((__typeof__(&name))real(#name))

static void *real(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (!function) abort();
  return function;
}

static void note(const char *call, const char *path, ssize_t bytes) {
  char line[PATH_MAX + 64];
  int count = snprintf(line, sizeof line, "%s\t%s\t%zd\n", call, path, bytes);
  size_t start = __atomic_fetch_add(&length, (size_t)count, __ATOMIC_RELAXED);
  if (start + (size_t)count > sizeof text) abort();
  memcpy(text + start, line, (size_t)count);
}

static void note_open(const char *call, int file, ssize_t bytes) {
  int before = errno;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t count = readlink(link, path, sizeof path - 1);
  path[count < 0 ? 0 : count] = 0;
  // Pipes and terminals are no files.
  if (*path == '/') note(call, path, bytes);
  errno = before;
}

static mode_t mode_argument(int flags, va_list list) {
  return flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(list, mode_t) : 0;
}

#define OPEN(function)                                         \
  int function(const char *path, int flags, ...) {             \
    va_list list;                                              \
    va_start(list, flags);                                     \
    mode_t mode = mode_argument(flags, list);                  \
    va_end(list);                                              \
    note("open", path, flags);                                 \
    return REAL(function)(path, flags, mode);                  \
  }
OPEN(open)
OPEN(open64)

int openat(int folder, const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  mode_t mode = mode_argument(flags, list);
  va_end(list);
  note("open", path, flags);
  return REAL(openat)(folder, path, flags, mode);
}

#define LOOK(function, status)                                 \
  int function(const char *path, struct status *found) {       \
    note("look", path, 0);                                     \
    return REAL(function)(path, found);                        \
  }
LOOK(stat, stat)
LOOK(lstat, stat)
LOOK(stat64, stat64)
LOOK(lstat64, stat64)

int fstat(int file, struct stat *found) {
  note_open("look", file, 0);
  return REAL(fstat)(file, found);
}

int fstat64(int file, struct stat64 *found) {
  note_open("look", file, 0);
  return REAL(fstat64)(file, found);
}

int fstatat(int folder, const char *path, struct stat *found, int flags) {
  note("look", path, 0);
  return REAL(fstatat)(folder, path, found, flags);
}

int access(const char *path, int mode) {
  note("look", path, 0);
  return REAL(access)(path, mode);
}

#define READ(function, offset_t)                                              \
  ssize_t function(int file, void *bytes, size_t count, offset_t offset) {    \
    ssize_t result = REAL(function)(file, bytes, count, offset);              \
    note_open("read", file, result);                                          \
    return result;                                                            \
  }
READ(pread, off_t)
READ(pread64, off64_t)

#define WRITE(function, offset_t)                                                \
  ssize_t function(int file, const void *bytes, size_t count, offset_t offset) { \
    ssize_t result = REAL(function)(file, bytes, count, offset);                 \
    note_open("write", file, result);                                            \
    return result;                                                               \
  }
WRITE(pwrite, off_t)
WRITE(pwrite64, off64_t)

ssize_t read(int file, void *bytes, size_t count) {
  ssize_t result = REAL(read)(file, bytes, count);
  note_open("read", file, result);
  return result;
}

ssize_t write(int file, const void *bytes, size_t count) {
  ssize_t result = REAL(write)(file, bytes, count);
  note_open("write", file, result);
  return result;
}

int rename(const char *path, const char *target) {
  note("rename", target, 0);
  return REAL(rename)(path, target);
}

__attribute__((destructor)) static void report(void) {
  const char *program = getenv("PMGIT_CALLS_PROGRAM"), *log = getenv("PMGIT_CALLS_LOG");
  if (!program || !log || strcmp(program, program_invocation_short_name)) return;
  int file = REAL(open)(log, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file < 0 || REAL(write)(file, text, length) != (ssize_t)length) abort();
  close(file);
}
