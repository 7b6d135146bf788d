import NIOPosix

/// The threads on which requests are answered. They wait for disks, locks and remotes, and so must not take
/// those that the rest of the program shares, of which there are as few as the machine has cores.
final class RequestThreads: TaskExecutor {
  private let pool: NIOThreadPool

  init(count: Int) {
    pool = NIOThreadPool(numberOfThreads: count)
    pool.start()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    pool.submit { _ in job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
