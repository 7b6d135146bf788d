import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

extension DoctorCommand {
  /// Checks the commits, ranges of commits and files that were named, as the guard of a server
  /// does.
  func checkNamed(in session: Session) async throws {
    var found: [FoundProblem] = []
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
