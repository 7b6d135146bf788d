import Testing

/// The same commands in two repositories, one with hooks and one without.
@Suite("Hooks touch nothing of the code", .serialized)
struct UntouchedCodeTests {
  /// Various git commands. Fixed times give the commits equal ids in both repositories.
  private static let work = """
    export GIT_COMMITTER_DATE='1795165300 +0000'
    git commit -q --amend --no-edit
    commit -m One -m "Starts: $plan"; git commit -q --amend -m 'One more' -m "Starts: $plan"
    git switch -q -c side; commit -m Side -m "Closes: $plan"; git switch -q main
    commit -m Main; GIT_AUTHOR_DATE='1795165350 +0000' git merge -q --no-ff side -m Merged -m "Plan: $plan"
    GIT_AUTHOR_DATE='1795165400 +0000' git revert --no-edit -m 1 HEAD; git cherry-pick side
    git switch -q -c topic HEAD~3; commit -m Topic; commit --fixup HEAD
    git rebase -q -i --autosquash main~3
    echo staged > staged; git add staged; echo changed >> code-1; echo new > untracked
    GIT_AUTHOR_DATE='1795165500 +0000' git commit -q -m Partial code-1; echo changed >> code-1
    git stash -q; git stash pop -q; git worktree add -q ../linked side
    """

  @Test("Commits, refs, index, work tree and what git says of them are as without hooks")
  func twins() async throws {
    let with = try await HookedRepository()
    let without = try await HookedRepository(installing: false)
    var states: [String] = []
    for here in [with, without] {
      // The ids of the plans differ, so both use the id of the first repository.
      try await here.run(Self.work.replacing("$plan", with: with.plan), adding: [:])
      states.append(
        try await here.output(
          """
          git for-each-ref --format='%(objectname) %(refname)' | grep -v refs/heads/pmgit/
          cat .git/HEAD; git ls-files -s; git status --porcelain; git reflog --format='%gs'
          git stash list; git -C ../linked status -b --porcelain; ls -A . .git
          """))
    }
    #expect(try await with.column() == "done")
    #expect(states[0].replacing("hooks\n", with: "") == states[1])
  }
}
