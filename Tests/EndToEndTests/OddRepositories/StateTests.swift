import PmgitTestSupport
import Testing

/// States of HEAD, branches and objects.
@Suite("A board works whatever state the code is in")
struct StateTests {
  @Test("and leaves that state alone", arguments: states)
  func works(_ state: OddRepository) async throws { try await state.run() }

  private static let states = [
    OddRepository("unborn HEAD", "works; test \"$(git symbolic-ref HEAD)\" = refs/heads/main"),
    OddRepository(
      "detached HEAD",
      "commits 2; git switch -q --detach HEAD~1; before=$(git rev-parse HEAD); works; test \"$before\" = \"$(git rev-parse HEAD)\""
    ),
    OddRepository(
      "a HEAD whose branch is gone", "commits 1; echo 'ref: refs/heads/gone' > .git/HEAD; works"),
    OddRepository(
      "in the middle of a rebase",
      """
      commits 1; git switch -q -c side; echo side > code-1; git commit -q -a -m side
      git switch -q main; echo main > code-1; git commit -q -a -m main
      git rebase -q side > /dev/null 2>&1 || true
      test -d .git/rebase-merge; before=$(git status --porcelain); works
      test "$before" = "$(git status --porcelain)"
      echo both > code-1; git add code-1; GIT_EDITOR=true git rebase --continue > /dev/null
      test "$(git log -1 --format=%s)" = main
      """),
    OddRepository(
      "in the middle of a merge",
      """
      commits 1; git switch -q -c side; echo side > code-1; git commit -q -a -m side
      git switch -q main; echo main > code-1; git commit -q -a -m main
      git merge -q side > /dev/null 2>&1 || true
      test -f .git/MERGE_HEAD; before=$(git status --porcelain); works
      test "$before" = "$(git status --porcelain)"; test -f .git/MERGE_HEAD
      """),
    OddRepository(
      "only packed references",
      """
      works; commits 1; git pack-refs --all --prune; git gc -q; test ! -e .git/refs/heads/pmgit/main
      works; git pack-refs --all --prune; works
      """),
    OddRepository(
      "tags of the board's name",
      "commits 1; git tag pmgit; works; git tag -d pmgit; git tag pmgit/main; works"),
    OddRepository(
      "objects borrowed with clone --shared",
      """
      works; commits 1; git clone -q --shared . ../borrower; cd ../borrower
      works; pmgit sync -q; git -C ../repository fsck --no-dangling --no-progress
      """),
    OddRepository(
      "objects borrowed with clone --reference",
      """
      works; commits 1; git clone -q --bare . ../hub.git
      git clone -q --reference . "file://$PWD/../hub.git" ../borrower; cd ../borrower
      test -s .git/objects/info/alternates; works; pmgit sync -q; pmgit sync --pull -q
      """),
    OddRepository(
      "a shallow clone",
      """
      works; commits 3; git clone -q --bare . ../hub.git
      git clone -q --depth=1 --branch main "file://$PWD/../hub.git" ../shallow; cd ../shallow
      works; pmgit sync -q; test "$(git rev-parse --is-shallow-repository)" = true
      """),
    OddRepository(
      "a partial clone, whose remote has promised the rest",
      """
      works; commits 3; git clone -q --bare . ../hub.git; git -C ../hub.git config uploadpack.allowFilter true
      git clone -q --filter=blob:none "file://$PWD/../hub.git" ../partial; cd ../partial
      test "$(git config remote.origin.promisor)" = true
      pmgit sync -q; works; pmgit sync -q
      """),
  ]
}
