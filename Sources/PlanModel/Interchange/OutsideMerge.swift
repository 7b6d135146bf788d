/// The three-way merge of a plan with the values of a source. The base of the merge is the memory:
/// the source's last known values.
///
/// Values that did not change in the source stay as they are here. Values that changed only in the
/// source are taken. Values that changed on both sides become a conflict of the plan.
struct OutsideMerge {
  var document: PlanDocument
  var notes = ImportNotes()
  let outside: OutsideValues
  let stamp: Stamp
  /// The id of the item with the memory, and the alias by which its source knows the plan.
  private let origin: (item: ExactString, alias: AliasKey)
  /// Whether there is no memory of the source. Then the line's values replace those here.
  let isFirst: Bool
  let isNew: Bool
  /// The items of one list that the import removes.
  var dropped: [ExactString] = []
  /// The elements with which an undo removed the memory; empty otherwise.
  private(set) var undone: [StampedValue] = []
  /// The source's last known values, by the name of the path.
  private(set) var memory: [ExactString: [StampedValue]] = [:]

  /// - Parameters:
  ///   - old: The plan before the import.
  ///   - isNew: Whether the import adds the plan.
  static func result(
    of outside: OutsideValues, over old: PlanDocument, isNew: Bool, stamp: Stamp
  ) -> (document: PlanDocument, notes: ImportNotes) {
    var merge = OutsideMerge(old, outside, isNew: isNew, stamp: stamp)
    for (path, value) in outside.values.sorted(by: { $0.key < $1.key }) {
      let name = ImportOrigin.name(of: path)
      merge.take(merge.sameDay(value, at: path, named: name), at: path, named: name)
    }
    merge.takeAliases()
    merge.takeSets()
    if let checklist = outside.checklist { merge.takeChecklist(checklist) }
    if let comments = outside.comments { merge.takeComments(comments) }
    return (merge.document, merge.notes)
  }

  private init(_ old: PlanDocument, _ outside: OutsideValues, isNew: Bool, stamp: Stamp) {
    (document, self.outside, self.isNew, self.stamp) = (old, outside, isNew, stamp)
    let known = old.origin(of: outside.aliases)
    let first = outside.aliases[0]
    origin = known ?? (ImportOrigin.item(for: first), AliasKey(first))
    isFirst = !old.hasItem(origin.item, in: ImportOrigin.list)
    let item = origin.item
    if !isFirst {
      for case (.item(ImportOrigin.list, item, let name), let elements) in old.elements {
        memory[name] = elements
      }
    } else if !outside.isClosing {
      if old.value(at: path(of: "gone")) != nil {
        // An undo removed the memory.
        undone = document[path(of: "gone")]
        document[path(of: "gone")] = [StampedValue(stamp: stamp, value: .null)]
      }
      if known == nil { remember(.string(first), as: ImportOrigin.alias) }
    }
  }

  // MARK: - Memory

  func path(of name: ExactString) -> ElementPath {
    .item(list: ImportOrigin.list, item: origin.item, member: name)
  }

  /// Records the source's current value. Recording the same value again writes nothing.
  mutating func remember(_ stored: JSONValue, as name: ExactString) {
    // A line that only closes the plan is not recorded, so the next line counts as the first.
    if isFirst, outside.isClosing { return }
    let path = path(of: name)
    let found = document[path]
    if found.isEmpty {
      guard !stored.isNull, memory.count < ImportOrigin.most else { return }
    }
    if found.isEmpty || found.contains(where: { $0.value != stored }) {
      document[path] = [StampedValue(stamp: stamp, value: stored)]
    }
    memory[name] = memory[name] ?? []
  }

  /// The source's last known value at one path. There are several values if clones imported
  /// different files independently.
  struct Known {
    let elements: [StampedValue]
    var isOne: Bool { elements.allSatisfy { $0.value == elements.first?.value } }

    func contains(_ stored: JSONValue) -> Bool { elements.contains { $0.value == stored } }

