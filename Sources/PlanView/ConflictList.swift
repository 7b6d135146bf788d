package import PlanModel

/// The values that were written apart and wait for a decision: what `pmgit conflicts` shows.
package struct ConflictList: Sendable {
  package struct Value: Sendable {
    /// What `resolve --take` takes; 1 is the shown value.
    package let number: Int
    /// When it was written; nil for the value from the plan's creation.
    package let at: Timestamp?
    /// How long ago it was written, in words.
    package let timeWords: String
    package let value: JSONValue
    /// The value in words, as people know the field.
    package let words: StyledText

    package var isShown: Bool { number == 1 }
  }

  package struct Field: Sendable {
    package let path: ElementPath
    /// The field as `resolve` takes it: `title`, or `checklist/c3f8z/text`.
    package let name: String
    /// At least two, the shown one first.
    package let values: [Value]
  }

  package struct Entry: Sendable {
    package let plan: PlanSummary
    package let fields: [Field]
  }

  /// The plans with conflicts, in the order that was given.
  package let entries: [Entry]

  /// - Parameter plans: Any plans; those without conflicts are left out.
  package init(_ plans: some Sequence<Plan>, board: Board, viewpoint: Viewpoint) {
    entries = plans.filter { !$0.conflicts.isEmpty }.map { plan in
      Entry(
        plan: PlanSummary(plan, board: board, viewpoint: viewpoint),
        fields: plan.conflicts.map { Field($0, board: board, viewpoint: viewpoint) })
    }
  }
}

extension ConflictList.Field {
  init(_ conflict: Conflict, board: Board, viewpoint: Viewpoint) {
    path = conflict.path
    name = conflict.field
    values = conflict.values.enumerated().map { index, candidate in
      ConflictList.Value(
        number: index + 1, at: candidate.at,
        timeWords: candidate.at.map { RelativeTime.words(for: $0, now: viewpoint.now) }
          ?? "at creation",
        value: candidate.value,
        words: ValueText.words(for: candidate.value, at: conflict.path, board: board))
    }
  }
}
