import PlanModel
import PlanView

extension Screen {
  /// Draws the last line: the typed text, a message, or the most useful keys. A message that does
  /// not fit covers some lines above.
  func drawFoot(into grid: inout Grid, _ layout: ScreenLayout) {
    let width = layout.size.columns
    let row = layout.footRow
    if let line = promptLine(layout) {
      line.draw(into: &grid)
      if line.cursor.row != row {
        grid.put(
          " " + hints([("Enter", "save"), ("Esc", "cancel")]), row: row, column: 0, width: width)
      }
      line.drawNote(into: &grid)
      return
    }
    if case .confirm(let asked) = prompt { return draw(asked, into: &grid, row: row) }
    if case .help(let help) = prompt, let foot = helpFoot(help, width: width) {
      grid.fill(Area.line(row, columns: width), look: .field)
      grid.put(foot.line, row: row, column: 0, width: width, look: .field)
      return
    }
    if let (question, keys) = question {
      let keys = hints(keys)
      let room = max(1, width - keys.widthInCells - 3)
      let line = question.truncated(toCells: room) + "  " + keys
      grid.fill(Area.line(row, columns: width), look: .alarm)
      grid.put(line, row: row, column: 0, width: width, look: .alarm)
      return
    }
    guard let message else {
      grid.put(usefulKeys(width: width), row: row, column: 0, width: width)
      return
    }
    let lines = Self.lines(of: message, width: max(1, width - 2), rows: layout.size.rows)
    let area = Area(
      row: max(0, row - lines.count + 1), column: 0, columns: width, rows: lines.count)
    grid.clear(area)
    grid.put(lines, in: area.inset(left: 1, right: 1))
  }

  /// The question of the prompt, and the keys that answer it; nil without one.
  private var question: (StyledText, [(String, String)])? {
    guard case .revive(let line) = prompt, case .title(let id, _) = line.purpose else { return nil }
    return (
      " \(words(for: [id])) was deleted; \("bring it back", .overdue) with this title?",
      [("y", "bring back"), ("Esc", "edit")]
    )
  }

  /// Draws the confirmation of a change in up to three lines, with its keys in the last line.
  private func draw(_ asked: Confirmation, into grid: inout Grid, row: Int) {
    let width = grid.columns
    let remark = asked.ignoresKeys ? "  " + StyledText(ScreenMessage.ofIgnoredKeys) : StyledText()
    let question = StyledText(asked.verb, .overdue) + " " + StyledText(asked.about) + "?" + remark
    let keys = hints([("y", asked.verb.string), ("Esc", asked.isDeletion ? "keep" : "cancel")])
    var lines = [question + "  " + keys]
    if lines[0].widthInCells + 2 > width {
      let limit = min(2, max(1, row - 1))
      lines = question.wrapped(toCells: max(1, width - 2), limit: limit) + [keys]
    }
    for (index, line) in lines.enumerated() {
      let place = row - lines.count + 1 + index
      guard place >= 0 else { continue }
      grid.fill(Area.line(place, columns: width), look: .alarm)
      grid.put(line, row: place, column: 1, width: max(0, width - 1), look: .alarm)
    }
  }

  /// The most lines of a long message.
  private static let mostMessageLines = 8

  private static func lines(of message: ScreenMessage, width: Int, rows: Int) -> [StyledText] {
    let role: Role
    let mark: StyledText
    switch message.kind {
    case .done: (role, mark) = (.added, "\("✓", .added) ")
    case .note: (role, mark) = (.plain, "\("·", .muted) ")
    case .failure: (role, mark) = (.overdue, "\("✗", .overdue) ")
    }
    let text = mark + StyledText(message.text, role == .added ? .plain : role)
    let hints = message.allHints.map { StyledText($0, .muted) }
    let whole = ([text] + hints).joined(by: "  ")
    if whole.widthInCells <= width { return [whole] }
    let limit = max(1, min(mostMessageLines, rows - 2))
    let lines =
      text.wrapped(toCells: width, indent: min(2, width - 1))
      + hints.flatMap { Flow.indented($0.wrapped(toCells: max(1, width - 2)), by: 2) }
    guard lines.count > limit else { return lines }
    return lines.prefix(limit - 1) + [StyledText("…", .muted)]
  }

  // MARK: - Keys

  private func hints(_ keys: [(String, String)]) -> StyledText {
    keys.map { key, words in
      StyledText(key, .id) + " " + StyledText(words, .muted)
    }.joined(by: "  ")
  }

  /// The keys that are useful now, as many as fit; `?` is always among them.
  private func usefulKeys(width: Int) -> StyledText {
    let help = prompt == nil ? hints([("?", "help")]) : StyledText()
    var line = StyledText(" ")
    for key in keysNow {
      let next = hints([key])
      guard line.widthInCells + next.widthInCells + 2 + help.widthInCells + 1 <= width else {
        break
      }
      line += next + "  "
    }
    return (line + help).truncated(toCells: width)
  }

  private var keysNow: [(String, String)] {
    switch prompt {
    case .pick(let picker):
      return picker.isMany
        ? [("Tab", "mark"), ("Enter", "save"), ("Esc", "cancel")]
        : [("Enter", "choose"), ("Esc", "cancel")]
    case .help: return [("Esc", "close"), ("j/k", "scroll"), ("/", "search")]
    default: break
    }
    if past != nil, view != .conflicts, view != .roadmap {
      let opens = view == .flow ? [("5", "next chart")] : [("Enter", "open")]
      return [("[ ]", "one change"), ("{ }", "one day"), ("( )", "one week"), ("t", "present")]
        + opens
    }
    if focus == .plan {
      return [
        ("Esc", trail.isEmpty ? "close" : "back"), ("j/k", "lines"), ("h/l", "plans"),
        ("Space", "tick"), ("e", "title"), ("E", "description"), ("C", "comment"), ("Tab", "board"),
      ]
    }
    switch view {
    case .board, .list:
      return selection.isEmpty
        ? [
          ("Enter", "open"), ("HJKL", "move"), ("n", "new"), ("/", "filter"), ("e", "title"),
          ("d", "due"), ("i", "take"), ("u", "undo"), ("Space", "select"), (":", "commands"),
          ("S", "sync"), ("q", "quit"),
        ]
        : [
          ("HJKL", "move"), ("m", "to column"), ("#", "labels"), ("a", "people"), ("p", "priority"),
          ("d", "due"), ("D", "delete"), ("Esc", "deselect"),
        ]
    case .conflicts: return keysInConflicts
    case .roadmap:
      return [
        ("Enter", "open"), ("h/l", "days"), ("+/-", "zoom"), ("j/k", "rows"), ("Esc", "board"),
      ]
    case .flow: return [("5", "next chart"), ("[", "the past"), ("Esc", "board")]
    }
  }

  private var keysInConflicts: [(String, String)] {
    guard let row = conflicts.chosen else {
      return conflicts.rows.isEmpty ? [("Esc", "board")] : [("j/k", "choose"), ("Esc", "board")]
    }
    let writing: [(String, String)] =
      switch row.writing {
      case .line: [("e", "write another")]
      case .editor: [("e", "edit")]
      case .none: []
      }
    if conflicts.isReading {
      return [("Enter", "take this value"), ("h/l", "other values"), ("j/k", "scroll")] + writing
        + [("Esc", "list")]
    }
    return [("Enter", row.isLong ? "read this value" : "take this value")] + writing
      + [("l", "whole value"), ("!", "next field"), ("Esc", "board")]
  }
}
