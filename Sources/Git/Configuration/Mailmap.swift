import CGit2

/// The people in a repository's `.mailmap`, which maps names and addresses to one person.
///
/// See gitmailmap(5).
package struct Mailmap: ~Copyable {
  private let handle: Handle<MailmapKind>

  fileprivate init(_ handle: consuming Handle<MailmapKind>) { self.handle = handle }

  /// Returns the real name and address for a name and an address. Both stay the same if the mailmap
  /// has no entry for them.
  ///
  /// The C function is `git_mailmap_resolve`.
  package borrowing func resolve(name: String, email: String) throws(GitError) -> MailmapPerson {
    var (realName, realEmail): (UnsafePointer<CChar>?, UnsafePointer<CChar>?) = (nil, nil)
    var found = MailmapPerson(name: name, email: email)
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

/// A name and an address, either of which may be empty.
package struct MailmapPerson: Hashable, Sendable {
  package fileprivate(set) var name: String
  package fileprivate(set) var email: String
}

extension Repository {
  /// Returns the mailmap that git uses for the repository: `mailmap.file`, `mailmap.blob`, and
  /// `.mailmap` at the top of the work tree, or of HEAD in a bare repository.
  ///
  /// The C function is `git_mailmap_from_repository`.
  package func mailmap() throws(GitError) -> Mailmap {
    Mailmap(try Handle("read the mailmap") { git_mailmap_from_repository($0, raw) })
  }
}
