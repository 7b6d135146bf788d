package import PlanModel
import PlanStore

/// The words that a shell or a page offers for completion.
///
/// A board comes from other people, and a shell expands its input: so only ids of plans, valid ids of
/// columns and names of views, and labels of letters, digits and a few signs are offered.
package struct CompletionWords {
  private let plans: [Plan]

  init(_ plans: [Plan]) { self.plans = plans }

  package var plansOnBoard: [String] { plans.filter { !$0.isDeleted }.map(\.id.text) }
  package var deletedPlans: [String] { plans.filter { $0.deletion != nil }.map(\.id.text) }

  /// The labels, as far as a shell takes each for one word that is no option.
  package var labels: [String] {
    Set(plans.lazy.filter { !$0.isDeleted }.flatMap(\.labels)).filter { label in
      label.first != "-" && label.allSatisfy { $0.isLetter || $0.isNumber || "-_./+".contains($0) }
    }.sorted()
  }

  package static func columns(of board: Board) -> [String] {
    // An invalid id is not offered; that is no error.
    board.columns.map(\.id).filter(Validation.isColumnID)
  }
}

extension Workspace {
  package func completionWords() throws -> CompletionWords {
    CompletionWords(try store.snapshot().plans().plans)
  }

  /// The names of saved queries, as far as they are valid.
  package func completionViews() throws -> [String] {
    try savedViews(of: store.snapshot().board).map(\.name).filter(Validation.isViewName)
  }

  /// The ids of columns alone, for which no plan is read.
  package func completionColumns() throws -> [String] {
    CompletionWords.columns(of: try store.snapshot().board)
  }
}
