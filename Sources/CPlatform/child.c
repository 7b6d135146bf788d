#include "child.h"
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

static int make_pipe(int ends[2]) {
  if (pipe(ends) != 0) return errno;
  // The child's own copies, made by dup2, stay open.
  for (int end = 0; end < 2; end++) (void)fcntl(ends[end], F_SETFD, FD_CLOEXEC);
  return 0;
}

static int start(const char *path, char *const arguments[], char *const environment[], pid_t *child, int output,
                 int error) {
  posix_spawn_file_actions_t actions;
  int failure = posix_spawn_file_actions_init(&actions);
  if (failure != 0) return failure;
  failure = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  if (failure == 0) failure = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  if (failure == 0) failure = posix_spawn_file_actions_adddup2(&actions, error, STDERR_FILENO);
  if (failure == 0) failure = posix_spawn(child, path, &actions, NULL, arguments, environment);
  (void)posix_spawn_file_actions_destroy(&actions);
  return failure;
}

int pmgit_start_child(const char *path, char *const arguments[], char *const environment[], pid_t *child, int *output,
                      int *error) {
  int results[2], messages[2];
  int failure = make_pipe(results);
  if (failure != 0) return failure;
  failure = make_pipe(messages);
  if (failure == 0) {
    failure = start(path, arguments, environment, child, results[1], messages[1]);
    (void)close(messages[1]);
    if (failure != 0) (void)close(messages[0]);
  }
  (void)close(results[1]);
  if (failure != 0) {
    (void)close(results[0]);
    return failure;
  }
  *output = results[0];
  *error = messages[0];
  return 0;
}
