import CGit2

/// The two roles of people in a commit.
package enum SignatureRole: String, Sendable {
  case author, committer
}

extension Repository {
  /// Returns the user's name and address as git finds them. Returns `nil` if either is not set, or
  /// if nothing is left of the name after cleaning it as git does.
  ///
  /// The first variable or key that is set counts:
  /// - for the author's name `GIT_AUTHOR_NAME`, `author.name`, `user.name`
  /// - for the author's address `GIT_AUTHOR_EMAIL`, `author.email`, `user.email`, `EMAIL`
  ///
  /// For the committer, `COMMITTER` and `committer` stand in place of `AUTHOR` and `author`.
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
    if email == nil { email = try fallbackEmail(environment) }

    guard let name, let email else { return nil }
    let cleanName = Signature.withoutCrud(name)
    return cleanName.isEmpty
      ? nil
      : Signature(
        name: cleanName, email: Signature.withoutCrud(email), seconds: seconds,
        offsetMinutes: offsetMinutes)
  }

  /// Returns the address for a role that has none configured: `EMAIL`, or nil if that is not set or
  /// `user.useConfigOnly` is on. As in git, the address is empty if only the other role has one.
  private func fallbackEmail(_ environment: [String: String]) throws(GitError) -> String? {
    for key in ["author.email", "committer.email"] where try configString(key) != nil { return "" }
    guard let email = environment["EMAIL"], !email.isEmpty,
      try configBool("user.useConfigOnly") != true
    else { return nil }
    return email
  }
}

/// A repository's mailmap, which maps the names and addresses in commits to people.
///
/// See gitmailmap(5).
package struct Mailmap: ~Copyable {
  private let handle: Handle

  fileprivate init(_ handle: consuming Handle) { self.handle = handle }

  /// Returns the real name and address for the name and address in a commit. Both stay the same if
  /// the mailmap has no entry for them.
  ///
  /// The C function is `git_mailmap_resolve`.
  package borrowing func resolve(name: String, email: String) throws(GitError) -> (
    name: String, email: String
  ) {
    var (realName, realEmail): (UnsafePointer<CChar>?, UnsafePointer<CChar>?) = (nil, nil)
    var found = (name: name, email: email)
    let status = name.withCString { name in
      email.withCString { email in
        let status = git_mailmap_resolve(&realName, &realEmail, handle.raw, name, email)
        // The results may point into the arguments.
        if let realName { found.name = String(cString: realName) }
        if let realEmail { found.email = String(cString: realEmail) }
        return status
      }
    }
    try check(status, "look up '\(name)' in the mailmap")
    return found
  }
}

extension Repository {
  /// Returns the mailmap that git uses for the repository: `mailmap.file`, `mailmap.blob`, and
  /// `.mailmap` at the top of the work tree, or of HEAD in a bare repository.
  ///
  /// The C function is `git_mailmap_from_repository`.
  package func mailmap() throws(GitError) -> Mailmap {
    Mailmap(
      try Handle("read the mailmap", git_mailmap_free) {
        git_mailmap_from_repository($0, handle.raw)
      })
  }
}
