#include "pass_on.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { most_groups = 16, count_of_signals = 4 };
// What a place has instead of a group.
enum { is_free = 0, is_reserved = -1, has_ended = -2 };

static const int signals[count_of_signals] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP};
// Handlers use these at any time.
static _Atomic pid_t groups[most_groups];
// The signal that ends this process when no place is reserved; 0 for none.
static atomic_int waiting;
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

// Ends this process by the signal that waits. It is also called at exit: another thread may see the
// end of a group, and exit, before the signal has ended this process.
static void end_by_signal(void) {
  int number = waiting;
  if (number == 0) return;
  signal(number, SIG_DFL);
  // Threads of libdispatch block signals, and a handler blocks its own.
  sigset_t own;
  sigemptyset(&own);
  sigaddset(&own, number);
  pthread_sigmask(SIG_UNBLOCK, &own, NULL);
  raise(number);
}

// Passes on the signal that waits, unless a program is just being started.
static void settle(void) {
  if (waiting == 0) return;
  for (int i = 0; i < most_groups; i++)
    if (groups[i] == is_reserved) return;
  pmgit_pass_on_now();
  end_by_signal();
}

static void pass_on(int number) {
  // First, so that either this call or that of the thread that starts the program finds both.
  waiting = number;
  settle();
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

int pmgit_pass_on_reserve(void) {
  static int is_registered;
  int place = -1;
  pthread_mutex_lock(&lock);
  if (!is_registered) is_registered = atexit(end_by_signal) == 0;
  for (int i = 0; i < most_groups; i++) {
    if (groups[i] != is_free) continue;
    groups[place = i] = is_reserved;
    count++;
    replace(SIG_DFL, pass_on);
    break;
  }
  pthread_mutex_unlock(&lock);
  return place;
}

void pmgit_pass_on_set(int place, pid_t group) {
  if (place < 0) return;
  groups[place] = group > 0 ? group : has_ended;
  settle();
}

void pmgit_pass_on_release(int place) {
  if (place < 0) return;
  pthread_mutex_lock(&lock);
  groups[place] = is_free;
  if (--count == 0 && waiting == 0) replace(pass_on, SIG_DFL);
  pthread_mutex_unlock(&lock);
  settle();
}

void pmgit_pass_on_again(void) {
  pthread_mutex_lock(&lock);
  if (count > 0) replace(SIG_DFL, pass_on);
  pthread_mutex_unlock(&lock);
}
