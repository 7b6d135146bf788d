package import PlanModel

/// Finished plans below one heading.
package struct FinishedGroup: Sendable {
  /// The label of the plans; nil for plans without labels.
  package let label: String?
  /// The plans in the order of the board.
  package let plans: [Plan]

  package init(label: String?, plans: [Plan]) { (self.label, self.plans) = (label, plans) }
}

/// Finished plans as Markdown, with a heading for each label and an item for each plan.
///
/// The text is the same for people and for programs, because it is meant to be pasted into release
/// notes.
package enum ChangelogMarkdown {
  /// The heading of plans without labels.
  private static let other = "Other"

  /// - Parameter shortID: Returns the short form of a plan's id.
  package static func text(_ groups: [FinishedGroup], shortID: (PlanID) -> String) -> String {
    groups.map { group in
      let items = group.plans.map { plan in
        "- \(MarkdownText.escaped(plan.title)) (\(shortID(plan.id)))\n"
      }
      return "## \(MarkdownText.escaped(group.label ?? other))\n\n\(items.joined())"
    }.joined(separator: "\n")
  }
}
