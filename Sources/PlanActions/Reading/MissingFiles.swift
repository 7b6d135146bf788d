import PlanModel
import PlanStore

/// What an answer lacks, because it can't be read.
package struct MissingFiles {
  /// The board's own settings, by whose last version the answer goes.
  package let settings: BrokenFile?
  /// The plans, each with its path and the reason alone.
  package let plans: [BrokenFile]
}

extension Workspace {
  func missingFiles(
    _ unreadable: [BoardSnapshot.UnreadablePlan] = [], of shown: ShownBoard
  ) throws -> MissingFiles {
    MissingFiles(
      settings: try shown.reader.brokenSettings.map {
        try store.brokenSettings($0, at: shown.reader.commit)
      },
      plans: unreadable.map { BrokenFile(path: $0.path, reason: $0.reason, id: $0.id) })
  }
}
