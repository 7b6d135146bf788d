import PmgitTestSupport
import Testing

/// Locations of a repository, its work tree and the current folder.
@Suite("A board works wherever git works")
struct PlaceTests {
  @Test("in every kind of place", arguments: places)
  func works(_ place: OddRepository) async throws { try await place.run() }

  @Test("under every name that a folder may have", arguments: folderNames)
  func underName(_ name: String) async throws {
    let script = """
      mkdir -p -- '\(name)' && cd -- '\(name)' && git init -q --template= . && works
      commits 1
      git worktree add -q -- '../\(name) board' pmgit/main
      pmgit add -q 'from beside'
      cd -- '../\(name) board' && test -z "$(git status --porcelain)" && works
      cd .. && pmgit -C '\(name)' list | grep -q 'from beside'
      """
    try await OddRepository(name, script).run()
  }

  private static let folderNames = [
    "two words", "모바일 앱", "-dash", "new\nline", "$HOME;#", "\u{1B}[31m",
  ]

  private static let places = [
    OddRepository("a folder of the work tree", "mkdir -p a/b; cd a/b; works"),
    OddRepository(
      "a linked work tree", "commits 1; git worktree add -q ../side; cd ../side; works"),
    OddRepository(
      "a linked work tree of a bare repository",
      """
      commits 1; git clone -q --bare . ../bare; cd ../bare
      git worktree add -q ../side main; cd ../side
      works
      """),
    OddRepository(
      "a bare repository",
      """
      git init -q --bare ../bare; cd ../bare
      works; cd refs; works
      """),
    OddRepository(
      "a bare repository whose HEAD is the board",
      """
      git init -q --bare --initial-branch=pmgit/main ../bare; cd ../bare
      works
      """),
    OddRepository(
      "a submodule",
      """
      commits 1; git init -q ../part; cd ../part
      commits 1; cd ../repository
      git submodule --quiet add ../part part; git commit -q -m part; cd part
      works
      test -z "$(git -C .. status --porcelain)"
      git switch -q pmgit/main; works; test -z "$(git status --porcelain)"
      """),
    OddRepository(
      "core.worktree",
      "mkdir ../tree; git config core.worktree ../../tree; works; test -z \"$(ls ../tree)\""),
    OddRepository(
      "core.worktree with the board checked out",
      """
      mkdir ../tree; git config core.worktree ../../tree; works
      git switch -q pmgit/main; works; test -e ../tree/board.json; test -z "$(git status --porcelain)"
      """),
    OddRepository(
      "a .git file",
      """
      git init -q --separate-git-dir=../elsewhere . ; test -f .git; works
      """),
    OddRepository("a .git that is a link", "mv .git ../elsewhere; ln -s ../elsewhere .git; works"),
    OddRepository("inside .git", "cd .git; works; cd refs/heads; works"),
    OddRepository(
      "a sparse checkout with extensions.worktreeConfig",
      """
      commits 3; git sparse-checkout set --no-cone /code-1
      test "$(git config extensions.worktreeConfig)" = true
      works; test -z "$(git status --porcelain)"
      git sparse-checkout set --no-cone /board.json; git switch -q pmgit/main
      works; test -z "$(git status --porcelain)"; test ! -e plans
      """),
    OddRepository(
      "GIT_DIR with GIT_WORK_TREE",
      """
      mkdir ../tree; here=$PWD; cd ../tree
      export GIT_DIR=$here/.git GIT_WORK_TREE=$PWD; works; test -z "$(ls)"
      """),
    OddRepository(
      "GIT_DIR with GIT_COMMON_DIR",
      """
      commits 1; git worktree add -q ../side; export GIT_COMMON_DIR=$PWD/.git
      cd ../side; export GIT_DIR=$GIT_COMMON_DIR/worktrees/side; works
      """),
    OddRepository(
      "below a ceiling", "mkdir -p a/b; cd a/b; GIT_CEILING_DIRECTORIES=${PWD%/*/*/*} works"),
  ]
}
