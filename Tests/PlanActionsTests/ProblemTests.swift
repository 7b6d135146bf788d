import Git
import PlanActions
import PlanModel
import PlanStore
import Testing

@Suite("Problems")
struct ProblemTests {
  @Test("Codes are words of lowercase letters, joined by hyphens")
  func codes() {
    for code in Problem.Code.allCases {
      let words = code.rawValue.split(separator: "-", omittingEmptySubsequences: false)
      #expect(words.allSatisfy { !$0.isEmpty && $0.allSatisfy { ("a"..."z").contains($0) } })
    }
  }

  @Test("A refusal, by whatever layer, becomes a problem once and stays what it is")
  func once() {
    let problem = Problem(StoreError.noIdentity)
    #expect(Problem(problem as any Error) == problem)
    #expect(Problem(StoreError.noIdentity as any Error) == problem)
  }

  @Test("An error that nothing explains says that pmgit is wrong")
  func bug() {
    struct Strange: Error {}
    let problem = Problem(Strange())
    #expect(problem.code == .bug && problem.kind == .bug)
    #expect(problem.message == "unexpected error: Strange()")
  }

  @Test("No error of a lower layer is reported as a bug")
  func known() {
    let errors: [any Error] = [
      GitError(.generic, "broken", operation: "read"), GitProgramError.notFound(name: "git"),
      StoreError.shallow, ImportError(line: 3, reason: "bad"),
      InvalidValue(field: "title", value: " ", reason: "is empty", hint: "give it one"),
    ]
    for error in errors { #expect(Problem(error).code != .bug, "\(error)") }
  }

  @Test("What was typed wrongly is a usage problem with what would be right")
  func usage() throws {
    let value = InvalidValue(field: "title", value: " ", reason: "is empty", hint: "give it one")
    #expect(Problem(value) == .usage("title ' ' is empty", hints: ["give it one"]))
    let import1 = ImportError(line: 3, reason: "bad")
    #expect(Problem(import1).message == "line 3: bad")
    #expect(Problem(import1).detail.isEmpty && Problem(import1).code == .badImport)
  }

  @Test("A remote that broke off says so in place of git's exit code, and that it may work later")
  func remote() {
    let error = GitProgramError.failed(
      ProgramFailure(
        command: "git push", exitCode: 128, standardError: "", remote: .disconnected))
    let problem = Problem(StoreError.remote("origin", error))
    #expect(problem.code == .disconnected && problem.kind == .tryAgain)
    #expect(problem.message == "the connection to 'origin' broke off")
  }

  @Test("Words of git that look like a cause are shown, and explain nothing")
  func words() {
    let error = GitError(
      .generic, "reference 'x' is in the way, No space left on device",
      operation: "move, which has moved")
    let problem = Problem(error as any Error)
    #expect(problem.code == .git && problem.hints.isEmpty)
  }

  @Test(
    "What the system refuses has a code of its own",
    arguments: [
      (SystemFailure.diskFull, Problem.Code.diskFull), (.quotaExceeded, .diskFull),
      (.readOnlyDisk, .readOnlyDisk), (.noPermission, .noPermission), (.deviceError, .diskError),
    ])
  func system(failure: SystemFailure, code: Problem.Code) {
    let error = GitError(.generic, "", operation: "write", cause: .system(failure))
    let problem = Problem(error as any Error)
    #expect(problem.code == code && !problem.hints.isEmpty)
  }

  @Test("A way out is a command that a page can run as well")
  func commands() throws {
    let id = try #require(PlanID("k7m2q9x4t1ab"))
    #expect(
      Problem(StoreError.misplacedPlan(id, path: "plans/x.json")).hints.flatMap(\.commands)
        == [["pmgit", "restore", "k7m2q9x4t1ab"]])
    #expect(Problem.deleted(id).hints.flatMap(\.commands) == [["pmgit", "restore", id.text]])
  }
}
