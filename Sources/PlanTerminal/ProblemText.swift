package import PlanView

/// What is wrong with boards and files of plans, as text.
///
/// For programs, a problem a line: its code, the file's path, the plan's id, the field, the commit's
/// id, the message.
package struct ProblemText: TextForm {
  package struct Problem: Hashable, Sendable {
    let record: PlainRecord
    let message: String
    let detail: String?

    /// - Parameter detail: What is known about it, in a line: which commit, by whom.
    package init(
      code: String, path: String?, plan: String?, field: String?, commit: String?, message: String,
      detail: String?
    ) {
      record = PlainRecord([code, path, plan, field, commit, message])
      (self.message, self.detail) = (message, detail)
    }
  }

  private let problems: [Problem]

  package init(_ problems: [Problem]) { self.problems = problems }

  package var records: [PlainRecord] { problems.map(\.record) }

  package func lines(widthInCells width: Int) -> [StyledText] {
    problems.flatMap { problem in
      (StyledText("problem: ", .conflict) + StyledText(problem.message))
        .wrapped(toCells: width, indent: 2)
        + (problem.detail.map { StyledText("  \($0)").wrapped(toCells: width, indent: 2) } ?? [])
    }
  }
}
