import Git
import PmgitTestSupport
import Testing

/// Objects that git's own check refuses, in any commit of a push.
@Suite("Objects that others could not fetch", .serialized)
struct GuardObjectTests {
  /// Shell functions that store objects git itself would not make.
  private static let tools = """
    set -e; export LC_ALL=C
    literal() { git hash-object -t "$1" -w --literally --stdin; }
    root() { git cat-file tree 'pmgit/main^{tree}'; }
    # A commit of a tree, with its bytes changed by sed.
    commit() {
      { echo "tree $1"; echo "parent $(git rev-parse pmgit/main)"
        echo "author Eve <eve@example.org> 1795165300 +0000"
        echo "committer Eve <eve@example.org> 1795165300 +0000"; echo; echo "by hand"
      } | sed -z "${2:-}" | literal commit
    }
    put() { git update-ref refs/heads/pmgit/main "$1"; }

    """

  /// Scripts for commits that git's check refuses, each with git's name for the error.
  static let commits: [(script: String, reason: String)] = [
    (
      #"put "$(commit "$(root | sed 's/100644 README/0100644 README/' | literal tree)")""#,
      "zeroPaddedFilemode"
    ),
    (
      #"put "$(commit "$(root | sed 's/100644 board/100664 board/' | literal tree)")""#,
      "badFilemode"
    ),
    (
      #"put "$(commit "$(git rev-parse 'pmgit/main^{tree}')" 's/by hand/by\x00hand/')""#,
      "nulInCommit"
    ),
    (
      #"put "$(commit "$(git rev-parse 'pmgit/main^{tree}')" 's/1795165300/0001795165300/2')""#,
      "zeroPaddedDate"
    ),
    (
      #"""
      modules=$(printf '[submodule "x"]\n\tpath = x\n\turl = ./x\n\tupdate = !x\n' | literal blob)
      put "$(commit "$({ git ls-tree pmgit/main; printf '100644 blob %s\t.gitmodules\n' "$modules"
        printf '160000 commit %s\tx\n' "$(git rev-parse pmgit/main)"; } | git mktree)")"
      """#, "gitmodulesUpdate"
    ),
    (
      #"""
      modules=$(printf '[submodule "x"]\n\tpath = x\n\turl = --upload-pack=x\n' | literal blob)
      put "$(commit "$({ git ls-tree pmgit/main; printf '100644 blob %s\t.gitmodules\n' "$modules"
        printf '160000 commit %s\tx\n' "$(git rev-parse pmgit/main)"; } | git mktree)")"
      """#, "gitmodulesUrl"
    ),
  ]

  @Test("A head that git's check refuses is refused, with git's reason", arguments: commits)
  func head(script: String, reason: String) async throws {
    let board = try await GuardedBoard()
    let made = try await board.shell(Self.tools + script)
    try #require(made.succeeded, "\(made.messages)")
    try await board.expectRefusal(saying: [reason])
  }

  /// `commits`, and scripts for trees that `HeadCheck` refuses in a newest commit.
  private static let hidden =
    commits + [
      (
        #"put "$(commit "$({ printf '40000 ..\0'; root | tail -c 20; root; } | literal tree)")""#,
        "hasDotdot"
      ),
      (
        #"put "$(commit "$({ printf '40000 .git\0'; root | tail -c 20; root; } | literal tree)")""#,
        "hasDotgit"
      ),
      (
        #"put "$(commit "$({ root; printf '40000 plans\0'; root | tail -c 20; } | literal tree)")""#,
        "duplicateEntries"
      ),
    ]

  @Test("So is an older commit of the push, which a newer one mends", arguments: hidden)
  func older(script: String, reason: String) async throws {
    let board = try await GuardedBoard()
    let good = try await board.tip()
    let mend = """

      bad=$(git rev-parse --short=7 pmgit/main)
      put "$(commit "$(git rev-parse '\(good)^{tree}')")"
      echo "$bad" >&2
      """
    let made = try await board.shell(Self.tools + script + mend)
    try #require(made.succeeded, "\(made.messages)")
    let bad = made.messages.split(separator: "\n").last ?? ""
    try await board.expectRefusal(saying: [reason, "commit \(bad)"])
    // The hint's command works: it commits the content of the newest commit on top of the server's.
    let messages = try await board.push().messages
    let hint = messages.firstMatch(of: /content: '(git update-ref [^\n]*?)'; else/)
    try #require(try await board.shell(String(try #require(hint).1)).succeeded)
    try await board.expectPass()
  }
}
