import Git
import PmgitTestSupport
import Testing

/// Pushes that the guard refuses or accepts, made by plain git over a path.
@Suite("The server's guard", .serialized)
struct GuardTests {
  @Test("A board is not deleted, whatever receive.denyDeletes says")
  func deletion() async throws {
    let board = try await GuardedBoard()
    try await board.hub.git("config", "receive.denyDeletes", "false")
    try await board.expectRefusal(
      of: "origin --delete pmgit/main", saying: ["'pmgit/main' would be deleted"])
    try await board.expectRefusal(
      of: "origin :refs/heads/pmgit/main", saying: ["'pmgit/main' would be deleted"])
  }

  @Test("A board is not rewritten, neither to an older commit nor to one beside it")
  func rewriting() async throws {
    let board = try await GuardedBoard()
    let tip = try await board.tip().prefix(7)
    try await board.expectRefusal(
      of: "--force origin pmgit/main~1:pmgit/main",
      saying: ["'pmgit/main' would lose commit \(tip)", "'pmgit sync'"])
    try await board.shell("git update-ref refs/heads/pmgit/main pmgit/main~1")
    try board.commit(HostileFile("notes", "x"))
    try await board.expectRefusal(of: "--force origin pmgit/main", saying: ["would lose commit"])
  }

  @Test("A push that others could not read is refused, with the plan and the commit")
  func unreadable() async throws {
    let board = try await GuardedBoard()
    let id = board.ids[0]
    let commit = try board.commit(HostileFile(board.path(of: id), "{\n"), message: "oh dear")
    try await board.expectRefusal(
      saying: [
        "'pmgit/main' is refused: 1 problem", "plan '\(id)' can't be read:",
        "commit \(commit.abbreviated()) by Eve <eve@example.org>: oh dear",
        "'pmgit restore \(id)'",
      ])
  }

  @Test(
    "A plan in a newer format, in other bytes than pmgit's or with another creator is refused",
    arguments: [
      (
        #""format": 1"#, #""format": 2"#,
        ["plan 'ID' can't be read: its format is 2", "commit ", "hint: install a newer pmgit"]
      ),
      ("{\n", "{ \n", ["plan 'ID' is not written as pmgit writes it"]),
      (
        "one@example.org", "two@example.org",
        ["plan 'ID': 'created' is written once, and was changed"]
      ),
    ])
  func replaced(old: String, new: String, words: [String]) async throws {
    let board = try await GuardedBoard()
    try await board.replace(old, with: new, in: board.ids[0])
    try await board.expectRefusal(saying: words.map { $0.replacing("ID", with: board.ids[0]) })
  }

  @Test("A plan that is a program is refused, and doctor mends it")
  func executable() async throws {
    let board = try await GuardedBoard()
    let id = board.ids[0]
    let text = try await board.text(of: id)
    try board.commit(HostileFile(board.path(of: id), text, mode: .executable))
    try await board.expectRefusal(saying: ["plan '\(id)' is not written as pmgit writes it"])
    try await board.ada("doctor", "--fix", "--offline")
    try await board.expectPass()
  }

  @Test("Settings that can't be read, that are gone or are written otherwise are refused")
  func settings() async throws {
    let board = try await GuardedBoard()
    let good = try await board.ada.repository.git("show", "pmgit/main:board.json") + "\n"
    try board.commit(HostileFile("board.json", "{}\n"))
    try await board.expectRefusal(saying: ["board.json"])
    try board.commit(.removed("board.json"))
    try await board.expectRefusal(saying: ["'board.json' is missing"])
    try board.commit(HostileFile("board.json", good + "\n"))
    try await board.expectRefusal(saying: ["'board.json' is not written as pmgit writes it"])
    try board.commit(HostileFile("board.json", good))
    try await board.expectPass()
  }

  @Test("A plan's file is not removed")
  func removal() async throws {
    let board = try await GuardedBoard()
    try board.commit(.removed(board.path(of: board.ids[0])))
    try await board.expectRefusal(saying: ["the file of plan '\(board.ids[0])' was removed"])
  }

