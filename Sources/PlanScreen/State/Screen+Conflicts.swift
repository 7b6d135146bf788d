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

  var chosen: Row? {
    let rows = rows
    return rows.indices.contains(row) ? rows[row] : nil
  }
}

extension Screen {
  /// Decides a field by the chosen value. The other values come back by undo.
  mutating func takeChosenValue() -> [ScreenEffect] {
    guard let row = conflicts.chosen else { return [] }
    if let reason = reasonAgainstChanges {
      message = reason
      return []
    }
    return change(
      .resolve(subject: row.entry.id, field: row.field.name, .take(row.value.number)),
      on: conflicts.content?.commit)
  }

  /// Opens a prompt for another value of the chosen field.
  mutating func writeDecision() -> [ScreenEffect] {
    guard let row = conflicts.chosen else { return [] }
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
      LinePrompt(.decision(subject: row.entry.id, field: row.field.name), text: text, before: text))
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
