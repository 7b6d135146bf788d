/// Reads and writes the files of plans and boards.
///
/// The sections `fields`, `sets` and `items` define how their members merge. So members that this
/// version does not know merge correctly too. Any other top-level member merges as one value.
package enum PlanFile {
  /// The deepest nesting of one value.
  ///
  /// A merge may move a value to `conflicts`, at most seven levels down, and the resulting file
  /// must be readable.
  package static let maximumValueDepth = JSONReader.maximumDepth - 7

  /// The top-level members that don't merge as one value.
  static let reservedMembers: Set<ExactString> = [
    "format", "id", "fields", "sets", "items", "stamps", "conflicts",
  ]

  /// Reads a file.
  ///
  /// A stamp without a value is dropped, because the value was removed by hand. The format version
  /// is not checked here: see `PlanDocument.supportedFormat`.
  ///
  /// - Throws: `JSONError` with the line and column of the error.
  package static func contents(of bytes: [UInt8]) throws(JSONError) -> PlanContents {
    try PlanFileShape(text: JSONText(bytes)).contents()
  }

  /// Reads a file as a document for merges.
  package static func read(_ bytes: [UInt8]) throws(JSONError) -> PlanDocument {
    PlanDocument(try contents(of: bytes))
  }
}

// MARK: - Writing

extension PlanFile {
  /// Returns the canonical bytes of the document's file.
  ///
  /// The first element of a path is the shown one; its value is written at the path. The stamps of
  /// all elements with that value are written to `stamps`, elements with other values to
  /// `conflicts`. Empty sections, sets, items and records are omitted.
  package static func bytes(of document: PlanDocument) -> [UInt8] {
    CanonicalJSON.file(of: .object(json(of: document)))
  }

  /// Returns the document as one JSON object.
  static func json(of document: PlanDocument) -> JSONObject {
    var root = ObjectBuilder()
    var sets: [ExactString: [ExactString]] = [:]
    for (path, elements) in document.elements {
      guard let shown = elements.first else { continue }
      switch path {
      case .setMember(let set, let member): sets[set, default: []].append(member)
      case .other(let name): root.insert(shown.value, at: [name])
      case .field, .item: root.insert(shown.value, at: path.components[...])
      }
      writeStamps(elements.filter { $0.value == shown.value }.map(\.stamp), at: path, in: &root)
      writeConflicts(elements.filter { $0.value != shown.value }, at: path, in: &root)
    }
    for (set, members) in sets {
      root.insert(.array(members.sorted().map(JSONValue.string)), at: ["sets", set])
    }
    root.insert(.number(document.format), at: ["format"])
    root.insert(.string(document.id), at: ["id"])
    return root.object
  }

  private static func writeStamps(
    _ stamps: [Stamp], at path: ElementPath, in root: inout ObjectBuilder
  ) {
    guard stamps != [.none] else { return }
    let texts = stamps.map { JSONValue.string($0.text) }
    let value = texts.count == 1 ? texts[0] : .array(texts)
    root.insert(value, at: ["stamps"] + path.components)
  }

  private static func writeConflicts(
    _ elements: [StampedValue], at path: ElementPath, in root: inout ObjectBuilder
  ) {
    guard !elements.isEmpty else { return }
    let candidates = elements.map { element in
      JSONValue.object(["at": .string(element.stamp.text), "value": element.value])
    }
    root.insert(.array(candidates), at: ["conflicts"] + path.components)
  }
}

/// Builds an object whose members are added in any order; they are sorted once at the end.
///
/// Inserting into a sorted object would make writing a large document quadratic.
private struct ObjectBuilder {
  private var leaves: [JSONObject.Member] = []
  private var inner: [ExactString: ObjectBuilder] = [:]

  /// Inserts a value at a path of keys, and creates the objects in between.
  mutating func insert(_ value: JSONValue, at path: ArraySlice<ExactString>) {
    guard let key = path.first else { return }
    if path.count == 1 {
      leaves.append(JSONObject.Member(key: key, value: value))
    } else {
      inner[key, default: ObjectBuilder()].insert(value, at: path.dropFirst())
    }
  }

  var object: JSONObject {
    var members = leaves
    for (key, builder) in inner {
      members.append(JSONObject.Member(key: key, value: .object(builder.object)))
    }
    guard let object = JSONObject(unsorted: members) else {
      // The reader rejects members of 'other' with the name of a section.
      preconditionFailure("two paths of a document lead to one place in its file")
    }
    return object
  }
}
