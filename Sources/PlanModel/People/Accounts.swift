/// The people behind accounts in other trackers, as recorded on the board for all its clones.
package struct Accounts: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package let account: Account
    /// The person, in the form that plans use.
    package let person: String
  }

  private struct Key: Hashable {
    let tracker: String
    /// A login, an address or a name, in lower case.
    let text: String
  }

  /// The most accounts that a board may get. Reading has no limit, because two clones may each have
  /// added some before a merge.
  package static let most = 1_500

  /// The accounts, sorted.
  package private(set) var entries: [Entry] = []
  private var people: [Key: String] = [:]
  /// The logins of people, by address, or by name for people without an address.
  private var logins: [Key: [String]] = [:]
  /// The addresses and logins of people with an address, by name.
  private var named: [Key: [(address: String, login: String)]] = [:]
  /// The accounts to which the board assigns several people, until somebody resolves the conflict.
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

  /// Returns the accounts in one tracker, which is named as by `Account.tracker(of:)`.
  package func of(_ tracker: String) -> TrackerAccounts {
    TrackerAccounts(tracker: tracker, accounts: self)
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.entries == right.entries && left.disputes == right.disputes
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(entries) }

  /// The accounts of people in one tracker.
  package struct TrackerAccounts: Sendable {
    let tracker: String
    fileprivate let accounts: Accounts

    private func key(_ text: String) -> Key { Key(tracker: tracker, text: text.lowercased()) }

    /// Returns the person who has an account, in the form that plans use; an unknown login itself.
    package func person(of login: String) -> String { accounts.people[key(login)] ?? login }

    /// Returns the logins of an assignee; an unknown assignee is taken for a login.
    ///
    /// The assignee is looked up by address, then by name among the people without an address. A
    /// name alone may also mean the only person of that name with an address.
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

    /// Returns the logins of conflicting accounts that may be an assignee's: the assignee is one of
    /// the possible people, or is written as the login itself.
    package func disputedLogins(of assignee: String) -> [String] {
      let person = Person(assignee)
      return accounts.disputes.filter { dispute in
        dispute.account.tracker == tracker
          && (dispute.account.login == assignee.lowercased()
            || dispute.people.contains { $0.isSame(as: person) })
      }.map(\.account.login)
    }

    /// Returns an account as it is typed; nil for an invalid login.
    package func account(_ login: String) -> String? { Account(login: login, in: tracker)?.text }

    /// Returns the login in a private address from GitHub: `login` for
    /// `12345+login@users.noreply.github.com`. Returns nil for other addresses.
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
  /// The name of the list in the board's document.
  package static let list: ExactString = "accounts"

  /// Reads the accounts of a board. Invalid accounts and names are skipped.
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
  /// Returns the edits that record on the board whose account it is.
  package static func account(_ account: Account, of person: String) -> [Edit] {
    [
      .write(Accounts.path(account, "account"), .string(account.text)),
      .write(Accounts.path(account, "person"), .string(person)),
      .write(Accounts.path(account, "gone"), .null),
    ]
  }
}

extension PlanDocument {
  /// Whether the settings take at most half of the file's size limit. So the settings of two clones
  /// fit into one file; otherwise a merge would have to drop one of them.
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
      guard case .item(TrackerMemory.list, let item, let name) = path, value.bool != nil,
        let login = TrackerMemory.Name(name).member(of: .assignees),
        let alias = unknown[TrackerMemory.path(.alias, of: item)]?.string,
        let tracker = Account.tracker(of: alias)
      else { return nil }
      return Account(login: login, in: tracker)
    }
  }
}
