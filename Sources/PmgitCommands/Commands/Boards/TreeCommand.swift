import ArgumentParser
import PlanActions
import PlanDocuments
import PlanTerminal
import PlanView

struct TreeCommand: SessionCommand {
  static let commandName = "tree"
  static let about = CommandConfiguration(
    abstract: "Show plans below their parents, with their progress.",
    usage: "pmgit tree [<id> | <query>...] [--all] [<options>]",
    discussion: """
      Without arguments, the trees in which something is open. With an id, that
      plan and all below it; with a query, the plans that match and those above
      them. '3/5 done' counts the children of a plan; '!' marks what is overdue,
      '⊘' what another plan blocks.

      Examples:
        pmgit tree
        pmgit tree k7m2
        pmgit tree label:bug
        pmgit edit k7m2 --link child:m3f8
        pmgit tree --json | jq -r '.rows[] | select(.depth == 0) | .plan'
      """)

  @Argument(
    help: ArgumentHelp("A plan, or a query; see 'pmgit list'.", valueName: "id-or-query"),
    completion: .words(of: .planOrQuery))
  var words: [String] = []

  @Flag(help: "Show finished trees too, and plans that stand alone.")
  var all = false

  @OptionGroup var past: PastOptions
  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    let query = QueryText.joined(words)
    let found = try session.workspace.tree(
      query, name: words.count == 1 ? query : nil, isWhole: all, at: past.at)
    session.report(on: found.shown, found.notices)
    if options.json { return session.show(Documents.tree(found)) }
    try await session.show(TreeText(try found.model(), naming: options.board))
  }
}
