import Git
import PmgitTestSupport
import Testing

/// Hostile pushes to a guarded board. They contain names, objects or sizes that pmgit never pushes.
@Suite("Hostile pushes to a guarded board", .serialized)
struct GuardHostileTests {
  @Test(
    "A branch below 'pmgit/' whose name no board can have is refused",
    arguments: ["Bad_Name", "new/sub", "a--b_", "\u{301}x", "\u{200D}x"])
  func names(name: String) async throws {
    let board = try await GuardedBoard()
    try await board.expectRefusal(
      of: "origin pmgit/main:refs/heads/pmgit/\(name)",
      saying: ["can't be the name of a board"])
  }

  @Test("A branch below a board's own can't be made")
  func below() async throws {
    let board = try await GuardedBoard()
    let push = try await board.push("origin pmgit/main:refs/heads/pmgit/main/sub")
    #expect(!push.succeeded)
  }

  @Test(
    "Nothing but a commit of a board becomes a board", arguments: ["tag", "blob", "tree", "code"])
  func noCommit(kind: String) async throws {
    let board = try await GuardedBoard()
    let script = """
      set -e
      git commit -q --allow-empty -m code; git branch code
      git tag -a -m tag tag pmgit/main
      tag=$(git rev-parse tag); tree=$(git rev-parse 'pmgit/main^{tree}')
      blob=$(git rev-parse pmgit/main:README.md); code=$(git rev-parse code)
      git push origin "$\(kind):refs/heads/pmgit/other"
      """
    let push = try await board.shell(script)
    #expect(!push.succeeded, "\(push.messages)")
    let branches = try await board.hub.git("for-each-ref", "--format=%(refname)")
    #expect(branches == "refs/heads/pmgit/main", "\(push.messages)")
  }

  @Test("A tag that points into a board is no board's business")
  func tag() async throws {
    let board = try await GuardedBoard()
    try await board.replace("{\n", with: "{ \n", in: board.ids[0])
    try await board.shell("git tag -a -m tag broken pmgit/main")
    try await board.expectPass(of: "origin broken")
    try await board.expectPass(of: "origin --delete broken")
  }