    /// Whether an element of the plan came from the source and was not changed since.
    ///
    /// If the memory has several values, only the one that the same import wrote counts, since
    /// somebody may have chosen one of them.
    ///
    /// - Parameter isSame: Whether two values are equal for the source.
    func isOrigin(of element: StampedValue, as isSame: (JSONValue, JSONValue) -> Bool) -> Bool {
      let value = ImportOrigin.stored(element.value)
      return elements.contains { known in
        isSame(known.value, value) && (isOne || known.isOfSameCommand(as: element))
      }
    }

    func isOrigin(of element: StampedValue) -> Bool { isOrigin(of: element, as: ==) }

    /// Whether an import wrote an element of the plan together with the memory of it.
    func isImported(_ element: StampedValue) -> Bool {
      elements.contains { Self.isOneImport($0, element) }
    }

    /// Whether a clone had the source's value before one of these elements was imported. That clone
    /// sent or imported the value, and somebody has replaced it there since.
    func isOlder(than imported: [StampedValue]) -> Bool {
      elements.contains { known in !imported.contains { Self.isOneImport(known, $0) } }
    }

    private static func isOneImport(_ known: StampedValue, _ element: StampedValue) -> Bool {
      known.value == ImportOrigin.stored(element.value) && known.isOfSameCommand(as: element)
    }

    /// The elements that record that the source no longer has an item.
    var absences: [StampedValue] {
      elements.filter { $0.value.isNull || $0.value == .bool(false) }
    }
  }

  /// Returns the source's last known value.
  ///
  /// - Parameter silence: The value that a missing record stands for.
  func known(_ name: ExactString, silence: JSONValue = .null) -> Known {
    let elements = isFirst ? [] : memory[name] ?? []
    return Known(elements: elements.isEmpty ? [StampedValue(value: silence)] : elements)
  }

  // MARK: - Values

  /// Merges the value at one path.
  mutating func take(
    _ value: JSONValue, at path: ElementPath, named name: ExactString, silence: JSONValue = .null
  ) {
    let known = known(name, silence: silence)
    let stored = ImportOrigin.stored(value)
    remember(stored, as: name)
    if isFirst {
      // The shown value is not a change, even in a conflict: the source can't know the other
      // values.
      if document.value(at: path) != value { document.apply([.write(path, value)], stamp: stamp) }
      return
    }
    let isKnown = known.contains(stored)
    let found = document[path]
    if isKnown, known.isOne {
      settle(stored, known, at: path)
      return noteKept(value, at: path)
    }
    let isSame = isSame(at: path)
    let local = found.filter { !known.isOrigin(of: $0, as: isSame) }
    let same = found.filter { isSame(ImportOrigin.stored($0.value), stored) }
    if found.isEmpty, stored.isNull { return }
    // A value that decides against another one gets a new stamp. Otherwise, if two clones decide
    // for different values, the merge would drop both.
    let isDecision = found.contains { !local.contains($0) && !same.contains($0) }
    // Beside a person's value, a derived one would be hidden instead of being in conflict.
    let isHidden = !local.isEmpty && same.allSatisfy(\.stamp.isDerived)
    let taken =
      same.isEmpty || isDecision || isHidden ? [StampedValue(stamp: stamp, value: value)] : same
    // If the value is in the memory but no longer here, somebody has replaced it.
    let isWanted = local.isEmpty || !isKnown || same.contains(where: known.isOrigin)
    let result = isWanted ? local + taken : local
    guard Set(result) != Set(found) else { return }
    document[path] = result
    let values = Set(document[path].map(\.value))
    if values.count > 1, path.isReportedInConflict { notes.conflicts.append(path) }
    if !isWanted { noteKept(value, at: path) }
  }

