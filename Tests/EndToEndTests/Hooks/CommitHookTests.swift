import Testing

/// Mentions of plans in messages, with the various forms of `git commit`.
@Suite("A commit moves the plans that it names", .serialized)
struct CommitHookTests {
  @Test(
    "It is recorded and moves the plan by each trailer",
    arguments: [
      ("Plan", "todo"), ("Starts", "doing"), ("Closes", "done"), ("closes", "done"),
    ])
  func trailers(_ key: String, _ column: String) async throws {
    let here = try await HookedRepository()
    try await here.run("commit -m Fix -m '\(key): '$plan")
    try await here.expect(column, commits: ["HEAD"])
  }

  @Test("What hooks record is by the agent of the environment; a wrong name never stops git")
  func agent() async throws {
    let here = try await HookedRepository()
    let format = "git log -1 --format='%an <%ae>%n%(trailers:only)' pmgit/main"
    _ = try await here.output(
      "PMGIT_AGENT=claude git commit -q --allow-empty -m Fix -m \"Starts: $plan\"")
    let message = try await here.output(format)
    #expect(message.hasPrefix("claude <>\nPlan: "), "\(message)")
    #expect(message.contains("\nHook: post-commit\n") && message.contains("\nAgent: claude"))
    let warned = try await here.output(
      "PMGIT_AGENT='<' git commit -q --allow-empty -m More -m \"Closes: $plan\" 2>&1")
    #expect(warned.contains("post-commit: PMGIT_AGENT in the environment"), "\(warned)")
    #expect(try await here.output("git log -1 --format=%s").hasPrefix("More"))
    #expect(try await here.column() == "doing")
  }

  @Test("A prefix of an id will do, and plan:ID in the subject")
  func prefixes() async throws {
    let here = try await HookedRepository()
    try await here.run("commit -m Fix -m \"Starts: ${plan:0:5}\"")
    try await here.run("commit -m \"Fix more (plan:${plan:0:6})\"")
    try await here.expect("doing", commits: ["HEAD", "HEAD~"])
  }

  @Test("An id in brackets at the end of the subject links; another word there does not")
  func bracketed() async throws {
    let here = try await HookedRepository()
    try await here.run("commit -m \"Fix it (${plan:0:6})\"")
    try await here.run("commit -m \"Fix more [$plan]\" -m 'With a body.'")
    let said = try await here.run("commit -m 'Add tests (tests)'")
    #expect(said == "")
    try await here.expect("todo", commits: ["HEAD~", "HEAD~2"])
  }

  @Test("One message moves several plans, in one commit of the board")
  func several() async throws {
    let here = try await HookedRepository()
    let other = try await here.add("Other")
    let third = try await here.add("Third")
    let before = try await here.boardCommits()
    try await here.run("commit -m Fix -m \"Closes: $plan, \(other)\nStarts: \(third)\"")
    try await here.expect("done", commits: ["HEAD"])
    try await here.expect("done", commits: ["HEAD"], on: other)
    try await here.expect("doing", commits: ["HEAD"], on: third)
    #expect(try await here.boardCommits() == before + 1)
  }

  @Test("A commit without a plan leaves the board as it is")
  func plain() async throws {
    let here = try await HookedRepository()
    let before = try await here.boardCommits()
    let said = try await here.run("commit -m 'A plan of mine' -m 'It closes: nothing'")
    #expect(try await here.boardCommits() == before)
    #expect(said == "")
  }

  @Test(
    "The message may come from a file, another commit or an editor",
    arguments: [
      "printf 'Fix\\n\\nCloses: %s\\n' $plan > ../message; commit -F ../message",
      "git branch old; commit --no-verify -m Old -m \"Closes: $plan\"; "
        + "git reset -q --hard old; git commit -q --allow-empty -C HEAD@{1}",
      "printf '#!/bin/sh\\nprintf \"Fix\\\\n\\\\nCloses: $plan\\\\n\" > \"$1\"\\n' > ../editor; "
        + "chmod +x ../editor; export plan; GIT_EDITOR=../editor; commit",
    ])
  func sources(_ script: String) async throws {
    let here = try await HookedRepository()
    try await here.run(script)
    #expect(try await here.column() == "done")
    let head = try await here.output("git rev-parse HEAD")
    #expect(try await here.links().contains(head))
  }

  @Test("--no-verify passes by the check, and the commit is recorded where it names a plan")
  func noVerify() async throws {
    let here = try await HookedRepository()
    let said = try await here.run("commit --no-verify -m Fix -m \"Closes: $plan\nCloses: zzzz\"")
    try await here.expect("done", commits: ["HEAD"])
    here.expect(said, says: "warning", "zzzz")
  }

  @Test("The board's commit is the committer's, whoever is the author")
  func author() async throws {
    let here = try await HookedRepository()
    let author = "--author='Ben <ben@example.org>'"
    try await here.run("commit \(author) -m Fix -m \"Starts: $plan\"")
    try await here.run("git commit -q --amend -m Fix -m \"Closes: $plan\"")
    let people = try await here.output("git log --format='%an %ae %cn %ce' -2 pmgit/main")
    #expect(!people.contains("Ben"), "\(people)")
    try await here.expect("done", commits: ["HEAD"])
    #expect(try await here.output("git log -1 --format=%an") == "Ben")
  }
}
