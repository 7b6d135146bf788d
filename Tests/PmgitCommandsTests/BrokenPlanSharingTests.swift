import PmgitTestSupport
import Testing

/// A broken plan in several clones.
@Suite("A broken plan and several people") struct BrokenPlanSharingTests {
  /// Returns two clones with one plan, which is broken in the first clone and on the remote.
  private func brokenPair() async throws -> (pair: SharedBoard, id: String, path: String) {
    let pair = try await SharedBoard()
    let id = try await pair.first.add("A plan", "--label", "bug")
    try await pair.syncBoth()
    let path = "plans/\(id.prefix(2))/\(id).json"
    try await pair.first.repository.commitToBoard("{ broken", at: path)
    try await pair.first("sync", "-q")
    return (pair, id, path)
  }

  /// Syncs the clones in turn, and checks that the clones and the hub have the same commit.
  private func rest(_ pair: SharedBoard) async throws {
    for runner in [pair.first, pair.second, pair.first] { _ = await runner.run(["sync", "-q"]) }
    #expect(Set(try await pair.tips()).count == 1)
  }

  @Test("One mends it, one edits the version from before: both changes are there")
  func mendedAndEdited() async throws {
    let (pair, id, _) = try await brokenPair()
    try await pair.first("restore", id)
    try await pair.first("edit", id, "--due", "2026-12-01")
    pair.second.now = pair.first.now
    try await pair.second("edit", id, "--title", "Edited before it was seen", "--no-label", "bug")
    try await rest(pair)
    for runner in [pair.first, pair.second] {
      let shown = try await runner("show", id)
      #expect(shown.contains("title\tEdited before it was seen\n"))
      #expect(shown.contains("due\t2026-12-01\n"))
      #expect(!shown.contains("label\tbug"))
      #expect(try await runner("resolve", "--list") == "")
    }
  }

  @Test("One edits the version from before while it is broken: the edit stays, and the bytes")
  func stillBroken() async throws {
    let (pair, id, _) = try await brokenPair()
    try await pair.second("edit", id, "--title", "Edited before it was seen")
    let result = await pair.second.run(["sync"])
    #expect(result.messages.contains("'git show pmgit/main:quarantine/\(id)."))
    try await rest(pair)
    #expect(try await pair.first("show", id).contains("title\tEdited before it was seen\n"))
    let files = try await pair.hub.git("ls-tree", "-r", "--name-only", "pmgit/main")
    let kept = try #require(files.split(separator: "\n").first { $0.hasPrefix("quarantine/") })
    #expect(try await pair.hub.git("show", "pmgit/main:\(kept)") == "{ broken")
  }

  @Test("Both mend it and go on apart: both changes are there, and nothing else comes back")
  func mendedTwice() async throws {
    let (pair, id, _) = try await brokenPair()
    _ = await pair.second.run(["sync", "-q"])
    try await pair.first("restore", id)
    try await pair.first("edit", id, "--title", "Ours")
    pair.second.now = pair.first.now
    try await pair.second("restore", id)
    try await pair.second("edit", id, "--no-label", "bug")
    try await rest(pair)
    let shown = try await pair.first("show", id)
    #expect(shown.contains("title\tOurs\n"))
    #expect(!shown.contains("label\tbug\n"))
    #expect(try await pair.first("resolve", "--list") == "")
  }

  @Test("An edit that was broken in the next commit is not lost to an edit made elsewhere")
  func editBeforeBreak() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.first.add("A plan")
    try await pair.syncBoth()
    try await pair.first("edit", id, "--due", "2026-12-01")
    try await pair.first.repository.commitToBoard("{", at: "plans/\(id.prefix(2))/\(id).json")
    pair.second.now = pair.first.now
    try await pair.second("edit", id, "--owner", "Dev Two")
    try await rest(pair)
    let shown = try await pair.second("show", id)
    #expect(shown.contains("owner\tDev Two <two@example.org>\n"))
    #expect(shown.contains("due\t2026-12-01\n"))
  }
}
