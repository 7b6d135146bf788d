#define _GNU_SOURCE
#include "child.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

// Other children must not get the ends: the pipe would stay open as long as they run.
static int make_pipe(int ends[2]) {
#ifdef __linux__
  return pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno;
#else
  if (pipe(ends) != 0) return errno;
  for (int end = 0; end < 2; end++) (void)fcntl(ends[end], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

static int start(const char *path, char *const arguments[], char *const environment[], pid_t *child, int output) {
  posix_spawn_file_actions_t actions;
  int failure = posix_spawn_file_actions_init(&actions);
  if (failure != 0) return failure;
  failure = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  if (failure == 0) failure = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  if (failure == 0) failure = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  if (failure == 0) failure = posix_spawn(child, path, &actions, NULL, arguments, environment);
  (void)posix_spawn_file_actions_destroy(&actions);
  return failure;
}

int pmgit_start_child(const char *path, char *const arguments[], char *const environment[], pid_t *child, int *output) {
  int ends[2];
  int failure = make_pipe(ends);
  if (failure != 0) return failure;
  failure = start(path, arguments, environment, child, ends[1]);
  (void)close(ends[1]);
  if (failure != 0) {
    (void)close(ends[0]);
    return failure;
  }
  *output = ends[0];
  return 0;
}

// More are not open in a command.
static const int most_descriptors = 1024;

// Runs in a copy of the process, so it only calls functions that are safe there.
static _Noreturn void become_detached(const char *path, char *const arguments[], char *const environment[]) {
  if (setsid() < 0) _exit(1);
  // Whoever waits for the end of a pipe or for a lock of this process must not wait for the child.
  for (int descriptor = STDERR_FILENO + 1; descriptor < most_descriptors; descriptor++) (void)close(descriptor);
  sigset_t none;
  (void)sigemptyset(&none);
  (void)sigprocmask(SIG_SETMASK, &none, NULL);
  (void)signal(SIGPIPE, SIG_DFL);
  // The second child can't get a terminal, and its parent is not this process.
  pid_t child = fork();
  if (child != 0) _exit(child < 0);
  int nothing = open("/dev/null", O_RDWR);
  for (int stream = 0; stream <= STDERR_FILENO; stream++) (void)dup2(nothing, stream);
  if (nothing > STDERR_FILENO) (void)close(nothing);
  execve(path, arguments, environment);
  _exit(127);
}

int pmgit_start_detached(const char *path, char *const arguments[], char *const environment[]) {
  pid_t child = fork();
  if (child < 0) return errno;
  if (child == 0) become_detached(path, arguments, environment);
  int status;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return errno;
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : EAGAIN;
}
