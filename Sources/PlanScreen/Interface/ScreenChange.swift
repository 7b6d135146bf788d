package import PlanModel

/// A change of the board that a person asked for. Each is one action, as a command of `pmgit` is.
package enum ScreenChange: Hashable, Sendable {
  /// Moves plans to a column, or within it. The first plan is placed; the others follow it.
  case move([PlanID], column: String, place: ScreenPlace)
  /// Sets a field of one plan or several, as people type it; `none` clears it.
  case set([PlanID], PlanField, String)
  case label([PlanID], add: [String], remove: [String])
  case assign([PlanID], add: [String], remove: [String])
  /// Ticks or unticks a line of the checklist, by its id.
  case tick(PlanID, item: String, isDone: Bool)
  case addLine(PlanID, text: String)
  case comment([PlanID], text: String)
  /// Links a plan, as the command line reads it: `blocked-by:k7m2`.
  case link(PlanID, String)
  /// Takes plans: makes the person their owner and moves them to the first column in progress.
  case take([PlanID])
  /// Adds a plan from a line as `pmgit add --quick` reads it.
  case add(line: String, column: String?)
  case delete([PlanID])
  case undo
  case redo
  /// Decides a field in conflict.
  ///
  /// - Parameter subject: The id of the plan, or `board`.
  case resolve(subject: String, field: String, ScreenDecision)

  /// The kind of a change, without its values.
  package enum Kind: String, CaseIterable, Sendable {
    case move, set, label, assign, tick, addLine, comment, link, take, add, delete, undo, redo
    case resolve
  }

  package var kind: Kind {
    switch self {
    case .move: .move
    case .set: .set
    case .label: .label
    case .assign: .assign
    case .tick: .tick
    case .addLine: .addLine
    case .comment: .comment
    case .link: .link
    case .take: .take
    case .add: .add
    case .delete: .delete
    case .undo: .undo
    case .redo: .redo
    case .resolve: .resolve
    }
  }
}

/// A position in a column.
package enum ScreenPlace: Hashable, Sendable {
  /// The bottom for plans of other columns.
  case usual
  case top, bottom
  case before(PlanID)
  case after(PlanID)
}

/// How a field in conflict is decided.
package enum ScreenDecision: Hashable, Sendable {
  /// The number of one of the values, from 1.
  case take(Int)
  /// Another value, as people type it.
  case value(String)
}

/// What a change did.
package struct ScreenOutcome: Hashable, Sendable {
  /// What was done, in the past tense: `moved k7m2 to Doing`.
  package let message: String
  /// Remarks and warnings.
  package let notices: [String]
  /// The plans that the change is about.
  package let plans: [PlanID]
  /// The board's commit after the change, in hexadecimal digits; nil if that is not known.
  package let commit: String?

  package init(
    _ message: String, notices: [String] = [], plans: [PlanID] = [], commit: String? = nil
  ) {
    (self.message, self.notices, self.plans) = (message, notices, plans)
    self.commit = commit
  }
}

/// Why a question has no answer, or a change was not made.
package struct ScreenFailure: Hashable, Sendable {
  package let message: String
  package let hints: [String]

  package init(_ message: String, hints: [String] = []) {
    (self.message, self.hints) = (message, hints)
  }
}
