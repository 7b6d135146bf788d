import PlanModel
import PlanView

extension ExportFormat {
  /// A section for each column that has plans, with a list of tasks.
  static let markdown = ExportFormat(id: "markdown", name: "Markdown") { export in
    let board = export.board
    let known = board.columns.map(\.id)
    // A plan may be in a column that the board no longer has.
    let states = known + Set(export.plans.map(\.state)).subtracting(known).sorted()
    let byState = Dictionary(grouping: export.plans, by: \.state)
    var text = "# \(MarkdownText.escaped(export.title))\n"
    for state in states {
      guard let plans = byState[state] else { continue }
      text += "\n## \(MarkdownText.escaped(board.title(of: state)))\n\n"
      for plan in plans { text += item(plan, export) }
    }
    return text
  }

  /// Returns a plan as an item of a list of tasks, with its checklist below it.
  private static func item(_ plan: Plan, _ export: PlanExport) -> String {
    let values = values(of: plan).map { MarkdownText.escaped($0) }.joined(separator: ", ")
    let words = values.isEmpty ? "" : ": \(values)"
    var text = "- [\(export.isDone(plan) ? "x" : " ")] \(MarkdownText.escaped(plan.title))"
    text += " (\(plan.id.text)\(words))\n"
    for item in plan.checklist {
      text += "  - [\(item.done ? "x" : " ")] \(MarkdownText.escaped(item.text))\n"
    }
    return text
  }

  /// Returns the plan of an exported item: the last id in parentheses, in the form `(ID)` or
  /// `(ID: values)`; nil for other items.
  static func plan(ofMarkdownItem item: String) -> PlanID? {
    let starts = item.utf8.indices.filter { item.utf8[$0] == UInt8(ascii: "(") }
    return starts.reversed().lazy.compactMap { start in
      let rest = item.utf8[item.utf8.index(after: start)...]
      let word = rest.prefix { $0 != UInt8(ascii: ")") && $0 != UInt8(ascii: ":") }
      guard word.endIndex < item.utf8.endIndex else { return nil }
      return PlanID(String(decoding: word, as: UTF8.self))
    }.first
  }

  /// Returns the values after the title that interest a reader of the list.
  private static func values(of plan: Plan) -> [String] {
    var values: [String] = []
    if let priority = plan.priority { values.append(priority.rawValue) }
    if let due = plan.due { values.append("due \(due)") }
    if let milestone = plan.milestone { values.append("milestone \(milestone)") }
    values += plan.labels
    values += plan.assignees.map { name in
      let person = Person(name)
      return person.name.isEmpty ? person.email : person.name
    }
    return values
  }
}
