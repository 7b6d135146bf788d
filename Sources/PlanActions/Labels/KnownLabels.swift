import PlanModel
import PlanStore

/// The labels on the plans of a board, to look up typed labels.
struct KnownLabels {
  /// The labels as plans have them.
  ///
  /// Keys compare by canonical equivalence, so a label also matches with other code points for the
  /// same letters.
  private let labels: [String: String]
  private let exact: Set<ExactString>

  init(_ labels: some Sequence<String>) {
    self.labels = Dictionary(labels.map { ($0, $0) }) { first, _ in first }
    exact = Set(labels.map { ExactString($0) })
  }

  /// Returns a label as plans have it; nil if no plan has it.
  func written(_ typed: String) -> String? {
    exact.contains(ExactString(typed)) ? typed : labels[typed]
  }

  /// Returns a notice if a label that no plan has is similar to a known one.
  func note(of typed: String) -> Notice? {
    guard let near = Suggestion.nearest(to: typed, in: labels.values.sorted()) else { return nil }
    return Notice(
      "note: no other plan has the label '\(typed.excerpt)'",
      hints: ["if '\(near)' was meant, say \(pmgit: "labels", "rename", typed, near)"])
  }
}

extension Workspace {
  func knownLabels() throws -> KnownLabels {
    let plans = try decidedBoard().plans().plans
    return KnownLabels(plans.lazy.filter { !$0.isDeleted }.flatMap(\.labels))
  }
}
