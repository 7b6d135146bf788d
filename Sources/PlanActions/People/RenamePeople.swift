import PlanModel
import PlanStore
import PlanView

/// A request to rename labels or people on every plan.
package struct MemberRenaming: Sendable {
  /// The labels or people to replace: labels in the spelling of the plans, people by a typed name.
  package let old: [String]
  package let new: String
  /// Whether a notice reports the plans that had the new label or person before.
  let saysMerged: Bool

  package init(_ old: [String], to new: String, saysMerged: Bool = false) {
    (self.old, self.new, self.saysMerged) = (old, new, saysMerged)
  }

  /// Returns a notice about plans that already had the new label or person; empty if there are no
  /// such plans or if the notice is not requested.
  func notices(
    mergedWith new: String, _ words: String, of count: Int, isDryRun: Bool
  ) -> [Notice] {
    guard saysMerged, count > 0 else { return [] }
    return [Notice("\(isDryRun ? "would have merged" : "merged") with '\(new)', \(words)")]
  }
}

extension Workspace {
  /// Replaces people with another person as owner and assignee of every plan, and in the board's
  /// own fields of people, in one commit.
  ///
  /// Deleted plans are skipped. Creators of plans and authors of comments are never changed; a
  /// notice reports them.
  ///
  /// - Throws: `Problem` if an old name matches no one on the plans, or several people.
  package func renamePeople(_ request: MemberRenaming) async throws -> PlanChanges {
    let new = try findPerson(request.new, field: "person", for: request.old)
    let (change, renaming) = try await store.change(by: try author()) { transaction in
      transaction.skipsRules = true
      let plans = try transaction.before.plans().plans.filter { !$0.isDeleted }
      var renaming = try self.renaming(
        of: request.old, to: new.text, on: plans, of: transaction.before.board)
      for plan in plans {
        let edits = renaming.edits(of: plan)
        if !edits.isEmpty { try transaction.edit(plan.id, edits) }
      }
      transaction.editBoard(renaming.edits(of: transaction.before.board.accounts, plans))
      let message = CommitMessage(
        subject:
          "rename \(renaming.oldNames) to \(renaming.new) on "
          + CountWords.words(renaming.plans.count, "plan"), plans: renaming.plans)
      return (message, renaming)
    }
    var changes = try PlanChanges(
      change, of: renaming.plans, as: ChangeWords("renamed people on"), in: self)
    changes.notices =
      new.notices + renaming.notices(isDryRun: changes.isDryRun, of: request)
    return changes
  }

  /// Finds the spellings of the old people on the plans, and completes the new person.
  ///
  /// A new name without an address gets the address of the old people if they have exactly one,
  /// unless a plan already has the bare name.
  private func renaming(
    of typed: [String], to new: String, on plans: [Plan], of board: Board
  ) throws -> PeopleRenaming {
    let onPlans = board.people(on: plans)
    let index = try peopleIndex(onPlans)
    let old = try Set(typed.map { try texts(meaning: $0, among: onPlans, index) }.joined())
    var person = Person(new)
    let addresses = Dictionary(
      old.map { Person($0.text).email }.filter { !$0.isEmpty }.map { ($0.lowercased(), $0) }
    ) { first, _ in first }
    if person.email.isEmpty, addresses.count == 1, !onPlans.contains(new) {
      person.email = addresses.values.first ?? ""
    }
    let text = person.email.isEmpty ? new : person.formatted
    return PeopleRenaming(old: old.subtracting([ExactString(text)]), new: text, on: board)
  }

  /// Returns the texts on plans that mean the same person as a typed text.
  private func texts(
    meaning typed: String, among written: [String], _ index: PeopleIndex
  ) throws -> [ExactString] {
    let text = Participant.isMe(typed) ? try findPerson(typed, field: "person").text : typed
    let found = index.meant(by: text)
    guard found.count < 2 else { throw Problem.severalPeople(text, found) }
    guard let person = found.first else {
      throw Problem.usage(
        "no plan names '\(text.excerpt)'",
        hints: [
          index.hint(for: text), "see all with \(pmgit: "people")",
        ].compactMap(\.self))
    }
    return Set(written).filter { text in
      index.index(of: text).map { index.people[$0].person == person.person } ?? false
    }.map { ExactString($0) }
  }
}

/// A renaming of people, with counts for its notices.
private struct PeopleRenaming {
  let old: Set<ExactString>
  let new: String
  /// The fields of the board whose values are people.
  private let fields: [CustomField]
  /// The changed plans.
  private(set) var plans: [PlanID] = []
  /// The accounts that are assigned to the new person.
  private(set) var accounts: [Account] = []
  /// The number of plans that already named the new person.
  private var havingNew = 0
  /// The number of plans that a renamed person created, commented on or spent time on.
  private var authored = 0

