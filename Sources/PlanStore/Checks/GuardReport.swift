/// The reasons why the guard refuses a push. git transmits only text from the host to the person
/// who pushes, so pmgit there prints a report, and pmgit here reads it.
package struct GuardReport: Equatable, Sendable {
  /// The lines about violations, in the guard's order. At least one begins with `pmgit: `.
  package let findings: [String]
  /// The hints, each a sentence.
  package let hints: [String]

  private static let lead = "pmgit: "
  private static let hintLead = "hint: "

  /// - Parameter summary: The first line, without the program's name.
  package init(_ summary: String, _ findings: [String], hints: [String]) {
    (self.findings, self.hints) = ([Self.lead + summary] + findings, hints)
  }

  /// Reads a report; nil if the lines are another program's.
  package init?(lines: [String]) {
    guard lines.contains(where: { $0.hasPrefix(Self.lead) }) else { return nil }
    let hints = lines.filter { $0.hasPrefix(Self.hintLead) }
    findings = lines.filter { !$0.hasPrefix(Self.hintLead) }
    self.hints = hints.map { String($0.dropFirst(Self.hintLead.count)) }
  }

  package var lines: [String] { findings + hints.map { Self.hintLead + $0 } }
}
