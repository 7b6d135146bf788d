import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

@testable import PlanActions

/// Actions on commits, branches and messages of the code.
@Suite("Actions about the code")
struct CodeActionTests {
  private func commit(_ message: String, _ worker: Worker) async throws -> String {
    try await worker.repository.git("commit", "--allow-empty", "-q", "-m", message)
    return try await worker.repository.git("rev-parse", "HEAD")
  }

  @Test("A branch is made for a plan once, and not at another start")
  func branch() async throws {
    let worker = try await Worker()
    let id = try await worker.add("Fix login")
    let none = try await refusal { _ = try worker.board().makeBranch(for: id.text) }
    #expect(none.code == .noCommit)
    let head = try await commit("first", worker)
    let made = try worker.board().makeBranch(for: id.text)
    #expect(made.isNew && made.name.hasSuffix("-fix-login") && made.commit.hex == head)
    let again = try worker.board().makeBranch(for: id.text)
    #expect(!again.isNew && again.name == made.name && again.plan == id)
    let problem = try await refusal {
      _ = try worker.board().makeBranch(for: id.text, at: "HEAD")
    }
    #expect(problem.code == .branchExists)
  }

  @Test("Commits that are followed move their plans once; a range is distinguished from a name")
  func follow() async throws {
    let worker = try await Worker()
    let id = try await worker.add("Fix login")
    let first = try await commit("first", worker)
    let second = try await commit("done\n\nCloses: \(id)", worker)
    let followed = try await worker.board().follow(["\(first)..HEAD"])
    #expect(followed.commits == 1)
    let entry = try #require(followed.recorded?.entries.first)
    #expect(entry.plan == id && entry.from == "todo" && entry.state == "done")
    #expect(entry.commits.map(\.hex) == [second])
    #expect(followed.recorded?.notices.first?.message.text().contains("Todo → Done") == true)
    #expect(try await worker.board().follow(["HEAD"]).recorded?.entries.isEmpty ?? true)
    for name in ["nonsense", "a...b"] {
      _ = try await refusal { _ = try await worker.board().follow([name]) }
    }
  }

  @Test("A message that names a plan which is not there is refused; a good one passes")
  func message() async throws {
    let worker = try await Worker()
    let id = try await worker.add("Fix login")
    func check(_ text: String) async throws {
      try await worker.board().check(MessageFile(path: "/m") { _ in Array(text.utf8) }) { _ in }
    }
    try await check("fix\n\nPlan: \(id)\n")
    try await check("fix\n")
    for text in ["fix\n\nPlan: zzzzzzzzzz99\n", "fix\n\nCloses: zzzzzzzzzz99\n"] {
      await #expect(throws: Refusal.self) { try await check(text) }
    }
    try await worker.repository.git("config", "pmgit.hooks.requirePlan", "true")
    await #expect(throws: Refusal.self) { try await check("fix\n") }
    _ = try await worker.board().delete([id.text])
    await #expect(throws: Refusal.self) { try await check("fix\n\nPlan: \(id)\n") }
  }

