import PmgitTestSupport
import Testing

/// References whose names clash with the board's, except those that prevent its creation.
@Suite("Names that clash with the board's")
struct NameClashTests {
  @Test("A remote-tracking branch in the way is named before anything is sent")
  func trackingBranch() async throws {
    let messages = try await OddRepository(
      "refs/remotes/origin/pmgit",
      """
      git init -q --bare ../hub.git; git remote add origin ../hub.git; commits 1; works
      git update-ref refs/remotes/origin/pmgit main
      fails 1 pmgit sync; test -z "$(git ls-remote ../hub.git)"
      git remote prune origin > /dev/null; pmgit sync -q
      """
    ).run()
    #expect(
      messages == """
        pmgit: 'refs/remotes/origin/pmgit' is in the way of the board's branch
        hint: if 'origin' no longer has it, remove it with 'git remote prune origin'

        """)
  }

  @Test("A branch in the way on the remote is reported with the remote's words")
  func remoteBranch() async throws {
    let messages = try await OddRepository(
      "pmgit on the remote",
      """
      git init -q --bare ../hub.git; git remote add origin ../hub.git; commits 1; works
      git push -q origin main:refs/heads/pmgit; git update-ref -d refs/remotes/origin/pmgit
      fails 1 pmgit sync; git ls-remote --heads origin > ../heads; grep -q refs/heads/pmgit ../heads
      git push -q origin :refs/heads/pmgit; pmgit sync -q
      """
    ).run()
    #expect(
      messages.contains("'origin' refused the board: another branch of that name is in the way"))
    #expect(
      messages.contains("hint: rename or delete it there; see 'git ls-remote --heads origin'"))
  }

  @Test("A board that is only another name of a branch is not moved, nor is that branch")
  func symbolic() async throws {
    let messages = try await OddRepository(
      "a symbolic reference",
      """
      works; git branch other pmgit/main; git symbolic-ref refs/heads/pmgit/main refs/heads/other
      before=$(git rev-parse other); fails 1 pmgit add x; test "$before" = "$(git rev-parse other)"
      pmgit list -q > /dev/null
      """
    ).run()
    #expect(
      messages.hasPrefix(
        "pmgit: the board's branch is a symbolic reference to 'refs/heads/other'"))
  }

  @Test("A branch that is no board is not taken for one")
  func noBoard() async throws {
    let messages = try await OddRepository(
      "code at pmgit/main",
      "commits 1; git branch pmgit/main; fails 1 pmgit add x; test \"$(git rev-parse main)\" = \"$(git rev-parse pmgit/main)\""
    ).run()
    #expect(
      messages.contains("the settings of board 'main' can't be read: 'board.json' is missing"))
  }

  @Test("Boards differ in more than case, so that they can be on any disk")
  func ignoringCase() async throws {
    let messages = try await OddRepository(
      "core.ignorecase",
      """
      git config core.ignorecase true; works; fails 64 pmgit init --board Main
      test "$(pmgit config board)" = "$(printf 'main\\there')"; works
      """
    ).run()
    #expect(messages.contains("'Main' is not a name for a board"))
  }

  @Test(
    "On a disk that ignores case a board works, also where it is checked out",
    .enabled(if: CaseInsensitiveDisk.isPossible, CaseInsensitiveDisk.reason))
  func caseInsensitiveDisk() async throws {
    try await OddRepository(
      "ntfs-3g with ignore_case",
      """
      truncate -s 64M ../disk; mkfs.ntfs -q -F ../disk > /dev/null 2>&1; mkdir ../mounted
      lowntfs-3g -o ignore_case ../disk ../mounted
      trap 'cd /; umount "$HOME/../mounted"' EXIT
      cd ../mounted; echo x > Abc; test "$(cat aBC)" = x
      git init -q --template= work; cd work; test "$(git config core.ignorecase)" = true
      commits 1; works; git worktree add -q ../board pmgit/main
      fails 64 pmgit init --board Main; works
      cd ../board; test -z "$(git status --porcelain)"; works; test -z "$(git status --porcelain)"
      """
    ).run()
  }
}
