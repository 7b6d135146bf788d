import Foundation
import PmgitTestSupport
import Testing

private let isRoot = NSUserName() == "root"

/// A check whether tests can mount a file system that ignores case. Such file systems are common on
/// systems other than Linux.
enum CaseInsensitiveDisk {
  static let isPossible =
    isRoot && SystemPath.find("lowntfs-3g") != nil && SystemPath.find("mkfs.ntfs") != nil
    && FileManager.default.fileExists(atPath: "/dev/fuse")
  static let reason: Comment = "wants root, /dev/fuse and the package ntfs-3g"
}

@Suite("Repositories of others, and those that can't be written")
struct PermissionTests {
  @Test(
    "A repository of somebody else is refused until it is trusted as git says",
    .enabled(if: isRoot, "only root may give files to somebody else"))
  func foreignOwner() async throws {
    let messages = try await OddRepository(
      "a foreign owner",
      """
      works; chown -R 65534 .; fails 1 pmgit list; fails 1 pmgit add x
      told=$(git status 2>&1 | grep -o 'git config --global --add safe.directory .*' || true)
      test -n "$told"; bash -c "$told"; works
      """
    ).run()
    let once = """
      pmgit: the repository belongs to another user, and git does not trust it
      hint: run 'git status' there: git prints the command that marks it as trusted

      """
    #expect(messages == once + once)
  }

  @Test("A bare repository in somebody's work tree runs nothing where git does not use it")
  func embedded() async throws {
    let messages = try await OddRepository(
      "safe.bareRepository",
      """
      git init -q --bare evil; cd evil; pmgit init -q; id=$(pmgit add -q "A plan")
      git config core.editor "touch $HOME/ran; true"
      git config --global safe.bareRepository explicit; fails 128 git log 2> ../told
      for command in list "edit $id" sync status "doctor pmgit/main"; do
        fails 1 pmgit $command
      done
      test ! -e "$HOME/ran"
      command=$({ pmgit list 2>&1 || true; } | sed -n "s/.*name it: '\\(.*\\)'/\\1/p"); test -n "$command"
      cd "$HOME"; bash -c "$command" > ../out
      """
    ).run()
    let lines = Set(messages.split(separator: "\n").map(String.init))
    #expect(lines.count == 2, "\(messages)")
    #expect(messages.contains("is a bare repository, which 'safe.bareRepository' allows only if"))
  }

  @Test(
    "From a read-only disk the board is read; every change is one error and nothing else",
    .enabled(if: Mounting.isPossible, Mounting.reason))
  func readOnlyDisk() async throws {
    let messages = try await OddRepository(
      "a read-only mount",
      """
      works; id=$(pmgit list | cut -f 1); mkdir ../sealed
      mount --bind . ../sealed; trap 'cd /; umount "$HOME/../sealed"' EXIT
      mount -o remount,ro,bind ../sealed; cd ../sealed
      for command in list board "show $id" log status export "config board"; do
        pmgit $command > ../out; test -s ../out
      done
      before=$(git rev-parse pmgit/main)
      for command in "add x" "move $id done" "edit $id --title x" "delete $id" "init --board two"; do
        echo "$command:" >&2; fails 1 pmgit $command
      done
      test "$before" = "$(git rev-parse pmgit/main)"; sound
      """
    ).run()
    let errors = messages.split(separator: "\n").filter { $0.hasPrefix("pmgit: ") }
    #expect(errors.count == 5)
    #expect(errors.allSatisfy { $0.hasSuffix("Read-only file system") }, "\(messages)")
  }
}
