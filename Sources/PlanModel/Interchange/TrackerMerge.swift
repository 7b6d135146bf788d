/// The three-way merge of a plan with the values of a tracker. The base of the merge is the memory:
/// the tracker's last known values.
///
/// Values that did not change in the tracker stay as they are here. Values that changed only in the
/// tracker are taken. Values that changed on both sides become a conflict of the plan.
///
/// `docs/decisions/0056-imports-keep-their-own-law.md` says why `PlanMerge` can't do this.
struct TrackerMerge {
  var document: PlanDocument
  var notes = ImportNotes()
  let tracker: TrackerValues
  let stamp: Stamp
  /// The id of the item with the memory, and the alias by which its tracker knows the plan.
  let origin: (item: ExactString, alias: AliasKey)
  /// Whether there is no memory of the tracker. Then the line's values replace those here.
  let isFirst: Bool
  let isNew: Bool
  /// The items of one list that the import removes.
  var dropped: [ExactString] = []
  /// The elements with which an undo removed the memory; empty otherwise.
  private(set) var undone: [StampedValue] = []
  /// The tracker's last known values, by the name of the path.
  var memory: [TrackerMemory.Name: [StampedValue]] = [:]

  /// Merges the values of a tracker with a plan.
  ///
  /// - Parameters:
  ///   - old: The plan before the import.
  ///   - isNew: Whether the import adds the plan.
  static func result(
    of tracker: TrackerValues, over old: PlanDocument, isNew: Bool, stamp: Stamp
  ) -> (document: PlanDocument, notes: ImportNotes) {
    var merge = TrackerMerge(old, tracker, isNew: isNew, stamp: stamp)
    for (path, value) in tracker.values.sorted(by: { $0.key < $1.key }) {
      let name = TrackerMemory.Name(of: path)
      merge.take(merge.sameDay(value, at: path, named: name), at: path, named: name)
    }
    merge.takeAliases()
    merge.takeSets()
    merge.forgetRefusals()
    let line = tracker.line
    if line.given.contains("checklist") { merge.takeChecklist(line.checklist) }
    if line.given.contains("comments") { merge.takeComments(line.comments) }
    return (merge.document, merge.notes)
  }

  private init(_ old: PlanDocument, _ tracker: TrackerValues, isNew: Bool, stamp: Stamp) {
    (document, self.tracker, self.isNew, self.stamp) = (old, tracker, isNew, stamp)
    let known = old.origin(of: tracker.line.aliases)
    let first = tracker.line.aliases[0]
    origin = known ?? (TrackerMemory.item(for: first), AliasKey(first))
    isFirst = !old.hasItem(origin.item, in: TrackerMemory.list)
    let item = origin.item
    if !isFirst {
      for case (.item(TrackerMemory.list, item, let name), let elements) in old.elements {
        memory[TrackerMemory.Name(name)] = elements
      }
    } else if !tracker.isClosing {
      if old.value(at: path(of: .gone)) != nil {
        // An undo removed the memory.
        undone = document[path(of: .gone)]
        refreshMemory(.null, as: .gone)
      }
      if known == nil { remember(.string(first), as: .alias) }
    }
    if !tracker.isClosing { takeSent() }
  }

  // MARK: - Memory

  func path(of name: TrackerMemory.Name) -> ElementPath {
    TrackerMemory.path(name, of: origin.item)
  }

  /// Records the tracker's current value. Recording the same value again writes nothing.
  mutating func remember(_ stored: JSONValue, as name: TrackerMemory.Name) {
    // A line that only closes the plan is not recorded, so the next line counts as the first.
    if isFirst, tracker.isClosing { return }
    let path = path(of: name)
    let found = document[path]
    if found.isEmpty {
      guard !stored.isNull, memory.count < TrackerMemory.most else { return }
    }
    if found.isEmpty || found.contains(where: { $0.value != stored }) {
      refreshMemory(stored, as: name)
    }
    memory[name] = memory[name] ?? []
  }

  /// Records the tracker's current value under the stamp of this import, also if it is the value in
  /// the memory. The stamp shows which values of the plan this import has written or decided for.
  mutating func refreshMemory(_ stored: JSONValue, as name: TrackerMemory.Name) {
    replace(path(of: name), by: stored)
  }

