import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

struct PeopleAccountCommand: ChangingCommand {
  static let commandName = "account"
  static let about = CommandConfiguration(
    abstract: "Set the person of an account on GitHub, GitLab or Gitea, or list all.",
    usage: "pmgit people account [<account> [<person>]] [--remove] [<options>]",
    discussion: """
      Examples:
        pmgit people account
        pmgit people account github:devone "Dev One <one@example.com>"
        pmgit people account gitlab:devone @me
        pmgit people account github:devone --remove

      Bridges and imports take the login for this person. On another host than
      github.com or gitlab.com, an account is github:HOST/LOGIN; on Gitea and Forgejo
      it is always gitea:HOST/LOGIN.
      """)

  @Argument(help: "The account, as github:LOGIN.")
  var account: String?

  @Argument(
    help: "The person; @me is you, none removes the account.", completion: .words(of: .person))
  var person: String?

  @Flag(help: "Forget who has the account.")
  var remove = false

  @OptionGroup var changing: ChangeOptions

  func validate() throws {
    if remove, account == nil || person != nil {
      throw ValidationError("--remove takes the name of an account, and no person")
    }
  }

  func run(in session: Session) async throws {
    switch (account, person) {
    case (nil, _): try await show(session)
    case (let account?, _) where remove || person?.lowercased() == "none":
      try session.report(await session.workspace.removeAccount(account))
    case (let account?, nil):
      throw Problem.usage(
        "name the person who has the account",
        hints: ["as in \(pmgit: "people", "account", account, "Ann Lee <ann@example.com>")"])
    case (let account?, let person?):
      try session.report(await session.workspace.setAccount(account, of: person))
    }
  }

  private func show(_ session: Session) async throws {
    let shown = try session.workspace.boardWithSettings()
    session.report(on: shown)
    if session.options.json { return session.show(Documents.accounts(of: shown.board)) }
    let accounts = shown.board.accounts.entries
    try await session.show(
      TableText(
        headings: ["account", "person"],
        rows: accounts.map { [StyledText($0.account.text), StyledText($0.person, .person)] },
        records: accounts.map { PlainRecord([$0.account.text, $0.person]) },
        nothing: "the board has no accounts", last: .whole))
  }
}
