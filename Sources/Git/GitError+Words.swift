import CGit2

/// Reads details that libgit2 gives only in its messages. No other file parses these messages.
extension GitError {
  /// Returns the error of the call that has just returned `status`.
  static func last(status: Int32, operation: String) -> GitError {
    let last = git_error_last()?.pointee
    let message = last?.message.map { String(cString: $0) } ?? "libgit2 error \(status)"
    let code = Code(rawValue: status)
    return GitError(
      code, code == .locked ? withoutEmptyEnd(message) : message, operation: operation,
      errorClass: last?.klass ?? 0, cause: cause(in: message))
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

  /// Returns the message without the colon at its end. libgit2 leaves the system's reason empty
  /// after it if a lock file exists already.
  private static func withoutEmptyEnd(_ message: String) -> String {
    message.hasSuffix(": ") ? String(message.dropLast(2)) : message
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
    if message == "corrupted loose reference file: HEAD" { return .brokenHead }
    return SystemFailure(message: message).map(Cause.system)
  }
}
