// Faults between a program and the system. Loaded by LD_PRELOAD, this library counts the calls that
// write to files, and kills the program at one of them, or makes one fail.
//
// Only calls on paths below one folder count, and only in certain programs. The shipped program has
// no code for this. Environment variables configure the library:
//
//   PMGIT_FAULT_ROOT      the folder, without a '/' at the end; if unset, nothing is done
//   PMGIT_FAULT_PROGRAMS  names of programs, separated by ','
//   PMGIT_FAULT_LOG       a file that receives a line for every counted call
//   PMGIT_FAULT_COUNTER   a file of eight bytes, for a counter shared by several processes
//   PMGIT_FAULT_MATCH     only count calls whose 'program name path' matches this pattern of
//                         fnmatch(3); once a permanent fault has begun, others fail as well
//   PMGIT_FAULT_AT        the number of the call that the fault begins at, from 1
//   PMGIT_FAULT_DO        kill-before, kill-after, kill-torn; fail: the call gives an error;
//                         short: a write is cut short, and all later calls give an error
//   PMGIT_FAULT_ERRNO     the error
//   PMGIT_FAULT_CALLS     names of the calls that return the error, separated by ','; others work
//   PMGIT_FAULT_STAYS     if set, all later calls fail too: a disk that stays full
//   PMGIT_FAULT_DISK      a folder that acts as a separate file system: renaming and linking into
//                         or out of it fail; needs no other variable except the programs

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

// What happens to one call.
enum fate { WORKS, FAILS, CUT_SHORT, DIES_BEFORE, DIES_AFTER, DIES_TORN };

struct call {
  const char *name;
  const char *path;
  const char *target;  // the new name, of rename and link
  long number;
  enum fate fate;
};

static const char *root, *disk, *log_path, *match, *action, *failing_calls;
static long fault_at, fault_errno, stays;
static long own_counter;
static long *counter = &own_counter;

// The real function that this library replaces.
#define REAL(name) ((__typeof__(&name))real(#name))

static void *real(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (!function) abort();
  return function;
}

// Whether 'word' is one of the words in 'list', which are separated by ','.
static int contains(const char *list, const char *word) {
  size_t length = strlen(word);
  while (list && *list) {
    const char *end = strchrnul(list, ',');
    if ((size_t)(end - list) == length && !strncmp(list, word, length)) return 1;
    list = *end ? end + 1 : end;
  }
  return 0;
}

