import PlanModel
package import PlanView

/// Conflicts as text: a plan with its numbered values for people, one value per line for programs.
///
/// Columns for programs: id, field, number, `shown` or empty, time, author, value.
package struct ConflictText: TextForm {
  private let conflicts: ConflictList

  package init(_ conflicts: ConflictList) { self.conflicts = conflicts }

  package var records: [PlainRecord] {
    conflicts.entries.flatMap { entry in
      entry.fields.flatMap { field in
        field.values.map { value in
          PlainRecord([
            entry.id, field.name, String(value.number),
            value.isShown ? "shown" : nil, value.at?.description, value.author,
            ValueWords.plain(value.value),
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

  /// The smallest width for a value beside its author; otherwise they are on separate lines.
  private static let leastValueWidth = 24

  /// Returns the field, then its values with their times and authors. The value on the board is
  /// marked by `*`. On a narrow terminal the time and author are below the value instead of before
  /// it.
  static func lines(of field: ConflictList.Field, widthInCells width: Int) -> [StyledText] {
    let head: StyledText = "  \(PlanTokens.conflictMark, .conflict) \(field.name, .conflict)"
    let numberWidth = String(field.values.count).utf8.count
    let timeWidth = field.values.map { TextWidth.cells(of: $0.timeWords) }.max() ?? 0
    let authorWidth = field.values.map { TextWidth.cells(of: $0.authorName) }.max() ?? 0
    let indent = 6 + numberWidth + 2
    let used = indent + timeWidth + 2 + (authorWidth > 0 ? authorWidth + 2 : 0)
    let rows = field.values.flatMap { value in
      let number = StyledText(String(value.number), .id).padded(toCells: numberWidth, .right)
      let mark: StyledText = (value.isShown ? "    * " : "      ") + number + "  "
      let time = StyledText(value.timeWords, .muted)
      let author = StyledText(value.authorName, .person)
      if width - used < leastValueWidth {
        let source = [time, author].filter { !$0.isEmpty }.joined(by: ", ")
        return [mark + value.words] + Flow.indented([source], by: indent)
      }
      let by = authorWidth > 0 ? author.padded(toCells: authorWidth) + "  " : ""
      return [mark + time.padded(toCells: timeWidth) + "  " + by + value.words]
    }
    return ([head] + rows).map { $0.truncated(toCells: width) }
  }
}
