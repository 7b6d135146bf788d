import PmgitTestSupport
import Testing

@Suite("Races on every transport")
struct RaceTests {
  @Test(
    "If another clone pushes between the fetch and the push, both changes are kept",
    arguments: Transport.available)
  func betweenFetchAndPush(transport: Transport) async throws {
    let board = try await Board(transport)
    let (one, two) = (board.one, board.two)
    try await one("edit", board.id, "--title", "One's")
    try await two("edit", board.id, "--due", "2026-12-01")
    one.environment = try one.repository.racing(one.environment, beforePush: board.pushOfTwo)
    try await one("sync")
    #expect(one.repository.hasRaced)
    try await two("sync")
    try await expectRest(board.remote, [one, two])
    #expect(try await two("show", board.id).contains("title\tOne's\n"))
    #expect(try await one("show", board.id).contains("due\t2026-12-01\n"))
  }

  @Test(
    "If the remote's branch moves while it takes the push, the other's commit is kept too",
    arguments: Transport.available)
  func insideTheServer(transport: Transport) async throws {
    let board = try await Board(transport)
    let (hub, one, two) = (board.remote.hub, board.one, board.two)
    try await one("edit", board.id, "--title", "One's")
    try await two("edit", board.id, "--due", "2026-12-01")
    // The other commit is on the server already. The hook moves the branch to it after git has
    // compared the old value.
    try await two.repository.git("push", "--quiet", "origin", "pmgit/main:refs/heads/waiting")
    let marker = hub.folder + "/moved"
    try hub.installHook(
      "pre-receive",
      script: """
        [ -e '\(marker)' ] && exit 0
        touch '\(marker)'
        unset GIT_QUARANTINE_PATH
        git update-ref refs/heads/pmgit/main refs/heads/waiting
        """)
    try await one("sync")
    try await two("sync")
    try await expectRest(board.remote, [one, two])
    #expect(try await one("show", board.id).contains("due\t2026-12-01\n"))
    #expect(try await two("show", board.id).contains("title\tOne's\n"))
  }

  @Test("Of two who take one plan at once, one gets it", arguments: Transport.available)
  func claim(transport: Transport) async throws {
    let board = try await Board(transport)
    let (one, two) = (board.one, board.two)
    try await two("edit", board.id, "--owner", "@me")
    one.environment = try one.repository.racing(one.environment, beforePush: board.pushOfTwo)
    let result = await one.run(["take", board.id])
    #expect(one.repository.hasRaced)
    #expect(result.exitCode == 1)
    #expect(result.messages.contains("was taken by Dev 2"), "\(result.messages)")
    try await expectRest(board.remote, [one, two])
    #expect(try await one("resolve", "--list") == "")
  }
}
