import PlanModel

/// The issue in a program's output after a change. It shows what the tracker has taken: some values
/// are dropped without an error, such as assignees who may not see the issue.
struct TrackerAnswer {
  private let issue: JSONObject

  /// - Returns: nil for an output that is not an issue.
  init?(_ output: [UInt8]) {
    guard let object = Self.value(in: output)?.object else { return nil }
    // GitLab's GraphQL answers with the issue after each of the changes.
    let data = object["data"]?.object
    let change = data.flatMap { $0["added"] ?? $0["removed"] }
    guard let issue = data == nil ? object : change?.object?["issue"]?.object else { return nil }
    self.issue = issue
  }

  /// Returns the JSON value in a program's output; nil for another text.
  static func value(in output: [UInt8]) -> JSONValue? {
    var limits = JSONLimits(size: 1 << 25)
    limits.mendsSurrogates = true
    return try? JSONReader.countedValue(in: output, limits).value
  }

  /// The number by which the tracker knows a comment; nil if the answer has none.
  var id: String? { issue["id"]?.numberText }

  /// The address of the issue; nil if the answer has none.
  var address: String? { (issue["html_url"] ?? issue["web_url"])?.string }

  /// Returns the part of a change that the issue does not have; nil if it has all of the change, or
  /// if the answer does not show it.
  ///
  /// - Parameter milestone: The title of the milestone that was sent; nil for none.
  func refused(of change: TrackerChange, milestone: String?) -> TrackerChange? {
    switch change {
    case .labels(let added, let removed):
      guard let rest = rest(added, removed, of: "labels", keys: ["name"]) else { return nil }
      return .labels(added: rest.added, removed: rest.removed)
    case .assignees(let added, let removed):
      let keys: [ExactString] = ["login", "username"]
      guard let rest = rest(added, removed, of: "assignees", keys: keys) else { return nil }
      return .assignees(added: rest.added, removed: rest.removed)
    case .milestone:
      guard let there = issue["milestone"] else { return nil }
      return there.object?["title"]?.string == milestone ? nil : change
    default: return nil
    }
  }

  /// Returns the names that were not added or not removed; nil if there are none.
  private func rest(
    _ added: [String], _ removed: [String], of list: ExactString, keys: [ExactString]
  ) -> (added: [String], removed: [String])? {
    guard let items = issue[list]?.array ?? issue[list]?.object?["nodes"]?.array else { return nil }
    let there = Set(
      items.compactMap { item in
        (item.string ?? keys.lazy.compactMap { item.object?[$0]?.string }.first)?.lowercased()
      })
    let left = added.filter { !there.contains($0.lowercased()) }
    let kept = removed.filter { there.contains($0.lowercased()) }
    return left.isEmpty && kept.isEmpty ? nil : (left, kept)
  }
}