  /// Returns the day in the memory if the source still has the same moment. In the time zone of the
  /// person who imports now, that moment may be another day.
  private mutating func sameDay(
    _ value: JSONValue, at path: ElementPath, named name: ExactString
  ) -> JSONValue {
    guard case .field(let field) = path, PlanField(field)?.rule == .day else { return value }
    let moment = outside.moments[path].map { JSONValue.string($0.description) } ?? .null
    let place = ImportOrigin.moment(of: path)
    let (before, day) = (known(place), known(name))
    remember(moment, as: place)
    guard !moment.isNull, before.isOne, before.contains(moment), day.isOne else { return value }
    return day.elements[0].value
  }

  /// Returns how to compare two values of a path. If the source only records whether a plan is
  /// done, all columns that are not done are equal.
  private func isSame(at path: ElementPath) -> (JSONValue, JSONValue) -> Bool {
    guard path == PlanField.state.path, let board = outside.kinds else { return (==) }
    return { one, other in
      guard let one = one.string, let other = other.string else { return one == other }
      return board.issueState(of: one) == board.issueState(of: other)
    }
  }

  /// Decides a conflict with a value that the source still has. Such a conflict arises if an import
  /// brings the value to a clone that does not have the changes of others yet.
  ///
  /// - If another clone had the value before, the other values have replaced it, and they stay. So
  ///   a value that a clone has sent is never taken for another person's.
  /// - If the source only records whether the plan is done, and it is closed there, the closed
  ///   column wins over open ones.
  private mutating func settle(_ stored: JSONValue, _ known: Known, at path: ElementPath) {
    let found = document[path]
    guard found.count > 1, Set(found.map(\.value)).count > 1 else { return }
    let imported = found.filter(known.isImported)
    let others = found.filter { !known.isImported($0) }
    guard !imported.isEmpty, !others.isEmpty else { return }
    let isSame = isSame(at: path)
    let agreeing = others.filter { isSame(ImportOrigin.stored($0.value), stored) }
    let kept: [StampedValue]
    if known.isOlder(than: imported) || agreeing.count == others.count {
      kept = others
    } else if path == PlanField.state.path, let board = outside.kinds,
      board.isClosed(stored), !others.contains(where: { board.isClosed($0.value) })
    {
      kept = imported
    } else {
      return
    }
    // The decision gets a new stamp; see `take`.
    let isDecided = Set(kept.map(\.value)).count == 1
    document[path] = isDecided ? [StampedValue(stamp: stamp, value: kept[0].value)] : kept
  }

  private mutating func noteKept(_ outside: JSONValue, at path: ElementPath) {
    let here = document.value(at: path) ?? .null
    guard ImportOrigin.stored(here) != ImportOrigin.stored(outside) else { return }
    notes.kept.append(ImportNotes.Kept(path: path, here: here, outside: outside))
  }

  /// Whether all values at a path came from the source and were not changed since.
  func isUntouched(_ path: ElementPath, named name: ExactString) -> Bool {
    let known = known(name)
    return document[path].allSatisfy(known.isOrigin)
  }

  // MARK: - Sets

  /// Merges one member of a set.
  ///
  /// - Parameters:
  ///   - path: The path at which to add the member.
  ///   - others: Other paths at which the member may be.
  mutating func takeMember(
    _ isThere: Bool, at path: ElementPath, or others: [ElementPath] = [], named name: ExactString
  ) {
    let known = known(name, silence: .bool(false))
    if isThere || memory[name] != nil { remember(.bool(isThere), as: name) }
    var present = ([path] + others).filter { !document[$0].isEmpty }
    if known.contains(.bool(isThere)), known.isOne, !isFirst {
      let imported = present.flatMap { document[$0] }
      let isOld = imported.allSatisfy(known.isImported) && known.isOlder(than: imported)
      if isThere, path.isLabel, isOld {
        // Somebody removed the label in a clone that did not have this import yet.
        document.apply(present.map(Edit.clear), stamp: stamp)
        present = []
      }
      if isThere, present.isEmpty {
        notes.kept.append(ImportNotes.Kept(path: path, here: .null, outside: .bool(true)))
      }
    } else if isThere {
      if present.isEmpty { document.apply([.write(path, .bool(true))], stamp: stamp) }
    } else {
      for path in present where known.isOne || document[path].allSatisfy(known.isOrigin) {
        document.apply([.clear(path)], stamp: stamp)
      }
    }
  }

