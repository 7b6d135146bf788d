/// Reads the file of a plan or a board.
///
/// The sections `fields`, `sets` and `items` define how their members merge, so a member that this
/// version does not know still merges correctly; any other top-level member is a register of its
/// own.
package enum PlanFile {
  /// The sections that hold paths, as they are named in the file, in `stamps` and in `conflicts`.
  enum Section: String, CaseIterable {
    case fields, sets, items, other
  }

  /// The deepest nesting of one value.
  ///
  /// A merge may move a value to `conflicts`, at most seven levels down, and the file that it
  /// writes must be readable.
  package static let maximumValueDepth = JSONReader.maximumDepth - 7

  /// The top-level members that are not registers of their own.
  static let reservedMembers: Set<ExactString> = [
    "format", "id", "fields", "sets", "items", "stamps", "conflicts",
  ]

  /// Reads a file.
  ///
  /// A stamp without a value is dropped: the value was removed by hand. The format is read but not
  /// checked: see `PlanDocument.supportedFormat`.
  ///
  /// - Throws: `JSONError` with the line and column of the fault.
  package static func read(_ bytes: [UInt8]) throws(JSONError) -> PlanDocument {
    let value = try JSONReader.value(in: bytes)
    do {
      return try PlanFileReader(root: value).document()
    } catch {
      throw JSONReader.error(error.reason, at: error.path, in: bytes)
    }
  }
}

/// A member that does not have the shape that its section demands.
private struct ShapeError: Error {
  let path: [ExactString]
  let reason: String
}

private struct PlanFileReader {
  private let root: JSONObject

  init(root value: JSONValue) throws(ShapeError) {
    guard let object = value.object else {
      throw ShapeError(path: [], reason: "a plan file must hold an object")
    }
    root = object
  }

  func document() throws(ShapeError) -> PlanDocument {
    guard case .number(let number)? = root["format"], let format = number.integer, format >= 1
    else { throw ShapeError(path: ["format"], reason: "'format' must be a whole number from 1") }
    guard let id = root["id"]?.string else {
      throw ShapeError(path: ["id"], reason: "'id' must be a string")
    }
    var document = PlanDocument(id: ExactString(id), format: format)
    let stamps = try stamps()
    for (path, value) in try values() {
      let place = if case .other(let name) = path { [name] } else { path.components }
      try checkDepth(of: value, at: place)
      document[path] = (stamps[path] ?? [.none]).map { StampedValue(stamp: $0, value: value) }
    }
    for (path, candidates) in try conflicts() { document[path] += candidates }
    return document
  }

  /// Returns the value at every path.
  private func values() throws(ShapeError) -> [(ElementPath, JSONValue)] {
    var found: [(ElementPath, JSONValue)] = []
    for member in root.members {
      switch member.key {
      case "format", "id", "stamps", "conflicts": break
      case "fields":
        for field in try object(member.value, at: ["fields"]).members {
          found.append((.field(field.key), field.value))
        }
      case "sets":
        for set in try object(member.value, at: ["sets"]).members {
          for label in try strings(set.value, at: ["sets", set.key]) {
            found.append((.setMember(set: set.key, member: label), .bool(true)))
          }
        }
      case "items": found += try itemLeaves(member.value, at: ["items"])
      default: found.append((.other(member.key), member.value))
      }
    }
    return found
  }

  /// Returns the stamps at every path of `stamps`.
  private func stamps() throws(ShapeError) -> [ElementPath: [Stamp]] {
    var found: [ElementPath: [Stamp]] = [:]
    for (path, value) in try leaves(under: "stamps") {
      let place = ["stamps"] + path.components
      let texts =
        if let text = value.string { [ExactString(text)] } else {
          try strings(value, at: place)
        }
      guard !texts.isEmpty else { throw ShapeError(path: place, reason: "a list of no stamps") }
      found[path] = texts.map(Stamp.init)
    }
    return found
  }

