import Testing

/// `git rebase`: nothing is recorded before its end, when `post-rewrite` lists all commits.
@Suite("A rebase takes plans along when it ends", .serialized)
struct RebaseHookTests {
  private static let backends = ["--merge", "--apply"]

  /// Returns a repository with a commit on a branch `side` that closes the plan, and another on
  /// `main`.
  private func forked() async throws -> HookedRepository {
    let here = try await HookedRepository()
    try await here.run("git switch -q -c side; commit -m Fix -m \"Closes: $plan\"; commit -m Other")
    try await here.run("git switch -q main; commit -m Main; git switch -q side")
    try await here.expect("done", commits: ["side~"])
    return here
  }

  @Test("The plan has the new commits only, and moves once", arguments: backends)
  func plain(_ backend: String) async throws {
    let here = try await forked()
    let before = try await here.boardCommits()
    try await here.run("git rebase -q \(backend) main")
    try await here.expect("done", commits: ["side~"])
    #expect(try await here.boardCommits() == before + 1)
  }

  @Test("Where somebody has moved the plan since, it stays", arguments: backends)
  func movedSince(_ backend: String) async throws {
    let here = try await forked()
    try await here.run("pmgit move -q $plan todo; git rebase -q \(backend) main")
    try await here.expect("todo", commits: ["side~"])
  }

  @Test("A conflict, resolved and continued", arguments: backends)
  func conflict(_ backend: String) async throws {
    let here = try await forked()
    try await here.run("echo theirs > code-2; git add .; git commit -q --amend --no-edit")
    try await here.run("git switch -q main; echo ours > code-2; git add .; git commit -q -m Ours")
    let before = try await here.boardCommits()
    try await here.run("git switch -q side; git rebase -q \(backend) main", exits: 1)
    #expect(try await here.boardCommits() == before)
    try await here.run("echo both > code-2; git add code-2; git rebase --continue", exits: 1)
    try await here.run("echo theirs > code-2; git add code-2; git rebase --continue")
    try await here.expect("done", commits: ["side~"])
  }

  @Test("One that is given up changes nothing", arguments: backends)
  func aborted(_ backend: String) async throws {
    let here = try await forked()
    try await here.run("git switch -q main; echo ours > code-3; git add .; git commit -q -m Ours")
    let before = try await here.output("git rev-parse pmgit/main side")
    try await here.run("git switch -q side; git rebase -q \(backend) main", exits: 1)
    try await here.run("git rebase --abort")
    #expect(try await here.output("git rev-parse pmgit/main side") == before)
    try await here.expect("done", commits: ["side~"])
  }

  @Test("What is committed and amended at a stop is gone with --abort")
  func abortedStop() async throws {
    let here = try await forked()
    let before = try await here.output("git rev-parse pmgit/main side")
    try await here.run("todo 1s/pick/edit/ rebase -q -i main")
    try await here.run("git commit -q --amend -m New -m \"Starts: $plan\"")
    try await here.run("commit -m Stop -m \"Starts: $plan\"; git rebase --abort")
    #expect(try await here.output("git rev-parse pmgit/main side") == before)
  }

  @Test("A reworded message moves the plan by what is new in it")
  func reword() async throws {
    let here = try await HookedRepository()
    try await here.run("commit -m Fix; commit -m Other")
    try await here.run(
      """
      printf '#!/bin/sh\\nprintf "Fix\\\\n\\\\nCloses: %s\\\\n" > "$1"\\n' $plan > ../editor
      chmod +x ../editor; export GIT_EDITOR=../editor
      todo 1s/pick/reword/ rebase -q -i HEAD~2
      """)
    try await here.expect("done", commits: ["HEAD~"])
  }

  @Test("A squash puts one commit in the place of two", arguments: ["squash", "fixup"])
  func squash(_ word: String) async throws {
    let here = try await HookedRepository()
    try await here.run("commit -m Start -m \"Starts: $plan\"; commit -m End -m \"Closes: $plan\"")
    try await here.run("todo 2s/pick/\(word)/ rebase -q -i HEAD~2")
    try await here.expect("done", commits: ["HEAD"])
  }

