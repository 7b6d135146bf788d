#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Repository {
  /// Sets this process's file mask as `core.sharedRepository` requires. All files created from now
  /// on get that access for other users.
  ///
  /// libgit2 applies the setting only when it creates a repository. With the process's own mask,
  /// the group could not write to new folders below `objects`. The folders' group comes from the
  /// set-group-ID bit that `git init --shared` sets.
  ///
  /// - Throws: `GitError` with code `.invalid` if git does not know the value.
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
          .invalid, "'\(value)' is not a value of 'core.sharedRepository'",
          operation: "read the configuration")
      }
      // A folder gets the execute bit wherever it has the read bit.
      umask(~(mode | (mode & 0o444) >> 2) & 0o777)
    }
  }
}
