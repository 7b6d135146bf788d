package import PlanModel

/// Finished plans that stand below one heading.
package struct FinishedGroup: Sendable {
  /// nil for plans without labels.
  package let label: String?
  /// In the order of the board.
  package let plans: [Plan]

  package init(label: String?, plans: [Plan]) { (self.label, self.plans) = (label, plans) }
}

/// Finished plans as Markdown: a heading for each label, an item for each plan.
///
/// It is the same for people and for programs, since it is made to be pasted into notes of a release.
package enum ChangelogMarkdown {
  /// The heading of plans without labels.
  private static let other = "Other"

  /// - Parameter shortID: Returns a plan's id as people see it.
  package static func text(_ groups: [FinishedGroup], shortID: (PlanID) -> String) -> String {
    groups.map { group in
      let items = group.plans.map { plan in
        "- \(MarkdownText.escaped(plan.title)) (\(shortID(plan.id)))\n"
      }
      return "## \(MarkdownText.escaped(group.label ?? other))\n\n\(items.joined())"
    }.joined(separator: "\n")
  }
}
