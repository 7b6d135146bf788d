import Testing

/// `git commit --amend`: `post-commit` does nothing, because `post-rewrite` gets both commits.
@Suite("An amend puts the new commit in the place of the old one", .serialized)
struct AmendHookTests {
  @Test("The plan has the new commit only, and moves once")
  func moves() async throws {
    let here = try await HookedRepository()
    try await here.run("commit -m Fix -m \"Closes: $plan\"")
    let before = try await here.boardCommits()
    let said = try await here.run("git commit -q --amend -m 'Fix it' -m \"Closes: $plan\"")
    try await here.expect("done", commits: ["HEAD"])
    #expect(try await here.boardCommits() == before + 1)
    #expect(!said.contains("→"), "\(said)")
  }

  @Test("Where somebody has moved the plan since, it stays")
  func movedSince() async throws {
    let here = try await HookedRepository()
    try await here.run("commit -m Fix -m \"Closes: $plan\"; pmgit move -q $plan doing")
    try await here.run("git commit -q --amend -m 'Fix it' -m \"Closes: $plan\"")
    try await here.expect("doing", commits: ["HEAD"])
  }

  @Test("It stays too where the amend gives the commit another author and time")
  func resetAuthor() async throws {
    let here = try await HookedRepository()
    try await here.run("commit -m Fix -m \"Closes: $plan\"; pmgit move -q $plan doing")
    try await here.run(
      "git commit -q --amend --no-edit --author='Ben <ben@example.org>' --date='@1795170000 +0000'")
    try await here.expect("doing", commits: ["HEAD"])
  }

  @Test("A trailer that is new in the message moves the plan")
  func adds() async throws {
    let here = try await HookedRepository()
    try await here.run("commit -m Fix")
    try await here.run("git commit -q --amend -m Fix -m \"Starts: $plan\"")
    try await here.expect("doing", commits: ["HEAD"])
    try await here.run("git commit -q --amend -m Fix -m \"Closes: $plan\"")
    try await here.expect("done", commits: ["HEAD"])
  }

  @Test("A trailer that is taken out takes the commit off the plan")
  func removes() async throws {
    let here = try await HookedRepository()
    try await here.run("commit -m Fix -m \"Starts: $plan\"")
    let said = try await here.run("git commit -q --amend -m Fix")
    try await here.expect("doing", commits: [])
    here.expect(
      said, says: "stays in Doing, though its commit no longer says 'Starts'", "pmgit move")
  }

  @Test("An amend of content alone, with the message as it was")
  func content() async throws {
    let here = try await HookedRepository()
    try await here.run("commit -m Fix -m \"Closes: $plan\"")
    try await here.run("echo more >> code-2; git commit -q -a --amend --no-edit")
    try await here.expect("done", commits: ["HEAD"])
  }

  @Test("An amend by a program that words the reflog is one, the first commit of all as well")
  func namedAction() async throws {
    let here = try await HookedRepository()
    try await here.run(
      """
      commit -m Fix -m "Closes: $plan"; pmgit move -q $plan todo
      GIT_REFLOG_ACTION=editor git commit -q --amend -m Other -m "Closes: $plan"
      """)
    try await here.expect("todo", commits: ["HEAD"])
    try await here.run(
      """
      git checkout -q --orphan fresh; commit -m Root -m "Closes: $plan"; pmgit move -q $plan todo
      git commit -q --amend -m Again -m "Closes: $plan"
      """)
    try await here.expect("todo", commits: ["HEAD", "main"])
  }

  @Test("A line that was no trailer does its work when an amend puts it where it is one")
  func mendedPlace() async throws {
    let here = try await HookedRepository()
    try await here.run("commit -m Fix -m \"Closes: $plan\" -m 'More text'")
    try await here.expect("todo", commits: [])
    try await here.run("git commit -q --amend -m Fix -m 'More text' -m \"Closes: $plan\"")
    try await here.expect("done", commits: ["HEAD"])
  }

  @Test("A fixup is folded by an autosquash, and its plan has one commit")
  func autosquash() async throws {
    let here = try await HookedRepository()
    try await here.run("commit -m Fix -m \"Closes: $plan\"; commit -m Other")
    try await here.run("commit --fixup HEAD~; git rebase -q -i --autosquash HEAD~3")
    try await here.expect("done", commits: ["HEAD~"])
    #expect(try await here.output("git rev-list --count HEAD") == "3")
  }
}
