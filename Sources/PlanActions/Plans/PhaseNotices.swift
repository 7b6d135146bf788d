import PlanModel
import PlanView

extension Workspace {
  /// Returns notices about the milestone and the iteration that a request sets: which one a word
  /// such as `current` meant, and a warning if it is closed.
  func phaseNotices(_ changes: FieldChanges, _ plan: Plan, on board: Board) -> [Notice] {
    Phase.Kind.allCases.flatMap { kind -> [Notice] in
      guard let typed = changes[kind.field], let id = plan.phase(kind),
        let phase = board.phases[kind, id]
      else { return [] }
      var notices: [Notice] = []
      if typed != id { notices.append(Notice("\(kind.rawValue) \(phase.called)" as Hint)) }
      if phase.isClosed {
        notices.append(
          .warning(
            "\(kind.rawValue) '\(id)' is closed",
            hints: ["open it again with \(pmgit: kind.rawValue, "reopen", id)"]))
      }
      return notices
    }
  }
}
