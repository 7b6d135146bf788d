/// The values of a line without an id, for the plan with its alias. The line comes from another
/// program that people continue to use.
struct TrackerValues: Sendable {
  /// The line, which has at least one alias.
  let line: ImportLine
  /// The values of fields and of unknown members.
  private(set) var values: [ElementPath: JSONValue] = [:]
  /// The members of sets, without links and aliases.
  private(set) var members: [ElementPath] = []
  /// A rank for each line of the checklist, ascending.
  let ranks: [String]
  /// The author and the time of a new plan's comments, if the line does not give them.
  let person: String
  let now: Timestamp
  /// Whether the tracker no longer has the plan.
  var isClosing = false
  /// Returns a link with the id of its target instead of an alias, if that is known.
  var resolve: @Sendable (Link) -> Link = { $0 }
  /// The board, if the tracker only records whether the plan is done; nil for a tracker with
  /// columns.
  var kinds: Board?
  /// The accounts of people in the tracker; nil for a tracker whose assignees have plain names.
  var accounts: Accounts.TrackerAccounts?

  /// Creates the values of a line. Edits of items are ignored.
  init(_ line: ImportLine, ranks: [String], person: String, now: Timestamp) {
    (self.line, self.ranks, self.person, self.now) = (line, ranks, person, now)
    for case .write(let path, let value) in line.edits {
      switch path {
      case .field, .other: values[path] = value
      case .setMember: members.append(path)
      case .item: break
      }
    }
  }

  /// Creates the values of a plan that the tracker no longer has: it is finished there.
  init(closing alias: String, in column: String, now: Timestamp) {
    var line = ImportLine(number: 0)
    (line.aliases, line.edits) = ([alias], [.state(column)])
    self.init(line, ranks: [], person: "", now: now)
    isClosing = true
  }

  mutating func set(_ field: PlanField, _ value: JSONValue) { values[field.path] = value }

  /// Returns the text that the line gives for a field.
  func text(of field: PlanField) -> String? { values[field.path]?.string }
}

/// The results of an import for a plan whose values differ here and in the tracker.
package struct ImportNotes: Hashable, Sendable {
  /// The paths at which the import left a conflict between the values here and in the tracker.
  package internal(set) var conflicts: [ElementPath] = []
  /// The values that were kept, because they were changed here and not in the tracker.
  package internal(set) var kept: [Kept] = []
  /// Whether the import moves the plan although the tracker gives an impossible time for the move:
  /// before the plan's last move here, or in the future. The current time is recorded instead.
  package internal(set) var isEntryUnknown = false

  package struct Kept: Hashable, Sendable {
    package let path: ElementPath
    /// The value here; null if there is none.
    package let here: JSONValue
    package let tracker: JSONValue
  }
}

// MARK: - Memory

/// The memory of a tracker's last known values of a plan: an item of the list `origins`.
///
/// It has the member `alias`, and one member for each value. The member's name is the value's path
/// without its section. So the values of a plan and the memory of them are merged in the same way.
extension TrackerMemory {
  static let list: ExactString = "origins"
  /// The most members. Further values of a tracker are taken, but not recorded, so they are never
  /// removed.
  static let most = 1000

  /// Returns the id of the item for an alias.
  static func item(for alias: String) -> ExactString { ExactString(ImportedItems.typable(alias)) }

  /// Returns the path of a member of the memory.
  static func path(_ name: Name, of item: ExactString) -> ElementPath {
    .item(list: list, item: item, member: name.text)
  }

  /// Returns the name of a value for which the memory has several values, as after two clones
  /// imported two versions of a file; nil if the elements are not such a memory.
  static func disputedName(at path: ElementPath, _ elements: [StampedValue]) -> Name? {
    guard case .item(list, _, let name) = path,
      elements.contains(where: { $0.value != elements[0].value })
    else { return nil }
    return Name(name)
  }

  /// Returns the logins of assignees who have another name here, in lower case, by that name.
  static func accounts(in memory: [Name: [StampedValue]]) -> [ExactString: [String]] {
    var logins: [ExactString: [String]] = [:]
    for (name, elements) in memory {
      guard let login = name.login else { continue }
      for assignee in Set(elements.compactMap(\.value.string)) {
        logins[ExactString(assignee), default: []].append(login)
      }
    }
    return logins.mapValues { $0.sorted() }
  }

  /// The longest value that is stored as it is, in bytes of canonical JSON.
  private static let longest = 64

  /// Returns a value as the memory stores it: a long one as its hash, since only equality matters.
  /// An empty list of lines is the same as no text.
  static func stored(_ value: JSONValue) -> JSONValue {
    if value == .array([]) { return .null }
    let bytes = CanonicalJSON.bytes(of: value)
    return bytes.count <= longest ? value : hash(bytes)
  }

  /// Returns the hash of a text.
  static func hash(ofLines lines: [String]) -> JSONValue {
    hash(CanonicalJSON.bytes(of: .strings(lines)))
  }

  private static func hash(_ bytes: [UInt8]) -> JSONValue {
    .object(["hash": .string(FNV1a.hex(of: bytes))])
  }
}

extension ElementPath {
  /// Whether changes at the path are hidden from people: in the memory of an import, and in the
  /// record of removed derived members.
  package var isInternal: Bool {
    if case .item("removed", _, _) = self { true } else { isOfOrigin }
  }

  /// Whether the path is in the memory of an import.
  package var isOfOrigin: Bool {
    if case .item(TrackerMemory.list, _, _) = self { true } else { false }
  }
}

extension PlanDocument {
  /// Returns the item with the memory of the tracker that knows the plan by one of several aliases;
  /// nil if there is none. The aliases are tried in order. A removed item is returned only if no
  /// other one is found.
  ///
  /// Two clones may have imported the plan under one alias in different case. Then there are two
  /// items, and all clones choose the same one.
  func origin(of aliases: [String]) -> (item: ExactString, alias: AliasKey)? {
    let keys = aliases.map { AliasKey($0) }
    let found = records(in: TrackerMemory.list).compactMap { item, record in
      record[TrackerMemory.Name.alias.text]?.string.flatMap { keys.firstIndex(of: AliasKey($0)) }
        .map { (order: (record.isRemovedItem ? 1 : 0, $0, item), alias: keys[$0]) }
    }
    return found.min { $0.order < $1.order }.map { ($0.order.2, $0.alias) }
  }
}

extension Plan {
  /// Returns the item with the memory of the tracker that knows the plan by an alias.
  func origin(of alias: String) -> ExactString? {
    let key = AliasKey(alias)
    return unknown.compactMap { path, value in
      guard case .item(TrackerMemory.list, let item, TrackerMemory.Name.alias.text) = path,
        let known = value.string, AliasKey(known) == key
      else { return nil }
      return item
    }.min()
  }

  /// Whether the plan has a memory of the tracker under this alias.
  func isKnown(as alias: String) -> Bool { origin(of: alias) != nil }
}
