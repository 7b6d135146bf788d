/// A commit as it is shown to people: its id, time, author and subject.
package struct CommitSummary: Hashable, Sendable {
  package let id: CommitID
  package let at: Timestamp
  /// `Name <email>`.
  package let by: String
  /// The first line of its message.
  package let subject: String

  package init(id: CommitID, at: Timestamp, by: String, subject: String) {
    (self.id, self.at, self.by, self.subject) = (id, at, by, subject)
  }
}
