/// How an item of a list is removed, and how its record is read.
extension PlanDocument {
  /// The hash of an item's record without its position and its removal.
  ///
  /// Removing an item by taking its registers out would let a tick made elsewhere bring back a box
  /// without a text; so removal is a register too, and holds only while the record is unchanged.
  package func itemHash(list: ExactString, item: ExactString) -> String {
    (records(in: list)[item] ?? JSONObject()).itemHash
  }

  package func removal(ofItem item: ExactString, in list: ExactString) -> Edit {
    removals(ofItems: [item], in: list)[0]
  }

  /// The removals of several items.
  ///
  /// - Complexity: O(n) in the document, however many there are.
  package func removals(ofItems items: [ExactString], in list: ExactString) -> [Edit] {
    let records = records(in: list)
    return items.map { item in
      let hash = (records[item] ?? JSONObject()).itemHash
      return .write(.item(list: list, item: item, member: "gone"), .string(hash))
    }
  }

  /// The shown values of every item of a list.
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
  /// The hash of an item's record, as `PlanDocument.itemHash(list:item:)` has it.
  fileprivate var itemHash: String {
    var content = self
    (content["rank"], content["gone"]) = (nil, nil)
    return FNV1a.hex(of: CanonicalJSON.bytes(of: .object(content)))
  }

  /// Whether the item of this record was removed, and not changed by anybody since.
  ///
  /// Asks the record alone: a list of thousands of removed items would be read for each of them.
  var isRemovedItem: Bool {
    guard let gone = self["gone"]?.string else { return false }
    return gone == itemHash
  }
}
