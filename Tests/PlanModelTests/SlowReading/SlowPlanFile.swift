import PlanModel

/// Reads a plan file from a tree of values, path by path. `PlanFile` must give the same document,
/// or the same error at the same place.
enum SlowPlanFile {
  static func read(_ bytes: [UInt8]) throws(SlowFault) -> PlanDocument {
    let root = try SlowJSON(in: bytes)
    guard case .object(let members) = root.content else {
      throw SlowFault("a plan file must hold an object", root.offset)
    }
    let named = Dictionary(uniqueKeysWithValues: members)
    guard case .number(let lexeme)? = named["format"]?.content, let format = Int(lexeme),
      format >= 1
    else { throw SlowFault("'format' must be a whole number from 1", named["format"]?.offset ?? 0) }
    guard let id = named["id"]?.string else {
      throw SlowFault("'id' must be a string", named["id"]?.offset ?? 0)
    }
    var document = PlanDocument(id: id, format: format)
    let stamps = try stamps(named["stamps"])
    let values = try values(members)
    for (path, value) in values {
      if case .setMember = path {} else { try checkDepth(value) }
      let tree = if case .setMember = path { JSONValue.bool(true) } else { value.tree }
      document[path] = (stamps[path] ?? [.none]).map { StampedValue(stamp: $0, value: tree) }
    }
    for (path, candidates) in try conflicts(named["conflicts"]) { document[path] += candidates }
    return document
  }

  private static func values(
    _ members: [(key: ExactString, value: SlowJSON)]
  ) throws(SlowFault) -> [(ElementPath, SlowJSON)] {
    var found: [(ElementPath, SlowJSON)] = []
    for (key, value) in members {
      switch key.text {
      case "format", "id", "stamps", "conflicts": break
      case "sets":
        for (set, labels) in try object(value, named: key) {
          for label in try strings(labels, named: set) {
            found.append((.setMember(set: set, member: label), value))
          }
        }
      case "fields", "items": found += try leaves(in: value, section: key)
      default: found.append((.other(key), value))
      }
    }
    return found
  }

  private static func stamps(_ value: SlowJSON?) throws(SlowFault) -> [ElementPath: [Stamp]] {
    var found: [ElementPath: [Stamp]] = [:]
    for (path, value) in try leaves(under: "stamps", value) {
      let texts =
        if let text = value.string { [text] } else {
          try strings(value, named: path.components.last ?? "")
        }
      guard !texts.isEmpty else { throw SlowFault("an empty list of stamps", value.offset) }
      found[path] = texts.map(Stamp.init)
    }
    return found
  }

  private static func conflicts(
    _ value: SlowJSON?
  ) throws(SlowFault) -> [(ElementPath, [StampedValue])] {
    var found: [(ElementPath, [StampedValue])] = []
    for (path, value) in try leaves(under: "conflicts", value) {
      if case .setMember = path {
        throw SlowFault("a member of a set has no conflicts", value.offset)
      }
      guard case .array(let list) = value.content else {
        throw SlowFault("conflicts must be a list", value.offset)
      }
      var candidates: [StampedValue] = []
      for candidate in list {
        guard case .object(let members) = candidate.content, members.map(\.key) == ["at", "value"],
          let stamp = members[0].value.string
        else { throw SlowFault("a conflict must hold 'at' and 'value' alone", candidate.offset) }
        try checkDepth(members[1].value)
        candidates.append(StampedValue(stamp: Stamp(stamp), value: members[1].value.tree))
      }
      found.append((path, candidates))
    }
    return found
  }

  private static func leaves(
    under name: ExactString, _ value: SlowJSON?
  ) throws(SlowFault) -> [(ElementPath, SlowJSON)] {
    guard let value else { return [] }
    var found: [(ElementPath, SlowJSON)] = []
    for (section, value) in try object(value, named: name) {
      found += try leaves(in: value, section: section)
    }
    return found
  }

  /// Returns the leaves of a section. The section's name determines how deeply they are nested.
  private static func leaves(
    in value: SlowJSON, section: ExactString
  ) throws(SlowFault) -> [(ElementPath, SlowJSON)] {
    let depths: [ExactString: Int] = ["fields": 1, "other": 1, "sets": 2, "items": 3]
    guard let depth = depths[section] else {
      throw SlowFault("unknown section '\(section)'", value.offset)
    }
    var found: [(ElementPath, SlowJSON)] = []
    for (names, leaf) in try leaves(in: value, [section], depth: depth) {
      let reserved = ["format", "id", "fields", "sets", "items", "stamps", "conflicts"]
      if section == "other", reserved.contains(names[1].text) {
        throw SlowFault("'\(names[1])' can't be a member of 'other'", leaf.offset)
      }
      let path: ElementPath =
        switch section {
        case "fields": .field(names[1])
        case "other": .other(names[1])
        case "sets": .setMember(set: names[1], member: names[2])
        default: .item(list: names[1], item: names[2], member: names[3])
        }
      found.append((path, leaf))
    }
    return found
  }

  private static func leaves(
    in value: SlowJSON, _ names: [ExactString], depth: Int
  ) throws(SlowFault) -> [(names: [ExactString], value: SlowJSON)] {
    if depth == 0 { return [(names, value)] }
    var found: [(names: [ExactString], value: SlowJSON)] = []
    for (name, inner) in try object(value, named: names[names.count - 1]) {
      found += try leaves(in: inner, names + [name], depth: depth - 1)
    }
    return found
  }

  private static func checkDepth(_ value: SlowJSON) throws(SlowFault) {
    guard value.depth > 25 else { return }
    throw SlowFault("a value nested deeper than 25 levels", value.offset)
  }

  private static func object(
    _ value: SlowJSON, named name: ExactString
  ) throws(SlowFault) -> [(key: ExactString, value: SlowJSON)] {
    guard case .object(let members) = value.content else {
      throw SlowFault("'\(name)' must be an object", value.offset)
    }
    return members
  }

  private static func strings(
    _ value: SlowJSON, named name: ExactString
  ) throws(SlowFault) -> [ExactString] {
    guard case .array(let values) = value.content, values.allSatisfy({ $0.string != nil }) else {
      throw SlowFault("'\(name)' must be a list of strings", value.offset)
    }
    return values.compactMap(\.string)
  }
}

/// Returns how reading a text differs from the slow reader; nil if the document and plan, or the
/// error, are the same.
func differenceFromSlowReading(of bytes: [UInt8]) -> String? {
  let expected: Result<PlanDocument, SlowFault>
  do throws(SlowFault) { expected = .success(try SlowPlanFile.read(bytes)) } catch {
    expected = .failure(error)
  }
  let contents: PlanContents
  do throws(JSONError) { contents = try PlanFile.contents(of: bytes) } catch {
    guard case .failure(let fault) = expected else { return "refused: \(error)" }
    let description = fault.description(in: bytes)
    return "\(error)" == description ? nil : "'\(error)' instead of '\(description)'"
  }
  guard case .success(let document) = expected else { return "accepted" }
  if PlanDocument(contents) != document { return "another document" }
  guard let id = PlanID("k7m2q9x4t1ab") else { return "no id" }
  return Plan(contents, id: id) == Plan(document, id: id) ? nil : "another plan"
}
