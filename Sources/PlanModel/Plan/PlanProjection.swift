extension Plan {
  /// Reads the shown values of a document.
  ///
  /// It never fails: a value of the wrong type counts as absent, because a person may have typed
  /// it.
  package init(_ document: PlanDocument, id: PlanID) {
    var reading = PlanReading()
    for (path, elements) in document.elements.sorted(by: { $0.key < $1.key }) {
      reading.read(elements, at: path)
    }
    var values = reading.values
    values.readDeletion(of: document)
    self.init(id: id, values)
  }

  /// Reads the shown values of a file's contents; the result is the same as for its document.
  package init(_ contents: PlanContents, id: PlanID) {
    var reading = PlanReading()
    for place in contents.places {
      if let index = place.value, place.candidates.isEmpty, place.stamps.count == 1 {
        let value = TextValue(text: contents.text, index: index)
        reading.read(value, place.stamps[0], at: place.path)
      } else {
        reading.read(contents.elements(at: place), at: place.path)
      }
    }
    var values = reading.values
    if reading.isDeleted { values.readDeletion(of: PlanDocument(contents)) }
    self.init(id: id, values)
  }
}

extension PlanValues {
  /// Clears `stateSince` and `ownerSince` if they equal the creation time, as after an undo that
  /// restored the first values.
  fileprivate mutating func dropCreationTimes() {
    guard let made = created?.at else { return }
    if stateSince == made { stateSince = nil }
    if ownerSince == made { ownerSince = nil }
  }

  fileprivate mutating func dropUnknownMembers(of removed: Set<ItemPlace>) {
    if unknown.isEmpty || removed.isEmpty { return }
    unknown = unknown.filter { path, _ in !(path.item.map(removed.contains) ?? false) }
  }

  /// Reads the deletion, which depends on the whole content.
  fileprivate mutating func readDeletion(of document: PlanDocument) {
    deletion = document.deletionState
    guard let conflict = document.conflict(of: deletion) else { return }
    conflicts.append(conflict)
    conflicts.sort { $0.path < $1.path }
  }
}

/// Builds the values of a plan from its paths, which are read in order.
private struct PlanReading {
  private var read = PlanValues()
  /// The items of the lists that this version knows.
  private var lists: [ExactString: PlanRecords] = [:]
  /// The paths with several elements, in order.
  private var contested: [(path: ElementPath, elements: [StampedValue])] = []
  /// The names of values for which imports recorded different values of the source.
  private var disputed: Set<TrackerMemory.Name> = []
  /// Whether the plan has a deletion, which may no longer hold.
  private(set) var isDeleted = false

  /// Reads the elements of one path.
  mutating func read(_ elements: [StampedValue], at path: ElementPath) {
    guard let shown = elements.first else { return }
    read(shown.value, shown.stamp, at: path)
    if path == PlanField.created.path { read.created = Creation(elements) }
    if path == PlanField.lease.path { read.lease = Timestamp.endOfLease(elements) }
    guard elements.count > 1 else { return }
    contested.append((path, elements))
    if let name = TrackerMemory.disputedName(at: path, elements) { disputed.insert(name) }
  }

  /// Reads the shown value of one path.
  mutating func read(_ value: some PlanValue, _ stamp: Stamp, at path: ElementPath) {
    var isChange = false
    switch path {
    case .field(let name):
      if let field = PlanField(name) {
        field.read(value, stamp, into: &read)
        isChange = field.isStampShown
        if field == .deleted { isDeleted = !value.json.isNull }
      } else {
        read.unknown[path] = value.json
        isChange = CustomField.isMember(name)
      }
    case .setMember(let name, let member):
      if let set = PlanSet(name) {
        set.read(member.text, into: &read)
        isChange = true
      } else {
        read.unknown[path] = .bool(true)
        isChange = CustomField.isMember(name)
      }
    case .item(let list, let item, let member):
      let known = PlanList.knownMembers[list]
      if known != nil {
        lists[list, default: PlanRecords()].add(value.json, member, of: item)
        isChange = true
      }
      if known?.contains(member) != true { read.unknown[path] = value.json }
    case .other(let name): read.other[name] = value.json
    }
    // Only stamps of values that commands write and show count as changes.
    if isChange, stamp != .none, stamp.isWellFormed, let time = stamp.time {
      read.updated = max(read.updated ?? time, time)
    }
  }

