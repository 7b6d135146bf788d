import PlanModel
import PlanView

/// A line of the open plan.
struct PlanLine: Sendable {
  /// The thing in a line that keys act on.
  enum Target: Hashable, Sendable {
    case item(id: String, isDone: Bool)
    case plan(PlanID)
    /// A field in conflict, by its name.
    case conflict(field: String)
  }

  let text: StyledText
  var target: Target?

  /// Whether two lines, from two versions of a plan, are about the same thing.
  func isSame(as other: PlanLine) -> Bool {
    switch (target, other.target) {
    case (.item(let id, _), .item(let otherID, _)): id == otherID
    case (nil, nil): text == other.text
    default: target == other.target
    }
  }
}

/// The lines of a plan with all its details.
struct PlanLines {
  private let detail: PlanDetail
  private let width: Int

  /// The greatest width of texts. Longer lines are tiring to read.
  private static let mostTextWidth = 100

  init(_ detail: PlanDetail, widthInCells width: Int) {
    self.detail = detail
    self.width = min(max(1, width), Self.mostTextWidth)
  }

  var all: [PlanLine] {
    let sections = [
      head, fields, conflicts, body, checklist, children, files, comments, activity,
    ]
    return Array(sections.filter { !$0.isEmpty }.joined(separator: [PlanLine(text: StyledText())]))
  }

  private func plain(_ lines: [StyledText], _ target: PlanLine.Target? = nil) -> [PlanLine] {
    lines.map { PlanLine(text: $0, target: target) }
  }

  private func heading(_ words: SafeText, _ count: SafeText = "") -> PlanLine {
    let count = StyledText(count, .muted)
    return PlanLine(
      text: (StyledText(words, .heading) + (count.isEmpty ? "" : " " + count))
        .truncated(toCells: width))
  }

  private var head: [PlanLine] {
    let title = detail.summary.title.styled(.heading).wrapped(toCells: width)
    let id = StyledText(detail.plan.id.text, .id).truncated(toCells: width)
    let note = PlanTokens.deletion(detail.summary)
    return plain(title + [id] + (note.isEmpty ? [] : note.wrapped(toCells: width)))
  }

  private var fields: [PlanLine] {
    let fields = detail.namedFields.filter { !$0.value.isEmpty }
    let nameWidth = Flow.width(of: fields.map { StyledText($0.name) }, limit: max(4, width / 3))
    let room = max(1, width - nameWidth - 2)
    return fields.flatMap { field in
      field.value.wrapped(toCells: room).enumerated().map { index, line in
        PlanLine(
          text: Flow.row(
            [index == 0 ? StyledText(field.name, .muted) : StyledText(), line],
            widths: [nameWidth, room]),
          target: field.plan.map { .plan($0) })
      }
    }
  }

  private var conflicts: [PlanLine] {
    guard !detail.conflicts.isEmpty else { return [] }
    return [heading("Conflicts")]
      + detail.conflicts.flatMap { field in
        let name: StyledText = "\(PlanTokens.conflictMark, .conflict) \(field.name, .conflict)"
        let values = field.values.map { value in
          let mark: StyledText = value.isShown ? "  * " : "    "
          let by = [value.timeWords, value.authorName].filter { !$0.isEmpty }
          return mark + value.words + StyledText("  \(by.joined(separator: ", "))", .muted)
        }
        return plain(
          ([name] + values).map { $0.truncated(toCells: width) }, .conflict(field: field.name))
      }
  }

  private var body: [PlanLine] {
    guard detail.plan.body.contains(where: { !$0.isEmpty }) else { return [] }
    return plain(MarkdownLines(widthInCells: width).lines(of: detail.plan.body))
  }

  private var checklist: [PlanLine] {
    guard let progress = detail.summary.checklist else { return [] }
    return [heading("Checklist", "\(progress.done)/\(progress.total)")]
      + detail.plan.checklist.flatMap { item in
        let box: StyledText = item.done ? "\("[x]", .finished) " : "[ ] "
        let text =
          box + StyledText(item.text, item.done ? .muted : .plain) + PlanTokens.removal(of: item)
        return plain(
          text.wrapped(toCells: width, indent: 4), .item(id: item.id, isDone: item.done))
      }
  }

  private var children: [PlanLine] {
    guard let progress = detail.progress else { return [] }
    return [heading("Children", "\(progress.done)/\(progress.total) done")]
      + detail.children.flatMap { child in
        // Children have no checkboxes, because they are plans, which are not ticked.
        let mark: StyledText = child.isDone ? "\("✓", .finished) " : "→ "
        let title = StyledText(child.title, child.isDone ? .muted : .plain)
        let state = child.isDone ? StyledText() : StyledText("  \(child.columnTitle)", .muted)
        let text = mark + StyledText(child.shortID, .id) + " " + title + state
        return plain(text.wrapped(toCells: width, indent: 2), .plan(child.id))
      }
  }

  private var files: [PlanLine] {
    guard !detail.files.isEmpty else { return [] }
    return [heading("Files")]
      + detail.files.flatMap { entry in
        let words = [entry.sizeWords, entry.author, entry.timeWords].compactMap(\.self)
          .filter { !$0.isEmpty }
        let text =
          StyledText(entry.file.name) + StyledText(", \(words.joined(separator: ", "))", .muted)
        return plain(text.wrapped(toCells: width, indent: 2))
      }
  }

  private var comments: [PlanLine] {
    guard !detail.comments.isEmpty else { return [] }
    let entries = detail.comments.map { entry in
      let head =
        StyledText(entry.author, .person) + StyledText(", \(entry.timeWords)", .muted)
      let text = MarkdownLines(widthInCells: max(1, width - 2)).lines(of: entry.comment.text)
      return plain(head.wrapped(toCells: width, indent: 2) + Flow.indented(text, by: 2))
    }
    return [heading("Comments", "\(detail.comments.count)")]
      + Array(entries.joined(separator: [PlanLine(text: StyledText())]))
  }

  private var activity: [PlanLine] {
    let rows = detail.lastChanges.rows
    guard !rows.isEmpty else { return [] }
    return [heading("Activity")]
      + rows.flatMap { row in
        let changes = row.changes.joined(by: ", ")
        let by: StyledText = "\(row.timeWords, .muted) \(row.author, .person)  "
        return plain((by + changes).wrapped(toCells: width, indent: 2, limit: 3))
      }
  }
}
