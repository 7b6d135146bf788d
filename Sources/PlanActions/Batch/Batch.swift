package import PlanModel

/// A list of changes, which are made in order.
package struct Batch: Sendable {
  package enum Form: Sendable {
    /// One commit for all lines, or none if a line fails. If the subject is nil, it counts the
    /// changes: `batch: add 3, move 2`.
    case together(subject: String?)
    /// A commit for each line.
    case each
  }

  package let lines: [BatchLine]
  /// The faults of lines that could not be read.
  package let faults: [BatchFault]
  /// The names that later lines may use for plans of the lines that could not be read.
  package let faultyNames: Set<String>
  package let form: Form

  package init(
    _ lines: [BatchLine], faults: [BatchFault] = [], faultyNames: Set<String> = [], form: Form
  ) {
    (self.lines, self.form) = (lines, form)
    (self.faults, self.faultyNames) = (faults, faultyNames)
  }
}

/// One change of a batch.
package struct BatchLine: Sendable {
  /// The raw values are the verbs as they are written in a batch.
  package enum Verb: String, CaseIterable, Sendable {
    case add, edit, move, start, done, comment, check, spend, delete, restore
  }

  package enum Action: Sendable {
    case add(AddPlan)
    case edit(EditPlan)
    case move(MovePlans)
    case comment(CommentOnPlan)
    case changeComment(ChangeComment)
    case check(CheckLines)
    case changeLine(ChangeLine)
    case spend(SpendTime)
    case delete(PlanChoice)
    case restore(PlanChoice)
  }

  /// The line number, from 1.
  package let number: Int
  package let verb: Verb
  package let action: Action
  /// The name by which later lines refer to the plan that this line adds: `t1` for `$t1`.
  package let name: String?

  package init(_ number: Int, _ verb: Verb, _ action: Action, as name: String? = nil) {
    (self.number, self.verb, self.action, self.name) = (number, verb, action, name)
  }
}

/// A line of a batch that can't be done.
package struct BatchFault: Sendable {
  /// The line number, from 1.
  package let line: Int
  package let problem: Problem

  package init(line: Int, _ problem: Problem) { (self.line, self.problem) = (line, problem) }

  /// The problem, with the line in its message.
  var numbered: Problem {
    var problem = problem
    problem.message = "line \(line): \(problem.message)"
    return problem
  }
}

// MARK: - Outcome

/// The outcome of a batch.
package struct BatchDone {
  /// The board after the batch.
  package let after: ShownBoard
  /// The lines that were done, in order.
  package let results: [LineDone]
  /// Whether the board changed; for a dry run, whether it would have.
  package let didChange: Bool
  /// Whether each line has a commit of its own.
  package let isEach: Bool
  /// Whether it was a dry run, and the branch did not move.
  package let isDryRun: Bool
  /// The problem of the line that failed after others had been committed; nil if all were done.
  package let failure: Problem?
}

/// What a line of a batch did.
package struct LineDone: Sendable {
  package let line: BatchLine
  /// The plans that the line is about.
  package let plans: [PlanID]
  /// The plans that the line changed.
  package let changed: [PlanID]
  /// The outcome in words: `moved k7m2 to Doing`.
  package let words: String
  /// The subject of a commit of this line alone; nil if the line changed nothing.
  package let subject: String?
  /// The commit of the line; nil if the batch is one commit, or if the line changed nothing.
  package let commit: CommitID?
  package let decided: [Decided]
  /// The actions that rules of the board did because of the line.
  package let rules: [RuleRun]
  /// The notices. In a batch with one commit, the notice about a plan's lease belongs to the first
  /// line that changed the plan.
  package internal(set) var notices: [Notice]
}

extension BatchDone {
  /// The plans that the lines changed, each once. If a line changed only other plans, this has the
  /// plans that it is about.
  package var changedPlans: [PlanID] {
    results.flatMap { $0.subject != nil && $0.changed.isEmpty ? $0.plans : $0.changed }.unique
  }
}
