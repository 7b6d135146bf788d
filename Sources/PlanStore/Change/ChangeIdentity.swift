import Git
package import PlanModel

/// The author and committer of a change, and the stamp of the values that it writes.
package struct ChangeIdentity: Sendable {
  package let author: Signature
  package let committer: Signature
  package let stamp: Stamp
  /// The time of the change.
  package let now: Timestamp
  /// The author's local day.
  package let today: CalendarDay
  /// Whether the change is a dry run. Its objects are written but no branch points to them, so
  /// git removes them later.
  package var isDryRun = false
  /// The board's commit that the author saw when deciding the change; nil for the newest.
  package var basis: ObjectID?
  /// The name of the agent that makes the change; nil for a person. It is the author's name.
  package var agent: String?

  /// Describes who makes a change, and when.
  ///
  /// - Parameters:
  ///   - now: The time of the change; nil for the committer's.
  ///   - today: The author's local day; nil for the day of `now` in UTC.
  package init(
    author: Signature, committer: Signature, stamp: Stamp, now: Timestamp? = nil,
    today: CalendarDay? = nil
  ) {
    (self.author, self.committer, self.stamp) = (author, committer, stamp)
    self.now = now ?? Timestamp(seconds: committer.seconds)
    self.today = today ?? self.now.day
  }

  /// The author in the form that plans store: `Name <email>`, or only the name if there is no
  /// address.
  package var person: String { Person(name: author.name, email: author.email).formatted }
}

extension BoardStore {
  /// Returns the author of a change made at `time`, from git's configuration and the environment;
  /// nil if the name or the address is missing there.
  package func author(at time: Timestamp, minutesAheadOfUTC: Int) throws -> Signature? {
    try identity(.author, time, minutesAheadOfUTC)
  }

  /// Returns the committer of a change made at `time`, from git's configuration and the
  /// environment; nil if the name or the address is missing there.
  package func committer(at time: Timestamp, minutesAheadOfUTC: Int) throws -> Signature? {
    try identity(.committer, time, minutesAheadOfUTC)
  }

  private func identity(
    _ role: SignatureRole, _ time: Timestamp, _ minutesAheadOfUTC: Int
  ) throws -> Signature? {
    try repository.identity(
      role, environment: environment, seconds: time.seconds, offsetMinutes: minutesAheadOfUTC)
  }
}