  @Test(
    "A tree that git would not write is refused",
    arguments: [
      #"{ git ls-tree -z "$old"; printf '100644 blob %s\t..\0' "$blob"; } | git mktree -z"#,
      #"""
      printf '100644 a\0%b100644 a\0%b' "$raw" "$raw" >raw
      git hash-object -t tree -w --literally raw
      """#,
    ])
  func trees(script: String) async throws {
    let board = try await GuardedBoard()
    let push = try await board.shell(
      """
      old=$(git rev-parse 'pmgit/main^{tree}'); blob=$(git rev-parse pmgit/main:README.md)
      raw=$(sed 's/../\\\\x&/g' <<<"$blob")
      tree=$({ \(script)
      }) || exit 3
      git update-ref refs/heads/pmgit/main "$(git commit-tree "$tree" -p pmgit/main -m tree)" || exit 3
      git push origin pmgit/main && exit 0
      exit 1
      """)
    #expect(!push.succeeded && push.messages.contains("remote: pmgit: 'pmgit/main' is refused"))
    #expect(push.messages.contains("hint: go back to the last good commit"), "\(push.messages)")
  }

  @Test("No plan is a symbolic link, a submodule or a folder")
  func kinds() async throws {
    let board = try await GuardedBoard()
    let tip = try #require(ObjectID(hex: try await board.tip()))
    let paths = board.ids.map(board.path(of:))
    try board.commit(.removed(paths[2]))
    try board.commit(
      HostileFile(paths[0], "/etc/passwd", mode: .link),
      HostileFile(paths[1], object: tip, mode: .commit),
      HostileFile(paths[2] + "/file", "x"))
    try await board.expectRefusal(
      saying: [
        "plan '\(board.ids[0])' can't be read: it is not a file but a symbolic link",
        "plan '\(board.ids[1])' can't be read: it is not a file but a submodule",
        board.ids[2],
      ])
  }

  @Test("100 MB in the place of a plan are not read")
  func largeBlob() async throws {
    let board = try await GuardedBoard()
    try board.commit(
      HostileFile(board.path(of: board.ids[0]), [UInt8](repeating: 0, count: 100_000_000)))
    // Only the guard gets a memory limit, since git streams what it packs.
    try board.hub.wrapHook("ulimit -d 90000")
    try await board.expectRefusal(
      saying: ["plan '\(board.ids[0])' can't be read: it is longer than 1048576 bytes"])
  }

  @Test("A few trees that stand for billions of files are refused at once")
  func bomb() async throws {
    let board = try await GuardedBoard()
    let script = """
      blob=$(git rev-parse pmgit/main:README.md)
      tree=$(for i in $(seq 100 199); do printf '100644 blob %s\\tf%s\\n' "$blob" "$i"; done | git mktree)
      for level in 1 2 3 4 5 6; do
        tree=$(for i in $(seq 100 199); do printf '040000 tree %s\\td%s\\n' "$tree" "$i"; done | git mktree)
      done
      tree=$({ git ls-tree pmgit/main; printf '040000 tree %s\\tbomb\\n' "$tree"; } | git mktree)
      git update-ref refs/heads/pmgit/main "$(git commit-tree "$tree" -p pmgit/main -m bomb)"
      """
    try #require(try await board.shell(script).succeeded)
    try board.hub.wrapHook("ulimit -d 90000")
    try await board.expectRefusal(saying: ["too many entries"])
  }

  @Test("A commit without a time, which git takes, is refused with its id")
  func noTime() async throws {
    let board = try await GuardedBoard()
    let script = """
      { echo "tree $(git rev-parse 'pmgit/main^{tree}')"; echo "parent $(git rev-parse pmgit/main)"
        echo "author Eve <eve@example.org> x"; echo "committer Eve <eve@example.org> x"; echo; echo x
      } >../commit
      git update-ref refs/heads/pmgit/main "$(git hash-object -t commit -w --literally ../commit)"
      """
    try #require(try await board.shell(script).succeeded)
    let commit = try await board.ada.repository.git("rev-parse", "pmgit/main")
    try await board.expectRefusal(saying: [String(commit.prefix(7))])
  }

  @Test(
    "A merge of two or three parents that itself breaks a rule is refused, and an honest one passes"
  )
  func evilMerges() async throws {
    let board = try await GuardedBoard()
    let script = """
      set -e
      base=$(git rev-parse pmgit/main)
      pmgit edit -q \(board.ids[0]) --title One; one=$(git rev-parse pmgit/main)
      git update-ref refs/heads/pmgit/main "$base"
      pmgit edit -q \(board.ids[1]) --title Two; two=$(git rev-parse pmgit/main)
      git update-ref refs/heads/pmgit/main "$base"
      pmgit edit -q \(board.ids[2]) --title Three; three=$(git rev-parse pmgit/main)
      # Takes over a plan as it is in a commit.
      export GIT_INDEX_FILE=$PWD/../index
      take() { git ls-tree -r "$1" | grep -F "$2.json" | git update-index --index-info; }
      git read-tree "$base"; take "$one" \(board.ids[0]); take "$two" \(board.ids[1])
      take "$three" \(board.ids[2]); tree=$(git write-tree)
      done=$(git show "$two:\(board.path(of: board.ids[1]))" | sed 's/"doing"/"done"/' |
        git hash-object -w --stdin)
      git update-index --cacheinfo "100644,$done,\(board.path(of: board.ids[1]))"
      evil=$(git write-tree); unset GIT_INDEX_FILE
      git update-ref refs/heads/evil2 \
        "$(git commit-tree "$evil" -p "$one" -p "$two" -m evil)"
      git update-ref refs/heads/evil3 \
        "$(git commit-tree "$evil" -p "$one" -p "$two" -p "$three" -m evil)"
      git update-ref refs/heads/good3 \
        "$(git commit-tree "$tree" -p "$one" -p "$two" -p "$three" -m octopus)"
      """
    let made = try await board.shell(script)
    try #require(made.succeeded, "\(made.messages)")
    for evil in ["evil2", "evil3"] {
      let commit = try await board.ada.repository.git("rev-parse", "--short=7", evil)
      try await board.expectRefusal(
        of: "origin \(evil):pmgit/main",
        saying: ["plan '\(board.ids[1])' can't go from 'doing' to 'done'", "commit \(commit)"])
    }
    try await board.expectPass(of: "origin good3:pmgit/main")
  }

  @Test("Who merged what another one broke is not blamed for it")
  func blame() async throws {
    let board = try await GuardedBoard()
    let bad = try await board.replace("{\n", with: "{ \n", in: board.ids[0])
    let script = """
      set -e
      git update-ref refs/heads/pmgit/main pmgit/main~1
      pmgit edit -q \(board.ids[1]) --title Other
      git config merge.pmgit.driver false
      git switch -q pmgit/main; git merge -q --no-edit \(bad.hex)
      """
    let made = try await board.shell(script)
    try #require(made.succeeded, "\(made.messages)")
    try await board.expectRefusal(saying: ["commit \(bad.abbreviated()) by Eve"])
  }

  @Test("Escape sequences of subjects, people and paths reach the terminal as text")
  func escapes() async throws {
    let board = try await GuardedBoard()
    try await board.allowCommitters()
    let eve = Signature(
      name: "E\u{1b}]0;ve", email: "e\u{1b}[31m@x", seconds: 1_795_165_300, offsetMinutes: 0)
    try board.commit(
      HostileFile("plans/\u{1b}[2J\u{202e}", "x"), message: "sub\u{1b}[5mject\u{9b}", by: eve)
    let push = try await board.expectRefusal(
      saying: [#"plans/\x1b[2J"#, #"E\x1b]0;ve"#, #"sub\x1b[5mject"#])
    // git itself prints no colours here; it only clears the line after each line of the server.
    let own = push.messages.replacing("\u{1b}[K", with: "").unicodeScalars
    #expect(!own.contains("\u{1b}") && !own.contains("\u{202e}") && !own.contains("\u{9b}"))
  }

  @Test("Of thousands of violations the first are reported, and how many more there are")
  func thousands() async throws {
    let board = try await GuardedBoard()
    let files = (1000..<3000).map { HostileFile("plans/\($0)", "x") }
    let commit = try board.ada.repository.commitHostile(files)
    let push = try await board.expectRefusal(
      saying: ["is refused: 2000 problems", "and 1980 more", commit.abbreviated()])
    #expect(push.messages.split(separator: "\n").count < 60, "\(push.messages)")
  }
}

extension ScratchRepository {
  /// Adds a line of shell, such as a limit, at the start of the installed hook.
  fileprivate func wrapHook(_ line: String) throws {
    let script = try read("repository/hooks/pre-receive")
    try write(
      script.replacing("#!/bin/sh\n", with: "#!/bin/sh\n\(line)\n"),
      to: "repository/hooks/pre-receive", executable: true)
  }
}
