extension PlanDocument {
  private static let deletedPath = ElementPath.field("deleted")

  /// The hash of the content that a person sees when deleting the plan: 16 hexadecimal digits.
  ///
  /// FNV-1a, 64 bits, over the canonical bytes without the position and the deletion itself. It
  /// guards against accidents, not against attacks: a person who may push may delete anyway.
  package var contentHash: String {
    var content = self
    content[.field("rank")] = []
    content[Self.deletedPath] = []
    return FNV1a.hex(of: PlanFile.bytes(of: content))
  }

  /// Returns the edit that deletes the plan; it stays hidden as long as its content is unchanged.
  package func deletion(at time: Timestamp, by person: String) -> Edit {
    .write(
      Self.deletedPath,
      .object([
        "at": .string(time.description), "by": .string(person), "seen": .string(contentHash),
      ]))
  }

  package static var restoration: Edit { .write(deletedPath, .null) }

  /// The deletion of the plan, if there is one.
  ///
  /// If one of several concurrent deletions saw all of the present content, they hold. If another
  /// clone restored the plan concurrently, no deletion holds: hiding the plan would hide that
  /// decision too.
  package var deletionState: Deletion? {
    guard let shown = value(at: Self.deletedPath)?.object, shown["seen"]?.string != nil else {
      return nil
    }
    let elements = self[Self.deletedPath]
    let hash = JSONValue.string(contentHash)
    let holding = elements.lazy.compactMap(\.value.object).first { $0["seen"] == hash }
    let record = holding ?? shown
    return Deletion(
      at: record["at"]?.string.flatMap(Timestamp.init),
      by: record["by"]?.string ?? "",
      holds: holding != nil && !elements.contains { $0.value.isNull })
  }
}

extension PlanDocument {
  /// Whether the plan is deleted, and nothing speaks against it.
  package var isHidden: Bool { deletionState?.holds == true }

  /// The conflict between a deletion and changes that did not know of it; nil if there is none, or
  /// if a concurrent restoration already conflicts with the deletion.
  ///
  /// The plan is shown, so the first value keeps it. That value is in no file: its stamp is that of
  /// the latest change, which is the reason to keep the plan.
  package var conflictOfDeletion: Conflict? { conflict(of: deletionState) }

  /// The same, for a `deletionState` that is known.
  func conflict(of deletion: Deletion?) -> Conflict? {
    guard deletion?.holds == false, let deleted = self[Self.deletedPath].first,
      !self[Self.deletedPath].contains(where: \.value.isNull)
    else { return nil }
    return Conflict(
      path: Self.deletedPath,
      values: [
        Conflict.Candidate(stamp: latestChange?.element.stamp ?? .none, value: .null),
        Conflict.Candidate(stamp: deleted.stamp, value: deleted.value),
      ])
  }

  /// The latest change of the content that a deletion must have seen: the reason to keep the plan.
  var latestChange: LatestChange? { latestChanges.first }

  /// The elements of the content that a deletion must have seen, newest first.
  package var latestChanges: [LatestChange] {
    elements.filter { $0.key != Self.deletedPath && $0.key != .field("rank") }
      .flatMap { path, elements in elements.map { LatestChange(path: path, element: $0) } }
      .sorted { ($1.element.stamp, $0.path) < ($0.element.stamp, $1.path) }
  }

  /// The element that was written last, with its path.
  package struct LatestChange {
    package let path: ElementPath
    package let element: StampedValue
  }
}
