/// A value that pmgit does not show because it has the wrong kind or is in the wrong section, or a
/// missing title.
///
/// Editors and scripts write such values; pmgit never does.
package struct WrongValue: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// The value has the wrong kind; the text describes the right one: `one of low, medium, high
    /// and urgent`.
    case isNo(String)
    /// The plan has no title.
    case missing
    /// The member has a known name but belongs in `section`, so it is not read.
    case misplaced(section: String)
  }

  package let path: ElementPath
  /// The value at the path; nil if a value is missing.
  package let value: JSONValue?
  package let reason: Reason
  /// The edits that write the value that was certainly meant; nil if that is not certain.
  package let repair: [Edit]?
  /// Whether the path has a conflict; then resolving the conflict also fixes the value.
  package let isConflict: Bool
}

extension PlanDocument {
  /// The invalid values of a document, in path order.
  ///
  /// Members with unknown names are valid: a newer version may have written them. Removed items and
  /// deleted plans are skipped, because an edit would restore them.
  ///
  /// - Complexity: Linear in the number of values.
  package var wrongValues: [WrongValue] {
    let isBoard = id == Self.boardID
    if !isBoard, deletionState?.holds == true { return [] }
    let removed = removedItems
    var found: [WrongValue] = []
    for (path, elements) in elements {
      guard let shown = elements.first else { continue }
      if case .item(let list, let item, _) = path, removed.contains([list, item]) { continue }
      if let wrong = wrongValue(at: path, shown.value, isBoard: isBoard) { found.append(wrong) }
    }
    if !isBoard, self[.field("title")].isEmpty {
      let misplaced = self[.other("title")].first
      if misplaced == nil { found.append(missingTitle) }
    }
    if isBoard { found += wrongAccounts }
    return found.sorted { $0.path < $1.path }
  }

  /// The values that do not fit the definitions of a board's fields, in path order. They are kept,
  /// and never repaired by guessing.
  ///
  /// - Complexity: Linear in the number of values.
  package func misfits(on board: Board) -> [WrongValue] {
    if board.fields.isEmpty || id == Self.boardID || deletionState?.holds == true { return [] }
    return elements.compactMap { path, found -> WrongValue? in
      guard let field = board.field(at: path), let shown = found.first,
        let expected = field.misfit(shown.value, at: path)
      else { return nil }
      return WrongValue(
        path: path, value: MemberPlace.shown(path, shown.value), reason: .isNo(expected),
        repair: nil, isConflict: found.count > 1)
    }.sorted { $0.path < $1.path }
  }

  private var missingTitle: WrongValue {
    WrongValue(path: .field("title"), value: nil, reason: .missing, repair: nil, isConflict: false)
  }

  private var removedItems: Set<[ExactString]> {
    var records: [[ExactString]: JSONObject] = [:]
    for (path, elements) in elements {
      guard case .item(let list, let item, let member) = path, let shown = elements.first else {
        continue
      }
      records[[list, item], default: JSONObject()][member] = shown.value
    }
    return Set(records.filter(\.value.isRemovedItem).keys)
  }

  private func wrongValue(at path: ElementPath, _ value: JSONValue, isBoard: Bool) -> WrongValue? {
    let isConflict = self[path].count > 1
    if let section = MemberPlace.section(for: path, isBoard: isBoard) {
      let repair = isConflict || isBoard ? nil : moving(value, from: path)
      return WrongValue(
        path: path, value: MemberPlace.shown(path, value),
        reason: .misplaced(section: section), repair: repair, isConflict: isConflict)
    }
    if case .setMember("links", let member) = path, !isBoard {
      guard Link(member.text) == nil else { return nil }
      return WrongValue(
        path: path, value: .string(member), reason: .isNo("a kind and a plan, as \"parent:ID\""),
        repair: nil, isConflict: false)
    }
    guard let rule = ValueRule(path, isBoard: isBoard), !rule.accepts(value) else { return nil }
    if value.isNull { return missingTitle }
    // The column is never guessed: the board's rules may forbid that move.
    let isSure = !isConflict && rule != .column
    let meant = isSure ? rule.meaning(of: value) : nil
    return WrongValue(
      path: path, value: value, reason: .isNo(rule.expected),
      repair: meant.map { [.write(path, $0)] }, isConflict: isConflict)
  }

