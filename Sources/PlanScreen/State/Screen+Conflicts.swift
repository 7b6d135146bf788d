import PlanModel
import PlanView

extension Conflicts {
  /// One value of a field in conflict.
  struct Row {
    let entry: ConflictList.Entry
    let field: ConflictList.Field
    let value: ConflictList.Value
  }

  /// The values in the order of the list.
  var rows: [Row] {
    (content?.list.entries ?? []).flatMap { entry in
      entry.fields.flatMap { field in
        field.values.map { Row(entry: entry, field: field, value: $0) }
      }
    }
  }

  /// Shows a new list. The cursor stays on its value; if the value is gone, no value is chosen.
  /// After a decision on this screen, it moves to the current value of the next field.
  ///
  /// - Returns: The field whose value is gone without a decision on this screen; nil if there is
  ///   none.
  mutating func show(_ new: ConflictContent) -> String? {
    let (old, before, index) = (chosen, rows, row)
    content = new
    if let wanted, let found = firstRow(of: wanted.subject, wanted.field) {
      (self.wanted, row, isReading) = (nil, found, false)
      return nil
    }
    guard let old else {
      if rows.isEmpty || index >= rows.count { row = max(0, rows.count - 1) }
      return nil
    }
    let same = rows.indices.filter {
      rows[$0].isSameField(as: old) && rows[$0].value.isSame(as: old.value)
    }
    if let nearest = same.min(by: { abs($0 - index) < abs($1 - index) }) {
      row = nearest
      return nil
    }
    isReading = false
    let wasDecided = decided.map { $0 == (old.entry.id, old.field.name) } ?? false
    if wasDecided || rows.isEmpty {
      (row, decided) = (next(after: old, in: before), nil)
      return nil
    }
    row = -1
    return old.field.name
  }

  /// Returns the index of the current value of a field; nil if it is not in conflict.
  func firstRow(of subject: String, _ field: String?) -> Int? {
    rows.firstIndex { $0.entry.id == subject && (field == nil || $0.field.name == field) }
  }

  /// Returns the index of the current value of the next field, in the order of an older list. At
  /// the end of that list it is the previous field.
  private func next(after old: Row, in before: [Row]) -> Int {
    let place = before.firstIndex { $0.isSameField(as: old) } ?? 0
    let others = before[place...] + before[..<place].reversed()
    return others.lazy.filter { !$0.isSameField(as: old) }
      .compactMap { firstRow(of: $0.entry.id, $0.field.name) }.first ?? 0
  }

  var chosen: Row? {
    let rows = rows
    return rows.indices.contains(row) ? rows[row] : nil
  }
}

extension Conflicts.Row {
  fileprivate func isSameField(as other: Self) -> Bool {
    entry.id == other.entry.id && field.name == other.field.name
  }

  /// How a person can enter a value that the conflict does not offer.
  enum Writing: Hashable { case line, editor, none }

  var writing: Writing {
    let values = field.values.map(\.value)
    if values.contains(where: { $0.lines != nil }) { return .editor }
    let isOneLine = values.allSatisfy { value in
      switch value {
      case .null, .number: true
      case .string(let text): !text.text.contains("\n")
      case .bool, .array, .object: false
      }
    }
    return isOneLine && field.path != .field("deleted") ? .line : .none
  }

  /// Whether the value is too long for the list, so that it is shown completely before it is taken.
  var isLong: Bool { (value.value.lines?.count ?? 1) > 1 || value.words.widthInCells > 160 }
}

extension ConflictList.Value {
  fileprivate func isSame(as other: ConflictList.Value) -> Bool {
    value == other.value && at == other.at && author == other.author
  }
}

extension Screen {
  /// Resolves the conflict to the chosen value, or shows it completely if it is too long for the
  /// list.
  mutating func openChosenValue() -> [ScreenEffect] {
    guard let row = conflicts.chosen else { return reportNoValue() }
    guard row.isLong, !conflicts.isReading else { return take(row) }
    return readChosenValue()
  }

  /// Shows the whole chosen value, or the list again.
  mutating func readChosenValue() -> [ScreenEffect] {
    guard conflicts.chosen != nil else { return reportNoValue() }
    (conflicts.isReading, conflicts.readingTop) = (!conflicts.isReading, 0)
    return []
  }

