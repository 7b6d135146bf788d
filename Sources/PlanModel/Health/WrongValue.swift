/// A value of a plan, or of the board's settings, that people don't see since it is not what it must be
/// at its place. Editors and scripts write such values; pmgit never does.
package struct WrongValue: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// What must be there: `one of low, medium, high and urgent`.
    case isNo(String)
    /// A plan without a title.
    case missing
    /// A member with a name that pmgit knows, in a section where it does not read it; it belongs
    /// into the one that is named.
    case misplaced(section: String)
  }

  package let path: ElementPath
  /// What stands there; nil where nothing does.
  package let value: JSONValue?
  package let reason: Reason
  /// What writes what was meant; nil where a person has to say what that is.
  package let mend: [Edit]?
  /// Whether other values wait there for a decision, which then mends it.
  package let isConflict: Bool
}

extension PlanDocument {
  /// What people don't see of a plan though it is there, in the order of the paths.
  ///
  /// Members with names that this version does not know are no mistake: a newer one may have written
  /// them. Items that were removed, and plans that are deleted, are not looked at: to mend them
  /// would bring them back.
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
    // To bring a plan to another column may be against the board's rules.
    let isSure = !isConflict && rule != .column
    let meant = isSure ? rule.meaning(of: value) : nil
    return WrongValue(
      path: path, value: value, reason: .isNo(rule.expected),
      mend: meant.map { [.write(path, $0)] }, isConflict: isConflict)
  }

  /// What brings a value from where it is not read to where it is, if that takes nothing away.
  private func moving(_ value: JSONValue, from path: ElementPath) -> [Edit]? {
    let name: ExactString
    switch path {
    case .other(let member), .field(let member): name = member
    case .setMember, .item: return nil
    }
    if let set = PlanSet(name) {
      // One text with a comma may stand for several.
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
