import CGit2

/// A failure that libgit2 reported, or one that this target found before libgit2 could.
package struct GitError: Error, Sendable, Equatable {
  /// What went wrong, as one of libgit2's return codes.
  package var code: Code

  /// The part of libgit2 that failed: a value of its `git_error_t`, 0 when there is none.
  package var errorClass: Int32

  /// The text for a person, as libgit2 words it: English, one line, no full stop.
  package var message: String

  /// What was being done, to be read after "could not": "open repository '/x'".
  package var operation: String

  /// What is known of the failure beyond its code; nil for most.
  package var cause: Cause?

  /// Whether what failed came after the move of a reference, which others may have seen.
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

  /// A reason that has a way out of its own.
  package enum Cause: Hashable, Sendable {
    /// The reference that is named keeps another one from being made, as `a` does with `a/b`.
    case referenceInTheWay(String)

    /// The reference that was to be moved is symbolic; what it leads to is named.
    case symbolicReference(target: String)

    /// This version of libgit2 does not know an extension of the repository, which is named as git
    /// writes it in lower case: "objectformat" (a sha256 repository), "refstorage" (reftable),
    /// "partialclone".
    case unsupportedExtension(String)

    /// The repository has a version that libgit2 does not know.
    case unsupportedVersion

    /// A file of git's configuration can't be parsed.
    case brokenConfiguration

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

    /// The repository, object, reference or key is not there.
    package static let notFound = Code(rawValue: -3)

    /// Something is there already, and in the way.
    package static let exists = Code(rawValue: -4)

    /// Several objects begin with what was written.
    package static let ambiguous = Code(rawValue: -5)

    /// The name is not one that git allows.
    package static let invalidSpec = Code(rawValue: -12)

    /// Another process holds the lock file, or left it behind.
    package static let locked = Code(rawValue: -14)

    /// The reference is not what was expected.
    package static let modified = Code(rawValue: -15)

    /// The object or value is not of the kind that is wanted.
    package static let invalid = Code(rawValue: -21)

    /// The stored bytes are not those that the id promises.
    package static let mismatch = Code(rawValue: -33)

    /// The repository belongs to somebody else, and no `safe.directory` allows it.
    package static let owner = Code(rawValue: -36)
  }
}

extension GitError: CustomStringConvertible {
  package var description: String { "could not \(operation): \(message)" }
}

extension GitError {
  /// Whether the system refused something, as writing to a full disk.
  package var isAboutSystem: Bool {
    errorClass == Int32(GIT_ERROR_OS.rawValue) || (errorClass == 0 && code == .generic)
  }

  /// The failure to flush a reference that stands where it was to go.
  func afterMove(of name: String) -> GitError {
    var error = self
    error.operation = "make sure of reference '\(name)', which has moved"
    error.isAfterMove = true
    return error
  }

  /// Whether an object is missing, or not what its id promises.
  package var isAboutDamage: Bool {
    let isMissing = code == .notFound && errorClass == Int32(GIT_ERROR_ODB.rawValue)
    let classes = [GIT_ERROR_ZLIB, GIT_ERROR_OBJECT].map { Int32($0.rawValue) }
    return isMissing || code == .mismatch || classes.contains(errorClass)
  }
}