  @Test("A squash of commits for two plans is one commit of both", arguments: ["", "--autosquash"])
  func squashOfTwo(_ option: String) async throws {
    let here = try await HookedRepository()
    let other = try await here.add("Other")
    try await here.run("commit -m One -m \"Closes: $plan\"")
    try await here.run(
      option == ""
        ? "commit -m Two -m 'Starts: \(other)'"
        : "commit --squash HEAD -m 'Starts: \(other)'")
    try await here.run("todo 2s/pick/squash/ rebase -q -i \(option) HEAD~2")
    try await here.expect("done", commits: ["HEAD"])
    try await here.expect("doing", commits: ["HEAD"], on: other)
    // Only as long as the commit's message mentions the plan.
    try await here.run("git commit -q --amend --no-edit --date=@1795165999")
    try await here.expect("done", commits: ["HEAD"])
    try await here.expect("doing", commits: ["HEAD"], on: other)
    try await here.run("git commit -q --amend -m 'Another' -m \"Plan: $plan\"")
    try await here.expect("doing", commits: [], on: other)
  }

  @Test("A squash whose last paragraph is text keeps its plan through an amend")
  func squashWithoutTrailers() async throws {
    let here = try await HookedRepository()
    try await here.run("commit -m One -m \"Closes: $plan\"; commit -m Two -m 'A text.'")
    try await here.run("todo 2s/pick/squash/ rebase -q -i HEAD~2")
    try await here.expect("done", commits: ["HEAD"])
    try await here.run("git commit -q --amend --no-edit --date=@1795165999")
    try await here.expect("done", commits: ["HEAD"])
  }

  @Test("A prefix that was clear and is not any more still means the plan that has the commit")
  func prefixSince() async throws {
    let here = try await HookedRepository()
    let first = String(here.plan.prefix(1))
    try await here.run("commit -m Fix -m 'Closes: \(first)'")
    try await here.expect("done", commits: ["HEAD"])
    // Adds plans until another id begins with the same of 22 letters.
    for number in 0..<200 where try await here.add("Plan \(number)").hasPrefix(first) { break }
    let said = try await here.run("git commit -q --amend --no-verify --no-edit --date=@1795165999")
    #expect(!said.contains("warning"), "\(said)")
    try await here.expect("done", commits: ["HEAD"])
  }

  @Test(
    "What was wrong with a commit before a rebase is not reported again; a new one is, by its id")
  func toldOnce() async throws {
    let here = try await HookedRepository()
    let said = try await here.run("commit --no-verify -m One -m 'Closes: zzzz'; commit -m Two")
    here.expect(said, says: "warning: commit ", ": no plan's id begins with 'zzzz'")
    let later = try await here.run("git rebase -q --force-rebase HEAD~2")
    #expect(!later.contains("zzzz"), "\(later)")
  }

  @Test("A commit that is made at a stop is recorded at the end")
  func madeInStop() async throws {
    let here = try await HookedRepository()
    try await here.run("commit -m One; commit -m Two -m \"Plan: $plan\"")
    let before = try await here.boardCommits()
    try await here.run("todo 1s/pick/edit/ rebase -q -i HEAD~2")
    try await here.run("commit -m Stop -m \"Closes: $plan\"")
    #expect(try await here.boardCommits() == before)
    try await here.run("git rebase --continue")
    try await here.expect("done", commits: ["HEAD", "HEAD~"])
  }

  @Test("A commit that is split at a stop gives way to its parts")
  func split() async throws {
    let here = try await HookedRepository()
    try await here.run("commit -m Both -m \"Starts: $plan\"; commit -m Last")
    try await here.run("todo 1s/pick/edit/ rebase -q -i HEAD~2; git reset -q HEAD~")
    try await here.run("commit -m 'Part one' -m \"Plan: $plan\"")
    try await here.run("git add .; git commit -q -m 'Part two' -m \"Closes: $plan\"")
    try await here.run("git rebase --continue")
    #expect(try await here.column() == "done")
    let parts = try await here.output("git rev-parse HEAD~ HEAD~2").split(separator: "\n")
    #expect(Set(try await here.links()).isSuperset(of: parts.map(String.init)))
  }

  @Test("A dropped commit keeps its plan where it is")
  func dropped() async throws {
    let here = try await HookedRepository()
    try await here.run("commit -m Fix -m \"Closes: $plan\"; commit -m Other; git branch old HEAD~")
    try await here.run("todo 1s/pick/drop/ rebase -q -i HEAD~2")
    #expect(try await here.column() == "done")
  }

  @Test("Commits that pass under a rebase are not recorded as new ones")
  func pulled() async throws {
    let here = try await forked()
    let other = try await here.add("Other")
    // Like a commit from another clone, which has recorded it on its own board.
    try await here.run("git switch -q main; git config core.hooksPath none")
    try await here.run("commit -m Theirs -m 'Closes: \(other)'; git config --unset core.hooksPath")
    try await here.run("git switch -q side; git pull -q --rebase . main")
    try await here.expect("todo", commits: [], on: other)
    try await here.expect("done", commits: ["side~"])
  }
}
