extension PlanDocument {
  private static let deletedPath = ElementPath.field("deleted")

  /// The hash of what a person who deletes the plan has seen: 16 hexadecimal digits.
  ///
  /// FNV-1a, 64 bits, over the canonical bytes without the position and the deletion itself. It
  /// guards against accidents, not against people: who may push may delete anyway.
  package var contentHash: String {
    var content = self
    content[.field("rank")] = []
    content[Self.deletedPath] = []
    return FNV1a.hex(of: PlanFile.bytes(of: content))
  }

  /// Marks the plan as deleted; it stays hidden as long as its content is what it is now.
  package func deletion(at time: Timestamp, by person: String) -> Edit {
    .write(
      Self.deletedPath,
      .object([
        "at": .string(time.description), "by": .string(person), "seen": .string(contentHash),
      ]))
  }

  package static var restoration: Edit { .write(deletedPath, .null) }

  /// Who deleted the plan, if somebody has.
  ///
  /// Where several deleted it apart, it is enough that one of them saw all that it is now. Where
  /// one restored it meanwhile, no deletion holds: hiding it would hide that decision too.
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
  /// The conflict of a deletion with what was changed without knowing of it; nil where there is
  /// none, or where a restoration stands beside the deletion already.
  ///
  /// The plan shows, so keeping it comes first. That value is in no file: it has the stamp of the
  /// latest change, which is what speaks for it.
  var conflictOfDeletion: Conflict? {
    guard deletionState?.holds == false, let deleted = self[Self.deletedPath].first,
      !self[Self.deletedPath].contains(where: \.value.isNull)
    else { return nil }
    return Conflict(
      path: Self.deletedPath,
      values: [
        Conflict.Candidate(stamp: latestChange?.element.stamp ?? .none, value: .null),
        Conflict.Candidate(stamp: deleted.stamp, value: deleted.value),
      ])
  }

  /// The latest change of what a deletion has to have seen: what speaks for keeping the plan.
  package var latestChange: LatestChange? {
    var latest: LatestChange?
    for (path, elements) in elements where path != Self.deletedPath && path != .field("rank") {
      for element in elements where latest.map({ $0.element.stamp < element.stamp }) ?? true {
        latest = LatestChange(path: path, element: element)
      }
    }
    return latest
  }

  /// A value in its place on the plan, which was written last.
  package struct LatestChange {
    package let path: ElementPath
    package let element: StampedValue
  }
}
