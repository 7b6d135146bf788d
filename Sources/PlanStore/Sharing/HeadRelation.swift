package import Git

/// How one head of a board stands to another one, by their histories.
package enum HeadRelation: Sendable {
  case same
  /// It has all that the other one has, and more.
  case ahead
  /// The other one has all that it has, and more.
  case behind
  /// Each has something that the other one has not; they may have no commit in common.
  case diverged

  /// Whether the head has all that the other one has.
  package var hasOther: Bool { self == .same || self == .ahead }
}

/// Two heads and how the first stands to the second. It never changes, as commits don't.
struct HeadComparison {
  let head: ObjectID
  let other: ObjectID
  let relation: HeadRelation
}

extension BoardStore {
  /// Compares two heads, as the one here with a fetched one.
  ///
  /// - Returns: How `head` stands to `other`.
  /// - Complexity: Two walks of the histories at most; none for the heads that were compared last,
  ///   since each step of a sync asks for the same two.
  package func relation(
    of head: ObjectID, to other: ObjectID
  ) throws(StoreError) -> HeadRelation {
    if head == other { return .same }
    if let last = lastComparison, last.head == head, last.other == other { return last.relation }
    let relation = try walk(from: [head, other]) { () throws(GitError) -> HeadRelation in
      if try repository.isAncestor(other, of: head) { return .ahead }
      return try repository.isAncestor(head, of: other) ? .behind : .diverged
    }
    lastComparison = HeadComparison(head: head, other: other, relation: relation)
    return relation
  }

  /// Whether a commit has another one in its history, or is it.
  package func isAncestor(_ one: ObjectID, of other: ObjectID) throws(StoreError) -> Bool {
    // Equal heads need no history, which a shallow clone may not have.
    if one == other { return true }
    return try walk(from: [one, other]) { () throws(GitError) in
      try repository.isAncestor(one, of: other)
    }
  }
}
