package import PlanView

/// Problems with boards and plan files, as text.
///
/// Columns for programs: code, path, plan, field, commit, message.
package struct ProblemText: TextForm {
  package struct Problem: Hashable, Sendable {
    let record: PlainRecord
    let entry: FindingList.Entry

    /// - Parameter detail: More facts in one line, such as the commit and its author.
    package init(
      code: String, path: String?, plan: String?, field: String?, commit: String?, message: String,
      detail: String?
    ) {
      record = PlainRecord([code, path, plan, field, commit, message])
      entry = FindingList.Entry(
        isNote: false, code: code, plan: plan, message: message,
        details: [detail].compactMap(\.self))
    }
  }

  private let problems: [Problem]

  package init(_ problems: [Problem]) { self.problems = problems }

  package var records: [PlainRecord] { problems.map(\.record) }

  package func lines(widthInCells width: Int) -> [StyledText] {
    problems.flatMap { FindingText.lines(of: $0.entry, widthInCells: width) }
  }
}
