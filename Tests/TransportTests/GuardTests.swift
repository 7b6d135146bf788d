import Git
import PmgitTestSupport
import Testing

/// The server's guard, behind real servers on this machine.
@Suite("The server's guard over every transport")
struct GuardTests {
  /// Installs the guard as the administrator of the server does.
  ///
  /// The hook sets its PATH, because servers give hooks different environments.
  private func install(in hub: ScratchRepository) async throws {
    let result = try await Binary(repository: hub).shell(
      """
      pmgit hooks install --server &&
        sed -i '2i PATH=\(Binary.folder):$PATH' hooks/pre-receive
      """)
    try #require(result.exitCode == 0, "\(result.messages)")
  }

  @Test(
    "A good push passes, and a refused one is explained to plain git and by pmgit's sync",
    arguments: Transport.available)
  func refusal(transport: Transport) async throws {
    let board = try await Board(transport)
    let hub = board.remote.hub
    try await install(in: hub)
    for pmgit in [board.one, board.two] { pmgit.followMachine() }
    try await board.one("edit", board.id, "--title", "One's")
    try await board.two("edit", board.id, "--title", "Two's")
    try await board.one("sync")
    try await board.two("sync")
    try await board.one("sync")
    try await expectRest(board.remote, [board.one, board.two])

    let path = "plans/\(board.id.prefix(2))/\(board.id).json"
    let before = try await hub.git("rev-parse", "pmgit/main")
    let commit = try board.one.repository.commitHostile([.removed(path)], message: "oh dear")
    let words = [
      "pmgit: 'pmgit/main' is refused: 1 problem", "the file of plan '\(board.id)' was removed",
      "commit \(commit.abbreviated()) by Eve <eve@example.org>: oh dear",
      "pmgit restore \(board.id)",
    ]
    do {
      try await board.one.repository.git("push", "--force", "origin", "pmgit/main")
      Issue.record("the board was taken")
    } catch let error as HermeticGit.Failure {
      for word in words { #expect(error.standardError.contains("\(word)"), "\(error)") }
    }
    let result = await board.one.run(["sync"])
    #expect(result.exitCode == 1)
    for word in words { #expect(result.messages.contains(word), "\(result.messages)") }
    #expect(try await hub.git("rev-parse", "pmgit/main") == before)

    // Following the hint is enough.
    try await board.one("restore", board.id)
    try await board.one("sync")
    try await board.two("sync")
    try await expectRest(board.remote, [board.one, board.two])
  }
}
