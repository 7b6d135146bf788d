package import PlanModel
import PlanStore
package import PlanView

/// The conflicts that wait for a decision: those of the settings, and those of plans.
package struct ConflictsListed {
  package let shown: ShownBoard
  /// The plans with conflicts, without deleted ones.
  package let plans: [Plan]
  package let authors: ConflictList.Authors
  package let missing: MissingFiles
}

extension Workspace {
  package func conflicts() throws -> ConflictsListed {
    let shown = try board()
    let read = try shown.reader.plans()
    let plans = read.plans.filter { !$0.conflicts.isEmpty && !$0.isDeleted }
    return ConflictsListed(
      shown: shown, plans: plans, authors: try shown.reader.authors(ofConflictsIn: plans),
      missing: try missingFiles(read.unreadable, of: shown))
  }
}
