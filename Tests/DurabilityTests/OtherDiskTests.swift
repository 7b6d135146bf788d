import Foundation
import PmgitTestSupport
import Testing

/// Temporary files and repositories on different file systems, between which files can't be renamed
/// or linked.
@Suite("Temporary files on another file system")
struct OtherDiskTests {
  /// The beginning of each script. It creates a hub and a board with several changes, one of them
  /// by hand, and defines shell functions.
  private static let functions = """
    set -euo pipefail
    export TMPDIR=$HOME/../temporary; mkdir -p "$TMPDIR"; TMPDIR=$(realpath "$TMPDIR")
    pmgit init -q; id=$(pmgit add -q one); git init -q --bare ../hub.git
    git remote add origin ../hub.git; pmgit sync -q
    for title in two three; do pmgit edit -q "$id" --title $title; done
    tree=$(git rev-parse 'pmgit/main^{tree}')
    git update-ref refs/heads/pmgit/main "$(git commit-tree -p pmgit/main -m 'by hand' "$tree")"
    on() {  # on FOLDER COMMAND...: runs it where the folder is a file system of its own
      local folder
      folder=$(realpath "$1"); shift
      PMGIT_FAULT_DISK=$folder PMGIT_FAULT_PROGRAMS=git,pmgit LD_PRELOAD=$FAULTS "$@"
    }
    clean() { test -z "$(ls -A "$TMPDIR")"; }

    """

  private func run(_ script: String) async throws -> String {
    let repository = try await ScratchRepository()
    let result = try await Binary(repository: repository).shell(
      Self.functions + script, adding: ["FAULTS": try Interposer.library])
    #expect(result.exitCode == 0, "\(result.output)\(result.messages)")
    return result.messages
  }

  @Test("The simulated border keeps git from renaming across it")
  func border() async throws {
    let messages = try await run(
      """
      on "$TMPDIR" git pack-objects -q "$TMPDIR/pack" <<< "$(git rev-parse pmgit/main)" && exit 1
      true
      """)
    #expect(messages.contains("Invalid cross-device link"))
  }

  @Test(
    "A board is checked and shared", arguments: ["$TMPDIR", ".git", "../hub.git"],
    [
      "pmgit doctor pmgit/main", "pmgit doctor origin/pmgit/main..pmgit/main", "pmgit doctor",
      "pmgit sync", "pmgit -C ../hub.git doctor pmgit/main",
    ])
  func works(disk: String, command: String) async throws {
    _ = try await run("on \"\(disk)\" \(command) -q; clean")
  }

  @Test(
    "A guarded hub takes a push and refuses a broken one", arguments: ["$TMPDIR", "../hub.git"])
  func guarded(disk: String) async throws {
    let messages = try await run(
      """
      pmgit -C ../hub.git hooks install --server -q
      on "\(disk)" pmgit sync -q; test "$(git -C ../hub.git rev-parse pmgit/main)" = "$(git rev-parse pmgit/main)"
      git init -q --bare ../second.git; pmgit -C ../second.git hooks install --server -q
      on "\(disk)" git push -q ../second.git pmgit/main
      seq 300 | sed 's/.*/{"title":"t&"}/' | pmgit import - -q; on "\(disk)" pmgit sync -q
      id=$(git rev-parse pmgit/main:board.json | sed 's/../\\\\x&/g')
      bad=$(printf '100600 board.json\\0%b' "$id" |
        git hash-object -t tree -w --stdin --literally)
      git update-ref refs/heads/pmgit/main "$(git commit-tree -p pmgit/main -m bad "$bad")"
      on "\(disk)" git push -q ../hub.git pmgit/main && exit 1
      clean
      """)
    #expect(messages.contains("refused"), "\(messages)")
    #expect(!messages.contains("cross-device"))
  }

  @Test("A board is checked where the repository may only be read")
  func readOnly() async throws {
    // Root may write everywhere, so the error is simulated, and only in git.
    _ = try await run(
      """
      PMGIT_FAULT_ROOT=$(realpath .git) PMGIT_FAULT_PROGRAMS=git PMGIT_FAULT_AT=1 \
        PMGIT_FAULT_STAYS=1 PMGIT_FAULT_DO=fail PMGIT_FAULT_ERRNO=30 \
        LD_PRELOAD=$FAULTS pmgit doctor -q pmgit/main
      clean
      """)
  }
}
