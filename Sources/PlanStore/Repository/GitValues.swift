package import Git
package import PlanModel

/// The types of git in the store's interface, for files of PlanActions that do not import Git.
package typealias ObjectID = Git.ObjectID
package typealias Commit = Git.Commit
package typealias Signature = Git.Signature

extension CommitID {
  package init(_ id: ObjectID) { self.init(trusting: id.hex) }
}

extension ObjectID {
  /// Parses an id of exactly 40 hexadecimal digits.
  package init?(typed: String) { self.init(hex: typed) }
}

extension Commit {
  package var commitID: CommitID { CommitID(id) }
}

extension CommitSummary {
  /// Summarizes a commit, with the name of its author.
  ///
  /// - Parameter time: The time to show; nil for the author's time.
  package init(_ commit: Commit, at time: Timestamp? = nil) {
    self.init(
      id: commit.commitID, at: time ?? Timestamp(seconds: commit.author.seconds),
      by: commit.author.formatted, subject: commit.subject)
  }
}

extension Signature {
  package init(_ person: Person, at time: Timestamp, minutesAheadOfUTC: Int) {
    self.init(
      name: person.name, email: person.email, seconds: time.seconds,
      offsetMinutes: minutesAheadOfUTC)
  }

  package var person: Person { Person(name: name, email: email) }
}

extension Person {
  /// Whether git writes the name and the address without changing them.
  package var isPlainSignature: Bool {
    Signature.isPlain(name) && (email.isEmpty || Signature.isPlain(email))
  }
}

extension BoardStore {
  package func mailmap() throws -> Mailmap { try repository.mailmap() }

  /// Returns a watch that waits until a branch of the board may have moved: the local one or the
  /// remote-tracking one.
  ///
  /// - Parameter isPolling: Whether to poll the files instead of using the system's notifications.
  package func branchWatch(isPolling: Bool = false) -> FileWatch {
    // git stores a reference as a file or as a line of 'packed-refs'.
    let paths = [branch, trackingBranch, "packed-refs"].compactMap(\.self)
    return FileWatch(paths, below: repository.commonDirectory, isPolling: isPolling)
  }
}

extension Mailmap {
  /// Returns the person with the name and address from the file; unchanged if the file does not
  /// list the person.
  package borrowing func resolve(_ person: Person) throws -> Person {
    let real = try resolve(name: person.name, email: person.email)
    return Person(name: real.name, email: real.email)
  }
}

extension BoardStore {
  /// Returns a commit; nil if it is missing. Trailers may name any commit, and `git gc` removes
  /// commits.
  package func commitIfThere(_ id: ObjectID) throws -> Commit? {
    do {
      return try repository.commit(id)
    } catch {
      guard error.code == .notFound else { throw error }
      return nil
    }
  }

  /// Returns the given commits that are in this clone, in the same order.
  func commitsIfThere(_ ids: [ObjectID]) throws -> [Commit] {
    var commits: [Commit] = []
    for id in ids {
      if let commit = try commitIfThere(id) { commits.append(commit) }
    }
    return commits
  }
}
