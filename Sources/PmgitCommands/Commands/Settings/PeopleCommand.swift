import ArgumentParser
import PlanActions
import PlanModel
import PlanDocuments
import PlanTerminal
import PlanView

struct PeopleCommand: NamedCommand {
  static let commandName = "people"
  static let about = CommandConfiguration(
    abstract: "List, rename and merge people.",
    discussion: """
      Examples:
        pmgit people
        pmgit people rename dev "Dev One <one@example.com>"
        pmgit people account github:devone @me

      Wherever a person is named, a word of the name, the address or the part of it
      before '@' is enough. The repository's '.mailmap' says who is one person.
      """,
    defaultSubcommand: PeopleListCommand.self)
  static let subcommands: [any NamedCommand.Type] = [
    PeopleListCommand.self, PeopleRenameCommand.self, PeopleMergeCommand.self,
    PeopleAccountCommand.self,
  ]
}

struct PeopleListCommand: SessionCommand {
  static let commandName = "list"
  static let about = CommandConfiguration(
    abstract: "List the people on the board's plans.", usage: "pmgit people list [<options>]",
    discussion: """
      Examples:
        pmgit people
        pmgit people list --json | jq -r '.people[].email'

      Each person has the number of open plans that they own, of open plans that they
      are assigned to, and of all plans that name them.
      """)

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    let found = try session.workspace.people()
    session.report(on: found.shown)
    if options.json { return session.show(Documents.people(found)) }
    let rows = found.people.map { row in
      [
        StyledText(row.person.formatted, .person), StyledText(String(row.owned)),
        StyledText(String(row.assigned)), StyledText(String(row.plans)),
      ]
    }
    let records = found.people.map { row in
      PlainRecord([
        row.person.formatted, String(row.owned), String(row.assigned), String(row.plans),
      ])
    }
    try await session.show(
      TableText(
        headings: ["person", "owns", "assigned", "plans"], rows: rows, records: records,
        nothing: "nobody is on a plan", last: .whole))
  }
}

struct PeopleRenameCommand: ChangingCommand {
  static let commandName = "rename"
  static let about = CommandConfiguration(
    abstract: "Rename a person everywhere.",
    usage: "pmgit people rename <old> <new> [--dry-run] [<options>]",
    discussion: """
      Examples:
        pmgit people rename dev "Dev One <one@example.com>"

      Changes owners, assignees and fields of kind person. Who created a plan or
      wrote a comment stays. If plans name the new person already, the two become
      one.
      """)

  @Argument(help: "The person as they are named now.", completion: .words(of: .person))
  var old: String

  @Argument(help: "Their name, address or both.", completion: .words(of: .person))
  var new: String

  @OptionGroup var changing: ChangeOptions

  func run(in session: Session) async throws {
    let renaming = MemberRenaming([old], to: new, saysMerged: true)
    try session.report(await session.workspace.renamePeople(renaming))
  }
}

struct PeopleMergeCommand: ChangingCommand {
  static let commandName = "merge"
  static let about = CommandConfiguration(
    abstract: "Merge people into one.",
    usage: "pmgit people merge <person>... <into> [--dry-run] [<options>]",
    discussion: """
      Examples:
        pmgit people merge dev devone "Dev One <one@example.com>"

      Every plan with one of the people gets the last one instead.
      """)

  @Argument(
    help: ArgumentHelp("The people; the last one stays.", valueName: "person"),
    completion: .words(of: .person))
  var people: [String]

  @OptionGroup var changing: ChangeOptions

  func validate() throws {
    guard people.count > 1 else {
      throw ValidationError("name at least two people; the last one stays")
    }
  }

  func run(in session: Session) async throws {
    let renaming = MemberRenaming(Array(people.dropLast()), to: people[people.count - 1])
    try session.report(await session.workspace.renamePeople(renaming))
  }
}
