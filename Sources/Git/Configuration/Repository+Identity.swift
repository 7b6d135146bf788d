/// The two roles of people in a commit.
package enum SignatureRole: String, Sendable {
  case author, committer
}

extension Repository {
  /// Returns the user's name and address as git finds them, or `nil` if either is not set.
  ///
  /// The first variable or key that is set counts. For the author these are `GIT_AUTHOR_NAME`,
  /// `author.name` and `user.name`; `GIT_AUTHOR_EMAIL`, `author.email`, `user.email` and `EMAIL`.
  /// The committer has the same list with `COMMITTER` in place of `AUTHOR`.
  ///
  /// Unlike git without `user.useConfigOnly`, this never guesses a name from the account or the
  /// machine.
  ///
  /// - Parameters:
  ///   - environment: The environment of the process.
  ///   - seconds: The time of the signature, in seconds since 1970.
  ///   - offsetMinutes: The time zone of the signature, in minutes east of UTC.
  package func identity(
    _ role: SignatureRole, environment: [String: String], seconds: Int64, offsetMinutes: Int
  ) throws(GitError) -> Signature? {
    let variable = "GIT_\(role.rawValue.uppercased())"
    var name = environment["\(variable)_NAME"]
    for key in ["\(role.rawValue).name", "user.name"] where name == nil {
      name = try configString(key)
    }
    var email = environment["\(variable)_EMAIL"]
    for key in ["\(role.rawValue).email", "user.email"] where email == nil {
      email = try configString(key)
    }
    if email == nil, let fallback = environment["EMAIL"], !fallback.isEmpty { email = fallback }

    guard let name, let email else { return nil }
    let cleanName = Signature.withoutCrud(name)
    return cleanName.isEmpty
      ? nil
      : Signature(
        name: cleanName, email: Signature.withoutCrud(email), seconds: seconds,
        offsetMinutes: offsetMinutes)
  }
}
