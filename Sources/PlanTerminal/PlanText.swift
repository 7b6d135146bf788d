package import PlanModel
package import PlanView

/// One plan with all its details, as text.
///
/// For programs, each line has the name of a field and its value, in a fixed order. A field with a
/// single value is always present. These lines come once for each element:
/// - `field` with the id of a custom field and a value
/// - `label`, `assignee`, `link` and `alias`
/// - `item` with id, `done` or `open`, and text
/// - `comment` with id, time, author and text
/// - `time` with id, day, minutes, author and note
/// - `file` with id, name, size in bytes, type, time, author, and the id of its blob
/// - `conflict` with field, number, time, author and value
/// - `child`, `blocks` and `related` with id, state and title
package struct PlanText: TextForm {
  private let detail: PlanDetail

  /// The name of the board for commands; nil for the default board.
  private let namedBoard: String?

  /// Prepares the output of one plan.
  ///
  /// - Parameter board: The name of the board for commands in notes; nil for the default board.
  package init(_ detail: PlanDetail, naming board: String? = nil) {
    (self.detail, namedBoard) = (detail, board)
  }

  /// The greatest width of text. Longer lines are tiring to read.
  private static let mostTextWidth = 100

  package func lines(widthInCells width: Int) -> [StyledText] {
    let room = min(width, Self.mostTextWidth)
    let title = detail.summary.title.styled(.heading)
    let sections = [
      title.wrapped(toCells: room)
        + [StyledText(detail.plan.id.text, .id).truncated(toCells: room)] + note(toCells: room),
      fieldLines(toCells: room),
      conflictLines(toCells: room),
      detail.plan.body.flatMap { StyledText($0).wrapped(toCells: room) },
      checklistLines(toCells: room),
      childLines(toCells: room),
      fileLines(toCells: room),
      commentLines(toCells: room),
      timeLines(toCells: room),
      changeLines(toCells: room),
    ]
    return Array(sections.filter { !$0.isEmpty }.joined(separator: [StyledText()]))
  }

  private func note(toCells width: Int) -> [StyledText] {
    let note = PlanTokens.deletion(detail.summary)
    guard !note.isEmpty else { return [] }
    let id = detail.summary.shortID
    let restore = MessageText.command("restore \(id)", naming: namedBoard)
    let delete = MessageText.command("delete \(id)", naming: namedBoard)
    let advice =
      detail.plan.isDeleted
      ? "'\(restore)' brings it back" : "'\(restore)' keeps it, '\(delete)' deletes it again"
    return note.wrapped(toCells: width) + StyledText(advice, .muted).wrapped(toCells: width)
  }

  // MARK: Sections

  private func fieldLines(toCells width: Int) -> [StyledText] {
    let fields = detail.namedFields.filter { !$0.value.isEmpty }
    let nameWidth = Flow.width(of: fields.map { StyledText($0.name) }, limit: max(4, width / 3))
    let room = max(1, width - nameWidth - 2)
    return fields.flatMap { field in
      field.value.wrapped(toCells: room).enumerated().map { index, line in
        Flow.row(
          [index == 0 ? StyledText(field.name, .muted) : StyledText(), line],
          widths: [nameWidth, room])
      }
    }
  }

  private func conflictLines(toCells width: Int) -> [StyledText] {
    guard !detail.conflicts.isEmpty else { return [] }
    return [StyledText("Conflicts", .heading)]
      + detail.conflicts.flatMap { ConflictText.lines(of: $0, widthInCells: width) }
  }

  private func checklistLines(toCells width: Int) -> [StyledText] {
    guard let progress = detail.summary.checklist else { return [] }
    let numberWidth = String(progress.total).utf8.count
    let items = detail.plan.checklist.enumerated().flatMap { index, item in
      let number = StyledText(String(index + 1), .id).padded(toCells: numberWidth, .right)
      let box: StyledText = item.done ? "[x]" : "[ ]"
      let text = StyledText(item.text, item.done ? .muted : .plain)
      return ("  " + number + " " + box + " " + text + PlanTokens.removal(of: item))
        .wrapped(toCells: width, indent: numberWidth + 7)
    }
    return [
      StyledText("Checklist ", .heading) + StyledText("\(progress.done)/\(progress.total)", .muted)
    ] + items
  }

  private func childLines(toCells width: Int) -> [StyledText] {
    guard let progress = detail.progress else { return [] }
    let lines = detail.children.map { child in
      let box: StyledText = child.isDone ? "[x]" : "[ ]"
      let title = StyledText(child.title, child.isDone ? .muted : .plain)
      let state = child.isDone ? StyledText() : StyledText("  \(child.columnTitle)", .muted)
      return ("  " + box + " " + StyledText(child.shortID, .id) + " " + title + state)
        .wrapped(toCells: width, indent: 6 + child.shortID.utf8.count + 1)
    }
    return [
      StyledText("Children ", .heading)
        + StyledText("\(progress.done)/\(progress.total) done", .muted)
    ] + lines.flatMap(\.self)
  }

  private func fileLines(toCells width: Int) -> [StyledText] {
    guard !detail.files.isEmpty else { return [] }
    return [StyledText("Files", .heading)]
      + detail.files.flatMap { entry in
        let words = [entry.sizeWords, entry.author, entry.timeWords].compactMap(\.self)
          .filter { !$0.isEmpty }
        let line =
          "  " + StyledText(entry.file.name)
          + StyledText(", \(words.joined(separator: ", "))", .muted)
        return line.wrapped(toCells: width, indent: 4)
      }
  }

  private func commentLines(toCells width: Int) -> [StyledText] {
    guard !detail.comments.isEmpty else { return [] }
    let numberWidth = String(detail.comments.count).utf8.count
    let indent = numberWidth + 4
    let entries = detail.comments.enumerated().map { index, entry in
      let number = StyledText(String(index + 1), .id).padded(toCells: numberWidth, .right)
      let head =
        "  " + number + "  " + StyledText(entry.author, .person)
        + StyledText(", \(entry.timeWords)", .muted)
      let text: [StyledText] = entry.comment.text.flatMap {
        StyledText($0).wrapped(toCells: max(1, width - indent))
      }
      return head.wrapped(toCells: width, indent: indent) + Flow.indented(text, by: indent)
    }
    return [StyledText("Comments", .heading)] + entries.joined(separator: [StyledText()])
  }

  private func timeLines(toCells width: Int) -> [StyledText] {
    let time = detail.plan.time
    guard !time.isEmpty else { return [] }
    let sum = WorkLength.words(detail.plan.spentMinutes)
    return [StyledText("Time ", .heading) + StyledText(sum, .muted)]
      + Flow.indented(TimeText(time).lines(widthInCells: max(1, width - 2)), by: 2)
  }

  /// The smallest width for changes beside their author, in cells.
  private static let leastChanges = 24

  private func changeLines(toCells width: Int) -> [StyledText] {
    let rows = detail.lastChanges.rows
    guard !rows.isEmpty else { return [] }
    let times = rows.map { StyledText($0.timeWords, .muted) }
    let authors = rows.map { StyledText($0.author, .person) }
    let isByAgents = rows.contains { $0.entry.agent != nil }
    var widths = [
      Flow.width(of: times, limit: 16),
      Flow.width(of: authors, limit: max(8, isByAgents ? width / 3 : width / 5)),
    ]
    // On a narrow terminal the author stands after the changes.
    let isNarrow = width - widths[0] - widths[1] - 6 < Self.leastChanges
    if isNarrow { widths.removeLast() }
    let room = max(1, width - widths.reduce(2) { $0 + $1 + 2 })
    let lines = rows.indices.flatMap { index in
      let changes = rows[index].changes.joined(by: ", ")
      let text = isNarrow ? changes + StyledText(", \(rows[index].author)", .muted) : changes
      let head = isNarrow ? [times[index]] : [times[index], authors[index]]
      return text.wrapped(toCells: room, limit: 3).enumerated().map { number, line in
        let start = number == 0 ? head : head.map { _ in StyledText() }
        return Flow.row(start + [line], widths: widths + [room])
      }
    }
    return [StyledText("Last changes", .heading)] + Flow.indented(lines, by: 2)
  }
}

