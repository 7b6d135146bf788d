import PlanModel

/// Names for plans of tools without ids, as hashes of the content.
///
/// The same content gets the same name in each import, so it stays the same plan. Equal contents in
/// one file are numbered, and get different names.
struct ContentID {
  private let prefix: String
  private var counts: [String: Int] = [:]

  /// Prepares names for the plans of a tool without ids.
  ///
  /// - Parameter plans: The plans of the source. Without a name of the source from `--from`, equal
  ///   contents of several files become one plan.
  init(_ tool: String, _ plans: TrackerPlans) { prefix = plans.alias(tool, "") }

  /// Returns the name for the next plan with a content.
  mutating func next(_ words: String...) -> String {
    let content = words.joined(separator: "\n")
    let count = counts[content, default: 0]
    counts[content] = count + 1
    return prefix + Self.hash("\(count)", content)
  }

  /// Returns a name for an item of a plan that has no id, such as a comment.
  static func hash(_ words: String...) -> String {
    FNV1a.hex(of: Array(words.joined(separator: "\n").utf8))
  }
}
