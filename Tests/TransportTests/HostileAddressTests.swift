import Foundation
import PmgitTestSupport
import Testing

/// Addresses and names of remotes that contain options or commands.
@Suite("Hostile addresses")
struct HostileAddressTests {
  /// Returns a clone with a change to share, and the path of a file that must not be created.
  private func board() async throws -> (board: Board, marker: String) {
    let board = try await Board(.path)
    try await board.one("edit", board.id, "--title", "One's")
    return (board, board.one.repository.folder + "/marker")
  }

  @Test(
    "No address is read as an option or runs a program",
    arguments: [
      "--upload-pack=touch MARKER", "-u touch MARKER", "ext::touch MARKER",
      "ssh://-oProxyCommand=touch%20MARKER/x", "-oProxyCommand=touch MARKER:x",
      "git://-oProxyCommand=touch/MARKER", "file://--upload-pack=touch MARKER",
    ])
  func address(text: String) async throws {
    let (board, marker) = try await board()
    try await board.remote.point(board.one, at: text.replacing("MARKER", with: marker))
    let result = await board.one.run(["sync"])
    #expect([1, 75].contains(result.exitCode), "\(result.messages)")
    #expect(result.messages.hasPrefix("pmgit: "))
    #expect(!FileManager.default.fileExists(atPath: marker))
    #expect(try await board.one("list").contains("One's"))
  }

  @Test("What git does not allow as a transport is reported in git's words")
  func helper() async throws {
    let (board, marker) = try await board()
    try await board.remote.point(board.one, at: "ext::touch \(marker)")
    let result = await board.one.run(["sync"])
    #expect(result.messages.contains("transport 'ext' not allowed"), "\(result.messages)")
  }

  @Test("A remote whose name looks like an option is only a name")
  func name() async throws {
    let (board, _) = try await board()
    let git = board.one.repository
    try await git.git("config", "remote.--prune.url", board.remote.hub.path)
    try await git.git("config", "pmgit.remote", "--prune")
    try await git.git("update-ref", "refs/remotes/--prune/other", "pmgit/main")
    let result = await board.one.run(["sync"])
    #expect(result.exitCode == 0, "\(result.messages)")
    #expect(try await git.git("rev-parse", "refs/remotes/--prune/other") != "")
    try await board.two("sync")
    #expect(try await board.two("list").contains("One's"))
  }
}
