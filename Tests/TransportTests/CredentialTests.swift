import Foundation
import PmgitTestSupport
import Testing

@Suite("Passwords, keys and hosts")
struct CredentialTests {
  private static let canRunHTTP = Transport.available.contains(.http)
  private static let canRunSSH = Transport.available.contains(.sshEd25519)

  /// Returns a board whose first clone has a change to share. From now on, the clone uses the
  /// credentials that `client` returns.
  private func board(
    _ transport: Transport, _ client: (Board) throws -> [String: String]
  ) async throws -> Board {
    let board = try await Board(transport)
    try await board.one("edit", board.id, "--title", "One's")
    board.one.environment.merge(try client(board)) { $1 }
    return board
  }

  @Test("A wrong password is reported, with what to try", .enabled(if: canRunHTTP, "no lighttpd"))
  func wrongPassword() async throws {
    let board = try await board(.http) {
      try HTTPServer.client($0.remote.hub, password: "wrong")
    }
    try await board.expectFailure(
      of: ["sync"], in: board.one, exitCode: 1,
      saying: ["'origin' did not let you in", "check that 'git fetch origin' works"])
    let json = await board.one.run(["sync", "--json"])
    #expect(json.output.contains(#""code": "authentication""#))
    board.one.environment.merge(board.remote.client) { $1 }
    try await board.one("sync")
  }

  @Test(
    "Without a password and without a terminal nobody is asked, and nothing hangs",
    .enabled(if: canRunHTTP, "no lighttpd"))
  func noPassword() async throws {
    let board = try await board(.http) { try HTTPServer.client($0.remote.hub, password: nil) }
    try await board.expectFailure(
      of: ["sync"], in: board.one, exitCode: 1, saying: ["'origin' did not let you in"])
  }

  @Test(
    "A password in the remote's address is never shown", .enabled(if: canRunHTTP, "no lighttpd"))
  func passwordInAddress() async throws {
    let board = try await Board(.http)
    let (one, remote) = (board.one, board.remote)
    one.environment.merge(try HTTPServer.client(remote.hub, password: nil)) { $1 }
    var said = ""
    for (user, port) in [("dev:s3cret", remote.port), ("dev:s3cret", try Loopback.freePort())] {
      let address = remote.url(host: "\(user)@127.0.0.1:\(port ?? 0)")
      try await remote.point(one, at: address)
      for arguments in [["sync"], ["sync", "--json"], ["take", board.id], ["status"], ["config"]] {
        let result = await one.run(arguments)
        said += result.output + result.messages
      }
    }
    try await remote.point(
      one, at: remote.url(host: "dev:correct%20horse@127.0.0.1:\(remote.port ?? 0)"))
    try await one("edit", board.id, "--title", "One's")
    let synced = await one.run(["sync"])
    #expect(synced.exitCode == 0, "\(synced.messages)")
    said += synced.output + synced.messages
    said += try await one.repository.git("reflog", "show", "--all")
    said += try await one.repository.git("log", "--all", "--format=%B")
    #expect(said.contains("did not let you in") && said.contains("can't be reached"))
    #expect(!said.contains("s3cret") && !said.contains("horse"))
  }

  @Test("A key that the server does not know is reported", .enabled(if: canRunSSH, "no sshd"))
  func wrongKey() async throws {
    let board = try await board(.sshEd25519) { board in
      try SSHServer.client(board.remote.hub, key: "stranger", port: board.remote.port ?? 0)
    }
    try await board.expectFailure(
      of: ["sync"], in: board.one, exitCode: 1,
      saying: ["'origin' did not let you in", "check that 'git fetch origin' works"])
  }

  @Test("A host that ssh does not know is not trusted", .enabled(if: canRunSSH, "no sshd"))
  func unknownHost() async throws {
    let board = try await board(.sshEd25519) { board in
      try SSHServer.client(
        board.remote.hub, key: "ed25519", port: board.remote.port ?? 0, knownHosts: "")
    }
    try await board.expectFailure(
      of: ["sync"], in: board.one, exitCode: 1,
      saying: ["ssh does not know the host of 'origin'", "compare the key"])
    let json = await board.one.run(["sync", "--json"])
    #expect(json.output.contains(#""code": "host-key""#))
  }

  @Test("A host whose key has changed is not trusted", .enabled(if: canRunSSH, "no sshd"))
  func changedHost() async throws {
    let board = try await board(.sshEd25519) { board in
      let (hub, port) = (board.remote.hub, board.remote.port ?? 0)
      let other = try String(contentsOfFile: hub.folder + "/stranger.pub", encoding: .utf8)
      return try SSHServer.client(
        hub, key: "ed25519", port: port, knownHosts: "[127.0.0.1]:\(port) \(other)")
    }
    try await board.expectFailure(
      of: ["sync"], in: board.one, exitCode: 1,
      saying: ["the host of 'origin' has another key than before", "'ssh-keygen -R HOST'"])
  }
}
