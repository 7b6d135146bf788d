package import PlanModel

/// A change of the board that a person requested. Each is one action, like a command of `pmgit`.
package enum ScreenChange: Hashable, Sendable {
  /// Moves plans to a column, or within it. The first plan goes to `place`, and the others come
  /// directly after it.
  case move([PlanID], column: String, place: Place)
  /// Changes fields of one or more plans.
  case edit([PlanID], FieldChanges)
  /// Ticks or unticks a line of the checklist, by its id.
  case tick(PlanID, item: String, isDone: Bool)
  /// Takes plans: makes the person their owner and moves them to the first column in progress.
  case take([PlanID])
  /// Adds a plan from a line in the syntax of `pmgit add --quick`.
  case add(line: String, column: String?)
  case delete([PlanID])
  case restore([PlanID])
  /// Undoes the person's last change. If the person must agree first and `isAgreed` is false, the
  /// change is not made.
  case undo(isAgreed: Bool = false)
  /// Redoes the last undone change. As with `undo`, the person may have to agree first.
  case redo(isAgreed: Bool = false)
  /// Resolves a conflict of a field.
  ///
  /// - Parameter subject: The id of the plan, or `board`.
  case resolve(subject: String, field: String, Decision)
}

/// A confirmation that a person must give before a change is made.
package struct ScreenConfirmation: Hashable, Sendable {
  /// A description of the change, such as `1 change of 704 plans: import 704 plans`.
  package let words: String
  /// The board's commit on which the change is decided after the consent, in hexadecimal; nil for
  /// the newest commit.
  package let commit: String?

  package init(_ words: String, commit: String?) { (self.words, self.commit) = (words, commit) }
}

/// The outcome of a change.
package struct ScreenOutcome: Hashable, Sendable {
  /// What was done, in the past tense: `moved k7m2 to Doing`.
  package let message: String
  /// Remarks and warnings.
  package let notices: [String]
  /// The plans that the change is about.
  package let plans: [PlanID]
  /// The board's commit after the change, in hexadecimal; nil if unknown.
  package let commit: String?
  /// The commits that the change made. They can be undone without asking the person.
  package let made: [String]

  package init(
    _ message: String, notices: [String] = [], plans: [PlanID] = [], commit: String? = nil,
    made: [String] = []
  ) {
    (self.message, self.notices, self.plans) = (message, notices, plans)
    (self.commit, self.made) = (commit, made)
  }

  /// The message and the notices in one line.
  package var words: String { ([message] + notices).joined(separator: "; ") }
}

/// The reason why a question was not answered or a change was not made.
package struct ScreenFailure: Hashable, Sendable {
  package let message: String
  package let hints: [String]
  /// Whether the change was not made because there is nothing to undo or to redo. The keys behind
  /// it are handled, as the board is the one that the person saw.
  package let isNothingToDo: Bool

  package init(_ message: String, hints: [String] = [], isNothingToDo: Bool = false) {
    (self.message, self.hints, self.isNothingToDo) = (message, hints, isNothingToDo)
  }
}
