import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal

struct SpendCommand: WritingCommand {
  static let commandName = "spend"
  static let about = CommandConfiguration(
    abstract: "Record time that was spent on a plan.",
    usage: "pmgit spend <id> (<length> | --list | --remove <entry>) [<options>]",
    discussion: """
      A length is in hours, minutes or both: 90m, 1h30m, 1.5h. Entries of several
      people are united and never conflict. 'pmgit stats --time' sums them up.

      Examples:
        pmgit spend k7m2 90m
        pmgit spend k7m2 1h30m --on mon --note "review with Kim"
        pmgit spend k7m2 --list
        pmgit spend k7m2 --remove 2
      """)

  @Argument(
    help: ArgumentHelp("The plan: any unique beginning of its id.", valueName: "id"),
    completion: .words(of: .plans))
  var id: String

  @Argument(help: ArgumentHelp("How long: 90m, 1h30m, 1.5h.", valueName: "length"))
  var length: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The day of the work: today (default), yesterday, mon, 2026-11-20.", valueName: "day"),
    completion: .words(of: .moment))
  var on: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("A line about the work.", valueName: "text"))
  var note: String?

  @Flag(help: "List the entries.")
  var list = false

  @Option(
    help: ArgumentHelp("Remove an entry, by its number in the list or its id.", valueName: "entry"))
  var remove: String?

  @OptionGroup var writing: WriteOptions

  func validate() throws {
    try GlobalOptions.requireValues([on, note, remove])
    guard [length != nil, list, remove != nil].count(where: \.self) == 1 else {
      throw ValidationError("give a length such as 1h30m, or --list, or --remove ENTRY")
    }
    guard length != nil || on == nil && note == nil else {
      throw ValidationError("--on and --note belong to a length")
    }
  }

  func run(in session: Session) async throws {
    if list { return try await showEntries(session) }
    let changes =
      if let remove { try await session.workspace.removeTime(remove, from: id) } else {
        try await session.workspace.spend(SpendTime(id, length: length ?? "", day: on, note: note))
      }
    try session.report(changes)
  }

  private func showEntries(_ session: Session) async throws {
    let found = try session.workspace.show(id)
    if options.json {
      return session.show(Documents.plan(found.plan, on: found.shown, only: Self.members))
    }
    try await session.show(TimeText(found.plan.time))
  }

  /// The members of a plan in the document of `--list`.
  private static let members = PlanMembers(known: ["id", "spent", "time", "title"])
}
