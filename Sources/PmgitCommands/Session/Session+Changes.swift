import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

extension Session {
  /// Reports a command's change, `moved k7m2 to Doing`, and the conflicts that it decided in
  /// passing, so that no value is dropped silently.
  ///
  /// - Parameter aim: The field that the command was to decide, which is not reported again.
  func report(
    _ changes: PlanChanges, as done: String, to place: String? = nil, ending: String = "",
    deciding aim: String? = nil
  ) throws {
    let ids = changes.plans
    if options.json { show(try Documents.changes(changes)) }
    guard !ids.isEmpty else { return tell(changes.notices) }
    if changes.isRehearsal { return try reportRehearsal(changes, as: done, to: place) }
    let names = try names(of: ids, in: changes.after)
    if changes.didChange {
      let byTheWay = try Decided.words(changes.decided.filter { $0.field != aim }) { field in
        try ids.count == 1
          ? "its" : field.plan.map { "\(try changes.after.shortID($0))'s" } ?? "its"
      }
      tell("\(done) \(names)" + (place.map { " to \($0)" } ?? "") + ending + byTheWay)
    } else {
      tell("nothing to change: \(names) \(ids.count == 1 ? "is" : "are") like that already")
    }
    tell(changes.notices)
    if changes.didChange, ids.count > Self.mostNamed {
      tell(hint: "take it back with \(pmgit: "undo")")
    }
  }

  /// The most plans that a message names.
  private static let mostNamed = 3

  private func names(of ids: [PlanID], in shown: ShownBoard) throws -> String {
    try ids.count <= Self.mostNamed
      ? ids.map { try shown.shortID($0) }.joined(separator: ", ")
      : CountWords.words(ids.count, "plan")
  }

  /// Shows what a change would do to each plan, which is the result of `--dry-run`.
  private func reportRehearsal(_ changes: PlanChanges, as done: String, to place: String?) throws {
    let lines = try changes.lines()
    let changed = lines.filter { !$0.words.isEmpty }
    if !options.json {
      let rows = try changed.map { line in
        [try changes.after.shortID(line.plan.id), line.words, line.plan.title]
      }
      let form = TableText(
        headings: ["", "", ""], rows: rows.map { $0.map { StyledText($0) } },
        records: zip(changed, rows).map { PlainRecord([$0.plan.id.text, $1[1], $1[2]]) },
        nothing: "nothing would change")
      context.output.result(context.terminal.text(form))
    }
    let count = CountWords.words(changed.count, "plan")
    let same = lines.count - changed.count
    tell(
      "would have \(done) \(count)" + (place.map { " to \($0)" } ?? "")
        + (same > 0 ? "; \(same) more \(same == 1 ? "is" : "are") like that already" : "")
        + "; nothing was changed")
    tell(changes.notices)
  }

  /// Reports a change of the board's settings.
  func report(_ outcome: BoardChange) {
    if options.json { show(Documents.changed(outcome)) }
    let decided = Decided.words(outcome.decided) { _ in "the board's" }
    tell(outcome.didChange ? outcome.words + decided : "nothing to change")
    tell(outcome.notices)
  }
}
