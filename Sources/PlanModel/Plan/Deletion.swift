extension PlanDocument {
  private static let deletedPath = ElementPath.field("deleted")

  /// A hash of the content that a person sees when deleting the plan, in 16 hexadecimal digits.
  ///
  /// It is FNV-1a with 64 bits, over the canonical bytes without the rank, the deletion itself and
  /// derived values. Another clone may derive these independently, and such a copy must not bring
  /// back what a person deleted. It guards against accidents, not attacks: anyone who can push can
  /// delete plans anyway.
  package var contentHash: String {
    var content = self
    for (path, found) in elements where found.contains(where: \.stamp.isDerived) {
      content[path] = content[path].filter { !$0.stamp.isDerived }
    }
    return content.wholeHash
  }

  /// Like `contentHash`, but with derived values.
  private var wholeHash: String {
    var content = self
    content[.field("rank")] = []
    content[Self.deletedPath] = []
    return FNV1a.hex(of: PlanFile.bytes(of: content))
  }

  /// Returns the edit that deletes the plan. The plan is hidden while its content is unchanged.
  package func deletion(at time: Timestamp, by person: String) -> Edit {
    deletion(at: time, by: person, seen: contentHash)
  }

  /// Returns the edit that undoes the creation of the plan.
  ///
  /// Its hash includes derived values, unlike the hash of `deletion(at:by:)`. Otherwise the undo in
  /// one clone would hide the same plan that another clone has made on purpose.
  package func undoneCreation(at time: Timestamp, by person: String) -> Edit {
    deletion(at: time, by: person, seen: wholeHash)
  }

  private func deletion(at time: Timestamp, by person: String, seen hash: String) -> Edit {
    .write(
      Self.deletedPath,
      .object([
        "at": .string(time.description), "by": .string(person), "seen": .string(hash),
      ]))
  }

  package static var restoration: Edit { .write(deletedPath, .null) }

  /// The deletion of the plan; nil if the plan was never deleted or was restored.
  ///
  /// The deletion holds if at least one of several concurrent deletions was made for the current
  /// content. It does not hold if another clone restored the plan concurrently: hiding the plan
  /// would hide the restoration too.
  package var deletionState: Deletion? {
    guard let shown = value(at: Self.deletedPath)?.object, shown["seen"]?.string != nil else {
      return nil
    }
    let elements = self[Self.deletedPath]
    // Without derived values both hashes are the same. Each is computed from the whole plan, so the
    // second one is skipped.
    let hasDerived = self.elements.values.contains { $0.contains(where: \.stamp.isDerived) }
    let hashes = ([contentHash] + (hasDerived ? [wholeHash] : [])).map(JSONValue.string)
    let holding = elements.lazy.compactMap(\.value.object).first { record in
      record["seen"].map(hashes.contains) ?? false
    }
    let record = holding ?? shown
    return Deletion(
      at: record["at"]?.string.flatMap(Timestamp.init),
      by: record["by"]?.string ?? "",
      holds: holding != nil && !elements.contains { $0.value.isNull })
  }

  /// Whether the plan is deleted and the deletion holds.
  package var isHidden: Bool { deletionState?.holds == true }

  /// The conflict between a deletion and concurrent changes.
  ///
  /// It is nil if there is no such conflict, or if a concurrent restoration already conflicts with
  /// the deletion. The first value is null, which keeps the plan. No file contains this null; it
  /// has the stamp of the latest change, because that change is the reason to keep the plan.
  package var conflictOfDeletion: Conflict? { conflict(of: deletionState) }

  /// Like `conflictOfDeletion`, for callers that already have the `deletionState`.
  func conflict(of deletion: Deletion?) -> Conflict? {
    guard deletion?.holds == false, let deleted = self[Self.deletedPath].first,
      !self[Self.deletedPath].contains(where: \.value.isNull)
    else { return nil }
    return Conflict(
      path: Self.deletedPath,
      values: [
        StampedValue(stamp: latestChange?.element.stamp ?? .none, value: .null), deleted,
      ])
  }

  /// The first of `latestChanges`; nil if there are none.
  var latestChange: (path: ElementPath, element: StampedValue)? { latestChanges.first }

  /// The elements of the content with their paths, latest stamp first. The rank and the deletion
  /// are left out.
  package var latestChanges: [(path: ElementPath, element: StampedValue)] {
    elements.filter { $0.key != Self.deletedPath && $0.key != .field("rank") }
      .flatMap { path, elements in elements.map { (path: path, element: $0) } }
      .sorted { ($1.element.stamp, $0.path) < ($0.element.stamp, $1.path) }
  }
}

// MARK: - Items

/// Removes list items.
extension PlanDocument {
  package func removal(ofItem item: ExactString, in list: ExactString) -> Edit {
    removals(ofItems: [item], in: list)[0]
  }

  /// Returns the edits that remove several items.
  ///
  /// - Complexity: O(n) in the document, for any number of items.
  package func removals(ofItems items: [ExactString], in list: ExactString) -> [Edit] {
    let records = records(in: list)
    return items.map { item in
      let hash = (records[item] ?? JSONObject()).itemHash
      return .write(.item(list: list, item: item, member: "gone"), .string(hash))
    }
  }

  /// Returns the edits that keep items although somebody else removed them; none for the others.
  package func keeping(_ items: [ExactString], in list: ExactString) -> [Edit] {
    items.map { ElementPath.item(list: list, item: $0, member: "gone") }
      .filter { value(at: $0)?.string != nil }
      .map { .write($0, .null) }
  }

  /// Whether a list shows an item: it exists, and was not removed or has changed since its removal.
  package func hasItem(_ item: ExactString, in list: ExactString) -> Bool {
    records(in: list)[item].map { !$0.isRemovedItem } ?? false
  }

  /// Returns the shown values of each item of a list.
  func records(in list: ExactString) -> [ExactString: JSONObject] {
    var members: [ExactString: [JSONObject.Member]] = [:]
    for case (.item(list, let item, let member), let found) in elements {
      guard let shown = found.first else { continue }
      members[item, default: []].append(JSONObject.Member(key: member, value: shown.value))
    }
    return members.mapValues { JSONObject(distinct: $0) }
  }
}

extension JSONObject {
  /// The hash of an item's record, without its rank and its removal.
  ///
  /// A removal is stored as a member with this hash, and holds only while the record is unchanged.
  /// If a removal cleared the item's values instead, a concurrent check mark would restore an item
  /// without a text.
  fileprivate var itemHash: String {
    var content = self
    (content["rank"], content["gone"]) = (nil, nil)
    return FNV1a.hex(of: CanonicalJSON.bytes(of: .object(content)))
  }

  /// Whether the item of this record is removed, and unchanged since.
  ///
  /// Only the record itself is read: reading the list for each of its removed items would be
  /// quadratic.
  var isRemovedItem: Bool {
    guard let gone = self["gone"]?.string else { return false }
    return gone == itemHash
  }
}
