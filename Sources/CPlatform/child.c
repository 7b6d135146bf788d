#define _GNU_SOURCE
#include "child.h"
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
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
