import PlanActions

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The number of files that this process may have open at a time, including connections.
enum OpenFiles {
  /// The number of open files that the server needs: for 64 connections, and for the requests that
  /// are answered at the same time. SwiftNIO ends the process if it can't open the files of its
  /// threads, and opens no more connections once one could not be opened.
  static let need: UInt64 = 256

  /// Raises the soft limit to `need` if it is lower.
  ///
  /// - Throws: `Problem` if the hard limit does not allow it.
  static func reserve() throws {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    // If the limit can't be read, it can't be raised.
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < need else { return }
    var wanted = limit
    wanted.rlim_cur = min(rlim_t(need), limit.rlim_max)
    guard wanted.rlim_cur == need, setrlimit(resource, &wanted) == 0 else {
      throw Problem(
        code: .file,
        message: "only \(limit.rlim_cur) files may be open at a time; 'pmgit web' needs \(need)",
        hints: ["raise the limit with 'ulimit -n \(need)', by root if it is refused"])
    }
  }
}
