import Testing

/// `pmgit hooks follow`, for commits that were made without hooks.
@Suite("Commits that were made elsewhere are recorded when somebody says so", .serialized)
struct FollowTests {
  /// Returns a repository whose newest commits were made without hooks.
  private func unseen() async throws -> HookedRepository {
    let here = try await HookedRepository()
    try await here.run(
      """
      git config core.hooksPath none
      commit -m One -m "Starts: $plan"; commit -m Two; commit -m Three -m "Closes: $plan"
      git config --unset core.hooksPath
      """)
    try await here.expect("todo", commits: [])
    return here
  }

  @Test("A range is followed from its oldest commit on, step by step as the hooks do, and once")
  func range() async throws {
    let here = try await unseen()
    let before = try await here.boardCommits()
    let said = try await here.run("pmgit hooks follow HEAD~3..HEAD")
    here.expect(said, says: "Todo → Doing", "Doing → Done", "looked at 3 commits: new for 1 plan")
    try await here.expect("done", commits: ["HEAD", "HEAD~2"])
    #expect(try await here.boardCommits() == before + 2)
    try await here.run("pmgit move -q $plan todo")
    here.expect(try await here.run("pmgit hooks follow HEAD~3.."), says: "nothing new for any plan")
    try await here.expect("todo", commits: ["HEAD", "HEAD~2"])
  }

  @Test("Without an argument it is about HEAD; several commits may be named")
  func head() async throws {
    let here = try await unseen()
    try await here.run("pmgit hooks follow")
    try await here.expect("done", commits: ["HEAD"])
    try await here.run("pmgit hooks follow HEAD~2 HEAD HEAD~")
    try await here.expect("done", commits: ["HEAD", "HEAD~2"])
  }

  @Test("What was squashed on a host closes its plan, and its parts do not again")
  func squashedElsewhere() async throws {
    let here = try await HookedRepository()
    try await here.run(
      """
      git switch -q -c side; commit -m Fix -m "Starts: $plan"; git switch -q main
      git config core.hooksPath none; git merge -q --squash side
      git commit -q -m 'Fix (#12)' -m "Closes: $plan"; git config --unset core.hooksPath
      """)
    try await here.expect("doing", commits: ["side"])
    try await here.run("pmgit hooks follow side..main")
    try await here.expect("done", commits: ["side", "main"])
  }

  @Test("What it did is one document in JSON")
  func json() async throws {
    let here = try await unseen()
    let found = try await here.output(
      "pmgit hooks follow -q --json HEAD~3.. | grep -o '\"[a-z]*\":' | sort -u | tr -d '\\n'")
    #expect(
      found == #""board":"commits":"format":"from":"id":"plans":"problems":"state":"#, "\(found)")
  }

  @Test(
    "What names no commit is an error, and nothing is recorded",
    arguments: ["nothing", "HEAD~9..HEAD", "HEAD..nothing", "HEAD~...HEAD", "-x", "''"])
  func wrong(_ thing: String) async throws {
    let here = try await unseen()
    let said = try await here.run("pmgit hooks follow -- \(thing)", exits: 64)
    here.expect(said, says: "hint: ")
    try await here.expect("todo", commits: [])
  }

  @Test("A wrong id is reported with its commit, and keeps nobody else from theirs")
  func wrongID() async throws {
    let here = try await unseen()
    try await here.run("commit -q --no-verify -m Four -m 'Plan: zzzz'")
    let said = try await here.run("pmgit hooks follow HEAD~4..")
    let commit = try await here.output("git rev-parse --short=7 HEAD")
    here.expect(said, says: "warning: commit \(commit): no plan's id begins with 'zzzz'")
    try await here.expect("done", commits: ["HEAD~", "HEAD~3"])
  }
}