  /// Writes one value under the stamp of this import, in place of all values at the path.
  mutating func replace(_ path: ElementPath, by value: JSONValue) {
    document[path] = [StampedValue(stamp: stamp, value: value)]
  }

  /// Returns the tracker's last known value.
  ///
  /// - Parameter silence: The value that a missing record stands for.
  func known(_ name: TrackerMemory.Name, silence: JSONValue = .null) -> Known {
    let elements = isFirst ? [] : memory[name] ?? []
    return Known(elements: elements.isEmpty ? [StampedValue(value: silence)] : elements)
  }

  // MARK: - Values

  /// Merges the value at one path.
  mutating func take(
    _ value: JSONValue, at path: ElementPath, named name: TrackerMemory.Name,
    silence: JSONValue = .null
  ) {
    let known = known(name, silence: silence)
    let stored = TrackerMemory.stored(value)
    remember(stored, as: name)
    if isFirst {
      // The shown value is not a change, even in a conflict: the tracker can't know the other
      // values.
      if document.value(at: path) != value { document.apply([.write(path, value)], stamp: stamp) }
    } else if known.contains(stored), known.isOne {
      settle(stored, known, at: path, named: name)
      noteKept(value, at: path)
    } else {
      takeNews(value, known, at: path, named: name)
    }
  }

  /// Takes a value that is new in the tracker, or one of several that the memory has.
  private mutating func takeNews(
    _ value: JSONValue, _ known: Known, at path: ElementPath, named name: TrackerMemory.Name
  ) {
    let stored = TrackerMemory.stored(value)
    let isKnown = known.contains(stored)
    let found = document[path]
    let isSame = isSame(at: path)
    let local = found.filter { !known.isOrigin(of: $0, as: isSame) }
    let same = found.filter { isSame(TrackerMemory.stored($0.value), stored) }
    if found.isEmpty, stored.isNull { return }
    // If the value is in the memory but no longer here, somebody has replaced it.
    let isWanted = local.isEmpty || !isKnown || same.contains(where: known.isOrigin)
    let result =
      isWanted
      ? local + taken(value, found, local: local, same: same, known)
      : local.map { same.contains($0) ? $0 : renewed($0, known) }
    guard Set(result) != Set(found) else { return }
    document[path] = result
    // The memory has one value now, and the next import would settle the conflict by it.
    settle(stored, Known(elements: document[self.path(of: name)]), at: path, named: name)
    let values = Set(document[path].map(\.value))
    if values.count > 1, path.isReportedInConflict { notes.conflicts.append(path) }
    if !isWanted { noteKept(value, at: path) }
  }

  /// Returns the elements for a new value of the tracker.
  ///
  /// - Parameters:
  ///   - found: The elements at the path.
  ///   - local: Those of them that a person has written.
  ///   - same: Those of them that have the value.
  private func taken(
    _ value: JSONValue, _ found: [StampedValue], local: [StampedValue], same: [StampedValue],
    _ known: Known
  ) -> [StampedValue] {
    // A value that decides against another one gets a new stamp. Otherwise, if two clones decide
    // for different values, the merge would drop both.
    let isDecision = found.contains { !local.contains($0) && !same.contains($0) }
    // Beside a person's value, a derived one would be hidden instead of being in conflict.
    let isHidden = !local.isEmpty && same.allSatisfy(\.stamp.isDerived)
    if same.isEmpty || isDecision || isHidden { return [StampedValue(stamp: stamp, value: value)] }
    // The memory gets a new stamp. An imported value gets it as well, or it would seem later that
    // somebody has replaced it.
    guard known.contains(TrackerMemory.stored(value)) else { return same }
    return same.map { known.isImported($0) ? renewed($0, known) : $0 }
  }

  /// Returns the day in the memory if the tracker still has the same moment. In the time zone of
  /// the person who imports now, that moment may be another day.
  private mutating func sameDay(
    _ value: JSONValue, at path: ElementPath, named name: TrackerMemory.Name
  ) -> JSONValue {
    guard case .field(let field) = path, PlanField(field)?.rule == .day else { return value }
    let moment = tracker.line.moments[path].map { JSONValue.string($0.description) } ?? .null
    let place = TrackerMemory.Name.moment(of: path)
    let (before, day) = (known(place), known(name))
    remember(moment, as: place)
    guard !moment.isNull, before.isOne, before.contains(moment), day.isOne else { return value }
    return day.elements[0].value
  }

