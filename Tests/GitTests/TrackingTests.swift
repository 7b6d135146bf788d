import Git
import PmgitTestSupport
import Testing

/// The reference that a push updates, compared with git's own behaviour.
@Suite struct TrackingTests {
  private static let board = "refs/heads/pmgit/main"

  @Test(
    "A push by git is noted where the first matching refspec says, or nowhere",
    arguments: [
      ["+refs/heads/*:refs/remotes/origin/*"],
      ["refs/heads/pmgit/main:refs/remotes/origin/pmgit/main"],
      ["+refs/heads/main:refs/remotes/origin/main"],
      ["+refs/heads/pm*:refs/remotes/a/pm*", "+refs/heads/*:refs/remotes/b/*"],
      ["+refs/heads/x*:refs/remotes/a/x*", "+refs/heads/*in:refs/remotes/b/*-"],
      ["+refs/*:refs/mirror/*"], ["refs/heads/pmgit/main"], ["pmgit/main:refs/remotes/x/main"],
      ["+refs/heads/pmgit/main/*:refs/remotes/a/*"], ["refs/heads/pmgit/mai*in:refs/remotes/a/*"],
      [],
    ])
  func pushes(refspecs: [String]) async throws {
    let origin = try await ScratchRepository(bare: true)
    let clone = try await ScratchRepository()
    let tip = try clone.commit("x\n", on: Self.board)
    try await clone.git("config", "remote.origin.url", origin.path)
    for refspec in refspecs {
      try await clone.git("config", "--add", "remote.origin.fetch", refspec)
    }
    let told = try clone.open().trackingReference(of: Self.board, on: "origin")
    try await clone.git("push", "--quiet", "origin", "\(Self.board):\(Self.board)")
    let made = try clone.open().references(under: "refs/").map(\.name).filter { $0 != Self.board }
    #expect(made == [told].compactMap(\.self))
    #expect(try told.map { try clone.open().reference($0) } ?? tip == tip)
  }

  @Test("A negative refspec excludes what it matches, in whatever order")
  func negative() async throws {
    let clone = try await ScratchRepository()
    for refspec in ["^refs/heads/pmgit/*", "+refs/heads/*:refs/remotes/origin/*"] {
      try await clone.git("config", "--add", "remote.origin.fetch", refspec)
    }
    let repository = try clone.open()
    #expect(try repository.trackingReference(of: Self.board, on: "origin") == nil)
    #expect(
      try repository.trackingReference(of: "refs/heads/main", on: "origin")
        == "refs/remotes/origin/main")
  }
}