  /// The values, after all paths were read.
  var values: PlanValues {
    var plan = read
    var removed: Set<ItemPlace> = []
    let present = { (list: ExactString) in
      (lists[list]?.all ?? []).filter { record in
        guard record.isRemoved else {
          // A removed item of another list may have the same id; this one counts.
          if list != "files" { plan.removedItemIDs.remove(record.id.text) }
          return true
        }
        removed.insert(ItemPlace(list: list, id: record.id))
        if list != "files" { plan.removedItemIDs.insert(record.id.text) }
        return false
      }
    }
    var texts = plan.texts
    texts.checklist = present("checklist").map { ChecklistItem($0) }
    texts.comments = present("comments").map { Comment($0) }
    texts.time = present("time").map { TimeEntry($0) }
    texts.files = present("files").map { Attachment($0) }
    texts.checklist.sort { Rank.precedes(($0.rank, $0.id), ($1.rank, $1.id)) }
    texts.comments.sort { Comment.precedes($0, $1) }
    texts.time.sort { TimeEntry.precedes($0, $1) }
    texts.files.sort { Attachment.precedes($0, $1) }
    plan.texts = texts
    plan.conflicts = contested.compactMap { path, elements in
      Conflict(of: elements, at: path, disputed: disputed)
    }
    plan.dropUnknownMembers(of: removed)
    plan.updated = plan.updated ?? plan.created?.at
    plan.dropCreationTimes()
    return plan
  }
}

extension ChecklistItem {
  /// The members of a record that this version knows.
  static let members: Set<ExactString> = ["text", "done", "rank", "gone"]

  fileprivate init(_ record: PlanRecords.Record) {
    let (id, record) = (record.id, record.members)
    self.init(
      id: id.text, text: record["text"]?.string ?? "", done: record["done"]?.bool ?? false,
      rank: record["rank"]?.string ?? "", wasRemoved: record["gone"]?.string != nil)
  }
}

extension Comment {
  /// The members of a record that this version knows.
  static let members: Set<ExactString> = ["at", "by", "text", "gone"]

  fileprivate init(_ record: PlanRecords.Record) {
    let (id, record) = (record.id, record.members)
    self.init(
      id: id.text, at: record["at"]?.string.flatMap(Timestamp.init),
      by: record["by"]?.string ?? "", text: record["text"]?.array?.compactMap(\.string) ?? [])
  }

  /// Whether `left` is shown before `right`: comments without a valid time first, then the oldest.
  fileprivate static func precedes(_ left: Comment, _ right: Comment) -> Bool {
    if left.at != right.at {
      return (left.at?.milliseconds ?? .min) < (right.at?.milliseconds ?? .min)
    }
    return ExactString(left.id) < ExactString(right.id)
  }
}

extension Creation {
  /// Chooses the earliest creation; nil if there are no elements.
  ///
  /// Two clones that import the same plan concurrently both create it. The earliest creation is
  /// taken without a conflict.
  fileprivate init?(_ elements: [StampedValue]) {
    let first = elements.map { Creation($0.value) }
      .min { ($0.at?.milliseconds ?? .max) < ($1.at?.milliseconds ?? .max) }
    guard let first else { return nil }
    self = first
  }

  init(_ value: some PlanValue) {
    let record = value.json.object
    self.init(at: record?["at"]?.string.flatMap(Timestamp.init), by: record?["by"]?.string ?? "")
  }
}

