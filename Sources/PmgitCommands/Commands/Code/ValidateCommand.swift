import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

struct ValidateCommand: SessionCommand {
  static let commandName = "validate"
  static let about = CommandConfiguration(
    abstract: "Check boards and files of plans, as the guard of a server does.",
    usage: "pmgit validate [<rev>|<old>..<new>|<file>...] [<options>]",
    discussion: """
      Without an argument it checks the board here. A commit is checked with all
      of its plans; OLD..NEW checks what a push from one to the other would
      change, the column rules and the committers of 'pmgit.guard.committer'
      included. Anything that is not a commit is read as a file, and checked by
      itself. Invalid values are reported too, as an unknown priority; a server's
      guard accepts those.

      It prints what is wrong and exits with 1, or with 0 if nothing is wrong.

      Examples:
        pmgit validate
        pmgit validate origin/pmgit/main..pmgit/main
        pmgit validate plans/k7/k7m2q9x4t1ab.json
        pmgit validate --json
      """)

  @Argument(
    help: ArgumentHelp("Commits, ranges of commits, and files.", valueName: "rev|range|file"))
  var things: [String] = []

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    var found: [FoundProblem] = []
    if things.isEmpty { found += try await session.workspace.validate() }
    for thing in things { found += try await check(thing, session) }
    if options.json {
      session.show(
        Documents.violations(found, board: session.workspace.name, naming: options.board))
    } else {
      try await session.show(ProblemText(found.map(\.row)))
      for hint in found.map({ $0.hintWords(naming: options.board) }).unique {
        session.report("hint: \(hint)")
      }
    }
    if !found.isEmpty {
      session.report("found \(CountWords.words(found.count, "problem"))")
      throw Verdict(exit: .failed)
    }
    session.report("nothing is wrong")
  }

  private func check(_ thing: String, _ session: Session) async throws -> [FoundProblem] {
    if thing.isEmpty {
      throw Problem.usage(
        "'' names neither a commit nor a file", hints: ["leave it out to check the board here"])
    }
    if let found = try await session.workspace.validate(commits: thing) { return found }
    let bytes: [UInt8]
    do {
      bytes = try session.hostFiles.read(thing)
    } catch {
      var problem = Problem(error)
      problem.hints = ["it is not a commit either, nor a range of commits as OLD..NEW"]
      throw problem
    }
    return try session.workspace.validate(file: bytes, named: thing)
  }
}

extension FoundProblem {
  fileprivate var row: ProblemText.Problem {
    ProblemText.Problem(
      code: problem.code.rawValue, path: path, plan: plan?.text, field: field,
      commit: commit?.id.hex, message: problem.message, detail: commitWords)
  }
}
