import PlanFormats
import PlanModel
import PlanStore
import PlanView

extension Workspace {
  /// Records on the board who has an account in another tracker. All clones use this.
  ///
  /// - Parameters:
  ///   - account: The account as typed: `github:annlee`.
  ///   - person: The person as typed.
  package func setAccount(_ account: String, of person: String) async throws -> BoardChange {
    let account = try Self.account(account)
    let found = try findPerson(person, field: "person")
    var change = try await changeBoard { document in
      let edits = Edit.account(account, of: found.text)
      try Self.checkRoom(for: account, edits, on: document)
      return BoardEdits(
        subject: "set account \(account.text) to \(found.text)",
        done: "\(account.text) is \(found.text)",
        edits: edits)
    }
    change.notices = found.notices + change.notices
    return change
  }

  /// Fails if the settings of the board have no room for a new account.
  private static func checkRoom(
    for account: Account, _ edits: [Edit], on document: PlanDocument
  ) throws {
    let known = Board(document).accounts.entries
    guard !known.contains(where: { $0.account.isSame(as: account) }) else { return }
    var changed = document
    changed.apply(edits, stamp: .none)
    guard known.count >= Accounts.most || !changed.leavesRoomForMerges else { return }
    throw Problem(
      code: .tooMany,
      message: "the board has \(known.count) accounts, and no more fit into its settings",
      hints: known.first.map {
        ["remove one with \(pmgit: "people", "account", $0.account.text, "--remove")"]
      } ?? [])
  }

  package func removeAccount(_ typed: String) async throws -> BoardChange {
    let account = try Self.account(typed)
    return try await changeBoard { document in
      guard Board(document).accounts.entries.contains(where: { $0.account.isSame(as: account) })
      else {
        throw Problem.usage(
          "the board has no account '\(account.text)'",
          hints: ["see the accounts with \(pmgit: "people", "account")"])
      }
      return BoardEdits(
        subject: "remove account \(account.text)", done: "removed account \(account.text)",
        edits: [document.removal(of: account)])
    }
  }

  private static func account(_ typed: String) throws -> Account {
    guard let account = Account(typed) else {
      throw Problem.usage(
        "'\(typed.excerpt)' is not an account",
        hints: [
          "write github:LOGIN, gitlab:LOGIN or gitea:HOST/LOGIN; on another host github:HOST/LOGIN"
        ])
    }
    return account
  }
}
