import Testing

/// What `git merge` and a later `post-checkout` record on the board.
@Suite("A merge is recorded where it is made", .serialized)
struct MergeHookTests {
  /// Returns a repository with one commit each on `main` and on a branch `side`.
  private func forked() async throws -> HookedRepository {
    let here = try await HookedRepository()
    try await here.run("git switch -q -c side; commit -m Fix; git switch -q main; commit -m Main")
    return here
  }

  @Test("A merge commit that names a plan moves it", arguments: ["", "--no-ff"])
  func merge(_ option: String) async throws {
    let here = try await forked()
    try await here.run("git merge -q \(option) side -m 'Merge it' -m \"Closes: $plan\"")
    try await here.expect("done", commits: ["HEAD"])
  }

  @Test("A merge with a conflict is recorded once, when it is committed")
  func conflict() async throws {
    let here = try await forked()
    try await here.run("echo ours > code-2; git add .; git commit -q -m Ours")
    try await here.run("git merge -q side -m 'Merge it' -m \"Closes: $plan\"", exits: 1)
    try await here.expect("todo", commits: [])
    try await here.run("echo both > code-2; git add code-2; git commit -q --no-edit")
    try await here.expect("done", commits: ["HEAD"])
  }

  @Test("A fast-forward records nothing of what it passes")
  func fastForward() async throws {
    let here = try await HookedRepository()
    try await here.run("git config core.hooksPath none; git switch -q -c side")
    try await here.run("commit -m Fix -m \"Closes: $plan\"; git config --unset core.hooksPath")
    try await here.run("git switch -q main; git merge -q --ff-only side")
    try await here.expect("todo", commits: [])
  }

  @Test("A merge of three is recorded, also where git fast-forwards to the first of them")
  func octopus() async throws {
    let here = try await HookedRepository()
    try await here.run(
      """
      git switch -q -c one; commit -m One; git switch -q -c two main; commit -m Two
      git switch -q main; git merge -q one two -m Octopus -m "Closes: $plan"
      """)
    try await here.expect("done", commits: ["main"])
  }

  @Test("A merge that somebody else made, from where this branch is, is recorded by them")
  func mergeOfOthers() async throws {
    let here = try await forked()
    try await here.run(
      """
      git config core.hooksPath none; git switch -q -c theirs
      git merge -q side -m Merged -m "Closes: $plan"; git config --unset core.hooksPath
      git switch -q main; git pull -q --ff-only . theirs
      """)
    try await here.expect("todo", commits: [])
  }

  @Test("A squashed merge is recorded as the commit that is made of it")
  func squash() async throws {
    let here = try await forked()
    try await here.run("git merge -q --squash side")
    try await here.expect("todo", commits: [])
    try await here.run("git commit -q -m Squashed -m \"Closes: $plan\"")
    try await here.expect("done", commits: ["HEAD"])
  }

  @Test(
    "A merge takes up what a fetch has brought of the board, and so does a checkout",
    arguments: ["git merge -q side", "git switch -q side"])
  func takesUp(_ command: String) async throws {
    let here = try await forked()
    try await here.run(
      """
      git init -q --bare ../hub; git remote add origin ../hub; pmgit sync -q
      git clone -q -b pmgit/main ../hub ../ben; git -C ../ben config user.name Ben
      git -C ../ben config user.email ben@example.org
      pmgit -C ../ben add -q "From Ben"; pmgit -C ../ben sync -q; git fetch -q
      """)
    let said = try await here.run(command)
    here.expect(said, says: "merged 1 commit")
    here.expect(try await here.output("pmgit list"), says: "From Ben")
  }

  @Test("A checkout of files leaves the board alone")
  func files() async throws {
    let here = try await forked()
    #expect(try await here.run("echo x > code-1; git checkout -q -- code-1") == "")
  }

  @Test("A board that is only on the remote is followed there without a branch of its own")
  func remoteOnly() async throws {
    let here = try await forked()
    try await here.run(
      """
      git init -q --bare ../hub; git remote add origin ../hub; git push -q origin main pmgit/main
      git clone -q ../hub ../new; cd ../new; git config user.name Ada
      git config user.email ada@example.org; pmgit hooks install -q
      git commit -q --allow-empty -m Fix -m "Closes: $plan"
      pmgit show --json "$plan" | grep -q "commit:$(git rev-parse HEAD)"
      pmgit list --all | grep -q done
      """)
  }
}
