import PlanModel

/// The labels on the plans of a board.
package struct LabelsFound {
  package let shown: ShownBoard
  /// The labels, sorted by name.
  package let labels: [Row]
  package let missing: MissingFiles

  package struct Row: Hashable, Sendable {
    package let name: String
    package fileprivate(set) var open = 0
    /// The number of all plans with the label, open or done.
    package fileprivate(set) var plans = 0
  }
}

extension Workspace {
  /// Counts the plans of each label on the board.
  package func labels() throws -> LabelsFound {
    let contents = try contents(of: board())
    var rows: [String: LabelsFound.Row] = [:]
    for plan in contents.plans where !plan.isDeleted {
      let isOpen = contents.relations.isOpen(plan.id)
      for label in plan.labels {
        var row = rows[label] ?? LabelsFound.Row(name: label)
        row.plans += 1
        if isOpen { row.open += 1 }
        rows[label] = row
      }
    }
    return LabelsFound(
      shown: contents.shown,
      labels: rows.values.sorted {
        (ExactString($0.name.lowercased()), ExactString($0.name))
          < (ExactString($1.name.lowercased()), ExactString($1.name))
      }, missing: contents.missing)
  }
}
