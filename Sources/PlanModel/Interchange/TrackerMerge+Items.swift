/// Merges the items of lists, such as the lines of a checklist.
extension TrackerMerge {
  /// The items of a list before the import, with their shown values.
  typealias Records = [ExactString: JSONObject]

  /// Returns the keys of the items of a list that the memory has, each with its name there.
  func listed(_ list: PlanList) -> [(key: String, name: TrackerMemory.Name)] {
    memory.keys.sorted().compactMap { name in name.key(in: list).map { (key: $0, name: name) } }
  }

  /// Returns the ids of the plan's items that belong to an item of the tracker.
  func places(of name: TrackerMemory.Name) -> [String] {
    isFirst
      ? [] : (memory[name.part("item")] ?? []).compactMap(\.value.string)
  }

  /// Returns the key of each item: its id, else a hash of its content and of the number of earlier
  /// items with the same content.
  static func keys<Item: ImportedItem>(of items: [Item], _ words: (Item) -> [String]) -> [String] {
    var counts: [[ExactString]: Int] = [:]
    return items.map { item in
      if !item.id.isEmpty { return ImportedItems.typable(item.id) }
      let words = words(item)
      let exact = words.map { ExactString($0) }
      defer { counts[exact, default: 0] += 1 }
      return ImportedItems.id(of: words, counts[exact] ?? 0)
    }
  }

  /// Returns the plan's item for each item of the tracker; nil for a new one.
  ///
  /// This is the item that the memory names, else the one with the same id. If there is neither, it
  /// is an item with the same text that matches no other item of the tracker.
  ///
  /// - Parameters:
  ///   - ids: The ids that the items get if they are new.
  ///   - sent: The ids of items that a bridge was about to send, including removed ones.
  ///   - mayBe: Whether an item of the tracker can be an item of the plan with the same text.
  func matches<Item: ImportedItem>(
    _ items: [Item], _ keys: [String], ids: [String], list: PlanList, in records: Records,
    sent: Set<String> = [], text: (Item) -> JSONValue,
    mayBe: (Item, JSONObject) -> Bool = { _, _ in true }
  ) -> [String?] {
    var matches = items.indices.map { index -> String? in
      let name = TrackerMemory.Name.item(keys[index], in: list)
      let candidates = places(of: name) + [items[index].id, keys[index], ids[index]]
      return candidates.first { !$0.isEmpty && records[ExactString($0)] != nil }
    }
    var claimed = Set(matches.compactMap(\.self))
    for name in listed(list).map(\.name) { claimed.formUnion(places(of: name)) }
    claimed.formUnion(isFirst ? [] : listed(list).map(\.key))
    var free: [JSONValue: [String]] = [:]
    let candidates = records.filter { id, record in
      (!record.isRemovedItem || sent.contains(id.text)) && !claimed.contains(id.text)
    }
    let order = candidates.sorted {
      Rank.precedes(
        ($0.value["rank"]?.string ?? "", $0.key.text), ($1.value["rank"]?.string ?? "", $1.key.text)
      )
    }
    for (id, record) in order.reversed() {
      free[record["text"] ?? .null, default: []].append(id.text)
    }
    for (index, item) in items.enumerated() where matches[index] == nil {
      let name = TrackerMemory.Name.item(keys[index], in: list)
      // If a known item was removed, it is not matched with another one.
      guard isSilent(name, key: keys[index], in: records), let same = free[text(item)],
        let place = same.lastIndex(where: sent.contains)
          ?? same.lastIndex(where: { id in
            records[ExactString(id)].map { mayBe(item, $0) } ?? false
          })
      else { continue }
      matches[index] = free[text(item)]?.remove(at: place)
    }
    return matches
  }

  /// Whether no import has recorded this item, or an undo removed the record.
  func isSilent(_ name: TrackerMemory.Name, key: String, in records: Records) -> Bool {
    guard !isFirst, let said = memory[name] else { return true }
    return !said.isEmpty && said.allSatisfy(\.value.isNull) && places(of: name).isEmpty
      && records[ExactString(key)] == nil
  }

  // MARK: - Checklist

  mutating func takeChecklist(_ items: [ChecklistItem]) {
    let records = document.records(in: "checklist")
    let keys = Self.keys(of: items) { ["checklist", $0.text] }
    let matches = matches(items, keys, ids: keys, list: .checklist, in: records) {
      .string($0.text)
    }
    for (index, item) in items.enumerated() {
      take(item, as: keys[index], at: matches[index], rank: tracker.ranks[index], in: records)
    }
    let said = Set(keys)
    for (key, name) in listed(.checklist) where !said.contains(key) {
      dropLine(name, at: places(of: name).first ?? key, in: records)
    }
    removeDropped(from: .checklist)
  }

