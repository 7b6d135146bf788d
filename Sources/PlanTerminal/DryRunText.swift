package import PlanModel
package import PlanView

/// A preview of an import: its effect on each plan. For people, unchanged plans are left out.
///
/// Records for programs: the plan's id, its title, what happens (`added`, `changed`, `conflict`,
/// `kept`, `closed` or `unchanged`), the field, the value on the board, and the value after the
/// import. For a conflict, the two values are the shown one and another one. For a kept value, they
/// are the value on the board and the value in the source.
package struct DryRunText: TextForm {
  private let plans: [ImportedPlan]
  private let board: Board
  private let viewpoint: Viewpoint

  /// Prepares the preview of an import.
  ///
  /// - Parameter board: The board after the import.
  package init(_ plans: [ImportedPlan], board: Board, viewpoint: Viewpoint) {
    (self.plans, self.board, self.viewpoint) = (plans, board, viewpoint)
  }

  package var records: [PlainRecord] { plans.flatMap(Self.records) }

  private static func records(of plan: ImportedPlan) -> [PlainRecord] {
    let head = [plan.plan.text, plan.title]
    let change = plan.outcome == .closed ? "closed" : "changed"
    var records = plan.changes.map { found in
      PlainRecord(
        head + [
          change, found.path.fieldName, ValueWords.plain(found.old), ValueWords.plain(found.new),
        ])
    }
    records += plan.conflicts.map { conflict in
      PlainRecord(
        head + ["conflict", conflict.path.fieldName]
          + conflict.values.prefix(2).map { ValueWords.plain($0) })
    }
    records += plan.kept.map { kept in
      PlainRecord(
        head + [
          "kept", kept.path.fieldName, ValueWords.plain(kept.here),
          ValueWords.plain(kept.tracker),
        ])
    }
    return records.isEmpty
      ? [PlainRecord(head + [plan.outcome.rawValue, nil, nil, nil])] : records
  }

  package func lines(widthInCells width: Int) -> [StyledText] {
    plans.flatMap { plan -> [StyledText] in
      let words = plan.words(on: board)
      guard plan.outcome != .unchanged || !words.isEmpty else { return [] }
      let id = StyledText(viewpoint.shortID(plan.plan), .id)
      let note: StyledText =
        plan.outcome == .added
        ? "  \("new", .added)"
        : plan.outcome == .closed ? "  \("not in the file", .muted)" : StyledText()
      return [(id + "  " + StyledText(plan.title, .title) + note).truncated(toCells: width)]
        + words.map { ("  " + $0).truncated(toCells: width) }
    }
  }
}
