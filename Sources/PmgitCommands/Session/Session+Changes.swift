import PlanActions
import PlanDocuments
import PlanModel
import PlanView

extension Session {
  /// Reports a command's change, `moved k7m2 to Doing`, and the conflicts that it decided in
  /// passing, so that no value is dropped silently.
  ///
  /// - Parameter aim: The field that the command was to decide, which is not reported again.
  func report(
    _ changes: PlanChanges, as done: String, to place: String? = nil, deciding aim: String? = nil
  ) throws {
    let ids = changes.plans
    if options.json { show(try Documents.changes(changes)) }
    let names =
      try ids.count <= 3
      ? ids.map { try changes.after.shortID($0) }.joined(separator: ", ")
      : CountWords.words(ids.count, "plan")
    if changes.didChange {
      let byTheWay = try Decided.words(changes.decided.filter { $0.field != aim }) { field in
        try ids.count == 1
          ? "its" : field.plan.map { "\(try changes.after.shortID($0))'s" } ?? "its"
      }
      tell("\(done) \(names)" + (place.map { " to \($0)" } ?? "") + byTheWay)
    } else {
      tell("nothing to change: \(names) \(ids.count == 1 ? "is" : "are") like that already")
    }
    tell(changes.notices)
  }

  /// Reports a change of the board's settings.
  func report(_ outcome: BoardChange) {
    if options.json { show(Documents.changed(outcome)) }
    let decided = Decided.words(outcome.decided) { _ in "the board's" }
    tell(
      outcome.didChange
        ? "board '\(workspace.name)': \(outcome.words)\(decided)" : "nothing to change")
    tell(outcome.notices)
  }
}
