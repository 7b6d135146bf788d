/// What an examination of a board found, in words.
package struct FindingList: Sendable {
  package struct Entry: Hashable, Sendable {
    /// Whether nothing needs to be done about it.
    package let isNote: Bool
    /// For programs: `dangling-link`.
    package let code: String
    /// The id of the plan that it is about.
    package let plan: String?
    /// What is wrong, in a sentence without a full stop.
    package let message: String
    /// What is known about it: since when, by whom, what is left.
    package var details: [String] = []
    /// What to type next.
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
  ///   - commits: How many commits were looked at; 0 if their history is not whole.
  ///   - plans: How many plans could be read.
  package init(_ entries: [Entry], commits: Int, plans: Int) {
    // Problems first, each kind in the order in which it was found.
    self.entries = entries.filter { !$0.isNote } + entries.filter(\.isNote)
    (self.commits, self.plans) = (commits, plans)
  }

  package var problemCount: Int { entries.count { !$0.isNote } }

  /// What was looked at, and what came of it.
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
