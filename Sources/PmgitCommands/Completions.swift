import ArgumentParser
import PlanModel
import PlanStore

/// What a shell can complete from the board in the folder where the person types.
enum Completions {
  static let planIDs = CompletionKind.custom { _, _, prefix in
    guard let snapshot = currentBoard(), let (plans, _) = try? snapshot.plans() else { return [] }
    return plans.filter { !$0.isDeleted && $0.id.text.hasPrefix(prefix.lowercased()) }
      .map { $0.id.text }
  }

  static let columns = CompletionKind.custom { _, _, _ in
    currentBoard()?.board.columns.map(\.id) ?? []
  }

  /// A shell's completion has nowhere to show an error: without a board there is nothing to offer.
  private static func currentBoard() -> BoardSnapshot? {
    let context = CommandContext.process()
    let store = try? BoardStore(at: context.directory, environment: context.environment)
    return try? store?.snapshot()
  }
}