  private mutating func take(
    _ item: ChecklistItem, as key: String, at match: String?, rank: String, in records: Records
  ) {
    let name = TrackerMemory.Name.item(key, in: .checklist)
    let known = known(name, silence: .bool(false))
    let isSilent = isFirst || memory[name] == nil
    let isRemoved = match.flatMap { records[ExactString($0)]?.isRemovedItem } ?? false
    remember(.bool(true), as: name)
    let id = match ?? key
    let isDropped = isDropped(id, from: .checklist, by: known.absences)
    // An item that was removed here stays removed, whatever happens to it in the tracker.
    if isRemoved, !isSilent, known.contains(.bool(true)),
      !isDroppedOnly(id, from: .checklist, by: known.absences)
    {
      return
    }
    if id != key { remember(.string(id), as: name.part("item")) }
    guard match != nil else { return add(item, as: id, rank: rank, named: name) }
    if isRemoved {
      let isUndone = self.isDropped(id, from: .checklist, by: undone)
      // It was removed here before the first import from the tracker. It is restored only if the
      // undo of an import removed it.
      if isSilent, !isUndone { return }
      if isDropped || isUndone { renew(item, at: id, named: name) }
      restore(id, in: .checklist)
    } else if isDropped {
      // Another import had removed the line. Without this, it would be removed again as soon as it
      // has the values of that time.
      restore(id, in: .checklist)
    }
    take(.string(item.text), at: PlanList.checklist.path(id, "text"), named: name.part("text"))
    take(
      .bool(item.done), at: PlanList.checklist.path(id, "done"), named: name.part("done"),
      silence: .bool(false))
  }

  private mutating func add(
    _ item: ChecklistItem, as id: String, rank: String, named name: TrackerMemory.Name
  ) {
    document.apply(
      Edit.checklistItem(id, text: item.text, rank: rank)
        + (item.done ? [.check(id, done: true)] : []), stamp: stamp)
    remember(TrackerMemory.stored(.string(item.text)), as: name.part("text"))
    remember(.bool(item.done), as: name.part("done"))
  }

  /// Writes the values of a restored line anew if an undo removed the memory of them. Otherwise the
  /// values that the undone import wrote would look like a person's.
  private mutating func renew(_ item: ChecklistItem, at id: String, named name: TrackerMemory.Name)
  {
    for (member, value, name) in [
      ("text", JSONValue.string(item.text), name.part("text")),
      ("done", .bool(item.done), name.part("done")),
    ] where known(name).elements.allSatisfy(\.value.isNull) {
      replace(PlanList.checklist.path(id, member), by: value)
    }
  }

  /// Removes a line that the tracker no longer has, unless it was changed here.
  private mutating func dropLine(_ name: TrackerMemory.Name, at id: String, in records: Records) {
    let known = known(name)
    if isFirst { return }
    remember(.bool(false), as: name)
    guard let record = records[ExactString(id)] else { return }
    let isUntouched =
      isUntouched(PlanList.checklist.path(id, "text"), named: name.part("text"))
      && isUntouched(PlanList.checklist.path(id, "done"), named: name.part("done"))
    if record.isRemovedItem {
      // A merge may bring a change of a line that an import had removed. Then the line is restored.
      guard isDropped(id, from: .checklist, by: known.absences) else { return }
      if !isUntouched {
        restore(id, in: .checklist)
        // With the same stamp, so that it can be restored again after an undo of this import.
        refreshMemory(.bool(false), as: name)
      } else if !known.isOne, let gone = record["gone"] {
        // The memory has a new stamp. Without this, it would seem later that a person removed the
        // line.
        replace(PlanList.checklist.path(id, "gone"), by: gone)
      }
      return
    }
    // If the tracker already lacked the line before, there are two cases. A merge brought the line
    // back, with a change: it is examined again. Or somebody restored it: it stays.
    let isBack = record["gone"]?.string != nil
    guard known.contains(.bool(true)) || isBack else { return }
    if isUntouched {
      dropped.append(ExactString(id))
      // With the stamp of the removal, also if the memory had the value before.
      refreshMemory(.bool(false), as: name)
    } else {
      let path = PlanList.checklist.path(id, "text")
      notes.kept.append(
        ImportNotes.Kept(path: path, here: document.value(at: path) ?? .null, tracker: .null))
    }
  }

  /// Whether an item was removed by an import that wrote one of these elements of the memory. An
  /// import that restored the item wrote null.
  func isDropped(_ id: String, from list: PlanList, by elements: [StampedValue]) -> Bool {
    let removals = document[list.path(id, "gone")].filter { !$0.value.isNull }
    return elements.contains { element in
      removals.contains { $0.isOfSameCommand(as: element) }
    }
  }

  /// Whether nothing but such an import removed an item: nobody removed it here as well.
  func isDroppedOnly(_ id: String, from list: PlanList, by elements: [StampedValue]) -> Bool {
    let removals = document[list.path(id, "gone")].filter { !$0.value.isNull }
    return !removals.isEmpty
      && removals.allSatisfy { removal in elements.contains { removal.isOfSameCommand(as: $0) } }
  }

  /// Removes the dropped items of a list together, since each removal reads the whole list.
  mutating func removeDropped(from list: PlanList) {
    document.apply(
      document.removals(ofItems: dropped, in: ExactString(list.rawValue)), stamp: stamp)
    dropped = []
  }

  mutating func restore(_ id: String, in list: PlanList) {
    document.apply([.write(list.path(id, "gone"), .null)], stamp: stamp)
  }
}
