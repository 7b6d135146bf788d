import Foundation

/// Returns the processor time that this thread spends in `body`. Unlike elapsed time, it does not
/// depend on the load of the machine.
///
/// The C function is `clock_gettime` with `CLOCK_THREAD_CPUTIME_ID`.
package func processorTime(_ body: () throws -> Void) rethrows -> Duration {
  let start = processorTimeOfThread()
  try body()
  return processorTimeOfThread() - start
}

private func processorTimeOfThread() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