  /// Returns the values at every path of `conflicts`.
  private func conflicts() throws(ShapeError) -> [(ElementPath, [StampedValue])] {
    var found: [(ElementPath, [StampedValue])] = []
    for (path, value) in try leaves(under: "conflicts") {
      let place = ["conflicts"] + path.components
      if case .setMember = path {
        throw ShapeError(path: place, reason: "a member of a set has no conflicts")
      }
      guard let list = value.array else {
        throw ShapeError(path: place, reason: "conflicts must be a list")
      }
      var candidates: [StampedValue] = []
      for (index, candidate) in list.enumerated() {
        guard let object = candidate.object, object.count == 2, let stamp = object["at"]?.string,
          let value = object["value"]
        else {
          throw ShapeError(
            path: place + [ExactString(String(index))],
            reason: "a conflict must hold 'at' and 'value' alone")
        }
        try checkDepth(of: value, at: place + [ExactString(String(index)), "value"])
        candidates.append(StampedValue(stamp: Stamp(ExactString(stamp)), value: value))
      }
      found.append((path, candidates))
    }
    return found
  }

  /// Returns the paths in `stamps` or `conflicts`, each with its value.
  private func leaves(under name: ExactString) throws(ShapeError) -> [(ElementPath, JSONValue)] {
    guard let value = root[name] else { return [] }
    var found: [(ElementPath, JSONValue)] = []
    for member in try object(value, at: [name]).members {
      let place = [name, member.key]
      switch PlanFile.Section(rawValue: member.key.text) {
      case .fields?:
        for field in try object(member.value, at: place).members {
          found.append((.field(field.key), field.value))
        }
      case .sets?:
        for set in try object(member.value, at: place).members {
          for label in try object(set.value, at: place + [set.key]).members {
            found.append((.setMember(set: set.key, member: label.key), label.value))
          }
        }
      case .items?: found += try itemLeaves(member.value, at: place)
      case .other?:
        for other in try object(member.value, at: place).members {
          guard !PlanFile.reservedMembers.contains(other.key) else {
            throw ShapeError(
              path: place + [other.key], reason: "'\(other.key)' is no member of 'other'")
          }
          found.append((.other(other.key), other.value))
        }
      case nil: throw ShapeError(path: place, reason: "unknown section '\(member.key)'")
      }
    }
    return found
  }

  /// Returns the leaves of a map of lists of records.
  private func itemLeaves(
    _ value: JSONValue, at place: [ExactString]
  ) throws(ShapeError) -> [(ElementPath, JSONValue)] {
    var found: [(ElementPath, JSONValue)] = []
    for list in try object(value, at: place).members {
      let listPlace = place + [list.key]
      for item in try object(list.value, at: listPlace).members {
        for member in try object(item.value, at: listPlace + [item.key]).members {
          found.append(
            (.item(list: list.key, item: item.key, member: member.key), member.value))
        }
      }
    }
    return found
  }

  private func checkDepth(of value: JSONValue, at place: [ExactString]) throws(ShapeError) {
    guard value.isNested(deeperThan: PlanFile.maximumValueDepth) else { return }
    throw ShapeError(
      path: place, reason: "a value nested deeper than \(PlanFile.maximumValueDepth) levels")
  }

  private func object(_ value: JSONValue, at place: [ExactString]) throws(ShapeError) -> JSONObject
  {
    guard let object = value.object else {
      throw ShapeError(path: place, reason: "'\(place.last ?? "")' must be an object")
    }
    return object
  }

  private func strings(_ value: JSONValue, at place: [ExactString]) throws(ShapeError)
    -> [ExactString]
  {
    let reason = "'\(place.last ?? "")' must be a list of strings"
    guard let array = value.array else { throw ShapeError(path: place, reason: reason) }
    var strings: [ExactString] = []
    for value in array {
      guard let string = value.string else { throw ShapeError(path: place, reason: reason) }
      strings.append(ExactString(string))
    }
    return strings
  }
}

extension JSONValue {
  func isNested(deeperThan levels: Int) -> Bool {
    switch self {
    case .array(let values):
      levels == 0 || values.contains { $0.isNested(deeperThan: levels - 1) }
    case .object(let object):
      levels == 0 || object.members.contains { $0.value.isNested(deeperThan: levels - 1) }
    case .null, .bool, .number, .string: false
    }
  }
}
