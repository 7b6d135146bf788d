import Testing

/// Commits that a person makes on the board's own branch with git.
@Suite("Commits of the board itself are no code", .serialized)
struct BoardBranchHookTests {
  @Test(
    "They are recorded on no plan",
    arguments: [
      "commit -m Fix -m \"Closes: $plan\"",
      "commit -m Fix; git commit -q --amend -m Again -m \"Closes: $plan\"",
      "commit -m Fix; git commit -q --allow-empty -m More -m \"Closes: $plan\"; git revert HEAD~",
      "commit -m Fix -m \"Closes: $plan\"; git rebase -q --merge --force-rebase HEAD~2",
      "commit -m Fix -m \"Closes: $plan\"; git rebase -q --apply --force-rebase HEAD~2",
      "git switch -q -c pmgit/other; commit -m Fix; git switch -q pmgit/main; "
        + "git merge -q --no-ff pmgit/other -m Merged -m \"Closes: $plan\"",
    ])
  func byHand(_ script: String) async throws {
    let here = try await HookedRepository()
    try await here.run("pmgit edit -q $plan --title Other; git switch -q pmgit/main")
    try await here.run("\(script); git switch -q main")
    try await here.expect("todo", commits: [])
  }
}
