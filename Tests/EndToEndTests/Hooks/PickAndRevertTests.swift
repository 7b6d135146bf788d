import Testing

/// Commits that refer to other commits: copies and reverts.
@Suite("A copy moves nothing again, and a revert goes back", .serialized)
struct PickAndRevertTests {
  private func closed() async throws -> HookedRepository {
    let here = try await HookedRepository()
    try await here.run("git switch -q -c side; commit -m Fix -m \"Closes: $plan\"")
    return here
  }

  @Test("A cherry-pick is one more commit of the plan, which stays", arguments: ["", "-x", "-n"])
  func pick(_ option: String) async throws {
    let here = try await closed()
    try await here.run("pmgit move -q $plan todo; git switch -q main; commit -m Main")
    try await here.run("git cherry-pick \(option) side")
    if option == "-n" { try await here.run("git commit -q -C side") }
    try await here.expect("todo", commits: ["side", "main"])
  }

  @Test("A cherry-pick with a conflict, and one of several commits")
  func pickWithConflict() async throws {
    let here = try await closed()
    try await here.run("commit -m More -m \"Plan: $plan\"; git switch -q main")
    try await here.run("echo ours > code-2; git add .; git commit -q -m Main")
    try await here.run("git cherry-pick side~2..side", exits: 1)
    try await here.run("echo both > code-2; git add code-2; git cherry-pick --continue")
    try await here.expect("done", commits: ["side", "side~", "main", "main~"])
  }

  @Test("Commits of one second with other subjects are no copies: scripts make such")
  func sameSecond() async throws {
    let here = try await HookedRepository()
    try await here.run(
      """
      export GIT_AUTHOR_DATE='1795165300 +0000' GIT_COMMITTER_DATE='1795165300 +0000'
      make() { echo "$1" > file; git add file; git commit -q -m "$1" -m "Closes: $plan"; }
      make One; pmgit move -q "$plan" todo; make Two
      """)
    try await here.expect("done", commits: ["HEAD", "HEAD~"])
    try await here.run(
      """
      export GIT_AUTHOR_DATE='1795165300 +0000' GIT_COMMITTER_DATE='1795165300 +0000'
      git revert --no-edit HEAD; git revert --no-edit HEAD
      """)
    try await here.expect("done", commits: ["HEAD", "HEAD~", "HEAD~2", "HEAD~3"])
  }

  @Test("A cherry-pick of what the board never saw moves the plan")
  func pickOfUnknown() async throws {
    let here = try await HookedRepository()
    try await here.run("git switch -q -c side; git config core.hooksPath none")
    try await here.run("commit -m Fix -m \"Closes: $plan\"; git config --unset core.hooksPath")
    try await here.run("git switch -q main; commit -m Main; git cherry-pick side")
    try await here.expect("done", commits: ["main"])
  }

  @Test("A patch that 'git am' applies is recorded, as a copy where the board knows its commit")
  func appliedPatch() async throws {
    let here = try await HookedRepository()
    // The original commits are another person's, so this board has not recorded them.
    try await here.run(
      """
      git switch -q -c side; git config core.hooksPath none
      commit -m One -m "Plan: $plan"; commit -m Two -m "Closes: $plan"
      git config --unset core.hooksPath; git format-patch -q -2 -o ../patches
      git switch -q main; commit -m Main
      """)
    let said = try await here.run("git am -q ../patches/*")
    here.expect(said, says: "Todo → Done, Fix login")
    try await here.expect("done", commits: ["main", "main~"])
    try await here.run(
      "pmgit move -q $plan todo; git switch -q -c again main~2; git am -q ../patches/*")
    try await here.expect("todo", commits: ["main", "main~", "again", "again~"])
  }

  @Test("A patch that stops is recorded when 'git am' goes on, and not when it is given up")
  func abortedPatch() async throws {
    let here = try await closed()
    try await here.run(
      """
      git format-patch -q -1 -o ../patches; git switch -q main
      echo other > code-2; git add code-2; git commit -q -m Other
      """)
    let before = try await here.boardCommits()
    try await here.run("git am -q ../patches/*", exits: 128)
    try await here.run("echo both > code-2; git add code-2; git am -q --continue")
    try await here.expect("done", commits: ["side", "main"])
    try await here.run("git am -q ../patches/*", exits: 128)
    try await here.run("git am -q --abort")
    #expect(try await here.boardCommits() == before + 1)
  }

  @Test("A revert reopens what its commit closed, and a revert of that closes it again")
  func revert() async throws {
    let here = try await closed()
    try await here.run("git revert --no-edit HEAD")
    try await here.expect("doing", commits: ["HEAD", "HEAD~"])
    try await here.run("git revert --no-edit HEAD")
    try await here.expect("done", commits: ["HEAD", "HEAD~", "HEAD~2"])
    try await here.run("git revert --no-edit HEAD")
    #expect(try await here.column() == "doing")
  }

  @Test("A revert leaves a plan that is not done where it is")
  func revertOfOpen() async throws {
    let here = try await closed()
    try await here.run("pmgit move -q $plan todo; git revert --no-edit HEAD")
    try await here.expect("todo", commits: ["HEAD", "HEAD~"])
  }

  @Test("A revert of a commit that only started the plan leaves it in its column")
  func revertOfStart() async throws {
    let here = try await HookedRepository()
    try await here.run("commit -m Fix -m \"Starts: $plan\"; git revert --no-edit HEAD")
    try await here.expect("doing", commits: ["HEAD", "HEAD~"])
  }

  @Test("A revert with a conflict, and reverts of several")
  func revertWithConflict() async throws {
    let here = try await closed()
    try await here.run("echo more >> code-2; git commit -q -a -m More")
    try await here.run("git revert --no-edit HEAD~", exits: 1)
    try await here.run("git rm -q -f code-2; git revert --continue")
    #expect(try await here.column() == "doing")
  }

  @Test("A revert that is amended is still one revert")
  func amendedRevert() async throws {
    let here = try await closed()
    try await here.run("git revert --no-edit HEAD; pmgit move -q $plan done")
    try await here.run("echo why > why; git add why; git commit -q --amend --no-edit")
    try await here.expect("done", commits: ["HEAD", "HEAD~"])
  }

  @Test("A revert in a branch of another plan names no plan by itself")
  func revertOfUnrelated() async throws {
    let here = try await closed()
    try await here.run("commit -m Other; git revert --no-edit HEAD")
    try await here.expect("done", commits: ["HEAD~2"])
  }

  @Test("Reverts of commits that git has forgotten say nothing, and nothing fails")
  func forgotten() async throws {
    let here = try await HookedRepository()
    let id = String(repeating: "1234567890", count: 4)
    let said = try await here.run("commit -m 'Revert' -m 'This reverts commit \(id).'")
    #expect(said == "")
    try await here.run("commit -m Fix -m \"Closes: $plan\"; git branch old")
    try await here.run("git commit -q --amend -m Again -m \"Closes: $plan\"; git branch -D old")
    try await here.run("git reflog expire --expire=now --all; git gc -q --prune=now")
    try await here.run("git commit -q --amend -m 'Once more' -m \"Closes: $plan\"")
    try await here.expect("done", commits: ["HEAD"])
  }
}
