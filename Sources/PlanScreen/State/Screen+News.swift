import PlanModel
import PlanView

// News while a title is edited.
extension Screen {
  /// A value that is being edited is not replaced by news; the prompt says that it has changed.
  mutating func warnOfChange(of board: BoardContent) {
    guard case .line(var line) = prompt, case .title(let id, let seen) = line.purpose else {
      return
    }
    let card = board.model.lanes.lazy.flatMap(\.cards).first { $0.plan.id == id }
    if card != nil { line.isDeleted = false }
    if let card, card.plan.title != seen {
      line.note = "changed meanwhile to '\(card.plan.title)'; Enter keeps what you typed"
    }
    prompt = .line(line)
  }

  /// The plan whose title is typed; nil if none is.
  var typedTitle: PlanID? {
    guard case .line(let line) = prompt, case .title(let id, _) = line.purpose else { return nil }
    return id
  }

  /// Asks about a plan whose title is typed, if it is not on the board any more.
  func questionForTypedTitle() -> [ScreenEffect] {
    guard let id = typedTitle, places[id] == nil, past == nil else { return [] }
    return [.ask(.plan(id, past: nil))]
  }

  /// Says in the prompt of a title why the plan is not on the board any more.
  mutating func noteDeletion(_ plan: Plan) {
    guard case .line(var line) = prompt, typedTitle == plan.id, places[plan.id] == nil else {
      return
    }
    line.isDeleted = plan.isDeleted
    line.note =
      plan.isDeleted
      ? "deleted meanwhile\(plan.deletion.map { " by \(Person($0.by).fullName)" } ?? ""); "
        + "Enter asks before it comes back"
      : "the query does not match the plan any more; Enter saves the title"
    prompt = .line(line)
  }
}