  init(old: Set<ExactString>, new: String, on board: Board) {
    (self.old, self.new) = (old, new)
    fields = board.fields.filter { $0.kind == .person }
  }

  /// The old people in words.
  var oldNames: String { old.map(\.text).sorted().joined(separator: ", ") }

  private func isOld(_ text: String) -> Bool { old.contains(ExactString(text)) }

  /// Returns the edits of a plan, and counts the plan.
  mutating func edits(of plan: Plan) -> [Edit] {
    let authors =
      [plan.created?.by].compactMap(\.self) + plan.comments.map(\.by)
      + plan.time.map(\.by)
    if authors.contains(where: isOld) { authored += 1 }
    let held = fields.compactMap { field in
      field.value(of: plan).map { (field: field, text: $0.text) }
    }
    let named = [plan.owner].compactMap(\.self) + plan.assignees + held.map(\.text)
    if named.contains(where: { ExactString($0) == ExactString(new) }) { havingNew += 1 }
    var edits: [Edit] = []
    if let owner = plan.owner, isOld(owner) {
      edits.append(.owner(new))
      // Writes the lease again, so that it continues under the new name.
      if let end = plan.lease { edits += [.clear(PlanField.lease.path), .lease(end)] }
    }
    let assigned = plan.assignees.filter(isOld)
    if !assigned.isEmpty {
      edits += assigned.map { .remove($0, from: .assignees) } + [.add(new, to: .assignees)]
    }
    edits += held.filter { isOld($0.text) }.map { $0.field.write(.string(new)) }
    if !edits.isEmpty { plans.append(plan.id) }
    return edits
  }

  /// Returns the edits of the board's accounts, which assign the accounts of the old people to the
  /// new person. If an old name is a login that a bridge or an import took from another tracker,
  /// the board also records whose login it is. Otherwise the next pull would bring the old name
  /// back.
  mutating func edits(of known: Accounts, _ plans: [Plan]) -> [Edit] {
    let olds = Set(old.map { $0.text.lowercased() })
    guard !olds.isEmpty else { return [] }
    let said = Set(plans.flatMap(\.knownAccounts))
    accounts = known.entries.filter { entry in
      old.contains { Person($0.text).isSame(as: Person(entry.person)) }
    }.map(\.account)
    for account in said.sorted(by: { ExactString($0.text) < ExactString($1.text) })
    where olds.contains(account.login.lowercased()) {
      let isKnown = accounts.contains { $0.isSame(as: account) }
      // The new name may also be a login of that tracker, as when an account was replaced.
      let isLogin = said.contains {
        $0.tracker == account.tracker && $0.login.lowercased() == new.lowercased()
      }
      if !isKnown, !isLogin, Accounts.isPerson(new) { accounts.append(account) }
    }
    return accounts.flatMap { Edit.account($0, of: new) }
  }

  func notices(isDryRun: Bool, of request: MemberRenaming) -> [Notice] {
    var notices: [Notice] = []
    if let account = accounts.first {
      let others = accounts.count > 1 ? " and \(accounts.count - 1) more" : ""
      notices.append(
        Notice.note(
          "\(account.text)\(others) \(accounts.count > 1 ? "are" : "is") \(new), "
            + "also for bridges and imports",
          hints: [
            "if not, remove it with \(pmgit: "people", "account", account.text, "--remove")"
          ]))
    }
    if old.isEmpty {
      notices.append(Notice("nothing changes: the person is already named \(new)"))
    } else if plans.isEmpty {
      notices.append(
        Notice("nothing to change: no plan has \(oldNames) as owner or assignee, or in a field"))
    }
    if !plans.isEmpty {
      notices += request.notices(
        mergedWith: new, "whom \(CountWords.words(havingNew, "plan")) named already", of: havingNew,
        isDryRun: isDryRun)
    }
    if authored > 0 {
      notices.append(
        Notice.note(
          "who created \(CountWords.words(authored, "plan")), or wrote there, stays",
          hints: mailmapLine.map { ["to show them as one person, add to '.mailmap': \($0)"] } ?? [])
      )
    }
    return notices
  }

  /// The `.mailmap` line that joins the old person with the new one. It is nil unless the new
  /// person has an address and exactly one of the old spellings has one.
  private var mailmapLine: String? {
    let (to, from) = (Person(new), old.map { Person($0.text) }.filter { !$0.email.isEmpty })
    guard !to.email.isEmpty, let other = from.first, from.count == 1 else { return nil }
    return "\(to.formatted) <\(other.email)>"
  }
}
