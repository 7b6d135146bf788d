package import Git
package import PlanModel

/// The values of git that the store takes and returns. The actions know them by these names, and what they ask of
/// them is below: they import Git only to word its errors.
package typealias ObjectID = Git.ObjectID
package typealias Commit = Git.Commit
package typealias Signature = Git.Signature

extension CommitID {
  package init(_ id: ObjectID) { self.init(trusting: id.hex) }
}

extension ObjectID {
  /// Reads an id from its text, which has exactly 40 hexadecimal digits.
  package init?(typed: String) { self.init(hex: typed) }
}

extension Commit {
  package var commitID: CommitID { CommitID(id) }
}

extension CommitSummary {
  package init(_ origin: FileOrigin) {
    self.init(
      id: CommitID(origin.commit), at: origin.at, by: origin.by, subject: origin.subject)
  }

  /// A commit with the name of its author.
  ///
  /// - Parameter time: nil for the author's.
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

  /// `Name <email>`, the address in any case.
  package var text: String { formatted }
}

extension Person {
  /// Whether git writes the name, and the address if there is one, as they are.
  package var isPlainSignature: Bool {
    Signature.isPlain(name) && (email.isEmpty || Signature.isPlain(email))
  }
}
