/// What a tracker does not take, although it reports no error: GitLab keeps one assignee, and drops
/// labels and milestones of people who may not set them. It stays on the plan, and is not sent
/// again.
extension TrackerMemory {
  /// Returns changes without the parts that the tracker has not taken before, and those parts.
  func withoutRefused(
    _ changes: [TrackerChange]
  ) -> (changes: [TrackerChange], refused: [TrackerChange]) {
    var (sent, refused): ([TrackerChange], [TrackerChange]) = ([], [])
    for change in changes {
      let (rest, held) = change.split { isRefused($0, $1) }
      sent += rest.map { [$0] } ?? []
      refused += held.map { [$0] } ?? []
    }
    return (sent, refused)
  }

  private func isRefused(_ name: Name, _ value: JSONValue) -> Bool {
    document.value(at: Self.path(.refused(name), of: item)) == value
  }
}

extension TrackerChange {
  /// The names of the members of a set in the memory, and whether they are added; empty for the
  /// change of a field.
  var members: [(name: TrackerMemory.Name, isAdded: Bool)] {
    switch self {
    case .labels(let added, let removed): Self.members(of: .labels, added, removed)
    case .assignees(let added, let removed): Self.members(of: .assignees, added, removed)
    default: []
    }
  }

  /// The name of a field in the memory, and the value that marks it as refused; nil for others.
  var refusable: (name: TrackerMemory.Name, value: JSONValue)? {
    guard case .milestone(let id) = self else { return nil }
    let value = id.map { TrackerMemory.stored(.string($0)) } ?? .bool(false)
    return (TrackerMemory.Name(of: PlanField.milestone.path), value)
  }

  private static func members(
    of set: PlanSet, _ added: [String], _ removed: [String]
  ) -> [(name: TrackerMemory.Name, isAdded: Bool)] {
    added.map { (TrackerMemory.Name(of: set.path(of: $0)), true) }
      + removed.map { (TrackerMemory.Name(of: set.path(of: $0)), false) }
  }

  /// Splits a change into the part for which `isHeld` is false, and the part for which it is true.
  func split(
    _ isHeld: (TrackerMemory.Name, JSONValue) -> Bool
  ) -> (rest: TrackerChange?, held: TrackerChange?) {
    if let (name, value) = refusable { return isHeld(name, value) ? (nil, self) : (self, nil) }
    let (set, added, removed): (PlanSet, [String], [String])
    switch self {
    case .labels(let some, let others): (set, added, removed) = (.labels, some, others)
    case .assignees(let some, let others): (set, added, removed) = (.assignees, some, others)
    default: return (self, nil)
    }
    func part(_ isWanted: (Bool) -> Bool) -> TrackerChange? {
      func names(_ names: [String], _ isAdded: Bool) -> [String] {
        names.filter {
          isWanted(isHeld(TrackerMemory.Name(of: set.path(of: $0)), .bool(isAdded)))
        }
      }
      let (some, others) = (names(added, true), names(removed, false))
      if some.isEmpty && others.isEmpty { return nil }
      return set == .labels
        ? .labels(added: some, removed: others) : .assignees(added: some, removed: others)
    }
    return (part { !$0 }, part { $0 })
  }
}

extension TrackerMerge {
  /// Forgets that the tracker did not take a value, once it has the value, or once nobody here
  /// wants it.
  mutating func forgetRefusals() {
    for name in memory.keys.sorted() {
      guard let target = name.refused, let value = memory[name]?.first?.value, !value.isNull else {
        continue
      }
      let there = document.value(at: path(of: target)) ?? .null
      let isThere: Bool
      let isWanted: Bool
      if target == TrackerMemory.Name(of: PlanField.milestone.path) {
        let wanted = value == .bool(false) ? .null : value
        isThere = there == wanted
        let here = document.value(at: PlanField.milestone.path) ?? .null
        isWanted = TrackerMemory.stored(here) == wanted
      } else {
        isThere = (there == .bool(true)) == (value == .bool(true))
        isWanted = isHere(target) == (value == .bool(true))
      }
      if isThere || !isWanted { remember(.null, as: name) }
    }
  }

  /// Whether the plan has a label, or an assignee with a login.
  private func isHere(_ name: TrackerMemory.Name) -> Bool {
    if let label = name.member(of: .labels) {
      return !document[PlanSet.labels.path(of: label)].isEmpty
    }
    guard let login = name.member(of: .assignees) else { return false }
    guard let accounts = tracker.accounts else {
      return !document[PlanSet.assignees.path(of: login)].isEmpty
    }
    return presentAssignees(accounts)[login.lowercased()] != nil
  }
}