  /// Returns how to compare two values of a path. If the tracker only records whether a plan is
  /// done, all columns that are not done are equal.
  func isSame(at path: ElementPath) -> (JSONValue, JSONValue) -> Bool {
    guard path == PlanField.state.path, let board = tracker.kinds else { return (==) }
    return { one, other in
      guard let one = one.string, let other = other.string else { return one == other }
      return board.issueState(of: one) == board.issueState(of: other)
    }
  }

  /// Decides a conflict with a value that the tracker still has. Such a conflict arises if an
  /// import brings the value to a clone that does not have the changes of others yet.
  ///
  /// - If another clone had the tracker's value before, somebody has replaced it since, so the
  ///   newer values stay. This way, a value that another clone has sent does not count as a change
  ///   in the tracker.
  /// - If the tracker only records whether the plan is done, and it is closed there, the closed
  ///   column wins over open ones.
  /// - Otherwise the conflict stays.
  private mutating func settle(
    _ stored: JSONValue, _ known: Known, at path: ElementPath, named name: TrackerMemory.Name
  ) {
    let found = document[path]
    guard found.count > 1, Set(found.map(\.value)).count > 1 else { return }
    let imported = found.filter(known.isImported)
    let others = found.filter { !known.isImported($0) }
    guard !imported.isEmpty, !others.isEmpty else { return }
    let isSame = isSame(at: path)
    let agreeing = others.filter { isSame(TrackerMemory.stored($0.value), stored) }
    let kept: [StampedValue]
    if known.isOlder(than: imported, besides: others) || agreeing.count == others.count {
      kept = others
    } else if path == PlanField.state.path, let board = tracker.kinds,
      board.isClosed(stored), !others.contains(where: { board.isClosed($0.value) })
    {
      kept = imported
    } else {
      return showConflict(of: imported, with: others, stored, at: path, named: name)
    }
    // The stamp of the memory would make a person's value look like an imported one.
    document[path] = kept.map { agreeing.contains($0) ? $0 : renewed($0, known) }
    refreshMemory(stored, as: name)
  }

  /// Writes an imported value again if it is derived and would be hidden beside a value of a
  /// person.
  private mutating func showConflict(
    of imported: [StampedValue], with others: [StampedValue], _ stored: JSONValue,
    at path: ElementPath, named name: TrackerMemory.Name
  ) {
    guard path.isReportedInConflict, !document[path][0].stamp.isDerived,
      imported.allSatisfy(\.stamp.isDerived)
    else { return }
    document[path] = others + [StampedValue(stamp: stamp, value: imported[0].value)]
    refreshMemory(stored, as: name)
    notes.conflicts.append(path)
  }

  /// Returns an element under the stamp of this import, which decides for it. The memory gets the
  /// stamp, too, so a later import recognizes the decision.
  ///
  /// An imported value gets the time of the memory. Other values keep their times, and derived ones
  /// their mark.
  private func renewed(_ element: StampedValue, _ known: Known) -> StampedValue {
    if known.isImported(element) { return StampedValue(stamp: stamp, value: element.value) }
    let stamp = element.stamp.isDerived ? stamp.ofDerived : stamp
    return StampedValue(stamp: stamp.dated(element.stamp.time), value: element.value)
  }

  private mutating func noteKept(_ tracker: JSONValue, at path: ElementPath) {
    let here = document.value(at: path) ?? .null
    guard TrackerMemory.stored(here) != TrackerMemory.stored(tracker) else { return }
    notes.kept.append(ImportNotes.Kept(path: path, here: here, tracker: tracker))
  }

  /// Whether all values at a path came from the tracker and were not changed since.
  func isUntouched(_ path: ElementPath, named name: TrackerMemory.Name) -> Bool {
    let known = known(name)
    return document[path].allSatisfy(known.isOrigin)
  }
}
