import PlanModel
import PmgitTestSupport
import Testing

/// Undo and redo when hooks have written to the board in between.
@Suite("Undo and redo pass over what hooks made")
struct HookUndoTests {
  /// Makes a commit of the code and runs the post-commit hook, as git does.
  private func commit(_ message: String, _ pmgit: CommandRunner) async throws -> String {
    try await pmgit.repository.git("commit", "--allow-empty", "-q", "-m", message)
    try await pmgit("hooks", "run", "post-commit")
    return try await pmgit.repository.git("rev-parse", "HEAD")
  }

  private func plan(_ id: String, _ pmgit: CommandRunner) async throws -> JSONObject {
    let text = try await pmgit("show", id, "--json")
    let document = try JSONReader.value(in: Array(text.utf8), maximumSize: .max)
    return try #require(document.object?["plan"]?.object)
  }

  private func expect(
    _ title: String, commits: [String], _ id: String, _ pmgit: CommandRunner,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let plan = try await plan(id, pmgit)
    #expect(plan["title"] == .string(title), sourceLocation: sourceLocation)
    #expect(
      plan["links"]?.array == commits.map { .string("commit:\($0)") },
      sourceLocation: sourceLocation)
  }

  /// Returns a runner with its own board, or with a clone of a shared board. In a clone, an undo
  /// moves the branch back and makes no commit.
  private func runner(isShared: Bool) async throws -> CommandRunner {
    if isShared { return try await SharedBoard().first }
    let pmgit = try await CommandRunner.withBoard()
    return pmgit
  }

  @Test(
    "A hook's link stays; what was typed before it is undone and redone", arguments: [false, true])
  func linkAfterEdit(isShared: Bool) async throws {
    let pmgit = try await runner(isShared: isShared)
    let id = try await pmgit.add("Old")
    try await pmgit("edit", id, "--title", "New")
    let commit = try await commit("Work\n\nPlan: \(id)", pmgit)
    try await pmgit("undo")
    try await expect("Old", commits: [commit], id, pmgit)
    try await pmgit("redo")
    try await expect("New", commits: [commit], id, pmgit)
    try await pmgit("undo")
    try await expect("Old", commits: [commit], id, pmgit)
  }

  @Test("An undo is redone after a hook has written since", arguments: [false, true])
  func linkAfterUndo(isShared: Bool) async throws {
    let pmgit = try await runner(isShared: isShared)
    let id = try await pmgit.add("Old")
    try await pmgit("edit", id, "--title", "New")
    try await pmgit("undo")
    let commit = try await commit("Work\n\nPlan: \(id)", pmgit)
    try await pmgit("redo")
    try await expect("New", commits: [commit], id, pmgit)
  }

  @Test("A link that a hook takes off stays off, though its commit names no commit")
  func amended() async throws {
    let pmgit = try await runner(isShared: false)
    let id = try await pmgit.add("Old")
    let old = try await commit("Work\n\nPlan: \(id)", pmgit)
    try await pmgit("edit", id, "--title", "New")
    try await pmgit.repository.git("commit", "--amend", "--allow-empty", "-q", "-m", "Work")
    let new = try await pmgit.repository.git("rev-parse", "HEAD")
    try await pmgit("hooks", "run", "post-rewrite", "amend", input: "\(old) \(new)\n")
    try await expect("New", commits: [], id, pmgit)
    try await pmgit("undo")
    try await expect("Old", commits: [], id, pmgit)
  }

  @Test("What hooks alone have done can't be undone; what 'hooks follow' did can")
  func follow() async throws {
    let pmgit = try await runner(isShared: false)
    let id = try await pmgit.add("Old")
    try await pmgit.repository.git("commit", "--allow-empty", "-q", "-m", "Work\n\nCloses: \(id)")
    try await pmgit("hooks", "follow")
    #expect(try await plan(id, pmgit)["state"] == .string("done"))
    try await pmgit("undo")
    #expect(try await plan(id, pmgit)["state"] == .string("todo"))
  }

  @Test("If a hook has moved a plan since, a person is asked, and a script is refused")
  func moveSince() async throws {
    let pmgit = try await runner(isShared: false)
    let id = try await pmgit.add("Old")
    let other = try await pmgit.add("Other")
    _ = try await commit("Work\n\nCloses: \(id)", pmgit)
    let move = try await pmgit.repository.git("log", "-1", "--format=%s", "pmgit/main")
    let words =
      "1 change of 1 plan: add \(other.prefix(4)): Other (not '\(move)', which a hook did since)"
    pmgit.answers = ["n"]
    let asked = await pmgit.run(["undo"])
    #expect(asked.exitCode == 1 && asked.unbroken.contains("undo \(words)?"), "\(asked)")
    #expect(try await plan(other, pmgit)["deleted"]?.isNull == true)
    pmgit.answers = nil
    let refused = await pmgit.run(["undo"])
    #expect(refused.exitCode == 1 && refused.messages.contains("this would undo \(words)"))
    #expect(try await plan(other, pmgit)["deleted"]?.isNull == true)
    try await pmgit("undo", "--yes")
    #expect(try await plan(other, pmgit)["deleted"]?.isNull == false)
    #expect(try await plan(id, pmgit)["state"] == .string("done"))
  }

  @Test("The commit of a hook names the hook")
  func trailer() async throws {
    let pmgit = try await runner(isShared: false)
    let id = try await pmgit.add("Old")
    let commit = try await commit("Work\n\nPlan: \(id)", pmgit)
    let message = try await pmgit.repository.git("log", "-1", "--format=%B", "pmgit/main")
    #expect(message.contains("\nCommit: \(commit)\nHook: post-commit"))
  }
}
