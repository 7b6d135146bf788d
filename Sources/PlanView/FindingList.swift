/// The findings of an examination of a board, in words.
package struct FindingList: Sendable {
  package struct Entry: Hashable, Sendable {
    /// Whether the finding needs no action.
    package let isNote: Bool
    /// The kind of finding, for programs: `dangling-link`.
    package let code: String
    /// The id of the plan that has the finding.
    package let plan: String?
    /// The fault, in a sentence without a full stop.
    package let message: String
    /// The known facts: since when, by whom, the remains.
    package var details: [String] = []
    /// The commands to type next.
    package var hints: [String] = []
    /// Whether `pmgit doctor --fix` mends it.
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

  /// - Parameters:
  ///   - commits: The number of commits examined; 0 if their history is not complete.
  ///   - plans: The number of readable plans.
  package init(_ entries: [Entry], commits: Int, plans: Int) {
    // Problems come first, each kind in the order in which it was found.
    self.entries = entries.filter { !$0.isNote } + entries.filter(\.isNote)
    (self.commits, self.plans) = (commits, plans)
  }

  package var problemCount: Int { entries.count { !$0.isNote } }

  /// The extent of the examination and its result.
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
