import Git
import PmgitTestSupport
import Testing

/// Pushes of several references, pushes with options or to a second name of a branch, and pushes to
/// servers that are set up differently.
@Suite("Ways to push to a guarded board", .serialized)
struct GuardPushTests {
  @Test("Of two boards in one push the wrong one is named, and neither moves")
  func twoBoards() async throws {
    let board = try await GuardedBoard()
    try await board.ada("edit", board.ids[0], "--title", "Good")
    try await board.shell("git branch pmgit/other pmgit/main")
    try board.commit(.removed(board.path(of: board.ids[0])))
    let push = try await board.expectRefusal(
      of: "origin pmgit/main pmgit/other", saying: ["'pmgit/main' is refused"])
    #expect(!push.messages.contains("'pmgit/other' is refused"), "\(push.messages)")
    try await board.expectPass(of: "origin pmgit/other")
  }

  @Test("Two broken boards of one push are both explained, whatever is wrong with the first")
  func twoBroken() async throws {
    let board = try await GuardedBoard()
    try await board.shell("git branch pmgit/zoo pmgit/main~1")
    try board.commit(.removed(board.path(of: board.ids[0])))
    try await board.shell(
      "git update-ref refs/heads/pmgit/abc $(git commit-tree $(git mktree </dev/null) -m none)")
    try await board.expectRefusal(
      of: "--force origin pmgit/abc pmgit/main",
      saying: ["'pmgit/abc' is refused", "'pmgit/main' is refused"])
  }

  @Test("Code passes alone, and is refused with a board that is", arguments: ["", "--atomic "])
  func withCode(option: String) async throws {
    let board = try await GuardedBoard()
    try await board.shell("git commit -q --allow-empty -m code && git branch code")
    try board.commit(.removed(board.path(of: board.ids[0])))
    try await board.expectRefusal(of: option + "origin code pmgit/main", saying: ["was removed"])
    try await board.expectPass(of: option + "origin code")
    try await board.expectPass(of: "origin --delete code")
  }

  @Test("A mirror that would delete a board is refused")
  func mirror() async throws {
    let board = try await GuardedBoard()
    try await board.shell(
      "git commit -q --allow-empty -m code; git update-ref -d refs/heads/pmgit/main")
    try await board.expectRefusal(of: "--mirror origin", saying: ["would be deleted"])
  }

  @Test("Options of a push change nothing")
  func options() async throws {
    let board = try await GuardedBoard()
    try await board.hub.git("config", "receive.advertisePushOptions", "true")
    try await board.ada("edit", board.ids[0], "--title", "Good")
    try await board.expectPass(of: "-o ci.skip origin pmgit/main")
    try board.commit(.removed(board.path(of: board.ids[0])))
    try await board.expectRefusal(of: "-o force origin pmgit/main", saying: ["was removed"])
  }

  @Test("Objects that the server borrows from another repository are found")
  func alternates() async throws {
    let board = try await GuardedBoard()
    let other = try await ScratchRepository(cloning: board.hub, options: ["--bare"])
    try board.hub.write("\(other.path)/objects\n", to: "repository/objects/info/alternates")
    try await board.hub.git("repack", "-a", "-d", "-l", "-q")
    try await board.hub.git("prune-packed")
    try await board.ada("edit", board.ids[0], "--title", "Good")
    try await board.expectPass()
    try board.commit(.removed(board.path(of: board.ids[0])))
    try await board.expectRefusal(saying: ["was removed"])
  }

  @Test("Without pmgit on the server code passes and boards are refused in one line")
  func missing() async throws {
    let board = try await GuardedBoard()
    let words = "pmgit is not on PATH of this server: no board can be checked, so none is taken"
    try await board.ada("edit", board.ids[0], "--title", "Good")
    let git = board.ada.repository
    try await git.git("commit", "-q", "--allow-empty", "-m", "code")
    try await git.git("push", "-q", "origin", "HEAD:code")
    try await git.git("push", "-q", "origin", "HEAD:pmgit-notes")
    do {
      try await git.git("push", "-q", "origin", "pmgit/main")
      Issue.record("the board was taken")
    } catch let error as HermeticGit.Failure {
      #expect(error.standardError.contains(words), "\(error)")
      #expect(error.standardError.split(separator: "\n").count { $0.hasPrefix("remote: ") } == 1)
    }
  }

  @Test("A second name of a board's branch is guarded like the branch")
  func symbolic() async throws {
    let board = try await GuardedBoard()
    try await board.hub.git("symbolic-ref", "refs/heads/board", "refs/heads/pmgit/main")
    try await board.expectRefusal(
      of: "--force origin pmgit/main~1:board", saying: ["'pmgit/main' would lose commit"])
    try board.commit(.removed(board.path(of: board.ids[0])))
    try await board.expectRefusal(of: "origin pmgit/main:board", saying: ["was removed"])
  }

  @Test("Replacement references don't hide what a push is")
  func replaced() async throws {
    let board = try await GuardedBoard()
    let good = try await board.tip()
    let bad = try board.commit(.removed(board.path(of: board.ids[0])))
    try await board.expectPass(of: "origin \(good):refs/replace/\(bad.hex)")
    try await board.expectRefusal(saying: ["was removed"])
  }
}
