/// The removal of list items, and the reading of their records.
extension PlanDocument {
  /// Returns the hash of an item's record without its position and its removal.
  ///
  /// If an item were removed by clearing its registers, a concurrent tick would bring back a box
  /// without a text. So removal is a register too, and holds only while the record is unchanged.
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

  /// Returns the shown values of every item of a list.
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

  /// Whether the item of this record was removed, and not changed since.
  ///
  /// The record alone is read: otherwise a list of thousands of removed items would be read for
  /// each of them.
  var isRemovedItem: Bool {
    guard let gone = self["gone"]?.string else { return false }
    return gone == itemHash
  }
}
