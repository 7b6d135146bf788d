import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

struct DoctorCommand: PmgitCommand {
  static let commandName = "doctor"
  static let about = CommandConfiguration(
    abstract: "Check the board and this clone, and show how to repair them.",
    usage: "pmgit doctor [<rev>|<old>..<new>|<file>...] [--fix] [<options>]",
    discussion: """
      Examples:
        pmgit doctor
        pmgit doctor --fix
        pmgit doctor --json --offline | jq '.findings[].message'
        pmgit doctor pmgit/main                             the board's branch
        pmgit doctor origin/pmgit/main..pmgit/main          what a push would bring
        pmgit doctor plans/k7/k7m2q9x4t1ab.json             a file by itself

      It changes nothing unless told to. The exit code is 1 if something is wrong,
      and 0 if there are only notes.

      --fix repairs what needs no decision, as an ordinary commit: broken and renamed
      plans, missing positions, files in another form than pmgit's. --unlock removes
      lock files that a killed program left behind, unless a git is at work here.

      Named commits, ranges and files are checked as the guard of a server does, with
      the column rules and the committers of 'pmgit.guard.committer', and nothing
      else is looked at.
      """)

  @Argument(
    help: ArgumentHelp("Commits, ranges of commits, and files.", valueName: "rev|range|file"))
  var things: [String] = []

  @Flag(help: "Repair what needs no decision.")
  var fix = false

  @Flag(help: "Remove lock files that were left behind.")
  var unlock = false

  @Flag(help: "Do not ask the remote.")
  var offline = false

  @OptionGroup var author: AuthorOptions
  @OptionGroup var options: GlobalOptions

  func validate() throws {
    guard things.isEmpty || !fix && !unlock && !offline else {
      throw ValidationError("--fix, --unlock and --offline are for the board here; name nothing")
    }
  }

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options, by: author)
    if !things.isEmpty { return try await checkNamed(in: session) }
    let unlocked = unlock ? try await session.unlock() : []
    var examined = try await session.examine(offline: offline)
    var repaired: [FoundProblem] = []
    if fix, examined.isFixable {
      repaired = try await session.workspace.repair(examined)
      for found in repaired { session.report("repaired: \(found.problem.message)") }
      examined = try await session.examine(offline: offline)
    }
    if options.json {
      session.show(
        Documents.examined(
          examined, repaired: repaired, unlocked: unlocked, board: session.workspace.name,
          naming: options.board))
    } else {
      try await session.show(examined)
    }
    if examined.found.contains(where: { !$0.isNote }) { throw Verdict(exit: .failed) }
  }
}

extension Session {
  /// Removes lock files that were left behind, and returns their paths.
  fileprivate func unlock() async throws -> [String] {
    let progress = ProgressLine("waiting to see whether the lock is in use …", on: context.terminal)
    defer { progress.finish() }
    let removed = try await workspace.unlock()
    for path in removed { report("removed '\(path)'") }
    if removed.isEmpty { report("no lock file is in the way") }
    return removed
  }

  fileprivate func examine(offline: Bool) async throws -> BoardExamined {
    let progress = ProgressLine("checking the board …", on: context.terminal)
    defer { progress.finish() }
    reportWaiting(on: progress, else: "checking the board …")
    return try await workspace.examine(offline: offline) { commits in
      progress.update(SafeText("checking the board: \(commits) commits …"))
    }
  }

  fileprivate func show(_ examined: BoardExamined) async throws {
    let entries = examined.found.map { found in
      FindingList.Entry(
        isNote: found.isNote, code: found.problem.code.rawValue, plan: found.plan?.text,
        message: found.problem.message, details: found.problem.detail,
        hints: found.problem.hints.map(words(of:)), isFixable: found.isFixable)
    }
    let list = FindingList(entries, commits: examined.commits, plans: examined.plans)
    try await show(FindingText(list))
    // Plain records have no room for hints.
    guard !context.terminal.isForPeople else { return }
    for hint in list.entries.flatMap(\.hints).unique { report("hint: \(hint)") }
  }
}
