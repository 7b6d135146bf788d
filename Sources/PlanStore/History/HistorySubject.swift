package import PlanModel

/// The part of a board whose history is read.
package enum HistorySubject: Sendable {
  /// All plans, and the board's own settings.
  case board
  case plan(PlanID)
  case plans(Set<PlanID>)
}
