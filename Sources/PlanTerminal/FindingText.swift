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
