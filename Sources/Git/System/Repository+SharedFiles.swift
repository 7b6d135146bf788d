#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Repository {
  /// Lets this process write files that are as open to other users as `core.sharedRepository` says,
  /// until it ends.
  ///
  /// libgit2 heeds the setting only when it makes a repository. With the process's own mask, the
  /// folders that it adds below `objects` would keep the rest of the group from writing there. The
  /// group itself follows from the set-group-ID bit that `git init --shared` gives the folders.
  ///
  /// - Throws: `GitError` with code `.invalid` if the value is none that git knows.
  func followSharing() throws(GitError) {
    guard let value = try configString("core.sharedRepository")?.lowercased() else { return }
    let mask = umask(0)
    switch value {
    case "umask", "false", "no", "off", "0", "":
      umask(mask)
    case "group", "true", "yes", "on", "1":
      umask(mask & ~0o070)
    case "all", "world", "everybody", "2":
      umask(mask & ~0o075)
    default:
      guard let mode = mode_t(value, radix: 8), mode & 0o600 == 0o600 else {
        umask(mask)
        throw GitError(
          .invalid, "'\(value)' is no value of 'core.sharedRepository'",
          operation: "read the configuration")
      }
      // Who may read a folder may look into it.
      umask(~(mode | (mode & 0o444) >> 2) & 0o777)
    }
  }
}
