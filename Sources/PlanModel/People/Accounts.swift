/// Who the accounts of other trackers are, as a board says it for all its clones.
package struct Accounts: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package let account: Account
    /// The person, as plans name them.
    package let person: String
  }

  private struct Key: Hashable {
    let tracker: String
    /// A login, an address or a name, in lower case.
    let text: String
  }

  /// The most accounts that are written. All that a board has are read: two clones may have added
  /// some, each for itself.
  package static let most = 1_500

  /// The accounts, sorted.
  package private(set) var entries: [Entry] = []
  private var people: [Key: String] = [:]
  /// The logins of people by their address, or by the name of those without one.
  private var logins: [Key: [String]] = [:]
  /// The same by the names of people with an address.
  private var named: [Key: [(address: String, login: String)]] = [:]
  /// The accounts for which the board says several people, until somebody decides.
  private var disputes: [Dispute] = []

  private struct Dispute: Hashable {
    let account: Account
    let people: [Person]
  }

  package init(_ entries: [Entry] = []) {
    let sorted = entries.sorted { ExactString($0.account.text) < ExactString($1.account.text) }
    for entry in sorted { add(entry) }
  }

  private mutating func add(_ entry: Entry) {
    let (tracker, login) = (entry.account.tracker, entry.account.login)
    let key = { (text: String) in Key(tracker: tracker, text: text.lowercased()) }
    guard people[key(login)] == nil else { return }
    entries.append(entry)
    people[key(login)] = entry.person
    let person = Person(entry.person)
    let main = person.email.isEmpty ? person.name : person.email
    logins[key(main), default: []].append(login)
    if !person.email.isEmpty, !person.name.isEmpty {
      named[key(person.name), default: []].append((person.email.lowercased(), login))
    }
  }

  /// The accounts that people have in one tracker, as `Account.tracker(of:)` names it.
  package func of(_ tracker: String) -> OfTracker { OfTracker(tracker: tracker, accounts: self) }

  package static func == (left: Self, right: Self) -> Bool {
    left.entries == right.entries && left.disputes == right.disputes
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(entries) }
}

extension Accounts {
  /// The accounts of people in one tracker.
  package struct OfTracker: Sendable {
    let tracker: String
    fileprivate let accounts: Accounts

    private func key(_ text: String) -> Key { Key(tracker: tracker, text: text.lowercased()) }

    /// Returns the person who has an account, as plans name them; the login if that is not known.
    package func person(of login: String) -> String { accounts.people[key(login)] ?? login }

    /// Returns the logins of an assignee. A name that the board does not know is taken for a login.
    ///
    /// The address of a person decides, if there is one. A name alone means the one person with
    /// this name.
    package func logins(of assignee: String) -> [String] {
      let person = Person(assignee)
      if !person.email.isEmpty, let found = accounts.logins[key(person.email)] { return found }
      if !person.name.isEmpty, let found = accounts.logins[key(person.name)] { return found }
      if person.email.isEmpty, let found = accounts.named[key(person.name)],
        Set(found.map(\.address)).count == 1
      {
        return found.map(\.login)
      }
      return [loginOfAddress(person.email) ?? assignee]
    }

    /// Returns the logins that may be an assignee's, as the board says several people for each: by
    /// one of these people, or by the login itself.
    package func disputedLogins(of assignee: String) -> [String] {
      let person = Person(assignee)
      return accounts.disputes.filter { dispute in
        dispute.account.tracker == tracker
          && (dispute.account.login == assignee.lowercased()
            || dispute.people.contains { $0.isSame(as: person) })
      }.map(\.account.login)
    }

    /// Returns an account as it is typed; nil for what can't be a login.
    package func account(_ login: String) -> String? { Account(login: login, in: tracker)?.text }

    /// Returns the login in an address that GitHub gives to people who hide theirs:
    /// `12345+login@users.noreply.github.com`.
    private func loginOfAddress(_ address: String) -> String? {
      let end = "@users.noreply.github.com"
      guard tracker == "github", address.lowercased().hasSuffix(end) else { return nil }
      let local = address.dropLast(end.count)
      let login = local.firstIndex(of: "+").map { local[local.index(after: $0)...] } ?? local
      return Account.isLogin(String(login)) ? String(login) : nil
    }
  }
}

// MARK: - On the board

extension Accounts {
  /// The list of the board's document.
  package static let list: ExactString = "accounts"

  /// Reads the accounts of a board. What is no account or no name is left out.
  init(_ document: PlanDocument) {
    self.init(
      document.records(in: Self.list).compactMap { id, record in
        guard !record.isRemovedItem, let text = record["account"]?.string,
          let account = Account(text), account.id == id, let person = record["person"]?.string,
          Self.isPerson(person)
        else { return nil }
        return Entry(account: account, person: person)
      })
    disputes = entries.compactMap { entry in
      let said = document[Self.path(entry.account, "person")].compactMap(\.value.string)
      let people = Set(said.map { ExactString($0) }).sorted().map { Person($0.text) }
      return people.count > 1 ? Dispute(account: entry.account, people: people) : nil
    }
  }

  static func path(_ account: Account, _ member: ExactString) -> ElementPath {
    .item(list: list, item: account.id, member: member)
  }

  /// Whether a text can name a person on plans.
  package static func isPerson(_ text: String) -> Bool {
    !["me", "@me"].contains(text.lowercased())
      && (try? Validation.line(text, field: "person")) == text
  }
}

extension Edit {
  /// Returns the edits that say on the board who has an account.
  package static func account(_ account: Account, of person: String) -> [Edit] {
    [
      .write(Accounts.path(account, "account"), .string(account.text)),
      .write(Accounts.path(account, "person"), .string(person)),
      .write(Accounts.path(account, "gone"), .null),
    ]
  }
}

extension PlanDocument {
  /// Whether two clones that each write this much fit into one file of settings. Else a merge would
  /// have to set one of them aside.
  package var leavesRoomForMerges: Bool {
    PlanFile.bytes(of: self).count <= JSONReader.maximumSize / 2
  }

  /// Returns the account to which a path of the settings belongs; nil for another path.
  func account(at path: ElementPath) -> Account? {
    guard case .item(Accounts.list, let item, _) = path,
      let text = value(at: .item(list: Accounts.list, item: item, member: "account"))?.string,
      let account = Account(text), account.id == item
    else { return nil }
    return account
  }

  /// Returns the edit that removes an account from the board.
  package func removal(of account: Account) -> Edit {
    removal(ofItem: account.id, in: Accounts.list)
  }
}

// MARK: - What sources say

extension Plan {
  /// The accounts that other trackers have named as assignees of the plan.
  package var knownAccounts: [Account] {
    unknown.compactMap { path, value in
      guard case .item(ImportOrigin.list, let item, let name) = path, value.bool != nil,
        name.text.hasPrefix("assignees/"),
        let alias = unknown[
          .item(list: ImportOrigin.list, item: item, member: ImportOrigin.alias)]?.string,
        let tracker = Account.tracker(of: alias)
      else { return nil }
      return Account(login: String(name.text.dropFirst("assignees/".utf8.count)), in: tracker)
    }
  }
}