/// Several plans with all their details, one after another.
///
/// For programs, the lines of each plan begin with its `id`. For people, a rule separates plans.
package struct PlanTextSeries: TextForm {
  private let plans: [PlanText]

  package init(_ plans: [PlanText]) { self.plans = plans }

  package var records: [PlainRecord] { plans.flatMap(\.records) }

  package func lines(widthInCells width: Int) -> [StyledText] {
    let rule = StyledText(String(repeating: "─", count: max(1, width)), .muted)
    return Array(
      plans.map { $0.lines(widthInCells: width) }
        .joined(separator: [StyledText(), rule, StyledText()]))
  }
}

// MARK: - For programs

extension PlanText {
  /// Returns a file as a record: id, name, size in bytes, type, time, author, and its blob's id.
  package static func record(of file: Attachment) -> PlainRecord { PlainRecord(fields(of: file)) }

  private static func fields(of file: Attachment) -> [String?] {
    [
      file.id, file.name, file.size.map { String($0) }, file.type, file.at?.description, file.by,
      file.blob,
    ]
  }

  package var records: [PlainRecord] {
    let plan = detail.plan
    let properties = PlanProperty.all.map { ($0.name, $0.value(of: plan)?.text) }
    let first: [(String, String?)] = [
      ("id", plan.id.text), ("title", plan.title), ("state", plan.state),
    ]
    let last: [(String, String?)] = [
      ("rank", plan.rank), ("created", plan.created?.at?.description),
      ("creator", plan.created?.by),
      ("updated", plan.updated?.description), ("deleted", plan.deletion?.at?.description),
      ("body", plan.body.joined(separator: "\n")),
    ]
    return (first + properties + last).map { PlainRecord([$0, $1]) }
      + detail.fields.flatMap { entry in
        (entry.value?.texts ?? []).map { PlainRecord(["field", entry.field.id, $0]) }
      }
      + plan.labels.map { PlainRecord(["label", $0]) }
      + plan.assignees.map { PlainRecord(["assignee", $0]) }
      + plan.links.map { PlainRecord(["link", $0.kind, $0.target]) }
      + plan.aliases.map { PlainRecord(["alias", $0]) }
      + plan.checklist.map { item in
        PlainRecord(
          ["item", item.id, item.done ? "done" : "open", item.text]
            + (item.wasRemoved ? ["removed"] : []))
      }
      + plan.comments.map { comment in
        PlainRecord([
          "comment", comment.id, comment.at?.description, comment.by,
          comment.text.joined(separator: "\n"),
        ])
      }
      + plan.time.map { PlainRecord(["time"] + $0.record) }
      + plan.files.map { PlainRecord(["file"] + Self.fields(of: $0)) }
      + conflictRecords
      + detail.children.map { PlainRecord(["child", $0.id.text, $0.state, $0.title]) }
      + detail.blocked.map { PlainRecord(["blocks", $0.id.text, $0.state, $0.title]) }
      + detail.relating.map { PlainRecord(["related", $0.id.text, $0.state, $0.title]) }
  }

  private var conflictRecords: [PlainRecord] {
    detail.conflicts.flatMap { field in
      field.values.map { value in
        PlainRecord([
          "conflict", field.name, String(value.number), value.at?.description, value.author,
          ValueWords.plain(value.value),
        ])
      }
    }
  }
}
