import PlanModel

/// Names for plans of tools without ids, made of what the plan says.
///
/// The same content gets the same name in each import, so it is one plan. Equal contents in a file
/// get different names, in their order.
struct ContentID {
  private let prefix: String
  private var counts: [String: Int] = [:]

  /// - Parameters:
  ///   - prefix: The name of the tool.
  ///   - origin: The name that `--from` gives the source; without one, equal contents of several
  ///     files are one plan.
  init(_ prefix: String, _ origin: String?) {
    self.prefix = origin.map { "\(prefix):\($0)#" } ?? "\(prefix):"
  }

  /// Returns the next name for a content.
  mutating func next(_ words: String...) -> String {
    let content = words.joined(separator: "\n")
    let count = counts[content, default: 0]
    counts[content] = count + 1
    return prefix + Self.hash("\(count)", content)
  }

  /// Returns a name for an item of a plan, such as a comment, that has none of its own.
  static func hash(_ words: String...) -> String {
    FNV1a.hex(of: Array(words.joined(separator: "\n").utf8))
  }
}
