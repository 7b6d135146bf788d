import Foundation
import PmgitTestSupport
import Testing

@Suite("Remotes that can't be reached")
struct UnreachableTests {
  private func board(_ transport: Transport) async throws -> Board {
    let board = try await Board(transport)
    try await board.one("edit", board.id, "--title", "One's")
    return board
  }

  @Test("An address without a repository is reported", arguments: Transport.available)
  func noRepository(transport: Transport) async throws {
    let board = try await board(transport)
    try await board.remote.point(
      board.one, at: board.remote.url(path: board.remote.hub.folder + "/nothing"))
    try await board.expectFailure(
      of: ["sync"], in: board.one, exitCode: 1,
      saying: ["there is no repository at the address of 'origin'", "'git remote -v'"])
  }

  @Test("A port on which nobody listens is reported", arguments: Transport.served)
  func nobodyListens(transport: Transport) async throws {
    let board = try await board(transport)
    try await board.remote.point(board.one, at: board.remote.url(port: try Loopback.freePort()))
    try await expectUnreachable(board)
  }

  @Test("A host without an address is reported", arguments: Transport.served)
  func unknownHost(transport: Transport) async throws {
    let board = try await board(transport)
    try await board.remote.point(board.one, at: board.remote.url(host: "host.invalid"))
    try await expectUnreachable(board)
  }

  private func expectUnreachable(
    _ board: Board, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await board.expectFailure(
      of: ["sync"], in: board.one, exitCode: 75,
      saying: ["'origin' can't be reached", "your changes are safe here"],
      sourceLocation: sourceLocation)
    let json = await board.one.run(["sync", "--json"])
    #expect(
      json.output.contains(#""code": "unreachable""#), "\(json.output)",
      sourceLocation: sourceLocation)
  }

  @Test(
    "A server that takes the connection and says nothing is given up, with all that git started",
    arguments: Transport.served)
  func silence(transport: Transport) async throws {
    let board = try await board(transport)
    let server = try SilentServer()
    try await board.remote.point(board.one, at: board.remote.url(port: server.port))
    try await board.one.repository.git("config", "pmgit.timeout", "2")
    try await board.expectFailure(
      of: ["sync"], in: board.one, exitCode: 75,
      saying: [
        "'git fetch' gave no answer in 2 seconds", "your changes are safe here",
        "'git config pmgit.timeout SECONDS'",
      ])
    // Killed processes disappear once the system has time for them.
    #expect(try await holdsInTheEnd { try processes(naming: "\(server.port)").isEmpty })
  }

  /// Returns the command lines of the running programs that have this number in their arguments.
  private func processes(naming word: String) throws -> [String] {
    let all = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }
    return all.compactMap { id in
      // The process has ended since the folder was read.
      guard let bytes = FileManager.default.contents(atPath: "/proc/\(id)/cmdline") else {
        return nil
      }
      let line = String(decoding: bytes, as: UTF8.self).replacing("\0", with: " ")
      return line.split(whereSeparator: { !$0.isNumber }).contains(word[...]) ? line : nil
    }
  }

  @Test(
    "A connection that dies in the middle of a fetch or a push leaves the board as it was",
    arguments: Transport.served, ["fetch", "push"])
  func death(transport: Transport, command: String) async throws {
    let board = try await board(transport)
    let writer = command == "fetch" ? board.two : board.one
    try await writer("edit", board.id, "--body", Self.longText)
    if command == "fetch" { try await writer("sync") }
    // More than the start of the connection needs, and less than the text.
    let limit = 20_000
    let proxy = try DyingProxy(
      to: board.remote.port ?? 0, afterBytesUp: command == "push" ? limit : nil,
      afterBytesDown: command == "fetch" ? limit : nil)
    defer { proxy.stop() }
    try await board.remote.point(board.one, at: board.remote.url(port: proxy.port))
    trustAnyPort(board)
    try await board.expectFailure(
      of: ["sync"], in: board.one, exitCode: 75,
      saying: ["the connection to 'origin' broke off", "your changes are safe here"])
    #expect(proxy.hasCut)
    try await mend(board)
  }

  @Test(
    "A server that is killed while it takes a push has taken nothing",
    arguments: Transport.available)
  func killedServer(transport: Transport) async throws {
    let board = try await board(transport)
    let hub = board.remote.hub
    let there = try await hub.git("rev-parse", "pmgit/main")
    try hub.installHook("pre-receive", script: "kill -9 $PPID")
    try await board.expectFailure(
      of: ["sync"], in: board.one, exitCode: 75, saying: ["the connection to 'origin' broke off"])
    #expect(try await hub.git("rev-parse", "pmgit/main") == there)
    try hub.installHook("pre-receive", script: "exit 0")
    try await mend(board)
  }

  /// Restores the clone's correct address; then a sync must work.
  private func mend(_ board: Board) async throws {
    try await board.remote.point(board.one, at: board.remote.url)
    try await board.one("sync")
    try await board.two("sync")
    try await expectRest(board.remote, [board.one, board.two])
    #expect(try await board.two("show", board.id).contains("title\tOne's\n"))
  }

  /// Makes ssh accept the proxy in place of the server.
  private func trustAnyPort(_ board: Board) {
    guard let command = board.one.environment["GIT_SSH_COMMAND"] else { return }
    board.one.environment["GIT_SSH_COMMAND"] = command + " -o StrictHostKeyChecking=no"
  }

  /// A text that can't be compressed well.
  private static let longText: String = {
    var random = SeededGenerator(seed: 1)
    return (0..<2000).map { _ in
      String(UInt64.random(in: 0...UInt64.max, using: &random), radix: 36)
    }
    .joined(separator: "\n")
  }()
}
