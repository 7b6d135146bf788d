package import Git
package import PlanModel

/// A problem that a check found on a board or in this clone, and where.
package struct FoundProblem: Sendable {
  package var problem: Problem
  package var plan: PlanID?
  /// The file that it is about.
  package var path: String?
  /// The field of the plan or of the settings.
  package var field: String?
  /// The commit that did it, where one can be named.
  package var commit: Commit?
  /// Whether nothing needs to be done about it.
  package var isNote = false
  /// Whether 'pmgit doctor --fix' mends it.
  package var isFixable = false

  package init(
    _ problem: Problem, plan: PlanID? = nil, path: String? = nil, field: String? = nil,
    commit: Commit? = nil
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
