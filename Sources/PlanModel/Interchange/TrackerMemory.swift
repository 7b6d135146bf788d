/// The remembered values of one tracker, compared with the present values of the plan.
///
/// A value is sent if it differs from the tracker's last known value, and if nobody has changed it
/// in the tracker since. So this must be computed right after an import from the tracker.
package struct TrackerMemory {
  package let alias: String
  /// The id of the item with the memory.
  let item: ExactString
  let document: PlanDocument
  let board: Board
  private let limits: TrackerLimits
  /// The tracker's last known values, by the name of the path.
  private var values: [TrackerMemory.Name: [StampedValue]] = [:]

  /// Reads the values that imports from a tracker have recorded on a plan.
  ///
  /// - Returns: nil if no import has recorded values of the tracker.
  package init?(
    of alias: String, in document: PlanDocument, on board: Board, _ limits: TrackerLimits
  ) {
    guard let item = document.origin(of: [alias])?.item,
      document.hasItem(item, in: Self.list)
    else { return nil }
    (self.alias, self.document, self.board, self.limits) = (alias, document, board, limits)
    self.item = item
    for case (.item(TrackerMemory.list, item, let name), let elements) in document.elements {
      values[TrackerMemory.Name(name)] = elements
    }
  }

  /// The mark in the text of an issue that a bridge has created for the plan; nil for other issues.
  package var marker: String? { values[.marker]?.first?.value.string }

  /// The values to send, and those that have to wait.
  package var differences: (changes: [TrackerChange], held: [UnsentReason]) {
    var found: (changes: [TrackerChange], held: [UnsentReason]) = ([], [])
    add(.title, to: &found) { $0.string.map(TrackerChange.title) }
    add(.body, to: &found) { .body(Self.lines($0)) }
    add(.milestone, to: &found) { .milestone($0.string) }
    if limits.hasDueDays { add(.due, to: &found) { .due($0.string.flatMap { CalendarDay($0) }) } }
    addLabels(to: &found.changes)
    addAssignees(to: &found)
    add(.state, to: &found, stateChange)
    addComments(to: &found)
    let (changes, refused) = withoutRefused(found.changes)
    return (changes, found.held + (refused.isEmpty ? [] : [.refused(refused)]))
  }

  static func lines(_ value: JSONValue) -> [String] {
    value.array?.compactMap(\.string) ?? value.string.map { [$0] } ?? []
  }

  // MARK: - Fields

  /// Adds the change of a field, or the reason why it has to wait.
  private func add(
    _ field: PlanField, to found: inout (changes: [TrackerChange], held: [UnsentReason]),
    _ change: (JSONValue) -> TrackerChange?
  ) {
    let elements = document[field.path]
    let here = Set(elements.map { Self.stored($0.value) })
    guard here.count < 2 else { return found.held.append(.conflict(field.rawValue)) }
    let known = Set((values[TrackerMemory.Name(of: field.path)] ?? []).map(\.value))
    let stored = here.first ?? .null
    if known.contains(stored) || known.isEmpty && stored.isNull { return }
    guard known.count < 2 else { return found.held.append(.unsettled(field.rawValue)) }
    if let change = change(elements.first?.value ?? .null) { found.changes.append(change) }
  }

  private func stateChange(_ state: JSONValue) -> TrackerChange? {
    let said = values[TrackerMemory.Name(of: PlanField.state.path)]?.first?.value.string
    guard let state = state.string, let said else { return nil }
    let (here, there) = (board.closingReason(of: state), board.closingReason(of: said))
    guard let here else { return there == nil ? nil : .reopen }
    guard let there else { return .close(limits.hasReasons ? here : .completed) }
    return limits.hasReasons && here != there ? .reason(here) : nil
  }

  // MARK: - Sets

  /// Returns the members of a set on the plan, and the members in the tracker. A third result has
  /// the members for which merged memories disagree.
  func members(of set: PlanSet) -> (here: [String], there: [String], unsettled: Set<String>) {
    let name = ExactString(set.rawValue)
    var here: [String] = []
    for case (.setMember(name, let member), let elements) in document.elements
    where !elements.isEmpty { here.append(member.text) }
    var there: [String] = []
    var unsettled: Set<String> = []
    for (name, elements) in values {
      guard let member = name.member(of: set) else { continue }
      if elements.allSatisfy({ $0.value == .bool(true) }) {
        there.append(member)
      } else if elements.contains(where: { $0.value == .bool(true) }) {
        unsettled.insert(member)
      }
    }
    return (here.sorted(), there.sorted(), unsettled)
  }

  /// Returns the members to add and remove in the tracker. Trackers ignore the case of these names.
  private func changes(of set: PlanSet) -> (added: [String], removed: [String]) {
    let (here, there, unsettled) = members(of: set)
    let (hereNames, thereNames) = (
      Set(here.map { $0.lowercased() }), Set(there.map { $0.lowercased() })
    )
    return (
      here.filter { !thereNames.contains($0.lowercased()) && !unsettled.contains($0) },
      there.filter { !hereNames.contains($0.lowercased()) }
    )
  }

  private func addLabels(to changes: inout [TrackerChange]) {
    let (added, removed) = self.changes(of: .labels)
    if !added.isEmpty || !removed.isEmpty {
      changes.append(.labels(added: added, removed: removed))
    }
  }

  private func addAssignees(to found: inout (changes: [TrackerChange], held: [UnsentReason])) {
    let (added, removed, unknown, disputed) = logins
    guard !added.isEmpty || !removed.isEmpty || !unknown.isEmpty || !disputed.isEmpty else {
      return
    }
    // An assignee without a known login may be the one who seems to be removed.
    guard unknown.isEmpty, disputed.isEmpty else {
      if !unknown.isEmpty { found.held.append(.people(unknown)) }
      if !disputed.isEmpty { found.held.append(.accounts(disputed)) }
      if !added.isEmpty { found.changes.append(.assignees(added: added, removed: [])) }
      return
    }
    found.changes.append(.assignees(added: added, removed: removed))
  }

  private typealias Logins = (
    added: [String], removed: [String], unknown: [String], disputed: [String]
  )

  /// The logins to add and remove in the tracker, the assignees here who have no login, and the
  /// accounts that may belong to somebody else.
  private var logins: Logins {
    let (here, there, unsettled) = members(of: .assignees)
    let known = knownLogins
    let (accounts, thereKeys) = (known.accounts, known.there)
    let unsettledKeys = Set(unsettled.map { $0.lowercased() })
    var (added, unknown, hereKeys): ([String], [String], Set<String>) = ([], [], [])
    var disputed: Set<String> = []
    for person in here {
      if let doubtful = accounts?.disputedLogins(of: person), !doubtful.isEmpty {
        disputed.formUnion(doubtful.filter { !thereKeys.contains($0) })
        hereKeys.formUnion(doubtful)
        continue
      }
      let logins = known.of(person)
      let keys = logins.map { $0.lowercased() }
      if keys.allSatisfy({ !thereKeys.contains($0) && !hereKeys.contains($0) }) {
        if let login = logins.first(where: limits.isAccount) {
          if !unsettledKeys.contains(login.lowercased()) { added.append(login) }
        } else {
          unknown.append(person)
        }
      }
      hereKeys.formUnion(keys)
    }
    var removed = there.filter { !hereKeys.contains($0.lowercased()) && limits.isAccount($0) }
    let kept = removed.filter { accounts?.disputedLogins(of: $0).isEmpty == false }
    removed.removeAll(where: kept.contains)
    disputed.formUnion(kept.map { $0.lowercased() })
    return (added, removed, unknown, disputed.sorted().compactMap { accounts?.account($0) })
  }

  /// Returns the assignee here who has a login.
  package func assignee(with login: String) -> String? {
    let known = knownLogins
    return members(of: .assignees).here.first { person in
      known.of(person).contains { $0.lowercased() == login.lowercased() }
    }
  }

  /// The logins of assignees, from the board's accounts and the plan's memory.
  struct KnownLogins {
    /// The board's accounts in the tracker; nil for a tracker without logins.
    let accounts: Accounts.TrackerAccounts?
    /// The logins of assignees for whom an import took another name, in lower case, by that name.
    fileprivate let taken: [ExactString: [String]]
    /// The logins that the tracker has, in lower case.
    fileprivate let there: Set<String>

    /// Returns the logins of an assignee: the logins in the board's accounts, and the logins for
    /// which an import used the name. If the board now has another person for such a login, the
    /// login counts only as long as the tracker has it.
    func of(_ person: String) -> [String] {
      let taken = (taken[ExactString(person)] ?? []).filter { login in
        there.contains(login) || [login, person].contains(accounts?.person(of: login) ?? login)
      }
      let said = (accounts?.logins(of: person) ?? [person])
        .filter { taken.isEmpty || $0 != person }
      let names = Set(said.map { $0.lowercased() })
      return said + taken.filter { !names.contains($0) }
    }
  }

  var knownLogins: KnownLogins {
    KnownLogins(
      accounts: Account.tracker(of: alias).map(board.accounts.of),
      taken: Self.accounts(in: values),
      there: Set(members(of: .assignees).there.map { $0.lowercased() }))
  }

  // MARK: - Comments

  private func addComments(to found: inout (changes: [TrackerChange], held: [UnsentReason])) {
    let new = newComments
    guard !new.isEmpty else { return }
    guard limits.listsComments else { return found.held.append(.comments(new.count)) }
    found.changes += new.map { .comment(id: $0.id, text: $0.text) }
  }

  /// The number of comments that the tracker had.
  package var commentCount: Int {
    values.count { name, elements in
      name.key(in: .comments) != nil && elements.contains { !$0.value.isNull }
    }
  }

  /// Whether a bridge was about to send a comment, and the outcome is unknown.
  package var mayHaveSentComment: Bool {
    values.contains { $0.sentComment != nil && $1.contains { $0.value == .bool(true) } }
  }

  /// The comments that were written here, in order. A comment that was only edited here is not new.
  private var newComments: [Comment] {
    var known: Set<ExactString> = []
    for case (.item(TrackerMemory.list, _, let name), let elements) in document.elements {
      let name = TrackerMemory.Name(name)
      if let key = name.key(in: .comments) {
        known.insert(ExactString(key))
      } else if name.isPlaceOfComment {
        known.formUnion(elements.compactMap(\.value.string).map { ExactString($0) })
      }
    }
    let records = document.records(in: "comments")
    let removed = records.filter { known.contains($0.key) && $0.value.isRemovedItem }.map(\.value)
    return Plan(document, id: PlanID(document.id.text) ?? PlanID.imported(as: alias)).comments
      .filter { comment in
        guard !known.contains(ExactString(comment.id)),
          let record = records[ExactString(comment.id)]
        else { return false }
        return !removed.contains { $0["at"] == record["at"] && $0["by"] == record["by"] }
      }
  }
}

extension Plan {
  /// Returns the ids of duplicate comments, which are one comment in the tracker.
  package func twins(in document: PlanDocument) -> [ExactString] {
    let texts = Dictionary(comments.map { ($0.id, $0.text) }) { first, _ in first }
    var twins: Set<ExactString> = []
    for case (.item(TrackerMemory.list, _, let name), let elements) in document.elements
    where TrackerMemory.Name(name).isPlaceOfComment {
      let ids = Set(elements.compactMap(\.value.string)).filter { texts[$0] != nil }
      guard ids.count > 1, Set(ids.map { texts[$0] }).count == 1 else { continue }
      // Comments that were written on the board are recognized by their short ids.
      let kept = ids.filter(Edit.isItemID).min() ?? ids.min()
      twins.formUnion(ids.filter { $0 != kept }.map { ExactString($0) })
    }
    return twins.sorted()
  }
}
