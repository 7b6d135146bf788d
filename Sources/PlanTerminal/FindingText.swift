package import PlanView

/// The findings of `pmgit doctor` as text.
///
/// Columns for programs: `problem` or `note`, code, plan, `fixable` or empty, message.
package struct FindingText: TextForm {
  private let findings: FindingList

  package init(_ findings: FindingList) { self.findings = findings }

  package var records: [PlainRecord] {
    findings.entries.map { entry in
      PlainRecord([
        entry.isNote ? "note" : "problem", entry.code, entry.plan,
        entry.isFixable ? "fixable" : nil, entry.message,
      ])
    }
  }

  package func lines(widthInCells width: Int) -> [StyledText] {
    var lines = findings.entries.flatMap { Self.lines(of: $0, widthInCells: width) }
    if !lines.isEmpty { lines.append(StyledText()) }
    return lines + StyledText(findings.summary).wrapped(toCells: width)
  }

  static func lines(of entry: FindingList.Entry, widthInCells width: Int) -> [StyledText] {
    let mark: StyledText =
      entry.isNote ? StyledText("note: ", .muted) : StyledText("problem: ", .conflict)
    var lines = (mark + StyledText(entry.message)).wrapped(toCells: width, indent: 2)
    for detail in entry.details {
      lines += StyledText("  \(detail)").wrapped(toCells: width, indent: 2)
    }
    for hint in entry.hints {
      lines += StyledText("  hint: \(hint)", .muted).wrapped(toCells: width, indent: 4)
    }
    return lines
  }
}

/// Problems with boards and plan files, as text.
///
/// Columns for programs: code, path, plan, field, commit, message.
package struct ProblemText: TextForm {
  package struct Problem: Hashable, Sendable {
    let record: PlainRecord
    let entry: FindingList.Entry

    /// Describes a problem of a board or a plan file.
    ///
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
