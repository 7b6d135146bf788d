import Git

/// The relation of one head of a board to another one.
enum HeadRelation: Sendable {
  case same
  /// The head has all commits of the other one, and more.
  case ahead
  /// The other head has all commits of this one, and more.
  case behind
  /// Each head has commits that the other lacks. The two histories may be unrelated.
  case diverged

  /// Whether the head has all commits of the other one.
  var hasOther: Bool { self == .same || self == .ahead }
}

extension BoardStore {
  /// Compares two heads, such as the local and the fetched one.
  ///
  /// - Returns: The relation of `head` to `other`.
  /// - Complexity: One walk of the histories. Results are cached, because the relation of two
  ///   commits never changes.
  func relation(of head: ObjectID, to other: ObjectID) throws -> HeadRelation {
    if head == other { return .same }
    if let known = comparisons[head]?[other] { return known }
    try requireHistory(of: head, other)
    let bases = try repository.mergeBases(head, other)
    let relation: HeadRelation =
      bases.contains(other) ? .ahead : bases.contains(head) ? .behind : .diverged
    comparisons[head, default: [:]][other] = relation
    return relation
  }

  /// Whether a commit equals another one or is its ancestor.
  package func isAncestor(_ one: ObjectID, of other: ObjectID) throws -> Bool {
    // Equal heads need no history, which may be missing in a shallow clone.
    if one == other { return true }
    try requireHistory(of: one, other)
    return try repository.isAncestor(one, of: other)
  }
}
