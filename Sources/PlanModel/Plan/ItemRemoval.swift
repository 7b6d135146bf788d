/// Removal of list items.
extension PlanDocument {
  /// Returns the hash of an item's record, without its rank and its removal.
  ///
  /// If removing cleared the item's values, a concurrent check mark would restore an item without a
  /// text. So a removal is a value too; it holds only while the record is unchanged.
  package func itemHash(list: ExactString, item: ExactString) -> String {
    (records(in: list)[item] ?? JSONObject()).itemHash
  }

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
  /// The hash of an item's record, as in `PlanDocument.itemHash(list:item:)`.
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
