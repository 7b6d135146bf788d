/// The records of a list of items, read member by member in path order.
struct PlanRecords {
  struct Record {
    let id: ExactString
    /// The shown values.
    let members: JSONObject

    /// Whether the item is removed, and unchanged since.
    var isRemoved: Bool { members.isRemovedItem }
  }

  private var items: [(id: ExactString, members: [JSONObject.Member])] = []

  /// Adds a member to the last item, or to a new item after it.
  mutating func add(_ value: JSONValue, _ member: ExactString, of item: ExactString) {
    if items.last?.id != item { items.append((item, [])) }
    items[items.count - 1].members.append(JSONObject.Member(key: member, value: value))
  }

  /// The records, sorted by id.
  var all: [Record] { items.map { Record(id: $0.id, members: JSONObject(sorted: $0.members)) } }
}
