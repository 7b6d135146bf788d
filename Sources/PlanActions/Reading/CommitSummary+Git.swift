import Git
import PlanModel
import PlanStore

extension CommitID {
  init(_ id: ObjectID) { self.init(trusting: id.hex) }
}

extension CommitSummary {
  init(_ origin: FileOrigin) {
    self.init(
      id: CommitID(origin.commit), at: origin.at, by: origin.by, subject: origin.subject)
  }

  /// A commit with the time and the name of its author.
  init(_ commit: Commit) {
    self.init(
      id: CommitID(commit.id), at: Timestamp(seconds: commit.author.seconds),
      by: commit.author.formatted, subject: commit.subject)
  }
}
