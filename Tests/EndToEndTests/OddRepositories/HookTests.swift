import PmgitTestSupport
import Testing

/// pmgit as run by git: from hooks and aliases, and during other commands.
@Suite("A board works from within git")
struct HookTests {
  @Test("from every hook, without a trace in what git is doing", arguments: hooks)
  func works(_ hook: OddRepository) async throws { try await hook.run() }

  /// Shell functions. `install` installs the hook `$1`, which adds a plan and writes its
  /// environment to `$HOME/environment`.
  private static let install = """
    install() {
      mkdir -p "$(git rev-parse --git-path hooks)"
      hook=$(git rev-parse --git-path "hooks/$1")
      printf '#!/bin/sh\\nenv > "%s"\\npmgit add -q "from %s" >&2\\n' "$HOME/environment" "$1" > "$hook"
      chmod +x "$hook"
    }
    added() {  # added NUMBER HOOK
      test "$(pmgit list | grep -c "from $2")" = "$1"
      sound
    }
    sees() { grep -q "^$1=" "$HOME/environment"; }

    """

  private static func hook(_ name: String, _ script: String) -> OddRepository {
    OddRepository(name, install + script)
  }

  private static let hooks = [
    hook(
      "post-commit",
      """
      pmgit init -q; install post-commit; commits 2; sees GIT_INDEX_FILE
      git commit -q --amend -m again; echo x >> code-1; git commit -q -m part code-1
      added 4 post-commit; test -z "$(git status --porcelain)"
      """),
    hook(
      "post-commit in a linked work tree",
      """
      pmgit init -q; commits 1; install post-commit; git worktree add -q ../side; cd ../side
      mkdir sub; cd sub; echo x > file; git add file; git commit -q -m side; sees GIT_DIR
      added 1 post-commit; test -z "$(git status --porcelain)"
      """),
    hook(
      "post-commit of a commit to the board by hand",
      """
      works; git switch -q pmgit/main; install post-commit
      echo '# Notes' > notes.md; git add notes.md; git commit -q -m 'Add notes'
      added 1 post-commit; test -z "$(git status --porcelain)"
      test "$(git log -1 --skip=1 --format=%s)" = 'Add notes'
      """),
    hook(
      "pre-commit of a commit to the board by hand, whose files are staged, is refused",
      """
      works; git switch -q pmgit/main; install pre-commit
      echo '# Notes' > notes.md; git add notes.md
      fails 1 git commit -q -m 'Add notes'
      added 0 pre-commit; test "$(git status --porcelain)" = 'A  notes.md'
      """),
    hook(
      "pre-push, which adds and shares",
      """
      git init -q --bare ../hub.git; git remote add origin ../hub.git; pmgit init -q; commits 1
      install pre-push; echo 'pmgit sync -q' >> "$(git rev-parse --git-path hooks/pre-push)"
      git push -q origin main; sees GIT_PREFIX; added 1 pre-push
      test "$(git -C ../hub.git rev-parse pmgit/main)" = "$(git rev-parse pmgit/main)"
      """),
    hook(
      "pre-receive in a bare repository, also when the push is refused",
      """
      git init -q --bare ../hub.git; git remote add origin ../hub.git; works; pmgit sync -q; commits 1
      cd ../hub.git
      install pre-receive; cd ../repository
      git push -q origin main; sees GIT_QUARANTINE_PATH; sees GIT_OBJECT_DIRECTORY
      sees GIT_ALTERNATE_OBJECT_DIRECTORIES
      echo 'exit 1' >> ../hub.git/hooks/pre-receive; git commit -q --allow-empty -m x; fails 1 git push -q origin main
      cd ../hub.git; added 2 pre-receive; test "$(git rev-list --count main)" = 1
      """),
    hook(
      "update and post-receive in a bare repository",
      """
      git init -q --bare ../hub.git; git remote add origin ../hub.git; works; pmgit sync -q; commits 1
      cd ../hub.git
      install update; install post-receive; cd ../repository; git push -q origin main
      cd ../hub.git; added 1 update; added 1 post-receive; cd ../repository; pmgit sync -q; added 1 update
      """),
    hook(
      "rebase --exec",
      """
      pmgit init -q; commits 3; git rebase -q --exec 'pmgit add -q "from rebase"' HEAD~2
      added 2 rebase; test -z "$(git status --porcelain)"
      """),
    hook(
      "an alias in a subfolder, with settings of git -c",
      """
      pmgit init -q; pmgit init -q --board other; mkdir sub; cd sub
      git -c alias.b='!pmgit' -c pmgit.board=other -c "user.name=It's Zoë" b add -q "from alias"
      test "$(git log -1 --format=%an pmgit/other)" = "It's Zoë"; added 0 alias
      """),
    hook(
      "GIT_CONFIG_COUNT",
      """
      works; pmgit init -q --board other
      export GIT_CONFIG_COUNT=2 GIT_CONFIG_KEY_0=pmgit.board GIT_CONFIG_VALUE_0=other
      export GIT_CONFIG_KEY_1=User.Name GIT_CONFIG_VALUE_1=Zed
      pmgit add -q "of Zed"; test "$(git log -1 --format=%an pmgit/other)" = Zed
      """),
    hook(
      "GIT_NAMESPACE, which is for what git serves: the board is that of the whole repository",
      """
      works; export GIT_NAMESPACE=tenant; works
      test "$(git for-each-ref --format='%(refname)')" = refs/heads/pmgit/main
      """),
    hook(
      "GIT_OBJECT_DIRECTORY, whose objects may be thrown away: the board's are not put there",
      """
      pmgit init -q; mkdir ../objects
      export GIT_OBJECT_DIRECTORY=$PWD/../objects GIT_ALTERNATE_OBJECT_DIRECTORIES=$PWD/.git/objects
      pmgit add -q "A plan"; test -z "$(find ../objects -type f)"
      unset GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES; works
      """),
  ]
}
