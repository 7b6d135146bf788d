import Git
import PmgitTestSupport
import Testing

/// Which rules count for a push, and whom the guard blames.
@Suite("Rules and culprits of a push", .serialized)
struct GuardRuleTests {
  @Test("A rule that is lifted, made use of and set again in one push lets what was done pass")
  func lifted() async throws {
    let board = try await GuardedBoard()
    try await board.ada("config", "column", "set", "done", "--from", "any")
    try await board.ada("import", "-", input: #"{"title":"old work","state":"done"}"# + "\n")
    try await board.ada("move", board.ids[1], "done")
    try await board.ada("config", "column", "set", "done", "--from", "review")
    try await board.expectPass()
  }

  @Test(
    "Who moved a plan without knowing the rule is refused, and the way that the hint names is open")
  func offline() async throws {
    let board = try await GuardedBoard()
    try await board.ada("config", "column", "set", "done", "--from", "any")
    try await board.ada("sync")
    try await board.ben("sync")
    try await board.ada("config", "column", "set", "done", "--from", "review")
    try await board.ada("sync")
    // Two commits, so that the second one has a parent in the push which does not know the rule.
    try await board.ben("edit", board.ids[1], "--title", "Done at home")
    try await board.ben("move", board.ids[1], "done")
    let refused = await board.ben.run(["sync"])
    #expect(refused.exitCode == 1)
    #expect(refused.messages.contains("can't go from 'doing' to 'done'"), "\(refused.messages)")
    try await board.ben("move", board.ids[1], "review")
    try await board.ben("sync")
    try await board.ben("move", board.ids[1], "done")
    try await board.ben("sync")
  }

  @Test("Of many commits the one that changed what is written once is named")
  func culprit() async throws {
    let board = try await GuardedBoard()
    let id = board.ids[0]
    let culprit = try await board.replace("one@example.org", with: "eve@example.org", in: id)
    for title in ["one", "two", "three"] {
      try await board.ada("edit", id, "--title", title)
    }
    try await board.expectRefusal(
      saying: ["plan '\(id)': 'created' is written once", "commit \(culprit.abbreviated()) by Eve"])
  }

  @Test("A branch in the way of boards is none that may come, and one that may go")
  func inTheWay() async throws {
    let board = try await GuardedBoard()
    for name in ["refs/heads/PMGIT/main", "refs/heads/Pmgit/other"] {
      let push = try await board.push("origin pmgit/main:\(name)")
      #expect(!push.succeeded && push.messages.contains("can't be the name of a board"))
    }
    try await board.hub.git("update-ref", "refs/heads/PMGIT/main", "refs/heads/pmgit/main")
    #expect(try await board.push("origin --delete refs/heads/PMGIT/main").succeeded)
  }

  @Test("No branch takes the place of the folder that boards are in")
  func folder() async throws {
    let hub = try await ScratchRepository(bare: true)
    let clone = try await ScratchRepository(cloning: hub)
    let result = try await Binary(repository: clone).shell(
      """
      git -C '\(hub.path)' config user.name x; pmgit -C '\(hub.path)' hooks install --server -q
      git commit -q --allow-empty -m code; git push origin HEAD:refs/heads/pmgit
      """)
    #expect(result.exitCode != 0)
    #expect(result.messages.contains("'pmgit' can't be the name of a board"), "\(result.messages)")
  }

  @Test("A board with a long history may come, whoever made it, if one who may brings it")
  func firstPush() async throws {
    let hub = try await ScratchRepository(bare: true)
    let clone = try await ScratchRepository(cloning: hub)
    let script = """
      git -C '\(hub.path)' config pmgit.guard.committer '*@example.org'
      pmgit -C '\(hub.path)' hooks install --server -q
      as() { git -c user.name="$1" -c user.email="$2" "${@:3}"; }
      pmgit init -q
      git config user.name Gone; git config user.email gone@example.com; pmgit add -q one
      """
    try #require(try await Binary(repository: clone).shell(script).exitCode == 0)
    let refused = try await Binary(repository: clone).shell("git push origin pmgit/main")
    #expect(refused.exitCode != 0)
    #expect(refused.messages.contains("'Gone <gone@example.com>' is none of those"))
    let passed = try await Binary(repository: clone).shell(
      "git config user.email ada@example.org; pmgit add -q two; git push origin pmgit/main")
    #expect(passed.exitCode == 0, "\(passed.messages)")
  }

  @Test("A hook that is told nothing refuses, since git always tells it something")
  func empty() async throws {
    let hub = try await ScratchRepository(bare: true)
    for input in ["", "gibberish\\n", "0123 4567 refs/heads/main\\n"] {
      let result = try await Binary(repository: hub).shell(
        "printf '\(input)' | pmgit hook pre-receive")
      #expect(result.exitCode == 1)
      #expect(result.messages.contains("can't be read"), "\(result.messages)")
    }
  }
}
