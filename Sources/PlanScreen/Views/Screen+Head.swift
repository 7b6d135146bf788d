import PlanModel
import PlanView

extension Screen {
  /// The names of the views, with the keys that show them.
  static let tabs: [(view: View, key: String, name: SafeText)] = [
    (.board, "1", "Board"), (.list, "2", "List"), (.conflicts, "3", "Conflicts"),
    (.roadmap, "4", "Roadmap"), (.flow, "5", "Charts"),
  ]

  /// Draws the first line: the board, the views, and what is under way.
  func drawHead(into grid: inout Grid, _ layout: ScreenLayout) {
    let width = layout.size.columns
    grid.fill(Area.line(0, columns: width), look: .bar)
    let head = head(width: width)
    grid.put(head.title, row: 0, column: 0, width: head.title.widthInCells, look: .bar)
    for tab in head.tabs {
      grid.put(
        tab.text, row: 0, column: tab.column, width: tab.text.widthInCells,
        look: tab.view == view ? .tab : .bar)
    }
    let right = head.notes.widthInCells
    grid.put(head.notes, row: 0, column: max(0, width - right - 1), width: right, look: .bar)
  }

  struct Tab {
    let view: View
    let text: StyledText
    let column: Int
  }

  struct Head {
    let title: StyledText
    let tabs: [Tab]
    let notes: StyledText
  }

  /// How much of the tabs is shown.
  private enum TabForm: CaseIterable {
    /// All names; all keys and the name of the shown view; only the name of the shown view.
    case names, keys, shown
  }

  /// The widest title that takes precedence over the tabs.
  private static let mostTitle = 16

  /// Returns the parts of the first line. Names of views are left out to make room for the notes.
  /// The keys of the views stay, unless the terminal is too narrow for them.
  func head(width: Int) -> Head {
    let name = StyledText(content?.board.title ?? content?.name ?? "pmgit", .heading)
    let notes = headNotes(width: width)
    let titleWidth = min(name.widthInCells, width < 60 ? 6 : Self.mostTitle) + 3
    let notesWidth = notes.isEmpty ? 0 : notes.widthInCells + 2
    let forms = TabForm.allCases.map { texts($0) }
    let widths = forms.map { $0.reduce(0) { $0 + $1.text.widthInCells } }
    // All names beside the complete notes, or else the keys beside as much of the notes as fits.
    var form = 2
    if titleWidth + widths[0] + notesWidth <= width {
      form = 0
    } else if titleWidth + widths[1] + min(notesWidth, Self.leastNotes) <= width {
      form = 1
    }
    let room = max(0, width - min(titleWidth, width / 3) - widths[form] - 2)
    let right = notes.truncated(toCells: room)
    let left = max(0, width - right.widthInCells - (right.isEmpty ? 0 : 2))
    let title = " " + name.truncated(toCells: max(1, left - widths[form] - 3)) + "  "
    var column = title.widthInCells
    let tabs = forms[form].map { tab in
      defer { column += tab.text.widthInCells }
      return Tab(view: tab.view, text: tab.text, column: column)
    }
    return Head(
      title: title.truncated(toCells: left),
      tabs: tabs.filter { $0.column + $0.text.widthInCells <= left }, notes: right)
  }

  /// The cells that notes get at least beside the keys of the views. If there is less room, only
  /// the shown view has a tab.
  private static let leastNotes = 12

  private func texts(_ form: TabForm) -> [(view: View, text: StyledText)] {
    Self.tabs.filter { form != .shown || $0.view == view }.map { tab in
      let count =
        tab.view == .conflicts && conflictCount > 0
        ? StyledText(" \(PlanTokens.conflictMark)\(conflictCount)", .conflict) : StyledText()
      let name = form == .keys && tab.view != view ? StyledText() : " " + StyledText(tab.name)
      return (tab.view, " \(tab.key, .muted)" + name + count + " ")
    }
  }

  /// The notes in the head: running operations, and the number of changes that are not on the
  /// remote yet.
  private func headNotes(width: Int) -> StyledText {
    var notes: [StyledText] = []
    if let progress { notes.append(StyledText(progress, .added)) }
    if past != nil { notes.append(StyledText("PAST, read-only", .overdue)) }
    if settings.isReadOnly { notes.append(StyledText("read-only", .muted)) }
    if isSaving, progress == nil { notes.append(StyledText("saving…", .muted)) }
    if !selection.isEmpty { notes.append(StyledText("● \(selection.count) selected", .added)) }
    if view == .board, let words = density.note { notes.append(StyledText(words, .muted)) }
    if let unshared = content?.unshared, unshared > 0, past == nil {
      let words = width < 100 ? "\(unshared)" : "\(CountWords.words(unshared, "plan")) to sync"
      notes.append(StyledText("⇡ \(words)", .muted))
    }
    return notes.joined(by: "  ")
  }

  /// Draws the line of the query, which is shown until the query is cleared.
  func drawQuery(into grid: inout Grid, row: Int) {
    let width = grid.columns
    let shown = lanes.reduce(0) { $0 + $1.matchCount }
    let all = lanes.reduce(0) { $0 + $1.count + $1.deletedCount }
    let count = StyledText("\(shown) of \(all)", .muted)
    let hint = StyledText("x clears", .muted)
    let right = width >= 50 ? count + "  " + hint : count
    let room = max(1, width - right.widthInCells - 3)
    let text = " " + StyledText("filter ", .muted) + StyledText(query, .label)
    grid.put(text.truncated(toCells: room), row: row, column: 0, width: room)
    grid.put(
      right, row: row, column: max(0, width - right.widthInCells - 1), width: right.widthInCells)
  }

  /// Draws the slider of the past: the whole history from left to right, and the shown change.
  func drawPast(into grid: inout Grid, row: Int) {
    let width = grid.columns
    grid.fill(Area.line(row, columns: width), look: .past)
    guard let past, past.moments.indices.contains(past.index) else {
      grid.put(" reading the past…", row: row, column: 0, width: width, look: .past)
      return
    }
    let moment = past.moments[past.index]
    // A relative time would always be "just now", because the past board is viewed as of its
    // moment.
    let time = content.map { $0.viewpoint.clocks.dateAndTime(of: moment.at) } ?? ""
    let words =
      StyledText(time, .heading) + "  \(Person(moment.by).shortName, .person)  \(moment.subject)"
    let track = max(8, min(40, width / 3))
    let count = max(1, past.moments.count - 1)
    let place = (track - 1) * (count - min(past.index, count)) / count
    let slider =
      "[ " + String(repeating: "─", count: place) + "●"
      + String(repeating: "─", count: max(0, track - 1 - place)) + " ]"
    let left = " " + StyledText(slider, .label) + "  "
    grid.put(
      (left + words).truncated(toCells: width), row: row, column: 0, width: width, look: .past)
  }
}
