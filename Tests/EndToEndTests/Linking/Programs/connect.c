// Connects to a remote by TLS and by SSH, like libgit2, and prints a line with each result.
//
// The remote is a socket of this program that never answers.

#include <arpa/inet.h>
#include <git2.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

/// Returns the port of a socket that queues connections but never accepts them; 0 on failure.
static int listening_port(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(listener, (struct sockaddr *)&address, length) < 0 || listen(listener, 4) < 0 ||
      getsockname(listener, (struct sockaddr *)&address, &length) < 0)
    return 0;
  return ntohs(address.sin_port);
}

static int connect_by(const char *scheme, int port) {
  char url[64];
  git_remote *remote = NULL;
  snprintf(url, sizeof url, "%s://git@127.0.0.1:%d/board.git", scheme, port);
  if (git_remote_create_detached(&remote, url) < 0) return 1;
  int result = git_remote_connect(remote, GIT_DIRECTION_FETCH, NULL, NULL, NULL);
  const git_error *error = git_error_last();
  printf("%s\t%d\t%s\n", scheme, result, error ? error->message : "");
  git_remote_free(remote);
  return 0;
}

int main(void) {
  int port = listening_port();
  // A handshake would wait for an answer forever.
  alarm(20);
  if (!port || git_libgit2_init() != 1) return 1;
  int status = connect_by("https", port) | connect_by("ssh", port);
  git_libgit2_shutdown();
  return status;
}
