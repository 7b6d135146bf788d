/// What must be on a board after imports, edits and merges, by simple rules about what each writer
/// had seen. It knows nothing of elements and stamps.
struct ReimportModel {
  /// A value that people change here or in the tracker, such as `title` or `line 7 text` of an
  /// issue.
  struct Key: Hashable {
    let issue: Int
    let name: String

    /// What it means that the tracker never said anything.
    var silence: String? {
      switch name.split(separator: " ").first {
      case "label": "false"
      case "line" where name.split(separator: " ").count == 2: "false"
      case "body", "owner", "comment": ""
      default: nil
      }
    }
  }

  struct Event {
    let key: Key
    let value: String
    let isLocal: Bool
    /// Whether an import said something that its clone did not know from earlier imports.
    let isFresh: Bool
    /// Whether the plan may already have known a fresh value, because an import has confirmed it
    /// independently of the values that the clone knew.
    var isDoubtful = false
    /// The only value that the clone knew from earlier imports; nil if it knew none or several.
    let known: String?
    /// The events that the writer had seen.
    let past: Set<Int>
  }

  private(set) var events: [Event] = []
  private var places: [Key: [Int]] = [:]
  /// The imports that said again what their clones knew. They count as events only where an import
  /// may have decided a conflict, which the memory records.
  private var confirmations: [Key: [Int]] = [:]
  /// All values that imports brought, also those that were no news.
  private(set) var imported: [Key: Set<String>] = [:]
  /// How often an import added each plan or line to a clone that had none.
  private var additions: [Key: Int] = [:]
  /// The events that each clone has seen, and at the end those of the hub.
  var seen: [Set<Int>]

  init(clones: Int) { seen = Array(repeating: [], count: clones + 1) }

  var keys: [Key] { Array(Set(places.keys).union(imported.keys)) }

  func events(of key: Key) -> [Int] { places[key] ?? [] }

  private mutating func append(_ event: Event, by clone: Int) {
    places[event.key, default: []].append(events.count)
    seen[clone].insert(events.count)
    events.append(event)
  }

  mutating func edit(_ key: Key, _ value: String, by clone: Int) {
    append(
      Event(
        key: key, value: value, isLocal: true, isFresh: false, known: nil, past: seen[clone]),
      by: clone)
  }

  /// Returns the values of the last imports that a clone has seen.
  func known(_ key: Key, in past: Set<Int>) -> Set<String> {
    known(key, by: events(of: key).filter { past.contains($0) && !events[$0].isLocal })
  }

  private func known(_ key: Key, by imports: [Int]) -> Set<String> {
    let last = imports.filter { event in !imports.contains { events[$0].past.contains(event) } }
    if last.isEmpty, let silence = key.silence { return [silence] }
    return Set(last.map { events[$0].value })
  }

  /// Notes values that one import brings.
  mutating func bring(_ values: [Key: String], to clone: Int) {
    let past = seen[clone]
    for (key, value) in values {
      imported[key, default: []].insert(value)
      let known = known(key, in: past)
      let isAddition = known.isEmpty && key.name == "title" || known == ["false"] && value == "true"
      if isAddition { additions[key, default: 0] += 1 }
      let event = Event(
        key: key, value: value, isLocal: false, isFresh: !known.contains(value),
        isDoubtful: self.known(key, by: imports(of: key).filter(past.contains)).contains(value),
        known: known.count == 1 ? known.first : nil, past: past)
      if known == [value] {
        confirmations[key, default: []].append(events.count)
        seen[clone].insert(events.count)
        events.append(event)
      } else {
        append(event, by: clone)
      }
    }
  }

  /// Returns the imports of a value, also those that were no news.
  private func imports(of key: Key) -> [Int] {
    events(of: key).filter { !events[$0].isLocal } + (confirmations[key] ?? [])
  }

  // MARK: - What must be there

  /// Whether somebody replaced a value who had seen it.
  ///
  /// People replace everything. An import replaces what earlier imports brought, and a value of
  /// people only if it is what the tracker said last. If the tracker says what people here have
  /// written, that stays one value.
  func isReplaced(_ index: Int) -> Bool {
    let event = events[index]
    let same = events(of: event.key).filter { place in
      !event.isLocal && events[place].isLocal && events[place].value == event.value
        && event.past.contains(place)
    }
    if same.contains(where: isReplaced) { return true }
    // The same value that another clone has imported independently: what follows that one, follows
    // this one, too.
    let twins = imports(of: event.key).filter { place in
      !event.isLocal && events[place].value == event.value && place != index
        && !event.past.contains(place)
    }
    return events(of: event.key).contains { later in
      let next = events[later]
      if next.isLocal, !next.past.isDisjoint(with: twins) { return true }
      return next.past.contains(index)
        && (next.isLocal || !event.isLocal || next.isFresh && next.known == event.value)
    }
  }

  /// Returns the values that must be shown or be in a conflict.
  func required(_ key: Key) -> Set<String> {
    Set(
      events(of: key).filter { index in
        let event = events[index]
        return (event.isLocal || event.isFresh && !event.isDoubtful) && !isReplaced(index)
      }.map { events[$0].value })
  }

  func isEdited(_ key: Key) -> Bool { events(of: key).contains { events[$0].isLocal } }

  /// Returns the values of people that nobody replaced, if the tracker always said the same; nil if
  /// it did not, if nobody changed the value, or if two clones got it independently.
  func local(_ key: Key) -> Set<String>? {
    let all = events(of: key)
    let words = key.name.split(separator: " ")
    var owners = [Key(issue: key.issue, name: "title")]
    if words[0] == "line" { owners.append(Key(issue: key.issue, name: "line \(words[1])")) }
    guard owners.allSatisfy({ additions[$0, default: 0] < 2 }) else { return nil }
    guard imported[key, default: []].count == 1, isEdited(key),
      all.count(where: { events[$0].isFresh }) <= 1
    else { return nil }
    let local = all.filter { events[$0].isLocal }
    return Set(
      local.filter { event in !local.contains { events[$0].past.contains(event) } }
        .map { events[$0].value })
  }
}
