import Libc
import PlanActions

extension WebServer {
  /// The number of open files that the server needs: for 64 connections, and for the requests that
  /// are answered at the same time. SwiftNIO ends the process if it can't open the files of its
  /// threads, and opens no more connections once one could not be opened.
  private static let neededFiles: UInt64 = 256

  /// Raises the soft limit of open files to `neededFiles` if it is lower.
  ///
  /// - Throws: `Problem` if the hard limit does not allow it.
  static func reserveFiles() throws {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    // If the limit can't be read, it can't be raised.
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < neededFiles else { return }
    var wanted = limit
    wanted.rlim_cur = min(rlim_t(neededFiles), limit.rlim_max)
    guard wanted.rlim_cur == neededFiles, setrlimit(resource, &wanted) == 0 else {
      throw Problem(
        code: .file,
        message:
          "only \(limit.rlim_cur) files may be open at a time; 'pmgit web' needs \(neededFiles)",
        hints: ["raise the limit with 'ulimit -n \(neededFiles)', by root if it is refused"])
    }
  }
}
