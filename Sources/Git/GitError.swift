import CGit2

/// A failure that libgit2 reported, or one that this target found before libgit2 could.
package struct GitError: Error, Sendable, Equatable {
  /// The kind of failure, as one of libgit2's return codes.
  package var code: Code

  /// The part of libgit2 that failed: a value of its `git_error_t`, 0 when there is none.
  package var errorClass: Int32

  /// The text for a person, as libgit2 words it: English, one line, no full stop.
  package var message: String

  /// The operation that failed, to be read after "could not": "open repository '/x'".
  package var operation: String

  /// The reason as far as it is known beyond the code; nil for most failures.
  package var cause: Cause?

  /// Whether the failure came after the move of a reference, which others may have seen.
  package private(set) var isAfterMove = false

  /// Creates an error that did not come from libgit2, or one to compare with in a test.
  package init(
    _ code: Code, _ message: String, operation: String, errorClass: Int32 = 0, cause: Cause? = nil
  ) {
    self.code = code
    self.errorClass = errorClass
    self.message = message
    self.operation = operation
    self.cause = cause
  }

  /// A reason for which the user can be told a remedy.
  package enum Cause: Hashable, Sendable {
    /// The named reference keeps another one from being created, as `a` does with `a/b`.
    case referenceInTheWay(String)

    /// The reference that was to be moved is symbolic; `target` is the one that it names.
    case symbolicReference(String, target: String)

    /// This version of libgit2 does not know an extension of the repository, which is named as git
    /// writes it in lower case: "objectformat" (a sha256 repository), "refstorage" (reftable),
    /// "partialclone".
    case unsupportedExtension(String)

    /// The repository has a version that libgit2 does not know.
    case unsupportedVersion

    /// A file of git's configuration can't be parsed.
    case brokenConfiguration

    /// The repository is bare and was found, not named, which `safe.bareRepository` forbids.
    case bareRepository(String)

    /// The folder in which a repository is looked for is not there.
    case missingFolder(String)

    /// The file `HEAD` names neither a reference nor a commit.
    case brokenHead

    /// The system refused to read or write.
    case system(SystemFailure)
  }

  /// A return code of libgit2; codes of newer versions survive as their number.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// The number, negative for every failure.
    package var rawValue: Int32

    /// Takes over a number.
    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// A failure that has no code of its own.
    package static let generic = Code(rawValue: -1)

    /// The repository, object, reference or key does not exist.
    package static let notFound = Code(rawValue: -3)

    /// The reference, file or entry exists already.
    package static let exists = Code(rawValue: -4)

    /// The abbreviated id fits several objects.
    package static let ambiguous = Code(rawValue: -5)

    /// The name is one that git does not allow.
    package static let invalidSpec = Code(rawValue: -12)

    /// Another process holds the lock file, or left it behind.
    package static let locked = Code(rawValue: -14)

    /// The reference is not at the expected object.
    package static let modified = Code(rawValue: -15)

    /// The object or value is not of the kind that is wanted.
    package static let invalid = Code(rawValue: -21)

    /// The stored bytes do not have the id that they are stored under.
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

  /// Whether an object is missing or does not have the content that its id stands for.
  package var isAboutDamage: Bool {
    let isMissing = code == .notFound && errorClass == Int32(GIT_ERROR_ODB.rawValue)
    let classes = [GIT_ERROR_ZLIB, GIT_ERROR_OBJECT].map { Int32($0.rawValue) }
    return isMissing || code == .mismatch || classes.contains(errorClass)
  }
}
