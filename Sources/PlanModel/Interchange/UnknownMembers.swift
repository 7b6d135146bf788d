/// The unknown members of a plan's sections, in the JSON form of an export.
///
///     {"fields": {"effort": 5}, "sets": {"watchers": ["Ann"]}, "items": {"checklist": {"gaf95":
///     {"assignee": "Ann"}}}}
///
/// The section names are those of the plan's file.
struct UnknownMembers: Sendable {
  /// The edits for unknown fields, unknown sets, and items of unknown lists.
  private(set) var edits: [Edit] = []
  /// The unknown members of checklist items and comments, whose ids may change.
  private(set) var itemMembers: [ItemMember] = []
  /// The members that can't be imported, as text.
  private(set) var ignored: [String] = []
  /// Whether a value is nested too deeply for a plan's file.
  private(set) var isTooDeep = false

  struct ItemMember: Sendable {
    let list: PlanList
    let item: String
    let member: ExactString
    let value: JSONValue
  }

  /// Returns the JSON form of unknown members.
  ///
  /// - Complexity: O(n log n). Each object is made once, from all of its members.
  static func object(_ values: [ElementPath: JSONValue]) -> JSONObject {
    var fields: [JSONObject.Member] = []
    var sets: [ExactString: [JSONValue]] = [:]
    var items: [ExactString: [ExactString: [JSONObject.Member]]] = [:]
    for (path, value) in values.sorted(by: { $0.key < $1.key }) {
      switch path {
      case .field(let name): fields.append(JSONObject.Member(key: name, value: value))
      case .setMember(let set, let member): sets[set, default: []].append(.string(member.text))
      case .item(let list, let item, let member):
        items[list, default: [:]][item, default: []].append(
          JSONObject.Member(key: member, value: value))
      case .other: break  // These are written next to the known members.
      }
    }
    let lists = items.mapValues { records in
      JSONValue.object(object(records.mapValues { .object(JSONObject(distinct: $0)) }))
    }
    let sections: [ExactString: JSONObject] = [
      "fields": JSONObject(distinct: fields), "sets": object(sets.mapValues { .array($0) }),
      "items": object(lists),
    ]
    return object(sections.filter { !$0.value.isEmpty }.mapValues { .object($0) })
  }

  private static func object(_ values: [ExactString: JSONValue]) -> JSONObject {
    JSONObject(distinct: values.map { JSONObject.Member(key: $0.key, value: $0.value) })
  }

  /// Reads the `unknown` member of a line.
  init(_ value: JSONValue) {
    guard let sections = value.object else {
      ignored = ["'unknown'"]
      return
    }
    for section in sections.members {
      switch section.key {
      case "fields": readFields(section.value)
      case "sets": readSets(section.value)
      case "items": readItems(section.value)
      default: ignored.append("'\(section.key.text.excerpt)' of 'unknown'")
      }
    }
  }

  private mutating func readFields(_ section: JSONValue) {
    for member in members(of: section, "fields") {
      guard PlanField(member.key) == nil else { ignore(member.key); continue }
      write(.field(member.key), member.value)
    }
  }

  private mutating func readSets(_ section: JSONValue) {
    for set in members(of: section, "sets") {
      guard PlanSet(set.key) == nil, let values = set.value.array else { ignore(set.key); continue }
      for value in values {
        guard case .string(let member) = value else { ignore(set.key); continue }
        edits.append(.write(.setMember(set: set.key, member: member), .bool(true)))
      }
    }
  }

  private mutating func readItems(_ section: JSONValue) {
    for list in members(of: section, "items") {
      for item in members(of: list.value, list.key.text) {
        for member in members(of: item.value, item.key.text) {
          read(member, of: item.key, in: list.key)
        }
      }
    }
  }

  private mutating func read(
    _ member: JSONObject.Member, of item: ExactString, in list: ExactString
  ) {
    let known: (list: PlanList, members: Set<ExactString>)
    switch list {
    case "checklist": known = (.checklist, ChecklistItem.members)
    case "comments": known = (.comments, Comment.members)
    case "time": known = (.time, TimeEntry.members)
    case "files": return ignore(member.key)  // Files are not imported.
    default: return write(.item(list: list, item: item, member: member.key), member.value)
    }
    guard !known.members.contains(member.key) else { return ignore(member.key) }
    noteDepth(of: member.value)
    itemMembers.append(
      ItemMember(
        list: known.list, item: item.text, member: member.key, value: member.value))
  }

  private mutating func members(of value: JSONValue, _ name: String) -> [JSONObject.Member] {
    if let object = value.object { return object.members }
    ignore(ExactString(name))
    return []
  }

  private mutating func write(_ path: ElementPath, _ value: JSONValue) {
    noteDepth(of: value)
    edits.append(.write(path, value))
  }

  private mutating func noteDepth(of value: JSONValue) {
    if value.isNested(deeperThan: PlanFile.maximumValueDepth) { isTooDeep = true }
  }

  private mutating func ignore(_ name: ExactString) {
    ignored.append("'\(name.text.excerpt)' of 'unknown'")
  }
}
