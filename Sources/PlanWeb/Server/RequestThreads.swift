import NIOPosix

/// The threads that answer requests. Answering waits for disks, locks and remotes, so it must not
/// block the program's shared threads, of which there is only one per core.
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
