package import PlanModel

/// Collects the columns and milestones that a file suggests for the board.
extension TrackerPlans {
  /// The most columns and milestones of a file that are offered to the board.
  private static let mostSettings = 1000

  /// Returns the kind of a column of the file. The kind of the board's column with this name is
  /// used, else it is guessed from the name.
  mutating func kind(ofColumn name: String) -> Column.Kind {
    if let kind = kinds[ExactString(name)] { return kind }
    let kind = column(named: name)?.kind ?? Column.Kind(guessedFrom: name)
    kinds[ExactString(name)] = kind
    return kind
  }

  /// Whether the kind of a column is known: from the board's column with this name, or from a
  /// typical name.
  func isKnown(column name: String) -> Bool {
    column(named: name) != nil || Column.Kind.isKnown(name)
  }

  /// Returns the board's column for a column of the file. The names may be spelled differently:
  /// `To Do` is `Todo`.
  private func column(named name: String) -> Column? {
    board.columns(named: name).first
      ?? board.columns.first { column in
        [column.id, column.title].contains { TrackerText.isSameName($0, name) }
      }
  }

  /// Returns the `state` for a column of the file, and remembers the column as a suggested
  /// setting, for example for `--add-columns`.
  ///
  /// - Parameters:
  ///   - name: The name of the column; nil for the board's first column of the kind.
  ///   - kind: The kind of the column if the board has none with this name; nil to guess it.
  mutating func state(_ name: String?, _ kind: Column.Kind? = nil) -> String? {
    guard let name = name.flatMap(TrackerText.line) else {
      let kind = kind ?? .todo
      let column = firstColumn(of: kind)
      if column == nil, kind != .todo {
        lose("the state of plans, because the board has no column of kind \(kind.rawValue)")
      }
      return column?.id
    }
    if let state = states[ExactString(name)] { return state }
    let state = newState(name, kind)
    states[ExactString(name)] = state
    return state
  }

  /// Returns the column of plans for which the file gives only a kind.
  func firstColumn(of kind: Column.Kind) -> Column? {
    kind == .todo ? board.entry : board.columns.first { $0.kind == kind }
  }

  private mutating func newState(_ name: String, _ kind: Column.Kind?) -> String {
    if let column = column(named: name) {
      remember(column)
      return column.id
    }
    if let id = Column.importedID(from: name) {
      remember(Column(id: id, title: name, kind: kind ?? Column.Kind(guessedFrom: name)))
    }
    return name
  }

  private mutating func remember(_ column: Column) {
    guard columns.count < Self.mostSettings else { return }
    let isKnown = columns.contains { $0.id == column.id || $0.title == column.title }
    if !isKnown { columns.append(column) }
  }

  /// Returns the `milestone` for the name of a milestone, and remembers it as a suggested setting,
  /// for example for `--add-columns`.
  mutating func milestone(
    _ name: String, due: CalendarDay? = nil, isClosed: Bool = false
  ) -> String? {
    guard let name = TrackerText.line(name) else { return nil }
    if let id = milestoneIDs[ExactString(name)] { return id }
    let id = newMilestone(name, due: due, isClosed: isClosed)
    milestoneIDs[ExactString(name)] = id
    return id
  }

  private mutating func newMilestone(_ name: String, due: CalendarDay?, isClosed: Bool) -> String? {
    if let phase = board.phases.named(name, .milestone).first { return phase.id }
    guard let id = Phase.id(from: name) else {
      return Phase.isReserved(name) ? nil : name
    }
    if milestones.count < Self.mostSettings, !milestones.contains(where: { $0.id == id }) {
      var phase = Phase(.milestone, id)
      (phase.title, phase.last, phase.isClosed) = (name, due, isClosed)
      milestones.append(phase)
    }
    return id
  }

  /// Whether the file suggests columns or milestones.
  package var hasSettings: Bool { !columns.isEmpty || !milestones.isEmpty }

  /// The settings that the file suggests; nil without any.
  package var settings: Board? {
    guard hasSettings else { return nil }
    // A file may have no column of this kind, but `pmgit done` needs one.
    let isDone = { (column: Column) in column.kind == .done }
    let own = columns.contains(where: isDone) ? [] : board.columns.filter(isDone).prefix(1)
    var settings = Board(columns: columns.isEmpty ? [] : columns + own)
    settings.phases = Phases(milestones)
    return settings
  }
}
