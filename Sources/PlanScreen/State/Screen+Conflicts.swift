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

  /// Takes a new list. The cursor stays on its value, or on none if that has gone. After a decision
  /// that was made here it goes to the next field.
  ///
  /// - Returns: The field whose value has gone without a decision here; nil if there is none.
  mutating func show(_ new: ConflictContent) -> String? {
    let (old, index) = (chosen, row)
    content = new
    guard let old else {
      if rows.isEmpty || index >= rows.count { row = max(0, rows.count - 1) }
      return nil
    }
    let isSame = { (row: Row) in
      row.entry.id == old.entry.id && row.field.name == old.field.name
    }
    let same = rows.indices.filter { isSame(rows[$0]) && rows[$0].value.isSame(as: old.value) }
    if let nearest = same.min(by: { abs($0 - index) < abs($1 - index) }) {
      row = nearest
      return nil
    }
    let wasDecided = decided.map { $0 == (old.entry.id, old.field.name) } ?? false
    if wasDecided || rows.isEmpty {
      row = max(0, min(index - (old.value.number - 1), rows.count - 1))
      return nil
    }
    row = -1
    return old.field.name
  }

  var chosen: Row? {
    let rows = rows
    return rows.indices.contains(row) ? rows[row] : nil
  }
}

extension ConflictList.Value {
  fileprivate func isSame(as other: ConflictList.Value) -> Bool {
    value == other.value && at == other.at && author == other.author
  }
}

extension Screen {
  /// Decides a field by the chosen value. The other values come back by undo.
  mutating func takeChosenValue() -> [ScreenEffect] {
    guard let row = conflicts.chosen else { return sayNoValue() }
    if let reason = reasonAgainstChanges {
      message = reason
      return []
    }
    return change(
      .resolve(subject: row.entry.id, field: row.field.name, .take(row.value.number)),
      on: conflicts.content?.commit)
  }

  private mutating func sayNoValue() -> [ScreenEffect] {
    if !conflicts.rows.isEmpty {
      message = ScreenMessage(
        kind: .note, text: "no value is chosen", hints: ["j and k choose one"])
    }
    return []
  }

  /// Opens a prompt for another value of the chosen field.
  mutating func writeDecision() -> [ScreenEffect] {
    guard let row = conflicts.chosen else { return sayNoValue() }
    if let reason = reasonAgainstChanges {
      message = reason
      return []
    }
    let text = ValueWords.plain(row.value.value)
    guard !text.contains("\n") else {
      message = ScreenMessage(
        kind: .note, text: "'\(row.field.name)' has several lines, which a prompt can't edit",
        hints: ["Enter takes the chosen value"])
      return []
    }
    prompt = .line(
      LinePrompt(
        .decision(subject: row.entry.id, field: row.field.name), text: text, before: text,
        commit: conflicts.content?.commit))
    return []
  }

  /// Goes to the next plan in conflict on the board, or to the next value in the list of conflicts.
  mutating func goToNextConflict() -> [ScreenEffect] {
    guard view == .board || view == .list else {
      return view == .conflicts ? step(.down) : perform(.conflicts)
    }
    let all = lanes.enumerated().lazy.flatMap { lane, column in
      column.cards.enumerated().lazy.filter { !$0.element.plan.conflicts.isEmpty }
        .map { Spot(lane: lane, row: $0.offset) }
    }
    let spots = Array(all)
    let here = spot
    let next = spots.first { ($0.lane, $0.row) > (here.lane, here.row) } ?? spots.first
    guard let next else {
      message = ScreenMessage(kind: .done, text: "no plan is in conflict")
      return []
    }
    return moveCursor(to: next)
  }
}
