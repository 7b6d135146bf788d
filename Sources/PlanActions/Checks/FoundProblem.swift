package import PlanModel

/// A problem that a check found on a board or in this clone, and where.
package struct FoundProblem: Sendable {
  package var problem: Problem
  package var plan: PlanID?
  /// The file with the problem.
  package var path: String?
  /// The field of the plan or of the settings.
  package var field: String?
  /// The commit that caused the problem, if known.
  package var commit: CommitSummary?
  /// Whether no action is needed.
  package var isNote = false
  /// Whether 'pmgit doctor --fix' repairs the problem.
  package var isFixable = false

  package init(
    _ problem: Problem, plan: PlanID? = nil, path: String? = nil, field: String? = nil,
    commit: CommitSummary? = nil
  ) {
    (self.problem, self.plan, self.path) = (problem, plan, path)
    (self.field, self.commit) = (field, commit)
  }

  init(
    code: Problem.Code, plan: PlanID? = nil, message: String, detail: [String] = [],
    hints: [Hint] = []
  ) {
    self.init(Problem(code: code, message: message, hints: hints, detail: detail), plan: plan)
  }
}

extension FoundProblem {
  /// The commit that caused the problem, in one line.
  package var commitWords: String? {
    commit.map { "commit \($0.id.abbreviated) by \($0.by): \($0.subject)" }
  }

  /// Returns all hints in one line.
  ///
  /// - Parameter board: The board to name in commands, as in `Hint.text(naming:)`.
  package func hintWords(naming board: String?) -> String {
    problem.hints.map { $0.text(naming: board) }.joined(separator: "; ")
  }
}
