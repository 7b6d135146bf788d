import Foundation
import PmgitTestSupport
import Testing

/// A repository from an archive may contain symbolic links, which no push can create.
@Suite("Symbolic links in pmgit's own folder")
struct LinkedStateTests {
  /// Returns a board whose `.git/pmgit` is prepared by a script, and a path outside of the
  /// repository.
  private func board(_ script: String) async throws -> (pmgit: CommandRunner, outside: String) {
    let pmgit = try await CommandRunner.withBoard()
    let git = pmgit.repository
    let outside = git.folder + "/outside"
    let result = try await Binary(repository: git).shell(
      "set -e; mkdir -p .git/pmgit ../outside; cd .git; \(script)")
    try #require(result.exitCode == 0, "\(result)")
    return (pmgit, outside)
  }

  private func files(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
  }

  @Test(
    "The lock is not made through one; what is told helps",
    arguments: [
      ("rm -f pmgit/lock; ln -s ../../../outside/made pmgit/lock", "/lock"),
      ("rm -f pmgit/lock; ln -s \"$PWD/../../outside/made\" pmgit/lock", "/lock"),
      ("rm -r pmgit; ln -s ../../outside pmgit", ""),
    ])
  func lock(script: String, name: String) async throws {
    let (pmgit, outside) = try await board(script)
    let link = "\(pmgit.repository.path)/.git/pmgit\(name)"
    let result = await pmgit.run(["add", "A plan"])
    #expect(result.exitCode == 1)
    #expect(
      result.messages == """
        pmgit: '\(link)' is a symbolic link, which pmgit does not follow there
        hint: remove the link with 'rm \(link)'

        """)
    #expect(try files(outside) == [])
    #expect(try await pmgit("list") == "")
    let json = await pmgit.run(["add", "A plan", "--json"])
    #expect(json.output.contains(#""code": "symbolic-link""#))
    _ = try await Binary(repository: pmgit.repository).shell("rm \(link)")
    _ = try await pmgit.add("A plan")
    #expect(try files(outside) == [])
  }

  @Test("A draft is not written through one", arguments: ["pmgit", "pmgit/drafts"])
  func drafts(name: String) async throws {
    let (pmgit, outside) = try await board(":")
    let id = try await pmgit.add("A plan")
    pmgit.environment["GIT_EDITOR"] = "sed -i 1s/^/x/"
    pmgit.answers = []
    let link = "\(pmgit.repository.path)/.git/\(name)"
    _ = try await Binary(repository: pmgit.repository).shell(
      "rm -rf '\(link)'; ln -s '\(outside)' '\(link)'")
    let refused = await pmgit.run(["comment", id])
    #expect(refused.exitCode == 1)
    #expect(refused.unbroken.contains("'\(link)' is a symbolic link"), "\(refused)")
    #expect(try files(outside) == [])
  }

  @Test("The note about work trees that follow is written beside one, not through it")
  func note() async throws {
    let (pmgit, outside) = try await board(
      "echo mine > ../../outside/made; ln -s ../../../outside/made pmgit/following")
    try await pmgit.repository.git(
      "worktree", "add", "--quiet", pmgit.repository.folder + "/board", "pmgit/main")
    _ = try await pmgit.add("A plan")
    #expect(try String(contentsOfFile: outside + "/made", encoding: .utf8) == "mine\n")
  }

  @Test("The note of what is sent is written beside one, not through it")
  func sentNote() async throws {
    let pair = try await SharedBoard()
    let git = pair.first.repository
    let linked = try await Binary(repository: git).shell(
      "echo mine > ../mine && rm -f .git/pmgit/sent-main && ln -s ../../../mine .git/pmgit/sent-main"
    )
    try #require(linked.exitCode == 0, "\(linked)")
    _ = try await pair.first.add("A plan")
    try await pair.first("sync")
    #expect(try git.read("mine") == "mine\n")
  }
}
