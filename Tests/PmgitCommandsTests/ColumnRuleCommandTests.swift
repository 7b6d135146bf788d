import PmgitTestSupport
import Testing

@Suite("Commands and the rules of columns")
struct ColumnRuleCommandTests {
  /// Returns a board where 'done' only accepts plans from 'doing', with one plan in 'todo'.
  private func board() async throws -> (CommandRunner, String) {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("Fix login")
    try await pmgit("column", "edit", "done", "--from", "doing")
    return (pmgit, id)
  }

  private func column(of id: String, _ pmgit: CommandRunner) async throws -> String {
    try await pmgit("list", "--all").split(separator: "\n").first { $0.hasPrefix(id) }
      .map { String($0) } ?? ""
  }

  @Test(
    "No command takes a plan where the board does not let it go",
    arguments: [
      ["move", "ID", "done"], ["edit", "ID", "--state", "done"], ["add", "New", "--state", "done"],
    ])
  func refused(_ command: [String]) async throws {
    let (pmgit, id) = try await board()
    let before = try await pmgit.repository.git("rev-parse", "pmgit/main")
    let result = await pmgit.run(command.map { $0 == "ID" ? id : $0 })
    #expect(result.exitCode == 1)
    #expect(result.messages.contains("'done' takes plans only from 'doing'"), "\(result.messages)")
    #expect(try await pmgit.repository.git("rev-parse", "pmgit/main") == before)
  }

  @Test("An import into such a column is refused as a whole")
  func imports() async throws {
    let (pmgit, _) = try await board()
    let plans = #"{"title":"a","state":"todo"}"# + "\n" + #"{"title":"b","state":"done"}"# + "\n"
    let result = await pmgit.run(["import", "-"], input: plans)
    #expect(result.exitCode == 1)
    #expect(result.messages.contains("a new plan can't begin in 'done'"), "\(result.messages)")
    #expect(try await pmgit("list").split(separator: "\n").count == 1)
  }

  @Test("The way that the hint names is open, and so is the way back")
  func allowed() async throws {
    let (pmgit, id) = try await board()
    let refused = await pmgit.run(["move", id, "done"])
    #expect(refused.messages.contains("'pmgit move \(id) doing'"), "\(refused.messages)")
    try await pmgit("move", id, "doing")
    try await pmgit("move", id, "done")
    try await pmgit("edit", id, "--title", "Fix login on iPad")
    try await pmgit("move", id, "done", "--top")
    try await pmgit("move", id, "todo")
    // The undo moves the plan from 'todo' to 'done', which the rule forbids. It is allowed because
    // the undone move was never shared.
    #expect(await pmgit.run(["undo"]).exitCode == 0)
    #expect(try await column(of: id, pmgit).contains("done"))
  }

  @Test("A rule is shown, lifted, and names columns that are there")
  func settings() async throws {
    let (pmgit, id) = try await board()
    #expect(try await pmgit("config").contains("column.done\tDone (done, from doing)\n"))
    for (arguments, reason) in [
      (["done", "--from", "nowhere"], "there is no column 'nowhere'"),
      (["done", "--from", "done"], "from 'done' itself"),
      (["done"], "--from"),
    ] {
      let result = await pmgit.run(["column", "edit"] + arguments)
      #expect(result.exitCode == 64)
      #expect(result.messages.contains(reason), "\(result.messages)")
    }
    try await pmgit("column", "edit", "done", "--from", "any")
    #expect(try await pmgit("config").contains("column.done\tDone (done)\n"))
    try await pmgit("move", id, "done")
  }

  @Test("Whoever decides for a value that was there takes no step")
  func conflict() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.first.add("Fix login")
    try await pair.syncBoth()
    // The second clone does not have the rule yet.
    try await pair.second("move", id, "done")
    try await pair.first("column", "edit", "done", "--from", "todo")
    pair.first.now = pair.second.now
    try await pair.first("move", id, "doing")
    try await pair.syncBoth()
    try await pair.first("sync")
    #expect(try await column(of: id, pair.first).contains("doing"))
    try await pair.first("resolve", id, "state", "--value", "done")
    #expect(try await column(of: id, pair.first).contains("done"))
    // After the decision the rule applies again.
    try await pair.first("move", id, "doing")
    #expect(await pair.first.run(["move", id, "done"]).exitCode == 1)
  }
}
