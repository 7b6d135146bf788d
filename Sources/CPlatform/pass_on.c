#include "pass_on.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>

enum { most_groups = 16, count_of_signals = 3 };

static const int signals[count_of_signals] = {SIGINT, SIGTERM, SIGHUP};
static struct sigaction former[count_of_signals];
// The groups that get signals; 0 in a free place. A handler reads them at any time.
static volatile pid_t groups[most_groups];
static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void pass_on(int number) {
  int error = errno;
  for (int i = 0; i < most_groups; i++)
    if (groups[i] > 0) kill(-groups[i], SIGTERM);
  for (int i = 0; i < count_of_signals; i++)
    if (signals[i] == number) sigaction(number, &former[i], NULL);
  errno = error;
  // It is handled when this handler has returned.
  raise(number);
}

static int is_ours(const struct sigaction *action) {
  return !(action->sa_flags & SA_SIGINFO) && action->sa_handler == pass_on;
}

static void install(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = pass_on;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < count_of_signals; i++) {
    struct sigaction now;
    sigaction(signals[i], NULL, &now);
    // Others may have put it back.
    if (is_ours(&now)) continue;
    former[i] = now;
    if (!(now.sa_flags & SA_SIGINFO) && now.sa_handler == SIG_IGN) continue;
    sigaction(signals[i], &action, NULL);
  }
}

static void restore(void) {
  for (int i = 0; i < count_of_signals; i++) {
    // Others may have set a handler since, or a signal was passed on.
    struct sigaction now;
    sigaction(signals[i], NULL, &now);
    if (is_ours(&now)) sigaction(signals[i], &former[i], NULL);
  }
}

void pmgit_pass_on_begin(pid_t group) {
  pthread_mutex_lock(&lock);
  for (int i = 0; i < most_groups && group > 0; i++) {
    if (groups[i] != 0) continue;
    groups[i] = group;
    if (count++ == 0) install();
    break;
  }
  pthread_mutex_unlock(&lock);
}

void pmgit_pass_on_end(pid_t group) {
  pthread_mutex_lock(&lock);
  for (int i = 0; i < most_groups && group > 0; i++) {
    if (groups[i] != group) continue;
    groups[i] = 0;
    if (--count == 0) restore();
    break;
  }
  pthread_mutex_unlock(&lock);
}
