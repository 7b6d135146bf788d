package import PlanModel

extension BoardRule {
  /// Returns a sentence without a full stop: `when a plan is moved to 'Review' and matches '#bug':
  /// add label 'needs-eyes', clear owner`.
  package func words(on board: Board) -> String {
    let condition = condition.map { ", if it matches '\($0)'" } ?? ""
    let actions = actions.flatMap { $0.words(on: board) }
    return "when \(trigger.words(on: board))\(condition): " + actions.joined(separator: ", ")
  }
}

extension RuleTrigger {
  fileprivate func words(on board: Board) -> String {
    switch self {
    case .add: "a plan is added"
    case .moveTo(let column): "a plan is moved to '\(board.title(of: column))'"
    case .moveFrom(let column): "a plan is moved out of '\(board.title(of: column))'"
    case .done: "a plan is done"
    case .reopen: "a plan that was done is opened again"
    case .label(let label): "a plan gets the label '\(label)'"
    case .assign: "somebody is assigned to a plan"
    case .owner: "a plan gets an owner"
    case .milestone(let id): "a plan gets into milestone '\(id)'"
    case .block: "a plan gets another plan that blocks it"
    case .commit(nil): "a commit names a plan"
    case .commit(let path?): "a commit that changes '\(path)' names a plan"
    }
  }
}

extension RuleAction {
  fileprivate func words(on board: Board) -> [String] {
    switch self {
    case .change(let set, let added, let removed):
      let (add, remove) = set == .labels ? ("add label", "remove label") : ("assign", "unassign")
      return added.map { "\(add) '\($0)'" } + removed.map { "\(remove) '\($0)'" }
    case .empty(let set): return [set == .labels ? "remove all labels" : "unassign everybody"]
    case .set(let field, "none"): return ["clear \(field)"]
    case .set(let field, let text): return ["set \(field) to '\(text)'"]
    case .custom(let id, ""): return ["clear \(id)"]
    case .custom(let id, let text): return ["set \(id) to '\(text)'"]
    case .move(let column): return ["move it to '\(board.title(of: column))'"]
    }
  }
}
