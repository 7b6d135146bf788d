import PmgitTestSupport
import Testing

/// Commits that the remote accepted, while the local branch could not be moved.
@Suite("What is not on the board here yet")
struct AcceptedByRemoteTests {
  /// Returns two clones: the second has shared a change, and the first has made another one.
  private func changed() async throws -> (pair: SharedBoard, id: String) {
    let pair = try await SharedBoard()
    let id = try await pair.first.add("A plan")
    try await pair.syncBoth()
    try await pair.second("edit", id, "--title", "Another title")
    try await pair.second("sync")
    _ = try await pair.first.add("Another plan")
    return (pair, id)
  }

  @Test("is reported without failing, and the next sync brings it", arguments: ["sync", "take"])
  func told(command: String) async throws {
    let (pair, id) = try await changed()
    let environment = pair.first.environment
    let worktree = try pair.first.repository.editBoardAfterPush(&pair.first.environment)
    let result = await pair.first.run(command == "take" ? ["take", id] : ["sync"])
    #expect(result.exitCode == 0)
    #expect(
      result.messages.contains(
        "warning: the remote has it, but bringing it here failed: branch 'pmgit/main' is ")
    )
    #expect(result.messages.contains("hint: bring it here with 'pmgit sync'\n"))
    pair.first.environment = environment
    try await pair.first.repository.git("worktree", "remove", "--force", worktree)
    let next = await pair.first.run(["sync"])
    #expect(next.exitCode == 0)
    #expect(!next.messages.contains("warning"))
    let tips = try await pair.tips()
    #expect(tips[0] == tips[2])
    try await pair.second("sync")
    #expect(Set(try await pair.tips()).count == 1)
  }

  @Test("has the commit that the remote accepted in the document of a sync")
  func document() async throws {
    let (pair, _) = try await changed()
    _ = try pair.first.repository.editBoardAfterPush(&pair.first.environment)
    let result = await pair.first.run(["sync", "--json"])
    let tips = try await pair.tips()
    #expect(result.output.contains("\"commit\": \"\(tips[2])\""), "\(result.output)")
    #expect(tips[0] != tips[2])
  }
}