  /// Adds aliases in the spelling that the plan has. None is removed, since the plan is found by
  /// them.
  private mutating func takeAliases() {
    var known: [AliasKey: ElementPath] = [:]
    for (path, elements) in document.elements where !elements.isEmpty {
      guard case .setMember("aliases", let member) = path else { continue }
      let key = AliasKey(member.text)
      known[key] = known[key].map { min($0, path) } ?? path
    }
    for alias in outside.aliases {
      let (key, exact) = (AliasKey(alias), PlanSet.aliases.path(of: alias))
      let path = document[exact].isEmpty ? known[key] ?? exact : exact
      if key == origin.alias {
        if isFirst { document.apply([.write(path, .bool(true))], stamp: stamp) }
      } else {
        takeMember(true, at: path, named: ImportOrigin.name(of: path))
      }
      if known[key] == nil { known[key] = path }
    }
  }

  /// A link to an alias, in any spelling.
  private struct LinkKey: Hashable {
    let kind: String
    let target: AliasKey

    init(_ link: Link) { (kind, target) = (link.kind, AliasKey(link.target)) }
  }

  /// Adds the links of the line, and returns them.
  private mutating func takeLinks() -> Set<LinkKey> {
    let known = knownLinks
    var said: Set<LinkKey> = []
    for link in outside.links where said.insert(LinkKey(link)).inserted {
      let link = known[LinkKey(link)] ?? link
      let path = PlanSet.links.path(of: link.description)
      takeMember(true, at: resolved(link), or: [path], named: ImportOrigin.name(of: path))
    }
    return said
  }

  /// The source's links in the memory, in their first spelling.
  private var knownLinks: [LinkKey: Link] {
    let start = "\(PlanSet.links.rawValue)/"
    var known: [LinkKey: Link] = [:]
    for name in memory.keys.sorted() where name.text.hasPrefix(start) {
      guard let link = Link(String(name.text.dropFirst(start.utf8.count))) else { continue }
      if known[LinkKey(link)] == nil { known[LinkKey(link)] = link }
    }
    return known
  }

  private mutating func takeSets() {
    var said: Set<ExactString> = []
    if let accounts = outside.accounts { takeAssignees(accounts) }
    let hasAccounts = outside.accounts != nil
    for path in outside.members {
      if hasAccounts, case .setMember("assignees", _) = path { continue }
      let name = ImportOrigin.name(of: path)
      if said.insert(name).inserted { takeMember(true, at: path, named: name) }
    }
    let links = takeLinks()
    // Members that the source had before, but no longer has.
    for name in memory.keys.sorted() where !said.contains(name) {
      guard let slash = name.text.firstIndex(of: "/") else { continue }
      let set = ExactString(String(name.text[..<slash]))
      let member = String(name.text[name.text.index(after: slash)...])
      guard outside.completeSets.contains(set), set != "aliases" else { continue }
      if hasAccounts, set == "assignees" { continue }
      let path = ElementPath.setMember(set: set, member: ExactString(member))
      if set == "links", let link = Link(member) {
        if links.contains(LinkKey(link)) { continue }
        takeMember(false, at: resolved(link), or: [path], named: name)
      } else if set != "checklist", set != "comments" {
        takeMember(false, at: path, named: name)
      }
    }
  }

  private func resolved(_ link: Link) -> ElementPath {
    PlanSet.links.path(of: outside.resolve(link).description)
  }
}

extension ElementPath {
  /// Whether the path is a label. Imports rename assignees and links, so their stamps show less.
  fileprivate var isLabel: Bool { if case .setMember("labels", _) = self { true } else { false } }
}

extension StampedValue {
  /// Whether one command wrote both elements.
  func isOfSameCommand(as other: StampedValue) -> Bool {
    stamp == other.stamp || stamp.isOfSameCommand(as: other.stamp)
  }
}
