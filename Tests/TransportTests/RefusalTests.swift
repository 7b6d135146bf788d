import PmgitTestSupport
import Testing

@Suite("Remotes that refuse")
struct RefusalTests {
  @Test(
    "A hook's refusal is reported in its words, made safe, and is not tried again",
    arguments: Transport.available)
  func hook(transport: Transport) async throws {
    let board = try await Board(transport)
    let hub = board.remote.hub
    try hub.installHook(
      "pre-receive",
      script: #"""
        echo x >> '\#(hub.folder)/asked'
        printf 'No pushes\033[31m on Friday.\n' >&2
        exit 1
        """#)
    try await board.one("edit", board.id, "--title", "One's")
    try await board.expectFailure(
      of: ["sync"], in: board.one, exitCode: 1,
      saying: [
        "'origin' refused the board: pre-receive hook declined",
        #"origin says: No pushes\x1b[31m on Friday."#,
      ])
    #expect(try hub.read("asked") == "x\n")
    try hub.installHook("pre-receive", script: "exit 0")
    try await board.one("sync")
    try await expectRest(board.remote, [board.one])
  }

  @Test(
    "A protected branch is no race: it is reported and not tried again",
    arguments: Transport.available)
  func protected(transport: Transport) async throws {
    let board = try await Board(transport)
    let hub = board.remote.hub
    try hub.installHook(
      "update",
      script: """
        echo x >> '\(hub.folder)/asked'
        echo "GH006: Protected branch update failed for $1." >&2
        exit 1
        """)
    try await board.one("edit", board.id, "--title", "One's")
    try await board.expectFailure(
      of: ["sync"], in: board.one, exitCode: 1,
      saying: [
        "refused the board: hook declined",
        "origin says: GH006: Protected branch update failed for refs/heads/pmgit/main.",
        "ask the administrator of 'origin' to allow pushes to 'pmgit/*'",
      ])
    #expect(try hub.read("asked") == "x\n")
    let json = await board.one.run(["sync", "--json"])
    #expect(json.output.contains(#""code": "refused""#))
  }

  @Test("A board branch that is checked out in the remote can't be pushed to, and that is reported")
  func checkedOut() async throws {
    let board = try await Board(.path)
    let host = try await ScratchRepository(cloning: board.remote.hub.path, adding: [:])
    try await host.git("switch", "--quiet", "pmgit/main")
    try await board.remote.point(board.one, at: host.path)
    try await board.one("edit", board.id, "--title", "One's")
    try await board.expectFailure(
      of: ["sync"], in: board.one, exitCode: 1, saying: ["refused the board: branch is currently"])
  }

  @Test(
    "A server that only lets read is distinguished from one that is not there",
    arguments: Transport.served.filter { !Transport.ssh.contains($0) })
  func readOnly(transport: Transport) async throws {
    let board = try await Board(transport, acceptsPushes: false)
    try await board.one("edit", board.id, "--title", "One's")
    try await board.one("sync", "--pull")
    try await board.expectFailure(
      of: ["sync"], in: board.one, exitCode: 1,
      saying: ["'origin' can be read from, but not written to", "ask its administrator"])
    let json = await board.one.run(["sync", "--json"])
    #expect(json.output.contains(#""code": "read-only""#), "\(json.output)")
  }

  @Test("A repository without the right to write is distinguished from one that is not there")
  func noPermission() async throws {
    let board = try await Board(.path)
    let hub = board.remote.hub
    // git's message if the folder belongs to another user. It is simulated, because root may write
    // anywhere.
    try hub.installHook(
      "pre-receive",
      script: "echo 'error: insufficient permission for adding an object' >&2; exit 1")
    try await board.one("edit", board.id, "--title", "One's")
    try await board.expectFailure(
      of: ["sync"], in: board.one, exitCode: 1, saying: ["insufficient permission"])
  }
}
