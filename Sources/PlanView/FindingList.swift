/// The findings of `pmgit doctor` on a board, in words.
package struct FindingList: Sendable {
  package struct Entry: Hashable, Sendable {
    /// Whether the finding needs no action.
    package let isNote: Bool
    /// The kind of finding, for programs, such as `dangling-link`.
    package let code: String
    /// The id of the plan to which the finding belongs; nil if it belongs to no plan.
    package let plan: String?
    /// What was found, as a sentence without a full stop.
    package let message: String
    /// Lines with more facts about the finding, such as its cause.
    package var details: [String] = []
    /// Commands to type next.
    package var hints: [String] = []
    /// Whether `pmgit doctor --fix` can repair it.
    package var isFixable = false

    package init(
      isNote: Bool, code: String, plan: String? = nil, message: String, details: [String] = [],
      hints: [String] = [], isFixable: Bool = false
    ) {
      (self.isNote, self.code, self.plan, self.message) = (isNote, code, plan, message)
      (self.details, self.hints, self.isFixable) = (details, hints, isFixable)
    }
  }

  package let entries: [Entry]
  package let commits: Int
  package let plans: Int

  /// Sorts the findings for display.
  ///
  /// - Parameters:
  ///   - commits: The number of examined commits; 0 if the history is incomplete.
  ///   - plans: The number of readable plans.
  package init(_ entries: [Entry], commits: Int, plans: Int) {
    // Problems come first. Both kinds keep the order in which they were found.
    self.entries = entries.filter { !$0.isNote } + entries.filter(\.isNote)
    (self.commits, self.plans) = (commits, plans)
  }

  package var problemCount: Int { entries.count { !$0.isNote } }

  /// The extent and the result of the examination, such as `12 commits, 5 plans: 1 problem`.
  package var summary: String {
    let looked = "\(CountWords.words(commits, "commit")), \(CountWords.words(plans, "plan"))"
    let notes = entries.count - problemCount
    if entries.isEmpty { return "\(looked): nothing is wrong" }
    let found = [
      problemCount > 0 ? CountWords.words(problemCount, "problem") : nil,
      notes > 0 ? CountWords.words(notes, "note") : nil,
    ]
    return "\(looked): \(found.compactMap(\.self).joined(separator: ", "))"
  }
}
