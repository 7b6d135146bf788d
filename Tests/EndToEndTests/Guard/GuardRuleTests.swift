import Git
import PlanModel
import PmgitTestSupport
import Testing

/// Which rules apply to a push, and which commit the guard reports.
@Suite("Rules and culprits of a push", .serialized)
struct GuardRuleTests {
  @Test("A rule that is lifted, made use of and set again in one push lets what was done pass")
  func lifted() async throws {
    let board = try await GuardedBoard()
    try await board.ada("column", "edit", "done", "--from", "any")
    try await board.ada("import", "-", input: #"{"title":"old work","state":"done"}"# + "\n")
    try await board.ada("move", board.ids[1], "done")
    try await board.ada("column", "edit", "done", "--from", "review")
    try await board.expectPass()
  }

  @Test(
    "Who moved a plan without knowing the rule is refused, and the way that the hint names is open")
  func offline() async throws {
    let board = try await GuardedBoard()
    try await board.ada("column", "edit", "done", "--from", "any")
    try await board.ada("sync")
    try await board.ben("sync")
    try await board.ada("column", "edit", "done", "--from", "review")
    try await board.ada("sync")
    // Two commits, so that the second one has a parent within the push, in which the rule is
    // missing.
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

  @Test("Another value beside what is written once is a change, before anybody takes it")
  func waitingValue() async throws {
    let board = try await GuardedBoard()
    let id = board.ids[0]
    let text = try await board.text(of: id)
    let parts = text.split(separator: #""created": {"#, maxSplits: 1).map(String.init)
    try #require(parts.count == 2)
    var conflicts = #"  "conflicts": {"fields": {"created": [{"at": "", "value": "#
    conflicts += #"{"at": "2020-01-01T00:00:00Z", "by": "A <a@x>"}}]}},"# + "\n"
    // In canonical form, as a careful attacker would write it.
    let forged = "{\n" + conflicts + text.dropFirst(2)
    let canonical = try PlanFile.bytes(of: PlanFile.read(Array(forged.utf8)))
    try board.commit(HostileFile(board.path(of: id), canonical))
    try await board.expectRefusal(saying: ["plan '\(id)': 'created' is written once"])
  }

  @Test("One plan that two people import at home has two makers, and their sync passes")
  func importedTwice() async throws {
    let board = try await GuardedBoard()
    let lines = ["k7m2q9x4t1ab", "p3x9q9x4t1ab"].map { #"{"id":"\#($0)","title":"Shared"}"# + "\n" }
    try await board.ada("import", "-", input: lines.joined())
    try await board.ben("import", "-", input: lines.joined())
    try await board.ada("sync")
    try await board.ben("sync")
    try await board.ada("sync")
    #expect(try await board.ada("resolve", "--list") == "")
    #expect(try await board.ben("resolve", "--list") == "")
    // Removing the plan and creating it again does not allow another creator.
    let text = try await board.text(of: "k7m2q9x4t1ab")
    let path = board.path(of: "k7m2q9x4t1ab")
    try board.commit(.removed(path))
    try board.commit(HostileFile(path, text.replacing("two@example.org", with: "eve@example.org")))
    try await board.expectRefusal(saying: ["plan 'k7m2q9x4t1ab': 'created' is written once"])
  }

  @Test("Clocks that were wrong neither hide a rule nor make old commits new ones")
  func wrongClocks() async throws {
    let board = try await GuardedBoard()
    // Commits of a person who was allowed to push then, all dated to the same second in 1970.
    let script = """
      set -e
      before=$(git rev-parse pmgit/main~1); tip=$(git rev-parse pmgit/main)
      as() { GIT_AUTHOR_DATE=$1 GIT_COMMITTER_DATE=$1 git commit-tree "$2^{tree}" -p "$3" -m "$4"; }
      for n in 1 2 3 4 5 6 7 8 9 10; do tip=$(as '@86400 +0000' "$tip" "$tip" "old $n"); done
      git update-ref refs/heads/pmgit/main "$tip"; git push -q origin pmgit/main
      echo "$before" > ../before
      """
    let old = try await board.shell(script)
    try #require(old.succeeded, "\(old.messages)")
    try await board.hub.git("config", "--add", "pmgit.guard.committer", "*@late.example.org")
    let merge = """
      set -e
      export GIT_COMMITTER_EMAIL=ada@late.example.org GIT_COMMITTER_NAME=Ada
      tip=$(git rev-parse pmgit/main); before=$(cat ../before)
      export GIT_COMMITTER_DATE='@1893456000 +0000' GIT_AUTHOR_DATE='@1893456000 +0000'
      fork=$(git commit-tree "$before^{tree}" -p "$before" -m fork)
      merge=$(git commit-tree "$tip^{tree}" -p "$fork" -p "$tip" -m merge)
      git update-ref refs/heads/pmgit/main "$merge"
      """
    let merged = try await board.shell(merge)
    try #require(merged.succeeded, "\(merged.messages)")
    try await board.expectPass()
    let step = """
      set -e
      export GIT_COMMITTER_EMAIL=ada@late.example.org GIT_COMMITTER_NAME=Ada
      tip=$(git rev-parse pmgit/main)
      git update-ref refs/heads/pmgit/main "$(cat ../before)"
      pmgit move -q \(board.ids[0]) done
      fork=$(git rev-parse pmgit/main); export GIT_INDEX_FILE=$PWD/../index
      git read-tree "$tip"
      git ls-tree -r "$fork" | grep -F "\(board.ids[0]).json" | git update-index --index-info
      export GIT_COMMITTER_DATE='@1893456000 +0000'
      merge=$(git commit-tree "$(git write-tree)" -p "$fork" -p "$tip" -m merge)
      git update-ref refs/heads/pmgit/main "$merge"
      """
    let stepped = try await board.shell(step)
    try #require(stepped.succeeded, "\(stepped.messages)")
    try await board.expectRefusal(
      saying: ["plan '\(board.ids[0])' can't go from 'todo' to 'done'"])
  }

  @Test("A branch in the way of boards is none that may come")
  func inTheWay() async throws {
    let board = try await GuardedBoard()
    for name in ["refs/heads/PMGIT/main", "refs/heads/Pmgit/other"] {
      let push = try await board.push("origin pmgit/main:\(name)")
      #expect(!push.succeeded && push.messages.contains("can't be the name of a board"))
    }
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
    #expect(refused.messages.contains("'Gone <gone@example.com>' may not change 'pmgit/main'"))
    let passed = try await Binary(repository: clone).shell(
      "git config user.email ada@example.org; pmgit add -q two; git push origin pmgit/main")
    #expect(passed.exitCode == 0, "\(passed.messages)")
  }

  @Test("A hook that is told nothing refuses, since git always tells it something")
  func empty() async throws {
    let hub = try await ScratchRepository(bare: true)
    for input in ["", "gibberish\\n", "0123 4567 refs/heads/main\\n"] {
      let result = try await Binary(repository: hub).shell(
        "printf '\(input)' | pmgit hooks run pre-receive")
      #expect(result.exitCode == 1)
      #expect(result.messages.contains("can't be read"), "\(result.messages)")
    }
  }
}
