import PlanModel
import PlanStore

/// A checklist line or a comment of a plan that a batch names by a number or words.
struct NamedItem: Hashable {
  let plan: PlanID
  let item: String
}

extension Problem {
  /// The problem of a line that names other items than when the batch ran first.
  static let otherItems = Problem(
    code: .changedMeanwhile, message: "the lines or comments that it names were just changed",
    hints: ["see the plan with \(pmgit: "show"), and run the batch again"], kind: .tryAgain)
}

extension Workspace {
  /// Returns the items that an action names by numbers or words. Items that earlier lines of the
  /// batch have added are left out, as are those of plans that a query finds.
  ///
  /// - Parameter base: The board before the batch.
  func items(of action: BatchLine.Action, knownTo base: BoardSnapshot) throws -> [NamedItem] {
    let board = try basisBoard()
    func known(_ ids: [String], in list: PlanList, of plan: PlanID) throws -> [NamedItem] {
      let old = try base.readableDocument(plan)?.itemIDs(in: list) ?? []
      return ids.filter(old.contains).map { NamedItem(plan: plan, item: $0) }
    }
    switch action {
    case .check(let request):
      guard case .named(let plans) = request.plans, case .named(let lines) = request.lines else {
        return []
      }
      return try plans.flatMap { name in
        let plan = try board.plan(board.resolve(name))
        let items = try ChecklistLines(of: plan).lines(.named(lines), mayLack: true)
        return try known(items.map(\.id), in: .checklist, of: plan.id)
      }
    case .changeLine(let request):
      let plan = try board.plan(board.resolve(request.plan))
      let item = try ChecklistLines(of: plan).required(request.line)
      return try known([item.id], in: .checklist, of: plan.id)
    case .changeComment(let request):
      let plan = try board.plan(board.resolve(request.plan))
      return try known([plan.comment(named: request.comment).id], in: .comments, of: plan.id)
    case .add, .edit, .move, .comment, .spend, .delete, .restore: return []
    }
  }
}
