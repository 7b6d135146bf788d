import ArgumentParser
import PlanActions
import PlanModel

/// The words that a shell can complete from the board in the person's current folder.
enum Completions {
  static let planIDs = CompletionKind.custom { _, _, prefix in
    offer(prefix.lowercased()) { try $0.completionWords().plansOnBoard }
  }

  static let deletedPlanIDs = CompletionKind.custom { _, _, prefix in
    offer(prefix.lowercased()) { try $0.completionWords().deletedPlans }
  }

  static let columns = CompletionKind.custom { _, _, prefix in
    offer(prefix) { try $0.completionColumns() }
  }

  /// The arguments of 'move': plans, and the column after them.
  static let planIDsAndColumns = CompletionKind.custom { _, _, prefix in
    offer(prefix.lowercased()) { try $0.completionColumns() }
      + offer(prefix.lowercased()) { try $0.completionWords().plansOnBoard }
  }

  static let views = CompletionKind.custom { _, _, prefix in
    offer(prefix) { try $0.completionViews() }
  }

  static let labels = CompletionKind.custom { _, _, prefix in
    offer(prefix) { try $0.completionWords().labels }
  }

  static let boards = CompletionKind.custom { _, _, prefix in
    offer(prefix) { try $0.boards().map(\.name.text) }
  }

  static let priorities = CompletionKind.list(Priority.allCases.map(\.rawValue) + ["none"])

  private static func offer(
    _ prefix: String, _ words: (Workspace) throws -> [String]
  ) -> [String] {
    let context = CommandContext.process()
    do {
      let workspace = try Workspace(
        at: context.directory, board: nil, as: context.participant())
      return try words(workspace).filter { $0.hasPrefix(prefix) }
    } catch {
      // A shell can't show an error: without a board no words are offered.
      return []
    }
  }
}
