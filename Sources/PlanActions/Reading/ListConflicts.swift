package import PlanModel
import PlanStore
package import PlanView

/// The conflicts to decide, those of the settings and those of plans.
package struct ConflictsListed {
  package let shown: ShownBoard
  /// The plans with conflicts, without deleted ones.
  package let plans: [Plan]
  package let authors: ConflictList.Authors
  package let missing: MissingFiles
}

/// A conflict with its subject: a plan, or the board's own settings.
package struct WaitingConflict: Hashable, Sendable {
  package let subject: ConflictSubject
  package let conflict: Conflict
}

extension ConflictsListed {
  /// Returns the conflicts in order, those of the settings first.
  ///
  /// - Parameters:
  ///   - subject: The only subject to include; nil for all.
  ///   - field: The only field to include; nil for all.
  package func waiting(
    of subject: ConflictSubject? = nil, field: String? = nil
  ) -> [WaitingConflict] {
    let all =
      shown.board.conflicts.map { WaitingConflict(subject: .board, conflict: $0) }
      + plans.flatMap { plan in
        plan.conflicts.map { WaitingConflict(subject: .plan(plan.id), conflict: $0) }
      }
    return all.filter { waiting in
      (subject ?? waiting.subject) == waiting.subject
        && (field ?? waiting.conflict.field) == waiting.conflict.field
    }
  }
}

extension Workspace {
  package func conflicts() throws -> ConflictsListed {
    let shown = try board()
    let read = try shown.snapshot.plans()
    let plans = read.plans.filter { !$0.conflicts.isEmpty && !$0.isDeleted }
    return ConflictsListed(
      shown: shown, plans: plans, authors: try shown.snapshot.authors(ofConflictsIn: plans),
      missing: try missingFiles(read.unreadable, of: shown))
  }
}