  /// Returns the edits that move a value to the section where it is read; nil if the move could
  /// lose data or must not be made.
  private func moving(_ value: JSONValue, from path: ElementPath) -> [Edit]? {
    let name: ExactString
    switch path {
    case .other(let member), .field(let member): name = member
    case .setMember, .item: return nil
    }
    if let set = PlanSet(name) {
      // A text with a comma may mean several members.
      let one = value.string.flatMap { $0.contains(",") ? nil : [$0] }
      guard let members = value.lines ?? one,
        set != .links || members.allSatisfy({ Link($0) != nil })
      else { return nil }
      return [.clear(path)] + members.map { .add($0, to: set) }
    }
    guard let field = PlanField(name), field.isMovable, let rule = field.rule else { return nil }
    let target = field.path
    guard let meant = rule.accepts(value) ? value : rule.meaning(of: value) else { return nil }
    switch self[target].map(\.value) {
    case [], [.null]: return [.clear(path), .write(target, meant)]
    case [meant]: return [.clear(path)]
    default: return nil
    }
  }
}

// MARK: - Sections

/// The sections of a file in which known members belong.
enum MemberPlace {
  /// Returns the section in which a path belongs; nil if it is already there or its name is
  /// unknown.
  static func section(for path: ElementPath, isBoard: Bool) -> String? {
    let (name, section): (ExactString, String) =
      switch path {
      case .field(let name): (name, "fields")
      case .setMember(let set, _): (set, "sets")
      case .item(let list, _, _): (list, "items")
      case .other(let name): (name, "")
      }
    let known = isBoard ? boardSections[name] : planSections[name]
    return known == section ? nil : known
  }

  /// Returns the value at a path as the file stores it; for a set member, this is its name.
  static func shown(_ path: ElementPath, _ value: JSONValue) -> JSONValue {
    if case .setMember(_, let member) = path { .string(member) } else { value }
  }

  private static let planSections: [ExactString: String] = {
    var sections: [ExactString: String] = [
      "checklist": "items", "comments": "items", "time": "items", "files": "items",
      "origins": "items",
    ]
    for field in PlanField.allCases { sections[ExactString(field.rawValue)] = "fields" }
    for set in PlanSet.allCases { sections[ExactString(set.rawValue)] = "sets" }
    return sections
  }()
  private static let boardSections: [ExactString: String] = [
    "title": "fields", "fileLimit": "fields", "columns": "items", "milestones": "items",
    "iterations": "items",
  ]
}

// MARK: - Lines

extension WrongValue {
  /// Returns for each invalid value the number of its line in a file, from 1. Values that are not
  /// found are left out.
  ///
  /// Documents don't record line numbers, so that reading valid files costs nothing extra.
  ///
  /// - Parameter bytes: The file in which the values were found.
  /// - Complexity: Like reading the file once.
  package static func lines(of values: [WrongValue], in bytes: [UInt8]) -> [WrongValue: Int] {
    guard !values.isEmpty else { return [:] }
    let places = Dictionary(values.map { ($0, $0.place) }, uniquingKeysWith: { first, _ in first })
    let offsets: [[ExactString]: Int]
    do {
      let text = try JSONText(bytes)
      offsets = text.indices(of: Set(places.values)).mapValues { text.tokens[$0].offset }
    } catch {
      return [:]  // The file can't be read or was deleted in the meantime.
    }
    var lines: [Int: Int] = [:]
    var line = 1
    var next = 0
    for offset in Set(offsets.values).sorted() {
      line += bytes[next..<offset].count { $0 == UInt8(ascii: "\n") }
      (lines[offset], next) = (line, offset)
    }
    return places.compactMapValues { offsets[$0].flatMap { lines[$0] } }
  }

  /// The path of the value in the JSON. For a member of a set it is the path of the set, and for a
  /// missing title the path of the whole object.
  private var place: [ExactString] {
    if reason == .missing { return [] }
    return switch path {
    case .other(let name): [name]
    case .setMember(let set, _): ["sets", set]
    case .field, .item: path.components
    }
  }
}
