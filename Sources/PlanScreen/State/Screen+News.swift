import PlanModel
import PlanView

// Changes of the board while a title is edited.
extension Screen {
  /// Adds a note to the prompt if the title was changed on the board. The typed text is kept.
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

  /// The plan whose title is being edited; nil if none is.
  var typedTitle: PlanID? {
    guard case .line(let line) = prompt, case .title(let id, _) = line.purpose else { return nil }
    return id
  }

  /// Adds a note with the reason why the plan is no longer shown on the board to the open prompt.
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
