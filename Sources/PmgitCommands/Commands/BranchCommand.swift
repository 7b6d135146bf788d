import ArgumentParser
import Git
import PlanModel
import PlanStore
import PlanView

struct BranchCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "branch",
    abstract: "Make a branch of the code for a plan, and print its name.",
    usage: "pmgit branch <id> [<start>] [<options>]",
    discussion: """
      The branch begins at HEAD, or at another commit. It is named after the
      plan, as k7m2-fix-login, by which pmgit's hooks know what its commits are
      for. HEAD stays where it is: switching is git's.

      Examples:
        pmgit branch k7m2
        git switch "$(pmgit branch k7m2)"
        pmgit branch k7m2 origin/main
      """)

  @Argument(help: "The plan.", completion: Completions.planIDs)
  var id: String

  @Argument(help: "Where it begins: a branch or a commit.")
  var start = "HEAD"

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options)
    let snapshot = try session.store.snapshot()
    let plan = try snapshot.plan(snapshot.resolve(id)).live
    let repository = session.store.repository
    let shortID = try snapshot.shortID(plan.id)
    let name = PlanBranch.name(shortID: shortID, title: SafeText(plan.title).string)
    let branch = "refs/heads/\(name)"
    let found = try git { () throws(GitError) in try repository.commit(named: start) }
    let existing = try git { () throws(GitError) in try repository.reference(branch) }
    if existing == nil {
      guard let found else { throw noStart() }
      guard Repository.isReferenceName(branch) else {
        throw Failure(code: "bad-branch", message: "'\(name)' can't be the name of a branch")
      }
      guard let who = try session.identity(.committer) else { throw StoreError.noIdentity }
      let outcome = try git { () throws(GitError) in
        try repository.updateReference(
          branch, to: found, expecting: nil, reflog: "branch: Created from \(start)", who: who)
      }
      guard outcome == .moved else {
        throw Failure(
          code: "contention", message: "somebody made the branch '\(name)' just now",
          hints: ["run the command again"], exit: .tryAgain)
      }
    }
    let commit = existing ?? found
    if options.json {
      session.show([
        "format": .number(1), "branch": .string(name), "commit": .optional(commit?.hex),
        "plan": .string(plan.id.text), "created": .bool(existing == nil),
      ])
    } else {
      context.output.result(name + "\n")
    }
    session.tell(existing == nil ? "made branch '\(name)'" : "branch '\(name)' is there already")
    session.tell("hint: go on with 'git switch \(ShellWord.quoted(name))'")
  }

  private func noStart() -> Failure {
    start == "HEAD"
      ? Failure(
        code: "no-commit", message: "there is no commit yet that a branch could begin at",
        hints: ["make a first commit, or name one"])
      : Failure.usage("'\(start)' is no commit", hints: ["see them with 'git log --oneline'"])
  }
}
