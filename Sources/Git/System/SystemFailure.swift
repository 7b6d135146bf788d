#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Why the system did not read or write a file.
package enum SystemFailure: Hashable, Sendable, CaseIterable {
  case diskFull
  case quotaExceeded
  case readOnlyDisk
  case noPermission
  case deviceError
  case noSuchFile

  /// A file of git's could not be written, for a reason that git does not pass on.
  case unwritable

  /// The failure that a number of the system means; nil for the numbers of other failures.
  init?(errno number: Int32) {
    let failure = Self.allCases.first { $0.number == number }
    guard let failure else { return nil }
    self = failure
  }

  /// The number that the system has for it.
  private var number: Int32? {
    switch self {
    case .diskFull: ENOSPC
    case .quotaExceeded: EDQUOT
    case .readOnlyDisk: EROFS
    case .noPermission: EACCES
    case .deviceError: EIO
    case .noSuchFile: ENOENT
    case .unwritable: nil
    }
  }
}

/// The words of libgit2 and of git, which pass on no number: libgit2 sets `errno` to 0 when it has
/// made its message of it, and git writes text alone.
extension SystemFailure {
  /// Recognizes the system's words at the end of a message, as `strerror` has them in the C locale.
  init?(message: some StringProtocol) {
    let failure = Self.allCases.first { failure in
      failure.words.map { message.hasSuffix($0) } ?? false
    }
    guard let failure else { return nil }
    self = failure
  }

  /// Recognizes the failure in the last lines that git wrote: the end of a line, and if there is
  /// none, that of a file which `git` could not write.
  init?(standardError lines: some Sequence<Substring>) {
    let named = Self.allCases.first { failure in
      failure != .noSuchFile
        && lines.contains { line in failure.words.map { line.hasSuffix($0) } ?? false }
    }
    if let named {
      self = named
    } else if lines.contains(where: { $0.contains("couldn't write '") }) {
      self = .unwritable
    } else {
      return nil
    }
  }

  private var words: String? {
    switch self {
    case .diskFull: "No space left on device"
    case .quotaExceeded: "Disk quota exceeded"
    case .readOnlyDisk: "Read-only file system"
    case .noPermission: "Permission denied"
    case .deviceError: "Input/output error"
    case .noSuchFile: "No such file or directory"
    case .unwritable: nil
    }
  }
}
