/// The unknown members of a plan's sections, in the JSON form of an export.
///
///     {"fields": {"effort": 5}, "sets": {"watchers": ["Ann"]}, "items": {"checklist": {"gaf95":
///     {"assignee": "Ann"}}}}
///
/// The section names are those of the plan's file.
extension PlanJSON {
  /// Returns the JSON form of unknown members.
  ///
  /// - Complexity: O(n log n). Each object is made once, from all of its members.
  static func unknown(_ values: [ElementPath: JSONValue]) -> JSONObject {
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
}

extension ImportLine {
  /// Reads the `unknown` member of a line.
  mutating func readSections(_ value: JSONValue) throws(ImportValueError) {
    guard let sections = value.object else { return ignored.append("'unknown'") }
    for section in sections.members {
      switch section.key {
      case "fields": try readFields(section.value)
      case "sets": readSets(section.value)
      case "items": try readItems(section.value)
      default: ignore(section.key)
      }
    }
  }

  private mutating func readFields(_ section: JSONValue) throws(ImportValueError) {
    for member in members(of: section, "fields") {
      guard PlanField(member.key) == nil else { ignore(member.key); continue }
      edits.append(try .unknown(.field(member.key), member.value))
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

  private mutating func readItems(_ section: JSONValue) throws(ImportValueError) {
    for list in members(of: section, "items") {
      for item in members(of: list.value, list.key) {
        for member in members(of: item.value, item.key) {
          try read(member, of: item.key, in: list.key)
        }
      }
    }
  }

  private mutating func read(
    _ member: JSONObject.Member, of item: ExactString, in list: ExactString
  ) throws(ImportValueError) {
    let known: Set<ExactString>
    switch list {
    case "checklist": known = ChecklistItem.members
    case "comments": known = Comment.members
    case "time": known = TimeEntry.members
    case "files": return ignore(member.key)  // Files are not imported.
    default:
      return edits.append(
        try .unknown(.item(list: list, item: item, member: member.key), member.value))
    }
    guard !known.contains(member.key) else { return ignore(member.key) }
    itemMembers.append(
      try .unknown(.item(list: list, item: item, member: member.key), member.value))
  }

  private mutating func members(of value: JSONValue, _ name: ExactString) -> [JSONObject.Member] {
    if let object = value.object { return object.members }
    ignore(name)
    return []
  }

  private mutating func ignore(_ name: ExactString) {
    ignored.append("'\(name.text.excerpt)' of 'unknown'")
  }
}

extension Edit {
  /// Returns the edit that keeps an unknown value.
  fileprivate static func unknown(
    _ path: ElementPath, _ value: JSONValue
  ) throws(ImportValueError) -> Edit {
    if value.isNested(deeperThan: PlanFile.maximumValueDepth) { throw .tooDeep }
    return .write(path, value)
  }
}
