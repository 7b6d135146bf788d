/// Claims that end. The owner of a plan has a claim on it, which ends at the moment `lease`.
extension Plan {
  /// Whether the owner's claim has ended, so that anybody may take the plan.
  ///
  /// A claim without a lease never ends. While several owners are in conflict, no claim has ended:
  /// it is unknown which of them each lease belongs to.
  package func isLeaseOver(at now: Timestamp) -> Bool {
    guard owner != nil, let lease, lease <= now else { return false }
    return !conflicts.contains { $0.path == PlanField.owner.path }
  }

  /// Whether the plan has an owner whose claim has not ended.
  package func isClaimed(at now: Timestamp) -> Bool { owner != nil && !isLeaseOver(at: now) }

  /// Whether the owner has a claim that will end and has not ended yet.
  package func isLeased(at now: Timestamp) -> Bool {
    lease != nil && isClaimed(at: now)
  }
}

extension PlanDocument {
  /// Whether the edits since `old` ended the plan's lease without writing it.
  ///
  /// A lease ends when the plan enters a column of kind done, because finished work is not claimed.
  /// It also ends when somebody else becomes the owner, because it was part of the former claim.
  /// Deciding between owners who are in conflict keeps the lease.
  package func endsLease(since old: PlanDocument, on board: Board) -> Bool {
    let (lease, owner) = (PlanField.lease.path, PlanField.owner.path)
    guard self[lease].contains(where: { !$0.value.isNull }) else { return false }
    if isFinished(since: old, on: board) { return true }
    let former = Set(old[owner].map(\.value))
    return self[lease] == old[lease] && !self[owner].allSatisfy { former.contains($0.value) }
  }
}

extension Timestamp {
  /// Returns the end of a lease with several concurrent values: the last one; nil if one of them is
  /// not a moment, because that claim does not end.
  ///
  /// The plan is free only if all of the claims have ended. So nobody loses a plan by a merge.
  static func endOfLease(_ elements: [StampedValue]) -> Timestamp? {
    let moments = elements.map { $0.value.string.flatMap(Timestamp.init) }
    return moments.contains(nil) ? nil : moments.compactMap(\.self).max()
  }
}
