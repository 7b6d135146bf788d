/// The id of a commit, for output and links.
///
/// Code that reads git objects uses the binary object id instead.
package struct CommitID: Hashable, Sendable, CustomStringConvertible {
  /// The id as 40 hexadecimal digits, in lower case.
  package let hex: String

  /// Makes an id from text that was already checked.
  ///
  /// - Parameter hex: 40 hexadecimal digits; they are not checked.
  package init(trusting hex: String) { self.hex = hex }

  /// The first seven digits, for people to read; not necessarily unique.
  package var abbreviated: String { String(hex.prefix(7)) }

  package var description: String { hex }
}

/// A commit as it is shown to people: its id, time, author and subject.
package struct CommitSummary: Hashable, Sendable {
  package let id: CommitID
  package let at: Timestamp
  /// The author, `Name <email>`.
  package let by: String
  /// The first line of the commit message.
  package let subject: String

  package init(id: CommitID, at: Timestamp, by: String, subject: String) {
    (self.id, self.at, self.by, self.subject) = (id, at, by, subject)
  }
}
