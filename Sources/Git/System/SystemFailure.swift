import Libc

/// The reason why the system could not read or write a file.
package enum SystemFailure: Hashable, Sendable, CaseIterable {
  case diskFull
  case quotaExceeded
  case readOnlyDisk
  case noPermission
  case deviceError
  case noSuchFile

  /// git could not write one of its files, and did not report why.
  case unwritable

  /// Creates the failure for an error number; nil for other numbers.
  init?(errno number: Int32) {
    let failure = Self.allCases.first { $0.error?.number == number }
    guard let failure else { return nil }
    self = failure
  }

  /// The system's error number and its text in the C locale; nil if there is none.
  private var error: (number: Int32, words: String)? {
    switch self {
    case .diskFull: (ENOSPC, "No space left on device")
    case .quotaExceeded: (EDQUOT, "Disk quota exceeded")
    case .readOnlyDisk: (EROFS, "Read-only file system")
    case .noPermission: (EACCES, "Permission denied")
    case .deviceError: (EIO, "Input/output error")
    case .noSuchFile: (ENOENT, "No such file or directory")
    case .unwritable: nil
    }
  }
}

/// Parses the messages of libgit2 and git, which do not report the error number: libgit2 resets
/// `errno` when it has written its message, and git writes only text.
extension SystemFailure {
  /// Parses the end of a message, where libgit2 puts the text of `strerror` in the C locale; nil
  /// for other texts.
  init?(message: some StringProtocol) {
    let failure = Self.allCases.first { failure in
      failure.error.map { message.hasSuffix($0.words) } ?? false
    }
    guard let failure else { return nil }
    self = failure
  }

  /// Finds the failure in lines of git's messages; nil if there is none. A system error at the end
  /// of a line, except `.noSuchFile`, has precedence over git's message that it couldn't write a
  /// file.
  init?(standardError lines: some Sequence<Substring>) {
    let named = Self.allCases.first { failure in
      failure != .noSuchFile
        && lines.contains { line in failure.error.map { line.hasSuffix($0.words) } ?? false }
    }
    // git's message for an object that it may not write. The same message from a remote is ignored.
    let isForbidden = lines.contains { line in
      line.contains("insufficient permission for adding an object") && !line.hasPrefix("remote:")
    }
    if let named {
      self = named
    } else if isForbidden {
      self = .noPermission
    } else if lines.contains(where: { $0.contains("couldn't write '") }) {
      self = .unwritable
    } else {
      return nil
    }
  }
}
