/// Merges assignees. Trackers name an assignee by login, but plans use the name and address.
///
/// The memory stores each login together with its assignee. So if the board later records another
/// person for an account, the assignees do not look changed.
extension TrackerMerge {
  mutating func takeAssignees(_ accounts: Accounts.TrackerAccounts) {
    let said = saidLogins
    var known: [String: [TrackerMemory.Name]] = [:]
    for name in memory.keys.sorted() {
      guard let login = name.member(of: .assignees) else { continue }
      known[login.lowercased(), default: []].append(name)
    }
    let present = presentAssignees(accounts)
    for (key, login) in said.sorted(by: { $0.key < $1.key }) {
      let person = accounts.person(of: login)
      takeMember(
        true, at: PlanSet.assignees.path(of: person), or: present[key] ?? [],
        named: name(of: login, among: known[key] ?? []))
      let others = present.filter { $0.key != key && said[$0.key] != nil }.values.joined()
      rename(login, to: person, present[key] ?? [], sparing: Set(others))
      rememberAssignee(for: login, person, among: present[key] ?? [])
    }
    guard tracker.line.given.contains("assignees") else { return }
    for (key, names) in known.sorted(by: { $0.key < $1.key }) where said[key] == nil {
      let person = accounts.person(of: key)
      // The person may still have another account there.
      let stays = accounts.logins(of: person).contains { said[$0.lowercased()] != nil }
      for name in names {
        if stays {
          remember(.bool(false), as: name)
        } else {
          takeMember(
            false, at: PlanSet.assignees.path(of: person), or: present[key] ?? [], named: name)
        }
      }
    }
  }

  /// The logins in the line, by their text in lower case: trackers ignore the case.
  private var saidLogins: [String: String] {
    var said: [String: String] = [:]
    for case .setMember("assignees", let login) in tracker.members {
      let key = login.text.lowercased()
      said[key] = said[key] ?? login.text
    }
    return said
  }

  /// The assignees of the plan by their logins.
  func presentAssignees(_ accounts: Accounts.TrackerAccounts) -> [String: [ElementPath]] {
    let taken = TrackerMemory.accounts(in: memory)
    var present: [String: [ElementPath]] = [:]
    for (path, elements) in document.elements where !elements.isEmpty {
      guard case .setMember("assignees", let member) = path else { continue }
      let logins = accounts.logins(of: member.text) + (taken[member] ?? [])
      for key in Set(logins.map { $0.lowercased() }) { present[key, default: []].append(path) }
    }
    return present.mapValues { $0.sorted() }
  }

  /// Returns the name that a login has in the memory, which may differ in case.
  private func name(of login: String, among names: [TrackerMemory.Name]) -> TrackerMemory.Name {
    let isTrue = { (name: TrackerMemory.Name) in
      memory[name]?.contains { $0.value == .bool(true) } ?? false
    }
    return names.first(where: isTrue)
      ?? TrackerMemory.Name(of: PlanSet.assignees.path(of: login))
  }

  /// Renames an assignee to the person of a login. The old name is the login itself, or the person
  /// whom the board had for it before.
  ///
  /// - Parameter spared: The assignees who have other logins, too. They are not renamed.
  private mutating func rename(
    _ login: String, to person: String, _ present: [ElementPath], sparing spared: Set<ElementPath>
  ) {
    guard person.lowercased() != login.lowercased() else { return }
    let path = PlanSet.assignees.path(of: person)
    let taken = TrackerMemory.accounts(in: memory)
    let old = present.filter { other in
      guard case .setMember(_, let member) = other, other != path, !spared.contains(other) else {
        return false
      }
      return member.text.lowercased() == login.lowercased()
        || taken[member]?.contains(login.lowercased()) == true
    }
    guard !old.isEmpty else { return }
    let hasPerson = document[path].isEmpty == false || old.count < present.count
    document.apply(
      old.map(Edit.clear) + (hasPerson ? [] : [.write(path, .bool(true))]), stamp: stamp)
  }

  /// Records the assignee of a login, if the names differ.
  private mutating func rememberAssignee(
    for login: String, _ person: String, among present: [ElementPath]
  ) {
    let paths = [PlanSet.assignees.path(of: person)] + present
    guard case .setMember(_, let assignee)? = paths.first(where: { !document[$0].isEmpty }) else {
      return
    }
    let isLogin = assignee.text.lowercased() == login.lowercased()
    remember(isLogin ? .null : .string(assignee.text), as: .account(login))
  }
}
