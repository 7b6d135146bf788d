/// A value of a plan or of the board's settings that is not shown, because it is not of the kind
/// that its place requires. Editors and scripts write such values; pmgit never does.
package struct WrongValue: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// The value is not of the required kind: `one of low, medium, high and urgent`.
    case isNo(String)
    /// The plan has no title.
    case missing
    /// The member has a known name but is in a section where it is not read; it belongs in
    /// `section`.
    case misplaced(section: String)
  }

  package let path: ElementPath
  /// The value at the path; nil if there is none.
  package let value: JSONValue?
  package let reason: Reason
  /// The edits that write the value that was meant; nil if a person has to decide.
  package let mend: [Edit]?
  /// Whether the path is in conflict; the decision then mends it.
  package let isConflict: Bool
}

extension PlanDocument {
  /// The values of a document that are not shown, in the order of the paths.
  ///
  /// Members with unknown names are no fault: a newer version may have written them. Removed items
  /// and deleted plans are left out: mending them would bring them back.
  ///
  /// - Complexity: Linear in the values.
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
    return found.sorted { $0.path < $1.path }
  }

  private var missingTitle: WrongValue {
    WrongValue(
      path: .field("title"), value: nil, reason: .missing, mend: nil, isConflict: false)
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

  private func wrongValue(
    at path: ElementPath, _ value: JSONValue, isBoard: Bool
  ) -> WrongValue? {
    let isConflict = self[path].count > 1
    if let section = MemberPlace.section(for: path, isBoard: isBoard) {
      let mend = isConflict || isBoard ? nil : moving(value, from: path)
      return WrongValue(
        path: path, value: MemberPlace.shown(path, value),
        reason: .misplaced(section: section), mend: mend, isConflict: isConflict)
    }
    if case .setMember("links", let member) = path, !isBoard {
      guard Link(member.text) == nil else { return nil }
      return WrongValue(
        path: path, value: .string(member), reason: .isNo("a kind and a plan, as \"parent:ID\""),
        mend: nil, isConflict: false)
    }
    guard let rule = ValueRule(path, isBoard: isBoard), !rule.accepts(value) else { return nil }
    if value.isNull { return missingTitle }
    // Moving a plan to another column may break the board's rules.
    let isSure = !isConflict && rule != .column
    let meant = isSure ? rule.meaning(of: value) : nil
    return WrongValue(
      path: path, value: value, reason: .isNo(rule.expected),
      mend: meant.map { [.write(path, $0)] }, isConflict: isConflict)
  }

  /// Returns the edits that move a value to the section where it is read, if nothing is lost.
  private func moving(_ value: JSONValue, from path: ElementPath) -> [Edit]? {
    let name: ExactString
    switch path {
    case .other(let member), .field(let member): name = member
    case .setMember, .item: return nil
    }
    if let set = PlanSet(name) {
      // A text with a comma may stand for several members.
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