  /// Resolves the conflict to the chosen value. Undo restores the other values.
  private mutating func take(_ row: Conflicts.Row) -> [ScreenEffect] {
    if let reason = reasonAgainstChanges {
      return report(reason)
    }
    conflicts.decided = (row.entry.id, row.field.name)
    return change(
      .resolve(subject: row.entry.id, field: row.field.name, .take(row.value.number)),
      on: conflicts.content?.commit)
  }

  private mutating func reportNoValue() -> [ScreenEffect] {
    guard conflicts.content != nil else {
      return report("the conflicts are not read yet")
    }
    return conflicts.rows.isEmpty
      ? report("nothing waits for a decision", kind: .done)
      : report("no value is chosen", hints: ["j and k choose one"])
  }

  /// Asks for another value of the chosen field: in a prompt, or in the editor for a text.
  mutating func writeDecision() -> [ScreenEffect] {
    guard let row = conflicts.chosen else { return reportNoValue() }
    if let reason = reasonAgainstChanges {
      return report(reason)
    }
    switch row.writing {
    case .none:
      return report(
        "'\(row.field.name)' can only be one of its values", hints: ["Enter takes the chosen value"]
      )
    case .editor:
      conflicts.decided = (row.entry.id, row.field.name)
      return [.decide(subject: row.entry.id, field: row.field.name)]
    case .line:
      let text = ValueWords.plain(row.value.value)
      conflicts.decided = (row.entry.id, row.field.name)
      return open(
        LinePrompt(
          .decision(subject: row.entry.id, field: row.field.name), text: text, before: text,
          commit: conflicts.content?.commit))
    }
  }

  /// Moves the cursor in the list, or scrolls the value that is shown completely.
  mutating func stepInConflicts(_ act: Shortcut.Act) -> [ScreenEffect] {
    let rows = conflicts.rows
    guard conflicts.isReading, let chosen = conflicts.chosen else {
      if act == .right { return readChosenValue() }
      conflicts.row = Self.stepped(conflicts.row, act, count: rows.count, page: size.rows / 2)
      return []
    }
    switch act {
    case .left, .right:
      let next = conflicts.row + (act == .left ? -1 : 1)
      guard rows.indices.contains(next), rows[next].isSameField(as: chosen) else { return [] }
      (conflicts.row, conflicts.readingTop) = (next, 0)
    default:
      let area = conflictAreas(layout.main).value ?? layout.main
      let count = (conflicts.reading?.lines.count ?? 0) - max(1, area.rows - 2) + 1
      conflicts.readingTop = Self.stepped(
        conflicts.readingTop, act, count: count, page: max(1, area.rows - 3))
    }
    return []
  }

  /// Goes to the next plan with a conflict on the board, or to the next field in the list of
  /// conflicts. If only one plan has conflicts, it is opened in that list.
  mutating func goToNextConflict() -> [ScreenEffect] {
    if view == .conflicts { return goToNextField() }
    guard view == .board || view == .list else { return perform(.conflicts) }
    let all = lanes.enumerated().lazy.flatMap { lane, column in
      column.cards.enumerated().lazy.filter { !$0.element.plan.conflicts.isEmpty }
        .map { CardPosition(lane: lane, row: $0.offset) }
    }
    let spots = Array(all)
    let here = spot
    let next = spots.first { ($0.lane, $0.row) > (here.lane, here.row) } ?? spots.first
    guard let next else {
      if conflictCount > 0 { return perform(.conflicts) }
      return report("no plan is in conflict", kind: .done)
    }
    if next == here, let id = cursorPlan { return showConflict(of: id.text, field: nil) }
    return moveCursor(to: next)
  }

  private mutating func goToNextField() -> [ScreenEffect] {
    let rows = conflicts.rows
    let isNext = { (index: Int) in rows[index].value.isShown }
    let next =
      rows.indices.first { $0 > conflicts.row && isNext($0) } ?? rows.indices.first(where: isNext)
    guard let next else { return reportNoValue() }
    (conflicts.row, conflicts.isReading) = (next, false)
    return []
  }

  /// Shows a field in conflict in the list; the first one of the plan if the field is nil.
  mutating func showConflict(of subject: String, field: String?) -> [ScreenEffect] {
    (conflicts.wanted, conflicts.isReading) = ((subject, field), false)
    return perform(.conflicts)
  }
}
