import PlanModel
package import PlanView

/// Conflicts as text: a plan with its numbered values for people, a value a line for programs.
///
/// For programs: id, field, number, `shown` or nothing, when it was written, the value.
package struct ConflictText: TextForm {
  private let conflicts: ConflictList

  package init(_ conflicts: ConflictList) { self.conflicts = conflicts }

  package var records: [PlainRecord] {
    conflicts.entries.flatMap { entry in
      entry.fields.flatMap { field in
        field.values.map { value in
          PlainRecord([
            entry.id, field.name, String(value.number),
            value.isShown ? "shown" : nil, value.at?.description, ValueText.plain(value.value),
          ])
        }
      }
    }
  }

  package func lines(widthInCells width: Int) -> [StyledText] {
    guard !conflicts.entries.isEmpty else { return [StyledText("no conflicts", .muted)] }
    var lines: [StyledText] = []
    for entry in conflicts.entries {
      if !lines.isEmpty { lines.append(StyledText()) }
      let head = StyledText(entry.shortID, .id) + " " + entry.title.styled(.heading)
      lines.append(head.truncated(toCells: width))
      for field in entry.fields { lines += Self.lines(of: field, widthInCells: width) }
    }
    return lines
  }

  /// The field, then its values, the shown one marked by `*`.
  static func lines(of field: ConflictList.Field, widthInCells width: Int) -> [StyledText] {
    let head: StyledText = "  \(PlanTokens.conflictMark, .conflict) \(field.name, .conflict)"
    let numberWidth = String(field.values.count).utf8.count
    let timeWidth = Flow.width(
      of: field.values.map { StyledText($0.timeWords) }, limit: max(4, width / 3))
    return [head.truncated(toCells: width)]
      + field.values.map { value in
        let number = StyledText(String(value.number), .id).padded(toCells: numberWidth, .right)
        let mark: StyledText = value.isShown ? "    * " : "      "
        let used = 6 + numberWidth + 2 + timeWidth + 2
        return Flow.row(
          [mark + number, StyledText(value.timeWords, .muted), value.words],
          widths: [6 + numberWidth, timeWidth, max(1, width - used)]
        ).truncated(toCells: width)
      }
  }
}
