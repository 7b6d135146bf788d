import CGit2

/// What libgit2 says in words alone. No other file looks into a message of it.
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

  /// Gives a refusal because of ownership its code, which libgit2 1.5 shows as a missing value of
  /// `safe.directory` when no configuration file sets one.
  func recognizingForeignOwner() -> GitError {
    guard code == .notFound, message.contains("safe.directory") else { return self }
    var error = self
    error.code = .owner
    error.message = "the repository is owned by somebody else"
    return error
  }

  /// The same failure with the file or folder where it was, if libgit2 does not say which one it
  /// could not write.
  func located(in path: String) -> GitError {
    guard errorClass == Int32(GIT_ERROR_OS.rawValue), !message.contains("'") else { return self }
    var error = self
    error.operation += " in '\(path)'"
    return error
  }

  /// The message without the place for the system's words, which libgit2 leaves empty where a lock
  /// file is there already.
  private static func withoutEmptyEnd(_ message: String) -> String {
    message.hasSuffix(": ") ? String(message.dropLast(2)) : message
  }

  private static func cause(in message: String) -> Cause? {
    let extensionLead = "unsupported extension name extensions."
    if message.hasPrefix(extensionLead) {
      return .unsupportedExtension(String(message.dropFirst(extensionLead.count)))
    }
    if message.hasPrefix("unsupported repository version") { return .unsupportedVersion }
    if message.hasPrefix("failed to parse config file") { return .brokenConfiguration }
    if message == "corrupted loose reference file: HEAD" { return .brokenHead }
    return SystemFailure(message: message).map(Cause.system)
  }
}