  @Test("A message on a plan's branch gets its trailer, and one that has it stays")
  func prepare() async throws {
    let worker = try await Worker()
    let id = try await worker.add("Fix login")
    _ = try await commit("first", worker)
    let branch = try worker.board().makeBranch(for: id.text)
    try await worker.repository.git("switch", "-q", branch.name)
    func prepared(_ text: String, from source: String = "message") async throws -> String? {
      let file = MessageFile(path: "/m") { _ in Array(text.utf8) }
      return try await worker.board().prepare(file, from: source).bytes
        .map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(try await prepared("fix\n")?.contains("\nPlan: \(id)\n") == true)
    #expect(try await prepared("fix\n\nPlan: \(id)\n") == nil)
    #expect(try await prepared("fix\n", from: "merge") == nil)
    try await worker.repository.git("switch", "-q", "main")
    #expect(try await prepared("fix\n") == nil)
  }

  @Test("A commit, and its amended version, are recorded on the plan that they name")
  func record() async throws {
    let worker = try await Worker()
    let id = try await worker.add("Fix login")
    let first = try await commit("start\n\nStarts: \(id)", worker)
    #expect(try await worker.board().recordHead()?.entries.map(\.state) == ["doing"])
    #expect(try worker.plan(id).commits.map(\.id) == [first])
    try await worker.repository.git(
      "commit", "--amend", "--allow-empty", "-q", "-m", "again\n\nStarts: \(id)")
    let second = try await worker.repository.git("rev-parse", "HEAD")
    let rewritten = try await worker.board().recordRewrite(
      { ["\(first) \(second)"] }, isRebase: false)
    #expect(rewritten?.entries.map(\.plan) == [id])
    #expect(try worker.plan(id).commits.map(\.id) == [second])
    #expect(try await worker.board().mergeFetched() == nil)
  }

  @Test("With pmgit.hooks.start the first commit on a plan's branch starts it, once")
  func start() async throws {
    let worker = try await Worker()
    let id = try await worker.add("Fix login")
    _ = try await commit("first", worker)
    let branch = try worker.board().makeBranch(for: id.text)
    func work(_ message: String, on branch: String) async throws -> String {
      try await worker.repository.git("switch", "-q", branch)
      _ = try await commit(message, worker)
      _ = try await worker.board().recordHead()
      return try worker.plan(id).state
    }
    try await worker.repository.git("config", "pmgit.hooks.start", "true")
    #expect(try await work("fix", on: branch.name) == "todo")
    #expect(try await work("fix\n\nPlan: \(id)", on: branch.name) == "doing")
    _ = try await worker.board().move(MovePlans(.named([id.text]), to: "todo"))
    #expect(try await work("more\n\nPlan: \(id)", on: branch.name) == "todo")
  }

  @Test(
    "A first commit starts no plan where the setting is off, on another branch, or of a plan that is done",
    arguments: [("false", true, "todo"), ("true", false, "todo"), ("true", true, "done")])
  func noStart(setting: String, isOnBranch: Bool, column: String) async throws {
    let worker = try await Worker()
    let id = try await worker.add("Fix login")
    _ = try await commit("first", worker)
    let branch = try worker.board().makeBranch(for: id.text)
    _ = try await worker.board().move(MovePlans(.named([id.text]), to: column))
    try await worker.repository.git("config", "pmgit.hooks.start", setting)
    if isOnBranch { try await worker.repository.git("switch", "-q", branch.name) }
    let made = try await commit("fix\n\nPlan: \(id)", worker)
    _ = try await worker.board().recordHead()
    #expect(try worker.plan(id).state == column && worker.plan(id).commits.map(\.id) == [made])
  }

  @Test("A plan whose closing line is amended away stays, and the command that moves it back works")
  func closingLineTakenOut() async throws {
    let worker = try await Worker()
    let id = try await worker.add("Fix login")
    let first = try await commit("fix\n\nCloses: \(id)", worker)
    _ = try await worker.board().recordHead()
    try await worker.repository.git("commit", "--amend", "--allow-empty", "-q", "-m", "fix")
    let second = try await worker.repository.git("rev-parse", "HEAD")
    let notices = try await worker.board().recordRewrite(
      { ["\(first) \(second)"] }, isRebase: false)?.notices
    let short = try worker.board().store.snapshot().shortID(id)
    #expect(
      notices?.map { $0.message.text() }
        == ["\(short) stays in Done, though its commit no longer says 'Closes', Fix login"])
    #expect(notices?.flatMap(\.hints).flatMap(\.commands) == [["pmgit", "move", short, "doing"]])
    _ = try await worker.board().move(MovePlans(.named([short]), to: "doing"))
    #expect(try worker.plan(id).state == "doing")
  }

  @Test("Hooks are installed beside those of others, and taken out again")
  func hooks() async throws {
    let worker = try await Worker()
    try worker.repository.installHook("commit-msg", script: "#!/bin/sh\n")
    let hooks = try await worker.board().hooks()
    #expect(try hooks.states().map(\.code).contains("foreign"))
    _ = try hooks.install()
    #expect(try hooks.states().allSatisfy { $0.code == "installed" })
    #expect(try hooks.states().filter(\.keepsOther).map(\.name) == ["commit-msg"])
    _ = try hooks.uninstall()
    #expect(Set(try hooks.states().map(\.code)) == ["absent", "foreign"])
    try await worker.repository.git("config", "core.hooksPath", "/dev/null")
    let off = try await worker.board().hooks()
    #expect(throws: Problem.self) { _ = try off.install() }
  }
}