  @Test("Nothing stands among the plans that is not named as one")
  func misnamed() async throws {
    let board = try await GuardedBoard()
    try board.commit(HostileFile("plans/notes.txt", "x"), HostileFile("notes.txt", "x"))
    let push = try await board.expectRefusal(
      saying: [
        "'plans/notes.txt' is not named like a plan", "hint: take it out of 'plans/' by a further",
      ])
    #expect(!push.messages.contains("'notes.txt'"), "\(push.messages)")
  }

  @Test("Who made a plan, when, and what a comment says is written once")
  func writtenOnce() async throws {
    let board = try await GuardedBoard()
    let id = board.ids[0]
    try await board.ada("comment", id, "-m", "As it was said")
    try await board.expectPass()
    let commit = try await board.replace("As it was said", with: "As it was not", in: id)
    try await board.replace("A plan in todo", with: "Later", in: id)
    try await board.expectRefusal(
      saying: [
        "plan '\(id)': 'comments", "is written once, and was changed",
        "commit \(commit.abbreviated()) by Eve", "git revert \(commit.abbreviated())",
      ])
  }

  @Test("A plan comes to a column only from where its rule lets it")
  func columnRule() async throws {
    let board = try await GuardedBoard()
    let id = board.ids[1]
    let commit = try await board.replace(#""doing""#, with: #""done""#, in: id)
    try await board.expectRefusal(
      saying: [
        "plan '\(id)' can't go from 'doing' to 'done'",
        "commit \(commit.abbreviated()) by Eve", "'pmgit move \(id) review'",
      ])
  }

  @Test("A new plan can't begin in a column with a rule")
  func newPlan() async throws {
    let board = try await GuardedBoard()
    let text = try await board.text(of: board.ids[2]).replacing(#""review""#, with: #""done""#)
    let id = "k7m2q9x4t1ab"
    try board.commit(
      HostileFile(board.path(of: id), text.replacing(board.ids[2], with: id)))
    try await board.expectRefusal(saying: ["plan '\(id)' is new and can't begin in 'done'"])
  }

  @Test("Only the committers of the configuration may change a board")
  func committers() async throws {
    let board = try await GuardedBoard()
    try await board.allowCommitters()
    try await board.ada("edit", board.ids[0], "--title", "Ada's")
    try await board.ben("edit", board.ids[0], "--title", "Ben's")
    try await board.ben("sync")
    // A merge by pmgit, which has no person as its author, counts as allowed.
    try await board.ada("sync")
    #expect(
      try await board.ada.repository.git("log", "-1", "--format=%ce", "pmgit/main")
        == "pmgit@localhost")
    let commit = try board.commit(HostileFile("notes", "x"))
    try await board.expectRefusal(
      saying: [
        "'Eve <eve@example.org>' may not change 'pmgit/main'",
        "commit \(commit.abbreviated())", "pmgit.guard.committer",
      ])
  }

  @Test("A commit in pmgit's name that pmgit would not make is refused")
  func forged() async throws {
    let board = try await GuardedBoard()
    try await board.allowCommitters()
    let script = """
      as() { GIT_COMMITTER_NAME=pmgit GIT_COMMITTER_EMAIL=pmgit@localhost git "$@"; }
      tree=$(git rev-parse 'pmgit/main~1^{tree}')
      parents="-p pmgit/main -p pmgit/main~1"
      commit=$(as commit-tree "$tree" $parents -m 'merge changes of different plans')
      git update-ref refs/heads/pmgit/main "$commit"
      """
    try #require(try await board.shell(script).succeeded)
    try await board.expectRefusal(
      saying: ["a commit is in pmgit's name, but is not the merge that pmgit would make"])
  }

  @Test(
    "So is one whose files are right and whose other bytes are not",
    arguments: [
      "s/^merge changes.*/any words/", "s/^\\(committer.*> \\).*/\\11795165299 +0000/",
      "s/^author.*>/author Eve <eve@example.org>/", "$ a Plan: k7m2q9x4t1ab",
      "0,/^parent/{/^parent/ d}",
    ])
  func forgedBytes(change: String) async throws {
    let board = try await GuardedBoard()
    try await board.allowCommitters()
    let make = { (change: String) in
      """
      tip=$(git rev-parse origin/pmgit/main); when=$(git log -1 --format=%ct "$tip")
      { echo "tree $(git rev-parse "$tip^{tree}")"
        git rev-parse "$tip" "$tip~1" | sort | sed 's/^/parent /'
        echo "author pmgit <pmgit@localhost> $when +0000"
        echo "committer pmgit <pmgit@localhost> $when +0000"
        echo; echo "merge changes of different plans"
      } | sed '\(change)' >../commit
      git update-ref refs/heads/pmgit/main "$(git hash-object -t commit -w ../commit)"
      """
    }
    try #require(try await board.shell(make(change)).succeeded)
    let push = try await board.push("--force origin pmgit/main")
    #expect(!push.succeeded && push.messages.contains("pmgit: 'pmgit/main' is refused"))
    // The unchanged commit is exactly what pmgit makes.
    try #require(try await board.shell(make("")).succeeded)
    try await board.expectPass()
  }

  @Test("What a later commit of the same push mends passes")
  func mended() async throws {
    let board = try await GuardedBoard()
    let (path, text) = (board.path(of: board.ids[0]), try await board.text(of: board.ids[0]))
    try board.commit(HostileFile(path, "broken"))
    try await board.expectRefusal(saying: ["can't be read"])
    try board.commit(HostileFile(path, text))
    try await board.expectPass()
  }

  @Test("A plan that was broken before blocks nobody, and can be mended")
  func brokenBefore() async throws {
    let board = try await GuardedBoard()
    let (path, text) = (board.path(of: board.ids[0]), try await board.text(of: board.ids[0]))
    try board.hub.commitHostile([HostileFile(path, "broken")])
    try await board.ada("sync")
    try await board.ada("edit", board.ids[1], "--title", "Another")
    try await board.expectPass()
    // The creator in the last readable version still can't be changed.
    let other = text.replacing("one@example.org", with: "two@example.org")
    try board.commit(HostileFile(path, other))
    try await board.expectRefusal(saying: ["'created' is written once"])
    try board.commit(HostileFile(path, text))
    try await board.expectPass()
  }

  @Test("Settings that were broken before can be mended")
  func brokenSettings() async throws {
    let board = try await GuardedBoard()
    let good = try await board.ada.repository.git("show", "pmgit/main:board.json") + "\n"
    try board.hub.commitHostile([HostileFile("board.json", "broken")])
    try await board.shell("git fetch -q && git update-ref refs/heads/pmgit/main origin/pmgit/main")
    try board.commit(HostileFile("board.json", good))
    try await board.expectPass()
  }

  @Test("A step that waits for a decision is judged when it comes, not when it is decided for")
  func candidate() async throws {
    let board = try await GuardedBoard()
    let id = board.ids[1]
    // Both clones move the plan as if there were no rule, like a pmgit that does not know rules.
    try await board.replace(#""doing""#, with: #""done""#, in: id)
    try await board.ben("move", id, "todo")
    try await board.ben("sync")
    board.ada.now = board.ben.now
    let refused = await board.ada.run(["sync"])
    #expect(refused.exitCode == 1, "\(refused.messages)")
    try await board.expectRefusal(saying: ["plan '\(id)' can't go from 'doing' to 'done'"])
    try await board.ada("resolve", id, "state", "--value", "done")
    try await board.expectRefusal(saying: ["plan '\(id)' can't go from 'doing' to 'done'"])
    try await board.ada("move", id, "review")
    try await board.expectPass()
    try await board.ada("move", id, "done")
    try await board.expectPass()
  }

  @Test("A plan whose file was removed without the guard can be put back where it was")
  func putBack() async throws {
    let board = try await GuardedBoard()
    let id = board.ids[2]
    try await board.ada("move", id, "done")
    try await board.ada("sync")
    try board.hub.commitHostile([.removed(board.path(of: id))])
    try await board.ada("sync")
    try await board.ada("restore", id)
    try await board.expectPass()
    #expect(try await board.text(of: id).contains(#""done""#))
  }
}
