import PlanModel
import PlanView

extension Screen {
  /// The names of the views, with the keys that show them.
  static let tabs: [(view: View, key: String, name: SafeText)] = [
    (.board, "1", "Board"), (.list, "2", "List"), (.conflicts, "3", "Conflicts"),
    (.roadmap, "4", "Roadmap"), (.flow, "5", "Charts"),
  ]

  /// The first line: the board, the views, and what is under way.
  func drawHead(into grid: inout Grid, _ layout: ScreenLayout) {
    let width = layout.size.columns
    grid.fill(Area.line(0, columns: width), look: .bar)
    let right = headNotes.truncated(toCells: max(0, width / 2))
    let room = max(0, width - right.widthInCells - 2)
    let place = headPlaces(room: room)
    grid.put(place.title, row: 0, column: 0, width: room, look: .bar)
    for tab in place.tabs {
      grid.put(
        tab.text, row: 0, column: tab.column, width: tab.text.widthInCells,
        look: tab.view == view ? .tab : .bar)
    }
    grid.put(
      right, row: 0, column: max(0, width - right.widthInCells - 1), width: right.widthInCells,
      look: .bar)
  }

  struct Tab {
    let view: View
    let text: StyledText
    let column: Int
  }

  /// The title and the tabs that fit; only the tab of the view if not all fit.
  func headPlaces(room: Int) -> (title: StyledText, tabs: [Tab]) {
    let name = content?.board.title ?? content?.name ?? "pmgit"
    func texts(_ isShort: Bool) -> [(View, StyledText)] {
      Self.tabs.filter { !isShort || $0.view == view }.map { tab in
        let count =
          tab.view == .conflicts && conflictCount > 0
          ? StyledText(" \(PlanTokens.conflictMark)\(conflictCount)", .conflict) : StyledText()
        return (tab.view, " \(tab.key, .muted) " + StyledText(tab.name) + count + " ")
      }
    }
    var chosen = texts(false)
    let least = min(TextWidth.cells(of: SafeText(name).string), 16)
    if chosen.reduce(least + 3, { $0 + $1.1.widthInCells }) > room { chosen = texts(true) }
    let tabsWidth = chosen.reduce(0) { $0 + $1.1.widthInCells }
    let title =
      " " + StyledText(name, .heading).truncated(toCells: max(1, room - tabsWidth - 3)) + "  "
    var column = title.widthInCells
    let tabs = chosen.filter { _ in column < room }.map { view, text in
      defer { column += text.widthInCells }
      return Tab(view: view, text: text, column: column)
    }
    return (title, tabs.filter { $0.column + $0.text.widthInCells <= room })
  }

  /// What is under way, and what only this machine has.
  private var headNotes: StyledText {
    var notes: [StyledText] = []
    if let progress { notes.append(StyledText(progress, .added)) }
    if past != nil { notes.append(StyledText("PAST, read-only", .overdue)) }
    if settings.isReadOnly { notes.append(StyledText("read-only", .muted)) }
    if own.count > 0, progress == nil { notes.append(StyledText("saving…", .muted)) }
    if !selection.isEmpty { notes.append(StyledText("● \(selection.count) selected", .added)) }
    if let unshared = content?.unshared, unshared > 0, past == nil {
      notes.append(StyledText("⇡ \(unshared)", .muted))
    }
    return notes.joined(by: "  ")
  }

  /// The line of the query, which stays until it is cleared.
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

  /// The slider of the past: the whole time from left to right, and the shown change.
  func drawPast(into grid: inout Grid, row: Int) {
    let width = grid.columns
    grid.fill(Area.line(row, columns: width), look: .past)
    guard let past, past.moments.indices.contains(past.index) else {
      grid.put(" reading the past…", row: row, column: 0, width: width, look: .past)
      return
    }
    let moment = past.moments[past.index]
    let time = content?.viewpoint.words(since: moment.at) ?? ""
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
