import PlanModel
import PlanView

/// The table of keys.
extension Screen {
  private struct HelpGroup {
    let title: SafeText
    let rows: [(keys: StyledText, explanation: StyledText)]
  }

  /// Marks on the screen that belong to no key.
  private static let marks: [(StyledText, SafeText)] = [
    ("\("▌", .label)", "the cursor"), ("\("●", .added)", "selected"),
    ("\("!", .overdue)", "overdue"), ("\("⊘", .blocked)", "blocked by another plan"),
    ("\("≠", .conflict)", "values wait for a decision"),
    ("⇡ 2", "plans with changes that only this machine has; S syncs them"),
    ("3↑ 5↓", "cards above and below what is shown"),
  ]

  /// The part of the screen with the focus, if it has keys of its own; nil on the board.
  private var place: LocalShortcut.Place? {
    if focus == .plan { return .plan }
    switch view {
    case .conflicts: return .conflicts
    case .roadmap: return .roadmap
    case .board, .list, .flow: return nil
    }
  }

  /// All groups. The group of the part with the focus comes first.
  private var helpGroups: [HelpGroup] {
    let places = LocalShortcut.Place.allCases.map { place in
      HelpGroup(
        title: SafeText(place.rawValue),
        rows: LocalShortcut.all.filter { $0.place == place }
          .map { (names($0.keyNames), StyledText($0.explanation)) })
    }
    let here = place.flatMap { LocalShortcut.Place.allCases.firstIndex(of: $0) }
    let general = Shortcut.Group.allCases.map { group in
      HelpGroup(
        title: SafeText(group.rawValue),
        rows: Shortcut.all.filter { $0.group == group }
          .map { (names($0.keyNames), StyledText($0.explanation)) })
    }
    let others = places.indices.filter { $0 != here }.map { places[$0] }
    let marks = HelpGroup(
      title: "Signs", rows: Self.marks.map { ($0, StyledText($1)) })
    return (here.map { [places[$0]] } ?? []) + general + others + [marks]
  }

  private func names(_ names: [String]) -> StyledText {
    StyledText(names.joined(separator: " "), .id)
  }

  /// The rows that contain all words of the filter, below the headings of their groups.
  private func helpLines(_ help: Help, width: Int) -> [StyledText] {
    let words = help.filter.text.split(separator: " ").map { SearchText(String($0)) }
    let groups = helpGroups.compactMap { group -> HelpGroup? in
      let rows = group.rows.filter { row in
        words.allSatisfy { $0.occurs(in: row.explanation.string) || $0.occurs(in: row.keys.string) }
      }
      return rows.isEmpty ? nil : HelpGroup(title: group.title, rows: rows)
    }
    guard !groups.isEmpty else { return [StyledText("no key does that", .muted)] }
    let keyWidth = Flow.width(of: groups.flatMap { $0.rows.map(\.keys) }, limit: width / 2)
    let room = max(1, width - keyWidth - 2)
    return Array(
      groups.map { group in
        [StyledText(group.title, .heading)]
          + group.rows.flatMap { row in
            row.explanation.wrapped(toCells: room).enumerated().map { index, line in
              Flow.row([index == 0 ? row.keys : StyledText(), line], widths: [keyWidth, room])
            }
          }
      }.joined(separator: [StyledText()]))
  }

  private func helpColumns(_ columns: Int) -> (count: Int, width: Int) {
    columns >= 96 ? (2, (columns - 6) / 2) : (1, max(1, columns - 4))
  }

  private func helpLineCount(_ help: Help) -> Int {
    let columns = helpColumns(size.columns)
    let count = helpLines(help, width: columns.width).count
    return max(1, (count + columns.count - 1) / columns.count - max(0, size.rows - 4) + 1)
  }

  /// Handles a key while the table is shown: keys scroll or filter the table. Any other key closes
  /// it.
  mutating func handle(_ key: String, in help: Help) {
    var help = help
    if help.isTyping {
      switch key {
      case "Escape", "Ctrl+c": (help.isTyping, help.filter, help.top) = (false, LineEditor(), 0)
      case "Enter": help.isTyping = false
      default:
        guard help.filter.handle(key) else { return }
        help.top = 0
      }
      prompt = .help(help)
      return
    }
    guard let act = Shortcut.of(key: key)?.act else { return }
    switch act {
    case .down, .up, .top, .bottom, .pageDown, .pageUp:
      help.top = Self.stepped(
        help.top, act, count: helpLineCount(help), page: max(1, size.rows - 5))
      prompt = .help(help)
    case .query:
      help.isTyping = true
      prompt = .help(help)
    case .back where !help.filter.isEmpty:
      (help.filter, help.top) = (LineEditor(), 0)
      prompt = .help(help)
    default: prompt = nil
    }
  }

  func drawHelp(_ help: Help, into grid: inout Grid, _ layout: ScreenLayout) {
    let area = Area(
      row: min(1, layout.size.rows - 1), column: 0, columns: layout.size.columns,
      rows: max(0, layout.size.rows - 2))
    guard !area.isEmpty else { return }
    grid.clear(area)
    grid.frame(area, title: StyledText("Keys", .heading))
    let inner = area.inset(top: 1, left: 2, bottom: 1, right: 2)
    guard !inner.isEmpty else { return }
    let columns = helpColumns(area.columns)
    let lines = helpLines(help, width: columns.width)
    let perColumn = (lines.count + columns.count - 1) / columns.count
    for column in 0..<columns.count {
      let part = lines.dropFirst(column * perColumn).prefix(perColumn).dropFirst(help.top)
      grid.put(
        Array(part.prefix(inner.rows)),
        in: Area(
          row: inner.row, column: inner.column + column * (columns.width + 2),
          columns: min(columns.width, inner.columns), rows: inner.rows))
    }
  }

  /// Returns the last line while words are typed, and the cursor's cell in it.
  func helpFoot(_ help: Help, width: Int) -> (line: StyledText, cursor: Int)? {
    guard help.isTyping else { return nil }
    let label: StyledText = " \("search", .label) "
    let shown = help.filter.shown(toCells: max(1, width - label.widthInCells - 1))
    let text =
      help.filter.isEmpty ? StyledText("words, such as 'due'", .muted) : StyledText(shown.text)
    return (label + text, min(label.widthInCells + shown.cursor, max(0, width - 1)))
  }
}
