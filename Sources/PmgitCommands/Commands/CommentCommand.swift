import ArgumentParser
import PlanActions
import PlanModel

struct CommentCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "comment",
    abstract: "Add a comment to a plan.",
    usage: "pmgit comment <id> [-m <text>] [<options>]",
    discussion: """
      Without -m, the comment is written in the editor that git uses.

      Examples:
        pmgit comment k7m2 -m "Seen again on 17.2"
        make 2>&1 | tail | pmgit comment k7m2 -m -
      """)

  @Argument(help: "The plan: any unique beginning of its id.", completion: Completions.planIDs)
  var id: String

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp("The text; - reads standard input.", valueName: "text"))
  var message: String?

  @OptionGroup var options: GlobalOptions

  func validate() throws { try GlobalOptions.requireValues([message]) }

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options)
    // Checked before an editor opens.
    let id = try session.workspace.livePlan(named: id).id
    switch message {
    case "-"?: try await add(try session.inputText(), to: id, session)
    case let message?: try await add(message, to: id, session)
    case nil:
      let draft = try await session.edit("", name: "COMMENT_EDITMSG")
      guard !Lines.split(draft.text).trimmingEmptyLines.isEmpty else {
        draft.discard()
        session.tell("nothing was added: the comment is empty")
        return
      }
      try await draft.keepOnFailure { try await add(draft.text, to: id, session) }
    }
  }

  private func add(_ text: String, to id: PlanID, _ session: Session) async throws {
    let commented = try await session.workspace.comment(
      CommentOnPlan(id.text, text: Lines.split(text)))
    try session.report(commented, as: "commented on")
  }
}
