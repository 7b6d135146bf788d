import ArgumentParser
import PlanActions
import PlanModel
import PlanDocuments
import PlanTerminal
import PlanView

struct PeopleCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "people",
    abstract: "List the people on the board's plans.",
    usage: "pmgit people [<options>]",
    discussion: """
      Each with the open plans that they own and that they are assigned to, and all
      plans that they have to do with. Wherever a person is named, a word of the
      name, the address or what it has before its '@' will do. The repository's
      '.mailmap' says which names and addresses are one person.

      Examples:
        pmgit people
        pmgit list @dev is:open
        pmgit edit k7m2 --assign dev
      """)

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options)
    let found = try session.workspace.people()
    session.tell(of: found.shown, missing: found.missing)
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
        nothing: "nobody is on a plan"))
  }
}
