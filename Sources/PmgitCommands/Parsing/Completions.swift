import ArgumentParser
import PlanModel
import PlanStore

/// What a shell can complete from the board in the folder where the person types.
enum Completions {
  static let planIDs = CompletionKind.custom { _, _, prefix in
    planIDs(in: currentBoard()) { !$0.isDeleted }.filter { $0.hasPrefix(prefix.lowercased()) }
  }

  static let columns = CompletionKind.custom { _, _, prefix in
    columnIDs(in: currentBoard()).filter { $0.hasPrefix(prefix) }
  }

  /// What 'move' takes: plans, and the column behind them.
  static let planIDsAndColumns = CompletionKind.custom { _, _, prefix in
    let board = currentBoard()
    return (columnIDs(in: board) + planIDs(in: board) { !$0.isDeleted })
      .filter { $0.hasPrefix(prefix.lowercased()) }
  }

  static let deletedPlanIDs = CompletionKind.custom { _, _, prefix in
    planIDs(in: currentBoard()) { $0.deletion != nil }
      .filter { $0.hasPrefix(prefix.lowercased()) }
  }

  static let boards = CompletionKind.custom { _, _, prefix in
    let boards = try? currentStore()?.boards().map(\.name.text)
    return (boards ?? []).filter { $0.hasPrefix(prefix) }
  }

  static let priorities = CompletionKind.list(Priority.allCases.map(\.rawValue) + ["none"])

  /// The ids of columns that are safe to hand to a shell.
  ///
  /// A board comes from other people, and a shell's completion expands what it is given: an id such
  /// as `$(rm -r ~)` must never get there.
  static func columnIDs(in snapshot: BoardSnapshot?) -> [String] {
    snapshot?.board.columns.map(\.id).filter { (try? Validation.columnID($0)) != nil } ?? []
  }

  private static func planIDs(
    in snapshot: BoardSnapshot?, where isWanted: (Plan) -> Bool
  ) -> [String] {
    let plans = try? snapshot?.plans().plans
    return plans?.filter(isWanted).map(\.id.text) ?? []
  }

  /// A shell's completion has nowhere to show an error: without a board there is nothing to offer.
  private static func currentBoard() -> BoardSnapshot? {
    try? currentStore()?.snapshot()
  }

  private static func currentStore() -> BoardStore? {
    let context = CommandContext.process()
    return try? BoardStore(at: context.directory, environment: context.environment)
  }
}
