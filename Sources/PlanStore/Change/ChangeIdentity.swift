import Git
package import PlanModel

/// The author and committer of a change, and the stamp of the values that it writes.
package struct ChangeIdentity: Sendable {
  package let author: Signature
  package let committer: Signature
  package let stamp: Stamp
  /// Whether the change is only to be seen: its objects are written, and no branch goes to them, so
  /// that git removes them in time.
  package var isRehearsal = false
  /// The commit of the board on which the author decided the change; nil for the newest.
  package var basis: ObjectID?

  package init(author: Signature, committer: Signature, stamp: Stamp) {
    (self.author, self.committer, self.stamp) = (author, committer, stamp)
  }

  /// `Name <email>`, as it is kept in plans; the name alone without an address.
  package var person: String { Person(name: author.name, email: author.email).formatted }
}

extension BoardStore {
  /// The person as git's settings name the author of a change that is made now; nil if they name nobody.
  package func author(at time: Timestamp, minutesAheadOfUTC: Int) throws(StoreError) -> Signature? {
    try identity(.author, time, minutesAheadOfUTC)
  }

  /// The same for the committer.
  package func committer(
    at time: Timestamp, minutesAheadOfUTC: Int
  ) throws(StoreError) -> Signature? {
    try identity(.committer, time, minutesAheadOfUTC)
  }

  private func identity(
    _ role: SignatureRole, _ time: Timestamp, _ minutesAheadOfUTC: Int
  ) throws(StoreError) -> Signature? {
    try repository.identity(
      role, environment: environment, seconds: time.seconds, offsetMinutes: minutesAheadOfUTC)
  }
}
