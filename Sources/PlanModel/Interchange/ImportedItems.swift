/// Finds the checklist lines and comments of a line among those that the plan has.
struct ImportedItems {
  private let old: Plan?
  private let removed: Set<String>
  /// The ids that the plan has or had.
  private let known: Set<String>
  /// The ids that a new item can't have.
  private var taken: Set<String>

  init(of old: Plan?, line: ImportLine) {
    self.old = old
    removed = old?.removedItemIDs ?? []
    known = removed.union((old?.checklist ?? []).map(\.id)).union((old?.comments ?? []).map(\.id))
    taken = known
    taken.formUnion(named(line.checklist).map(\.id))
    taken.formUnion(named(line.comments).map(\.id))
  }

  /// An id of characters that can be typed: the given one if it is of such, else one made of its
  /// bytes, as for `#12`.
  ///
  /// Always the same, so that an item is found again when its line comes another time.
  static func typable(_ id: String) -> String {
    let isTypable = { (byte: UInt8) in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
    }
    return id.utf8.count <= 40 && id.utf8.allSatisfy(isTypable)
      ? id : "x" + FNV1a.hex(of: Array(id.utf8))
  }

  /// The items with the ids that they have on the plan, or are to get.
  ///
  /// What the plan knows under the given id keeps it, though nobody could type it: a line that was
  /// exported finds its items whatever wrote them.
  private func named<Item: ImportedItem>(_ items: [Item]) -> [Item] {
    items.map { item in
      var item = item
      if !known.contains(item.id) { item.id = Self.typable(item.id) }
      return item
    }
  }

  /// The edits that bring a checklist in.
  ///
  /// An item is the one with its id, else one with its text that no other item names; each is found
  /// once, so that items of one text keep their own ticks.
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

  /// The edits that bring in comments that the plan does not have: by their ids, or else their texts.
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
      // Who wrote it and when is written once, and may differ where the line does not say it: on a
      // plan that others have, such a comment is one of its own.
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

  /// The id of a new item: the given one, else one made of what it says, so that two clones that
  /// import one plan apart have one item of it, and not two.
  private mutating func newID(_ given: String, of words: [String]) -> String {
    guard given.isEmpty else { return given }
    var (id, count) = ("", 0)
    repeat {
      id = "x" + FNV1a.hex(of: Array((["\(count)"] + words).joined(separator: "\n").utf8))
      count += 1
    } while taken.contains(id)
    taken.insert(id)
    return id
  }
}