extension Conflict {
  /// Returns the conflict between the elements of a path; nil if people have nothing to resolve.
  ///
  /// Concurrent deletions agree; a deletion and a restoration conflict. If a person's value is
  /// shown, derived values are ignored. Two clones may finish a repeating plan on different days,
  /// and so derive different days for the next plan. That is no conflict either.
  ///
  /// - Parameter disputed: The names of values for which imports recorded different values of the
  ///   source. Their derived values are not ignored, because the person may not have seen the
  ///   latest value of the source.
  fileprivate init?(
    of elements: [StampedValue], at path: ElementPath, disputed: Set<TrackerMemory.Name>,
    itemName: String? = nil
  ) {
    guard elements.count > 1, path.isReportedInConflict else { return nil }
    var values: [StampedValue] = []
    var seen: Set<JSONValue> = []
    let isDerived = elements[0].stamp.isDerived
    if path.isDerivedDay, elements.allSatisfy({ $0.stamp == .derived }) { return nil }
    let allCount =
      isDerived || !disputed.isEmpty && disputed.contains(TrackerMemory.Name(of: path))
    for element in elements where allCount || !element.stamp.isDerived {
      if seen.insert(element.value).inserted { values.append(element) }
    }
    let areDeletions = path == PlanField.deleted.path && !seen.contains(.null)
    guard values.count > 1, !areDeletions else { return nil }
    self.init(path: path, values: values, itemName: itemName)
  }
}

extension ElementPath {
  /// Whether derived values of the path depend on the day of a change.
  fileprivate var isDerivedDay: Bool {
    [PlanField.due, .start, .repeat].contains { $0.path == self }
  }
}

extension PlanDocument {
  var creation: Creation? { Creation(self[PlanField.created.path]) }

  /// The conflicts, sorted by path, without `conflictOfDeletion`.
  package var conflicts: [Conflict] {
    let contested = elements.filter { $0.value.count > 1 }
    let disputed = Set(contested.compactMap { TrackerMemory.disputedName(at: $0.key, $0.value) })
    return contested.compactMap { path, values in
      Conflict(of: values, at: path, disputed: disputed, itemName: account(at: path)?.text)
    }.sorted { $0.path < $1.path }
  }
}

// MARK: - Records and values

/// The records of a list of items, read member by member in path order.
struct PlanRecords {
  struct Record {
    let id: ExactString
    /// The shown values.
    let members: JSONObject

    /// Whether the item is removed, and unchanged since.
    var isRemoved: Bool { members.isRemovedItem }
  }

  private var items: [(id: ExactString, members: [JSONObject.Member])] = []

  /// Adds a member to an item. If the item is not the last one, it is new and is appended.
  mutating func add(_ value: JSONValue, _ member: ExactString, of item: ExactString) {
    if items.last?.id != item { items.append((item, [])) }
    items[items.count - 1].members.append(JSONObject.Member(key: member, value: value))
  }

  /// The records, sorted by id.
  var all: [Record] { items.map { Record(id: $0.id, members: JSONObject(sorted: $0.members)) } }
}

/// A value that a plan is read from: a `JSONValue` or a `TextValue`.
protocol PlanValue {
  /// The text; nil for any other value.
  var string: String? { get }
  /// The texts of an array; empty for any other value.
  var strings: [String] { get }
  /// The number; nil for any other value.
  var number: JSONNumber? { get }
  /// The value as a tree.
  var json: JSONValue { get }
}

extension JSONValue: PlanValue {
  var strings: [String] { array?.compactMap(\.string) ?? [] }
  var number: JSONNumber? { if case .number(let number) = self { number } else { nil } }
  var json: JSONValue { self }
}

/// A value that is decoded from the JSON text of its file when it is read.
struct TextValue: PlanValue {
  let text: JSONText
  let index: Int

  var string: String? { text.tokens[index].kind == .string ? text.string(index).text : nil }

  var strings: [String] {
    guard text.tokens[index].kind == .array else { return [] }
    var strings: [String] = []
    for element in text.elements(of: index) where text.tokens[element].kind == .string {
      strings.append(text.string(element).text)
    }
    return strings
  }

  var number: JSONNumber? { json.number }
  var json: JSONValue { text.value(index) }
}
