import ArgumentParser
import PlanActions
import PlanDocuments

struct BranchCommand: PmgitCommand {
  static let commandName = "branch"
  static let about = CommandConfiguration(
    abstract: "Make a branch of the code for a plan, and print its name.",
    usage: "pmgit branch <id> [<start>] [<options>]",
    discussion: """
      Examples:
        git switch "$(pmgit branch k7m2)"
        pmgit branch k7m2 origin/main

      It is named after the plan, as k7m2-fix-login, so that pmgit's hooks know what
      its commits are for. A branch that the plan has already is printed. HEAD stays.
      """)

  @Argument(help: "The plan.", completion: .words(of: .openPlans))
  var id: String

  @Argument(help: "Where it begins: a branch or a commit (default: HEAD).")
  var start: String?

  @OptionGroup var author: AuthorOptions
  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options, by: author)
    let branch = try session.workspace.makeBranch(for: id, at: start)
    if options.json {
      session.show(Documents.branch(branch))
    } else {
      session.context.output.result(branch.name + "\n")
    }
    session.report(
      branch.isNew ? "made branch '\(branch.name)'" : "branch '\(branch.name)' is there already")
    session.report(hint: "go on with \(run: "git", "switch", branch.name)")
  }
}
