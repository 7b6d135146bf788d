import Git

/// How one head of a board stands to another one, by their histories.
enum HeadRelation: Sendable {
  case same
  /// The head has all commits of the other, and more.
  case ahead
  /// The other has all commits of the head, and more.
  case behind
  /// Each has commits that the other lacks; they may have none in common.
  case diverged

  /// Whether the head has all that the other one has.
  var hasOther: Bool { self == .same || self == .ahead }
}

/// Two heads of which the first was compared to the second.
struct ComparedHeads: Hashable {
  let head: ObjectID
  let other: ObjectID
}

extension BoardStore {
  /// Compares two heads, such as the one here and a fetched one.
  ///
  /// - Returns: How `head` stands to `other`.
  /// - Complexity: One walk of the histories, and none for heads that this command has compared
  ///   before: how commits stand to each other never changes.
  func relation(
    of head: ObjectID, to other: ObjectID
  ) throws(StoreError) -> HeadRelation {
    if head == other { return .same }
    let heads = ComparedHeads(head: head, other: other)
    if let known = comparisons[heads] { return known }
    try requireHistory(of: head, other)
    let bases = try repository.mergeBases(head, other)
    let relation: HeadRelation =
      bases.contains(other) ? .ahead : bases.contains(head) ? .behind : .diverged
    comparisons[heads] = relation
    return relation
  }

  /// Whether a commit is another one or an ancestor of it.
  package func isAncestor(_ one: ObjectID, of other: ObjectID) throws(StoreError) -> Bool {
    // Equal heads need no history, which a shallow clone may not have.
    if one == other { return true }
    try requireHistory(of: one, other)
    return try repository.isAncestor(one, of: other)
  }
}
