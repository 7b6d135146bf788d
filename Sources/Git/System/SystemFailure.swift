#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The reason why the system did not read or write a file.
package enum SystemFailure: Hashable, Sendable, CaseIterable {
  case diskFull
  case quotaExceeded
  case readOnlyDisk
  case noPermission
  case deviceError
  case noSuchFile

  /// A file of git's could not be written, for a reason that git does not report.
  case unwritable

  /// The failure with an error number; nil for the numbers of other failures.
  init?(errno number: Int32) {
    let failure = Self.allCases.first { $0.number == number }
    guard let failure else { return nil }
    self = failure
  }

  /// The system's error number of the failure; nil if it has none.
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

/// Recognition by the words of libgit2 and git, which pass on no number: libgit2 sets `errno` to 0
/// once its message is made, and git writes text alone.
extension SystemFailure {
  /// Recognizes the system's words at the end of a message, as `strerror` has them in the C locale.
  init?(message: some StringProtocol) {
    let failure = Self.allCases.first { failure in
      failure.words.map { message.hasSuffix($0) } ?? false
    }
    guard let failure else { return nil }
    self = failure
  }

  /// Recognizes the failure in the last lines that git wrote: by the end of a line, or else by the
  /// words for a file that git could not write.
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
