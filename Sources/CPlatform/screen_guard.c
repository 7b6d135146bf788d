#include "screen_guard.h"
#include "pass_on.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// Signals that end the program because of a bug, or that nobody handles.
static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS, SIGQUIT, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU};
// Signals that the program answers.
static const int noticed[] = {SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static struct sigaction former_fatal[COUNT(fatal)];
static struct sigaction former_noticed[COUNT(noticed)];

static volatile sig_atomic_t is_shown;
static volatile sig_atomic_t is_waiting[64];
static struct termios modes;
static int in, out, notice_pipe;
static char leaving[256];
static size_t leaving_size;
// Standard error as it was; -1 if it is not kept back.
static volatile sig_atomic_t kept_error = -1;

// A stack of its own, for a handler that runs because the usual one is full.
static char stack[1 << 16];

static void write_all(int to, const char *bytes, size_t size) {
  while (size > 0) {
    ssize_t count = write(to, bytes, size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) {
      struct pollfd ready = {.fd = to, .events = POLLOUT};
      poll(&ready, 1, 100);
      continue;
    }
    if (count <= 0) return;
    bytes += count;
    size -= (size_t)count;
  }
}

// The most bytes of messages that are printed at the end.
enum { most_kept = 1 << 16 };

static void print_kept(void) {
  int kept = (int)kept_error;
  if (kept < 0) return;
  kept_error = -1;
  int file = dup(STDERR_FILENO);
  dup2(kept, STDERR_FILENO);
  close(kept);
  if (file < 0) return;
  char part[1024];
  off_t at = 0;
  ssize_t count;
  while (at < most_kept && (count = pread(file, part, sizeof part, at)) > 0) {
    write_all(STDERR_FILENO, part, (size_t)count);
    at += count;
  }
  close(file);
}

static void put_back(void) {
  if (!is_shown) return;
  is_shown = 0;
  write_all(out, leaving, leaving_size);
  while (tcsetattr(in, TCSADRAIN, &modes) != 0 && errno == EINTR) {}
  print_kept();
}

static void end(int number) {
  int error = errno;
  put_back();
  pmgit_pass_on_now();
  for (size_t i = 0; i < COUNT(fatal); i++)
    if (fatal[i] == number) sigaction(number, &former_fatal[i], NULL);
  for (size_t i = 0; i < COUNT(noticed); i++)
    if (noticed[i] == number) sigaction(number, &former_noticed[i], NULL);
  errno = error;
  raise(number);
}

static void notice(int number) {
  int error = errno;
  int ends = number == SIGINT || number == SIGTERM || number == SIGHUP;
  if (ends && is_waiting[number]) end(number);
  is_waiting[number] = 1;
  char byte = (char)number;
  // A full pipe has notices enough.
  if (write(notice_pipe, &byte, 1) < 0) errno = error;
  errno = error;
}

void pmgit_screen_noticed(int number) {
  if (number > 0 && number < 64) is_waiting[number] = 0;
}

// Keeps messages back: they would be written over the screen, and would be gone with it.
static void keep_error(void) {
  if (!isatty(STDERR_FILENO)) return;
  const char *folder = getenv("TMPDIR");
  char path[1024] = "/tmp";
  if (folder && *folder == '/' && strlen(folder) < 900) strcpy(path, folder);
  strcat(path, "/pmgit-messages-XXXXXX");
  int file = mkstemp(path);
  if (file < 0) return;
  unlink(path);
  int kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (kept >= 0 && dup2(file, STDERR_FILENO) >= 0) kept_error = kept;
  else if (kept >= 0) close(kept);
  close(file);
}

static void set(int number, void (*handler)(int), int flags, struct sigaction *former) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigaction(number, NULL, former);
  // A signal that is ignored, as SIGHUP below 'nohup', stays so.
  if (!(former->sa_flags & SA_SIGINFO) && former->sa_handler == SIG_IGN) return;
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

int pmgit_screen_enter(int input, int output, int notices, const char *leave, size_t size) {
  if (is_shown) return 0;
  if (size > sizeof leaving) return ENOMEM;
  if (tcgetattr(input, &modes) != 0) return errno;
  (in = input), (out = output), (notice_pipe = notices);
  memcpy(leaving, leave, size);
  leaving_size = size;
  memset((void *)is_waiting, 0, sizeof is_waiting);
  stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&own, NULL);
  for (size_t i = 0; i < COUNT(fatal); i++)
    set(fatal[i], end, SA_ONSTACK | SA_NODEFER, &former_fatal[i]);
  for (size_t i = 0; i < COUNT(noticed); i++)
    set(noticed[i], notice, SA_RESTART, &former_noticed[i]);
  struct termios raw = modes;
  cfmakeraw(&raw);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  // From here on the terminal has to be put back.
  is_shown = 1;
  if (tcsetattr(input, TCSADRAIN, &raw) != 0) {
    int error = errno;
    leaving_size = 0;
    pmgit_screen_leave();
    return error;
  }
  keep_error();
  return 0;
}

void pmgit_screen_leave(void) {
  if (!is_shown) return;
  put_back();
  for (size_t i = 0; i < COUNT(fatal); i++) sigaction(fatal[i], &former_fatal[i], NULL);
  for (size_t i = 0; i < COUNT(noticed); i++) sigaction(noticed[i], &former_noticed[i], NULL);
}

void pmgit_screen_die(int number) {
  signal(number, SIG_DFL);
  kill(getpid(), number);
}

static volatile sig_atomic_t continued;
static void note_continued(int number) { (void)number, continued = 1; }

void pmgit_screen_stop(void) {
  struct sigaction action, former;
  memset(&action, 0, sizeof action);
  action.sa_handler = note_continued;
  sigemptyset(&action.sa_mask);
  continued = 0;
  sigaction(SIGCONT, &action, &former);
  kill(0, SIGTSTP);
  // Another thread may take the signal, a moment later. In a job that no shell waits for, it does nothing.
  for (int i = 0; i < 20 && !continued; i++) poll(NULL, 0, 10);
  sigaction(SIGCONT, &former, NULL);
}
