import PmgitTestSupport
import Testing

/// Boards that are shared over real servers on this machine.
@Suite("Every transport")
struct TransportTests {
  @Test("Two clones share a board both ways and end on one commit", arguments: Transport.available)
  func bothWays(transport: Transport) async throws {
    let remote = try await SharedRemote(transport)
    let one = try await remote.clone(1)
    try await one("init")
    let id = try await one.add("As it was")
    try await one("sync")

    // Another clone has the board without 'init'.
    let two = try await remote.clone(2)
    #expect(try await two("list").hasPrefix(id))
    try await one("edit", id, "--title", "One's", "--due", "2026-12-01")
    two.now = one.now
    try await two("edit", id, "--title", "Two's", "--owner", "@me")
    let added = try await two.add("Another")
    try await one("sync")
    try await two("sync")
    try await one("sync")
    try await expectRest(remote, [one, two])
    #expect(try await one("resolve", "--list").split(separator: "\n").count == 2)
    #expect(try await one("resolve", "--list") == two("resolve", "--list"))
    let shown = try await one("show", id)
    #expect(shown.contains("due\t2026-12-01\n") && shown.contains("owner\tDev 2"))
    #expect(try await one("list").contains(added))
  }
}

/// Checks that the clones and the remote have the same commit, and that git finds no damage.
func expectRest(
  _ remote: SharedRemote, _ clones: [CommandRunner],
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let there = try await remote.hub.git("rev-parse", "refs/heads/pmgit/main")
  for clone in clones {
    #expect(
      try await clone.repository.git("rev-parse", "refs/heads/pmgit/main") == there,
      sourceLocation: sourceLocation)
  }
  for repository in [remote.hub] + clones.map(\.repository) {
    #expect(
      try await repository.git("fsck", "--strict", "--no-dangling", "--no-progress") == "",
      sourceLocation: sourceLocation)
  }
}
