import PmgitTestSupport
import Testing

/// Settings of git that change how a repository is stored.
@Suite("A board heeds git's settings")
struct SettingTests {
  @Test("of every kind", arguments: settings)
  func works(_ setting: OddRepository) async throws { try await setting.run() }

  private static let settings = [
    OddRepository(
      "core.sharedRepository=group: the group may write all that is new, whatever the umask",
      """
      rm -rf .git; git init -q --shared=group --template= .
      umask 077; works; seq 200 | sed 's/.*/{"title":"Plan &"}/' | pmgit import -q -
      test -z "$(find .git/refs .git/objects .git/pmgit .git/logs -type d ! -perm -0070)"
      test -z "$(find .git/refs .git/pmgit .git/logs -type f ! -perm -0060)"
      test -z "$(find .git/objects -type f ! -perm -0040)"
      """),
    OddRepository(
      "core.sharedRepository=0640: exactly that",
      """
      git config core.sharedRepository 0640; umask 0; works
      test -z "$(find .git/refs/heads/pmgit -type d ! -perm 0750)"
      test -z "$(find .git/refs/heads/pmgit -type f ! -perm 0640)"
      """),
    OddRepository(
      "no core.sharedRepository: the umask decides",
      "umask 077; works; test -z \"$(find .git/refs/heads/pmgit -perm /0077)\""),
    OddRepository(
      "core.sharedRepository=wrong is named",
      "works; git config --file .git/config core.sharedRepository 0400; fails 1 pmgit list"),
    OddRepository(
      "core.logAllRefUpdates=false",
      "git config core.logAllRefUpdates false; works; test ! -e .git/logs/refs/heads/pmgit"),
    OddRepository(
      "core.logAllRefUpdates=always",
      """
      git config core.logAllRefUpdates always; works
      git reflog show pmgit/main > ../moves; grep -q 'pmgit: move' ../moves
      """),
    OddRepository(
      "core.hooksPath, whose hooks are git's alone",
      """
      mkdir ../hooks; for hook in pre-commit reference-transaction pre-push; do
        printf '#!/bin/sh\\nexit 1\\n' > ../hooks/$hook; chmod +x ../hooks/$hook; done
      git config core.hooksPath ../hooks; works
      """),
    OddRepository(
      "transfer.fsckObjects and receive.fsckObjects",
      """
      git init -q --bare ../hub.git; git -C ../hub.git config receive.fsckObjects true
      git config transfer.fsckObjects true; git remote add origin ../hub.git; works; pmgit sync -q
      git -c transfer.fsckObjects=true clone -q --branch pmgit/main ../hub.git ../clone; cd ../clone
      works; pmgit sync -q; test -z "$(git status --porcelain)"
      """),
    OddRepository("gc.auto=0", "git config gc.auto 0; works; git gc -q; works"),
    OddRepository(
      "core.fsync", "git config core.fsync none; works; git config core.fsync all; works"),
    OddRepository(
      "core.autocrlf where the board is checked out",
      """
      git config core.autocrlf true; works; git switch -q pmgit/main; works
      test -z "$(git status --porcelain)"
      """),
    OddRepository(
      "feature.manyFiles: an index with an untracked cache where the board is checked out",
      """
      git config feature.manyFiles true; works; git switch -q pmgit/main; git update-index --untracked-cache
      works; test -z "$(git status --porcelain)"
      """),
    // Without 'feature.manyFiles': git 2.47 loses the names in a split index of version 4.
    OddRepository(
      "a split index with an untracked cache where the board is checked out",
      """
      works; git switch -q pmgit/main; git update-index --untracked-cache --split-index
      works; test -z "$(git status --porcelain)"
      """),
  ]
}
