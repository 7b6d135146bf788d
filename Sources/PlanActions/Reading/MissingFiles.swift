import PlanModel
import PlanStore

/// The files that an answer lacks because they can't be read.
package struct MissingFiles {
  /// The board's settings, if broken; the answer uses their last readable version.
  package let settings: BrokenFile?
  /// The plans, each with only its path and the reason.
  package let plans: [BrokenFile]
}

extension Workspace {
  func missingFiles(
    _ unreadable: [UnreadablePlan] = [], of shown: ShownBoard
  ) throws -> MissingFiles {
    MissingFiles(
      settings: try shown.snapshot.brokenSettings.map {
        try store.brokenSettings($0, at: shown.snapshot.commit)
      },
      plans: unreadable.map { BrokenFile(path: $0.path, reason: $0.reason, id: $0.id) })
  }
}
