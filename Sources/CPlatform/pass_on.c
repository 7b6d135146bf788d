#include "pass_on.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>

enum { most_groups = 16, count_of_signals = 3 };

static const int signals[count_of_signals] = {SIGINT, SIGTERM, SIGHUP};
// The groups that get signals; 0 in a free place. A handler reads them at any time.
static volatile pid_t groups[most_groups];
static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void pmgit_pass_on_now(void) {
  int error = errno;
  for (int i = 0; i < most_groups; i++) {
    pid_t group = groups[i];
    if (group > 0) kill(-group, SIGTERM);
  }
  errno = error;
}

static void pass_on(int number) {
  pmgit_pass_on_now();
  signal(number, SIG_DFL);
  // It ends this process when this handler has returned.
  raise(number);
}

// Replaces one way to handle a signal by another, and leaves any other way as it is.
static void replace(void (*from)(int), void (*to)(int)) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = to;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < count_of_signals; i++) {
    struct sigaction now;
    sigaction(signals[i], NULL, &now);
    if (!(now.sa_flags & SA_SIGINFO) && now.sa_handler == from) sigaction(signals[i], &action, NULL);
  }
}

void pmgit_pass_on_begin(pid_t group) {
  pthread_mutex_lock(&lock);
  for (int i = 0; i < most_groups && group > 0; i++) {
    if (groups[i] != 0) continue;
    groups[i] = group;
    count++;
    replace(SIG_DFL, pass_on);
    break;
  }
  pthread_mutex_unlock(&lock);
}

void pmgit_pass_on_again(void) {
  pthread_mutex_lock(&lock);
  if (count > 0) replace(SIG_DFL, pass_on);
  pthread_mutex_unlock(&lock);
}

void pmgit_pass_on_end(pid_t group) {
  pthread_mutex_lock(&lock);
  for (int i = 0; i < most_groups && group > 0; i++) {
    if (groups[i] != group) continue;
    groups[i] = 0;
    if (--count == 0) replace(pass_on, SIG_DFL);
    break;
  }
  pthread_mutex_unlock(&lock);
}
