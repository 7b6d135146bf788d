import PmgitTestSupport
import Testing

/// Hooks that can't do their work.
@Suite("Nothing that is wrong with the board stops git", .serialized)
struct FailingHookTests {
  /// A script that commits, amends, rebases, merges and switches branches. Each command must
  /// succeed.
  private static let work = """
    commit -m Fix -m "Closes: $plan"; git commit -q --amend -m Again -m "Closes: $plan"
    git switch -q -c side; commit -m Side -m "Plan: $plan"; git switch -q main
    git merge -q --no-ff side -m Merged -m "Plan: $plan"
    git rebase -q --force-rebase HEAD~; git switch -q side
    """

  @Test("Without pmgit on the PATH each hook says one line")
  func missing() async throws {
    let here = try await HookedRepository()
    let before = try await here.output("git rev-parse pmgit/main")
    // A PATH that contains only what the hooks and git need.
    let said = try await here.run(
      """
      mkdir ../bin
      for name in git sh bash cat sed env true rm mkdir; do
        ln -s "$(command -v "$name")" "../bin/$name"
      done
      export PATH="$PWD/../bin"; commit -m Fix -m "Closes: $plan"
      git commit -q --amend -m Again -m 'Closes: zzzz'
      """)
    #expect(
      said == """
        pmgit is not on PATH: the board does not follow this commit
        pmgit is not on PATH: the board does not follow this commit
        pmgit is not on PATH: the board does not follow this rewrite

        """)
    #expect(try await here.output("git rev-parse pmgit/main") == before)
    let rest = try await here.run("export PATH=\"$PWD/../bin\"; \(Self.work)")
    here.expect(rest, says: "does not follow this merge", "is not updated with what was fetched")
    try await here.run(
      "export PATH=\"$PWD/../bin\"; git init -q --bare ../hub; git push -q ../hub main")
  }

  @Test(
    "A board that can't be read or written lets git's own work through",
    arguments: [
      "git update-ref refs/heads/pmgit/main \"$(git rev-parse main)\"",
      "mkdir -p .git/refs/heads/pmgit; touch .git/refs/heads/pmgit/main.lock",
      "rm -rf .git/pmgit; touch .git/pmgit; touch .git/refs/heads/pmgit/main.lock",
      "git config pmgit.board 'no name'",
      "git config pmgit.hooks.requirePlan perhaps",
      "printf '%040d\\n' 1 > .git/refs/heads/pmgit/main",
    ])
  func broken(_ script: String) async throws {
    let here = try await HookedRepository()
    try await here.run(script)
    let said = try await here.run(Self.work)
    #expect(!said.contains("Fatal error") && !said.contains("Trace"), "\(said)")
  }

  @Test("A plan that can't be read gets a warning, and git its commit")
  func brokenPlan() async throws {
    let here = try await HookedRepository()
    try await here.repository.commitToBoard(
      "{", at: "plans/\(here.plan.prefix(2))/\(here.plan).json")
    let said = try await here.run("commit -m Fix -m \"Closes: $plan\"")
    here.expect(said, says: "pmgit: warning: plan '\(here.plan)' can't be read")
    try await here.run(Self.work)
  }

  @Test("A missing identity of the board's commit is a warning; git -c gives one")
  func identity() async throws {
    let here = try await HookedRepository()
    try await here.run("git config --unset user.name; git config --unset user.email")
    let said = try await here.run(
      "git -c user.name=Ben -c user.email=ben@example.org commit -q --allow-empty -m Fix "
        + "-m \"Closes: $plan\"")
    try await here.expect("done", commits: ["HEAD"])
    #expect(
      try await here.output("git log -1 --format='%an %ce' pmgit/main") == "Ben ben@example.org")
    #expect(!said.contains("warning"), "\(said)")
  }

  @Test("A shallow clone of the code records what it has")
  func shallow() async throws {
    let here = try await HookedRepository()
    try await here.run("commit -m One; commit -m Two -m \"Plan: $plan\"; commit -m Three")
    try await here.run(
      """
      git clone -q --depth 1 --no-single-branch "file://$PWD" ../shallow; cd ../shallow
      git config user.name Ada; git config user.email ada@example.org; pmgit hooks install -q
      commit -m Fix -m "Closes: $plan"; git commit -q --amend -m Again -m "Closes: $plan"
      git rebase -q --force-rebase HEAD~; git revert --no-edit HEAD
      pmgit show --json "$plan" | grep -q "commit:$(git rev-parse HEAD)"
      pmgit list | grep -q doing
      """)
  }

  @Test("A plan that can't be read keeps no other plan from its commits")
  func oneOfTwo() async throws {
    let here = try await HookedRepository()
    let other = try await here.add("Other")
    try await here.repository.commitToBoard(
      "{", at: "plans/\(here.plan.prefix(2))/\(here.plan).json")
    try await here.run("commit -m Fix -m \"Closes: $plan, \(other)\"")
    #expect(try await here.column(of: other) == "done")
    #expect(try await here.links(of: other) == [try await here.output("git rev-parse HEAD")])
  }

  @Test("A pmgit that crashes stops nothing; only 1 is a refusal", arguments: [70, 139, 1])
  func crash(_ code: Int) async throws {
    let here = try await HookedRepository()
    let refusal = code == 1 ? 1 : 0
    try await here.run(
      """
      git switch -q "$(pmgit branch -q "$plan")"
      mkdir "$HOME/fake"; printf '#!/bin/sh\\nexit \(code)\\n' > "$HOME/fake/pmgit"
      chmod +x "$HOME/fake/pmgit"; PATH="$HOME/fake:$PATH"
      git init -q --bare "$HOME/hub"; git push -q "$HOME/hub" HEAD; git checkout -q main
      status=0; commit -m Fix || status=$?
      test "$status" = \(refusal)
      git merge -q --no-ff -m Merge HEAD~0; git switch -q -
      """)
  }
}
