/// Matches the checklist items, comments and times of a line with those of the plan. Items that
/// were removed from the plan are not imported again.
struct ImportedItems {
  private let old: Plan?
  private let removed: Set<String>
  /// The ids of the plan's items, including removed ones.
  private let known: Set<String>
  /// The ids that a new item can't get.
  private var taken: Set<String>

  init(of old: Plan?, line: ImportLine) {
    self.old = old
    removed = old?.removedItemIDs ?? []
    known = removed.union((old?.checklist ?? []).map(\.id)).union((old?.comments ?? []).map(\.id))
      .union((old?.time ?? []).map(\.id))
    taken = known
    taken.formUnion(named(line.checklist).map(\.id))
    taken.formUnion(named(line.comments).map(\.id))
    taken.formUnion(named(line.time).map(\.id))
  }

  /// Returns an id that can be typed: the given id if it has at most 40 characters, all of them
  /// lowercase letters and digits, else a hash of its bytes, as for `#12`.
  ///
  /// The result depends only on the id, so a later import finds the item again.
  static func typable(_ id: String) -> String {
    let isTypable = { (byte: UInt8) in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
    }
    return id.utf8.count <= 40 && id.utf8.allSatisfy(isTypable)
      ? id : "x" + FNV1a.hex(of: Array(id.utf8))
  }

  /// Returns the items with the ids that they have or will have on the plan.
  ///
  /// An id that the plan already has is kept, even if it can't be typed. So an export of this plan
  /// always matches its items.
  private func named<Item: ImportedItem>(_ items: [Item]) -> [Item] {
    items.map { item in
      var item = item
      if !known.contains(item.id) { item.id = Self.typable(item.id) }
      return item
    }
  }

  /// Returns the edits that import unknown members of items. Members of items that do not exist are
  /// dropped.
  func unknownMembers(of line: ImportLine) -> [Edit] {
    let there: [ExactString: Set<String>] = [
      "checklist": Set((old?.checklist ?? []).map(\.id) + named(line.checklist).map(\.id)),
      "comments": Set((old?.comments ?? []).map(\.id) + named(line.comments).map(\.id)),
      "time": Set((old?.time ?? []).map(\.id) + named(line.time).map(\.id)),
    ]
    return line.itemMembers.compactMap { edit in
      guard case .write(.item(let list, let id, let member), let value) = edit else { return nil }
      let item = known.contains(id.text) ? id.text : Self.typable(id.text)
      guard there[list]?.contains(item) ?? false, !removed.contains(item) else { return nil }
      return .write(.item(list: list, item: ExactString(item), member: member), value)
    }
  }

  /// Returns the edits that import a checklist.
  ///
  /// An item matches the plan's item with the same id. If there is no such item, it matches an item
  /// with the same text whose id is not in the line. Each item is matched once, so items with equal
  /// texts keep their own check marks.
  mutating func checklist(_ items: [ChecklistItem], ranks: [String]) -> [Edit] {
    let items = named(items)
    let there = Set(old?.checklist.map(\.id) ?? [])
    let named = Set(items.map(\.id))
    var byText: [ExactString: [String]] = [:]
    for item in (old?.checklist ?? []).reversed() where !named.contains(item.id) {
      byText[ExactString(item.text), default: []].append(item.id)
    }
    var edits: [Edit] = []
    for (item, rank) in zip(items, ranks) where !removed.contains(item.id) {
      let match =
        there.contains(item.id) ? item.id : byText[ExactString(item.text)]?.popLast()
      if let match {
        edits.append(.write(PlanList.checklist.path(match, "text"), .string(item.text)))
        edits.append(.check(match, done: item.done))
      } else {
        let id = newID(item.id, of: ["checklist", item.text])
        edits += Edit.checklistItem(id, text: item.text, rank: rank)
        if item.done { edits.append(.check(id, done: true)) }
      }
    }
    return edits
  }

  /// Returns the edits that add the comments that the plan lacks, compared by id, or by text if the
  /// line gives no id.
  mutating func comments(
    _ comments: [Comment], now: Timestamp, person: String,
    using generator: inout some RandomNumberGenerator
  ) -> [Edit] {
    let there = Set(old?.comments.map(\.id) ?? [])
    let texts = Set((old?.comments ?? []).map { $0.text.map { ExactString($0) } })
    var edits: [Edit] = []
    for comment in named(comments) where !removed.contains(comment.id) {
      let isThere =
        comment.id.isEmpty
        ? texts.contains(comment.text.map { ExactString($0) }) : there.contains(comment.id)
      guard !isThere else { continue }
      // A comment's author and time are written once. If the line does not give them, two imports
      // may write different ones. So on a plan that other clones may have, such a comment gets a
      // random id.
      let isSaid = comment.at != nil && !comment.by.isEmpty
      var id = comment.id
      if id.isEmpty, old != nil, !isSaid {
        id = Edit.itemID(besides: taken, using: &generator)
        taken.insert(id)
      }
      edits += Edit.comment(
        newID(id, of: ["comments"] + comment.text), text: comment.text,
        at: comment.at ?? now, by: comment.by.isEmpty ? person : comment.by)
    }
    return edits
  }

  /// Returns the edits that add the entries of time that the plan lacks, compared by id, or by
  /// content and author if the line gives no id.
  mutating func time(
    _ entries: [TimeEntry], now: Timestamp, person: String,
    using generator: inout some RandomNumberGenerator
  ) -> [Edit] {
    let there = Set(old?.time.map(\.id) ?? [])
    var authors: [[String]: [String]] = [:]
    for entry in old?.time ?? [] { authors[entry.words, default: []].append(entry.by) }
    var removed = removed
    var edits: [Edit] = []
    for var entry in named(entries) where !removed.contains(entry.id) {
      if entry.id.isEmpty {
        let same = authors[entry.words]?.firstIndex { entry.by.isEmpty || $0 == entry.by }
        if let same {
          authors[entry.words]?.remove(at: same)
          continue
        }
        if removed.remove(Self.id(of: ["time"] + entry.words, 0)) != nil { continue }
      } else if there.contains(entry.id) {
        continue
      }
      // As for comments: values that the line does not give may differ between two imports.
      if entry.id.isEmpty, old != nil, entry.at == nil || entry.by.isEmpty {
        entry.id = Edit.itemID(besides: taken, using: &generator)
        taken.insert(entry.id)
      }
      entry.id = newID(entry.id, of: ["time"] + entry.words)
      entry.at = entry.at ?? now
      if entry.by.isEmpty { entry.by = person }
      edits += Edit.time(entry)
    }
    return edits
  }

  /// Returns the id of a new item: the given id, else a hash of the content.
  ///
  /// With a hash, two clones that import the same plan independently create one item, not two.
  private mutating func newID(_ given: String, of words: [String]) -> String {
    guard given.isEmpty else { return given }
    var (id, count) = ("", 0)
    repeat {
      id = Self.id(of: words, count)
      count += 1
    } while taken.contains(id)
    taken.insert(id)
    return id
  }

  /// Returns the id that is made of the content of an item.
  ///
  /// - Parameter count: The number of items with the same content before it.
  static func id(of words: [String], _ count: Int) -> String {
    "x" + FNV1a.hex(of: Array((["\(count)"] + words).joined(separator: "\n").utf8))
  }
}

extension TimeEntry {
  /// The content by which an entry without an id is recognized.
  fileprivate var words: [String] {
    [minutes.map { String($0) } ?? "", day?.description ?? "", note]
  }
}