__attribute__((constructor)) static void begin(void) {
  if (!contains(getenv("PMGIT_FAULT_PROGRAMS"), program_invocation_short_name)) return;
  log_path = getenv("PMGIT_FAULT_LOG");
  match = getenv("PMGIT_FAULT_MATCH");
  action = getenv("PMGIT_FAULT_DO");
  failing_calls = getenv("PMGIT_FAULT_CALLS");
  stays = getenv("PMGIT_FAULT_STAYS") != NULL;
  const char *at = getenv("PMGIT_FAULT_AT"), *number = getenv("PMGIT_FAULT_ERRNO");
  fault_at = at ? atol(at) : 0;
  fault_errno = number ? atol(number) : EIO;
  const char *shared = getenv("PMGIT_FAULT_COUNTER");
  if (shared) {
    int file = REAL(open)(shared, O_RDWR | O_CLOEXEC);
    void *memory =
        REAL(mmap)(NULL, sizeof(long), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (file < 0 || memory == MAP_FAILED) abort();
    counter = memory;
    REAL(close)(file);
  }
  disk = getenv("PMGIT_FAULT_DISK");
  // Set last, because calls count from here on.
  root = getenv("PMGIT_FAULT_ROOT");
}

static int is_below(const char *folder, const char *path) {
  size_t length = strlen(folder);
  return !strncmp(path, folder, length) && (path[length] == '/' || path[length] == 0);
}

static int is_below_root(const char *path) { return is_below(root, path); }

// Writes the full path of 'name' relative to a folder; returns whether it could be found.
static int resolve(int folder, const char *name, char *path) {
  if (!name) return 0;
  if (*name == '/') {
    snprintf(path, PATH_MAX, "%s", name);
  } else {
    char link[64], base[PATH_MAX];
    snprintf(link, sizeof link, folder == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", folder);
    ssize_t length = readlink(link, base, sizeof base - 1);
    if (length < 0) return 0;
    base[length] = 0;
    if (snprintf(path, PATH_MAX, "%s/%s", base, name) >= PATH_MAX) return 0;
  }
  return 1;
}

// Writes the full path of 'name' relative to a folder; returns whether it is below the root.
static int locate(int folder, const char *name, char *path) {
  return root && resolve(folder, name, path) && is_below_root(path);
}

// Whether exactly one of two names is on the separate disk.
static int crosses(int from, const char *name, int to, const char *second) {
  char path[PATH_MAX], target[PATH_MAX];
  return disk && resolve(from, name, path) && resolve(to, second, target) &&
         is_below(disk, path) != is_below(disk, target);
}

// Writes the path of an open file; returns whether it is below the root.
static int locate_open(int file, char *path) {
  if (!root) return 0;
  int before = errno;
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  errno = before;
  if (length < 0) return 0;
  path[length] = 0;
  return is_below_root(path);
}

// Adds a line to the log: number, program, process, result, call, path and target.
static void note(const struct call *call, const char *result) {
  if (!log_path) return;
  int before = errno;
  char line[3 * PATH_MAX];
  int length = snprintf(line, sizeof line, "%ld\t%s\t%d\t%s\t%s\t%s\t%s\n", call->number,
                        program_invocation_short_name, (int)getpid(), result, call->name,
                        call->path, call->target ? call->target : "");
  int file = REAL(open)(log_path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (file >= 0) {
    if (REAL(write)(file, line, length) != length) abort();
    REAL(close)(file);
  }
  errno = before;
}

static void die(const struct call *call) {
  note(call, "killed");
  kill(getpid(), SIGKILL);
  pause();
}

static enum fate fate_of(const char *name, long number) {
  if (!fault_at || number < fault_at || !action) return WORKS;
  int is_first = number == fault_at;
  if (!strncmp(action, "kill-", 5)) {
    if (!is_first) return WORKS;
    if (!strcmp(action, "kill-after")) return DIES_AFTER;
    return !strcmp(action, "kill-torn") ? DIES_TORN : DIES_BEFORE;
  }
  if (!strcmp(action, "short") && is_first) return CUT_SHORT;
  if (!is_first && !stays && strcmp(action, "short")) return WORKS;
  return !failing_calls || contains(failing_calls, name) ? FAILS : WORKS;
}

// Counts a call; returns whether it may be made. If not, 'errno' is set.
static int begins(struct call *call) {
  char text[2 * PATH_MAX];
  snprintf(text, sizeof text, "%s %s %s", program_invocation_short_name, call->name, call->path);
  if (!match || !fnmatch(match, text, 0)) {
    call->number = __atomic_add_fetch(counter, 1, __ATOMIC_SEQ_CST);
  } else {
    long count = __atomic_load_n(counter, __ATOMIC_SEQ_CST);
    if (!fault_at || count < fault_at) return 1;
    call->number = count + 1;
  }
  call->fate = fate_of(call->name, call->number);
  if (call->fate == DIES_BEFORE) die(call);
  if (call->fate != FAILS) return 1;
  errno = fault_errno;
  note(call, "failed");
  return 0;
}

// Records the result of a call, and preserves 'errno'.
static void ends(const struct call *call, int is_done) {
  if (!call->number) return;
  if (call->fate == DIES_AFTER || call->fate == DIES_TORN) die(call);
  note(call, is_done ? "done" : "refused");
}

// Opening counts if it may write or create.

static int opening(int folder, const char *name, int flags, mode_t mode) {
  char path[PATH_MAX];
  struct call call = {.name = "open", .path = path};
  int writes = (flags & O_ACCMODE) != O_RDONLY || flags & O_CREAT;
  if (!writes || !locate(folder, name, path)) {
    return REAL(openat)(folder, name, flags, mode);
  }
  if (!begins(&call)) return -1;
  int result = REAL(openat)(folder, name, flags, mode);
  ends(&call, result >= 0);
  return result;
}

static mode_t mode_argument(int flags, va_list list) {
  return flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(list, mode_t) : 0;
}

#define OPEN(function)                                \
  int function(const char *name, int flags, ...) {    \
    va_list list;                                     \
    va_start(list, flags);                            \
    mode_t mode = mode_argument(flags, list);         \
    va_end(list);                                     \
    return opening(AT_FDCWD, name, flags, mode);      \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(function)                                      \
  int function(int folder, const char *name, int flags, ...) { \
    va_list list;                                             \
    va_start(list, flags);                                    \
    mode_t mode = mode_argument(flags, list);                 \
    va_end(list);                                             \
    return opening(folder, name, flags, mode);                \
  }
OPENAT(openat)
OPENAT(openat64)

int __open_2(const char *name, int flags) { return opening(AT_FDCWD, name, flags, 0); }
int __open64_2(const char *name, int flags) { return opening(AT_FDCWD, name, flags, 0); }

int creat(const char *name, mode_t mode) {
  return opening(AT_FDCWD, name, O_CREAT | O_WRONLY | O_TRUNC, mode);
}
int creat64(const char *name, mode_t mode) { return creat(name, mode); }

// Writing. A write that is cut short, or torn by the program's end, writes half of its bytes.

static size_t part(const struct call *call, size_t count) {
  int is_part = call->fate == CUT_SHORT || call->fate == DIES_TORN;
  return is_part && count > 1 ? count / 2 : count;
}

ssize_t write(int file, const void *bytes, size_t count) {
  char path[PATH_MAX];
  struct call call = {.name = "write", .path = path};
  if (!locate_open(file, path)) return REAL(write)(file, bytes, count);
  if (!begins(&call)) return -1;
  ssize_t result = REAL(write)(file, bytes, part(&call, count));
  ends(&call, result >= 0);
  return result;
}

static ssize_t writing_at(int file, const void *bytes, size_t count, off64_t offset) {
  char path[PATH_MAX];
  struct call call = {.name = "write", .path = path};
  if (!locate_open(file, path)) return REAL(pwrite64)(file, bytes, count, offset);
  if (!begins(&call)) return -1;
  ssize_t result = REAL(pwrite64)(file, bytes, part(&call, count), offset);
  ends(&call, result >= 0);
  return result;
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  return writing_at(file, bytes, count, offset);
}
ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
  return writing_at(file, bytes, count, offset);
}

ssize_t writev(int file, const struct iovec *parts, int count) {
  char path[PATH_MAX];
  struct call call = {.name = "write", .path = path};
  if (!locate_open(file, path)) return REAL(writev)(file, parts, count);
  if (!begins(&call)) return -1;
  ssize_t result = REAL(writev)(file, parts, (int)part(&call, (size_t)count));
  ends(&call, result >= 0);
  return result;
}

// Mapped memory is written to the file later, so the call that maps it counts.

static void *mapping(void *at, size_t size, int access, int flags, int file, off64_t offset) {
  char path[PATH_MAX];
  struct call call = {.name = "mmap", .path = path};
  int writes = file >= 0 && access & PROT_WRITE && flags & MAP_SHARED;
  if (!writes || !locate_open(file, path)) {
    return REAL(mmap64)(at, size, access, flags, file, offset);
  }
  if (!begins(&call)) return MAP_FAILED;
  void *result = REAL(mmap64)(at, size, access, flags, file, offset);
  ends(&call, result != MAP_FAILED);
  return result;
}

void *mmap(void *at, size_t size, int access, int flags, int file, off_t offset) {
  return mapping(at, size, access, flags, file, offset);
}
void *mmap64(void *at, size_t size, int access, int flags, int file, off64_t offset) {
  return mapping(at, size, access, flags, file, offset);
}

// Calls on an open file.

#define ON_OPEN_FILE(function, shown, parameters, arguments) \
  int function parameters {                                  \
    char path[PATH_MAX];                                     \
    struct call call = {.name = shown, .path = path};        \
    if (!locate_open(file, path)) return REAL(function) arguments; \
    if (!begins(&call)) return -1;                           \
    int result = REAL(function) arguments;                   \
    ends(&call, result == 0);                                \
    return result;                                           \
  }
ON_OPEN_FILE(fsync, "fsync", (int file), (file))
ON_OPEN_FILE(fdatasync, "fsync", (int file), (file))
ON_OPEN_FILE(ftruncate, "ftruncate", (int file, off_t size), (file, size))
ON_OPEN_FILE(ftruncate64, "ftruncate", (int file, off64_t size), (file, size))

// Closing counts for files that are open for writing. The file is closed even if the call fails.
int close(int file) {
  char path[PATH_MAX];
  struct call call = {.name = "close", .path = path};
  int flags = root ? fcntl(file, F_GETFL) : -1;
  if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY || !locate_open(file, path)) {
    return REAL(close)(file);
  }
  if (!begins(&call)) {
    int error = errno;
    REAL(close)(file);
    errno = error;
    return -1;
  }
  int result = REAL(close)(file);
  ends(&call, result == 0);
  return result;
}

// Calls on names.

#define ON_NAME(function, shown, folder, parameters, arguments) \
  int function parameters {                                     \
    char path[PATH_MAX];                                        \
    struct call call = {.name = shown, .path = path};           \
    if (!locate(folder, name, path)) return REAL(function) arguments; \
    if (!begins(&call)) return -1;                              \
    int result = REAL(function) arguments;                      \
    ends(&call, result == 0);                                   \
    return result;                                              \
  }
ON_NAME(mkdir, "mkdir", AT_FDCWD, (const char *name, mode_t mode), (name, mode))
ON_NAME(mkdirat, "mkdir", folder, (int folder, const char *name, mode_t mode), (folder, name, mode))
ON_NAME(rmdir, "unlink", AT_FDCWD, (const char *name), (name))
ON_NAME(unlink, "unlink", AT_FDCWD, (const char *name), (name))
ON_NAME(unlinkat, "unlink", folder, (int folder, const char *name, int flags),
        (folder, name, flags))

#define ON_TWO_NAMES(function, shown, from, to, parameters, arguments)       \
  int function parameters {                                                  \
    char path[PATH_MAX], target[PATH_MAX];                                   \
    struct call call = {.name = shown, .path = path, .target = target};      \
    if (crosses(from, name, to, second)) {                                   \
      errno = EXDEV;                                                         \
      return -1;                                                             \
    }                                                                        \
    if (!locate(from, name, path) || !locate(to, second, target)) return REAL(function) arguments; \
    if (!begins(&call)) return -1;                                           \
    int result = REAL(function) arguments;                                   \
    ends(&call, result == 0);                                                \
    return result;                                                           \
  }
ON_TWO_NAMES(rename, "rename", AT_FDCWD, AT_FDCWD, (const char *name, const char *second),
             (name, second))
ON_TWO_NAMES(renameat, "rename", from, to,
             (int from, const char *name, int to, const char *second), (from, name, to, second))
ON_TWO_NAMES(link, "link", AT_FDCWD, AT_FDCWD, (const char *name, const char *second),
             (name, second))
ON_TWO_NAMES(linkat, "link", from, to,
             (int from, const char *name, int to, const char *second, int flags),
             (from, name, to, second, flags))
