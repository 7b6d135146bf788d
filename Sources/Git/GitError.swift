import CGit2
import Libc

/// A failure that libgit2 reported, or one that this target found before libgit2 could.
package struct GitError: Error, Sendable, Equatable {
  /// The kind of failure, as one of libgit2's return codes.
  package var code: Code

  /// The part of libgit2 that failed, a value of `git_error_t`; 0 if unknown.
  package var errorClass: Int32

  /// The message of libgit2: English, one line, no full stop.
  package var message: String

  /// The operation that failed, worded to follow "could not": "open repository '/x'".
  package var operation: String

  /// A more exact reason than the code; nil for most failures.
  package var cause: Cause?

  /// Whether the failure came after a reference had moved, so other processes may have seen the new
  /// value.
  package private(set) var isAfterMove = false

  package init(
    _ code: Code, _ message: String, operation: String, errorClass: Int32 = 0, cause: Cause? = nil
  ) {
    (self.code, self.errorClass, self.cause) = (code, errorClass, cause)
    (self.message, self.operation) = (message, operation)
  }

  /// A reason for which pmgit can suggest a remedy.
  package enum Cause: Hashable, Sendable {
    /// An existing reference prevents the creation of another one, as `a` prevents `a/b`.
    case referenceInTheWay(String)

    /// The reference that was to be moved is symbolic and points to `target`.
    case symbolicReference(String, target: String)

    /// This version of libgit2 does not support an extension of the repository. The name is in
    /// lower case, as git writes it: "objectformat" (SHA-256), "refstorage" (reftable),
    /// "partialclone".
    case unsupportedExtension(String)

    /// libgit2 does not support the repository's format version.
    case unsupportedVersion

    /// A configuration file of git can't be parsed.
    case brokenConfiguration

    /// The repository is bare and was found by a search, which `safe.bareRepository` forbids.
    case bareRepository(String)

    /// The folder in which the search should begin does not exist.
    case missingFolder(String)

    /// The file of a reference, such as `HEAD`, contains neither a commit id nor a reference.
    case brokenReference(String)

    /// The operating system refused to read or write.
    case system(SystemFailure)
  }

  /// A return code of libgit2. A newer version may return codes that have no name here.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// The number; negative for every failure.
    package var rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// A failure without a more exact code.
    package static let generic = Code(rawValue: -1)

    /// The repository, object, reference or key does not exist.
    package static let notFound = Code(rawValue: -3)

    /// The reference, file or entry exists already.
    package static let exists = Code(rawValue: -4)

    /// The abbreviated id matches several objects.
    package static let ambiguous = Code(rawValue: -5)

    /// git does not allow this name.
    package static let invalidSpec = Code(rawValue: -12)

    /// Another process holds the lock file, or left it behind.
    package static let locked = Code(rawValue: -14)

    /// The reference is not at the expected object.
    package static let modified = Code(rawValue: -15)

    /// The object or value is of the wrong kind.
    package static let invalid = Code(rawValue: -21)

    /// The stored bytes do not match the id under which they are stored.
    package static let mismatch = Code(rawValue: -33)

    /// The repository has another owner, and no `safe.directory` allows it.
    package static let owner = Code(rawValue: -36)
  }
}

extension GitError: CustomStringConvertible {
  package var description: String { "could not \(operation): \(message)" }
}

extension GitError {
  /// Whether the system refused an operation, such as writing to a full disk.
  package var isAboutSystem: Bool {
    errorClass == Int32(GIT_ERROR_OS.rawValue) || (errorClass == 0 && code == .generic)
  }

  /// Returns the error as a failure to flush a reference that has already moved.
  func afterMove(of name: String) -> GitError {
    var error = self
    error.operation = "make sure of reference '\(name)', which has moved"
    error.isAfterMove = true
    return error
  }

  /// Whether an object is missing, can't be unpacked or parsed, or does not match its id.
  package var isAboutDamage: Bool {
    let isMissing = code == .notFound && errorClass == Int32(GIT_ERROR_ODB.rawValue)
    let classes = [GIT_ERROR_ZLIB, GIT_ERROR_OBJECT].map { Int32($0.rawValue) }
    return isMissing || code == .mismatch || classes.contains(errorClass)
  }
}

/// Reads details that libgit2 gives only in its messages. Only these functions and `SystemFailure`
/// parse the messages.
extension GitError {
  /// Returns the error of the call that has just returned `status`.
  static func last(status: Int32, operation: String) -> GitError {
    let last = lastReason()
    let message = last?.message.map { String(cString: $0) } ?? "libgit2 error \(status)"
    let code = Code(rawValue: status)
    // If a lock file already exists, libgit2 gives no reason after the colon.
    let hasEmptyEnd = code == .locked && message.hasSuffix(": ")
    return GitError(
      code, hasEmptyEnd ? String(message.dropLast(2)) : message, operation: operation,
      errorClass: last?.klass ?? 0, cause: cause(in: message))
  }

  /// Returns libgit2's last error; nil if it has set none. Since version 1.8, libgit2 has an error
  /// `no error` for that.
  static func lastReason() -> git_error? {
    guard let last = git_error_last()?.pointee, last.message != nil,
      last.klass != Int32(GIT_ERROR_NONE.rawValue)
    else { return nil }
    return last
  }

  /// Returns the error with code `.notFound` if the object of a folder on a path is missing.
  /// `git_tree_entry_bypath` reports that only by its error class and message.
  func recognizingMissingFolder() -> GitError {
    guard errorClass == Int32(GIT_ERROR_ODB.rawValue), message.hasPrefix("object not found") else {
      return self
    }
    var error = self
    error.code = .notFound
    return error
  }

  /// Returns the error with the path of the file or folder that could not be written, if libgit2's
  /// message does not name it.
  func located(in path: String) -> GitError {
    guard errorClass == Int32(GIT_ERROR_OS.rawValue), !message.contains("'") else { return self }
    var error = self
    error.operation += " in '\(path)'"
    return error
  }

  private static func cause(in message: String) -> Cause? {
    let extensionLead = "unsupported extension name extensions."
    if message.hasPrefix(extensionLead) {
      return .unsupportedExtension(String(message.dropFirst(extensionLead.count)))
    }
    // libgit2 knows this extension from 1.6 on, but is built without SHA-256.
    if message.hasPrefix("unknown object format") { return .unsupportedExtension("objectformat") }
    if message.hasPrefix("unsupported repository version") { return .unsupportedVersion }
    if message.hasPrefix("failed to parse config file") { return .brokenConfiguration }
    let brokenLead = "corrupted loose reference file: "
    if message.hasPrefix(brokenLead) {
      return .brokenReference(String(message.dropFirst(brokenLead.count)))
    }
    return SystemFailure(message: message).map(Cause.system)
  }

  /// Returns an error for the current `errno`.
  static func system(_ operation: String) -> GitError {
    let number = errno
    return GitError(
      .generic, String(cString: strerror(number)), operation: operation,
      errorClass: Int32(GIT_ERROR_OS.rawValue),
      cause: SystemFailure(errno: number).map(Cause.system))
  }
}
