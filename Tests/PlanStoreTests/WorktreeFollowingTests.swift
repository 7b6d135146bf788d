import Foundation
import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

@Suite("Work trees that have the board checked out")
struct WorktreeFollowingTests {
  @Test("The main one and linked ones follow a change made in a third, and have nothing to commit")
  func followsChange() async throws {
    let scratch = try await ScratchRepository()
    try await scratch.git("commit", "--quiet", "--allow-empty", "-m", "code")
    let environment = scratch.program.environment
    _ = try await BoardStore(at: scratch.path, environment: environment).create()
    try await scratch.git("switch", "--quiet", "pmgit/main")
    let folders = [scratch.path, "\(scratch.folder)/a folder", "\(scratch.folder)/코드"]
    try await scratch.git("worktree", "add", "--quiet", "--force", folders[1], "pmgit/main")
    try await scratch.git("worktree", "add", "--quiet", folders[2], "main")
    let store = try BoardStore(at: folders[2], environment: environment)
    var random = SeededGenerator(seed: 1)
    let now = Timestamp(seconds: BoardFixture.start)
    store.onStaleWorktree = { update, _ in Issue.record("\(update) was left behind") }
    let who = Signature(name: "Ada", email: "ada@example.org", seconds: 0, offsetMinutes: 0)
    let ada = ChangeIdentity(author: who, committer: who, stamp: Stamp(at: now, using: &random))
    for title in ["a title", "another title"] {
      _ = try await store.change(by: ada) { transaction in
        if title == "a title" { try transaction.create(.test("k7"), []) }
        try transaction.edit(.test("k7"), [.title(title)])
        return CommitMessage(subject: title, plans: [])
      }
      for folder in folders.prefix(2) {
        let state = try await scratch.program.run(["status", "--porcelain"], in: folder)
        #expect(state == "", "\(folder)")
        let path = "\(folder)/\(PlanID.test("k7").path)"
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains(title), "\(folder)")
      }
    }
  }

  @Test("Clean ones follow a fast-forward, a merge and a claim")
  func followsSync() async throws {
    let (hub, ada, ben, id) = try await pair()
    let folder = ben.repository.folder + "/board"
    try await ben.repository.git("worktree", "add", "--quiet", folder, "pmgit/main")
    func expectClean(_ title: String) async throws {
      #expect(try await ben.repository.program.run(["status", "--porcelain"], in: folder) == "")
      let file = try String(contentsOfFile: "\(folder)/\(id.path)", encoding: .utf8)
      #expect(file.contains(title))
    }
    try await ada.edit(id, .title("fast-forward"))
    try await ada.sync()
    #expect(try await ben.sync().kind == .fastForward)
    try await expectClean("fast-forward")

    try await ada.edit(id, .title("merge"))
    try await ada.sync()
    try await ben.add("another plan")
    #expect(try await ben.sync().kind == .merged)
    try await expectClean("merge")

    _ = try await ben.store().changeOnRemote(by: ben.author(), person: nil) { transaction in
      try transaction.edit(id, [.owner("Ben")])
      return (CommitMessage(subject: "take", plans: [id]), ())
    }
    try await expectClean("\"owner\": \"Ben\"")
    try await ada.sync()
    try await expectRest(hub, [ada, ben])
  }

  @Test("One whose branch has no commit yet follows when the board is made")
  func unborn() async throws {
    let scratch = try await ScratchRepository(options: ["--initial-branch=pmgit/main"])
    _ = try scratch.open()
    try scratch.write("a note\n", to: "repository/notes.txt")
    let store = try BoardStore(at: scratch.path, environment: scratch.program.environment)
    #expect(try await store.create() == .made)
    #expect(try await scratch.git("status", "--porcelain") == "?? notes.txt")
    #expect(try await scratch.git("ls-files") == ".gitattributes\nREADME.md\nboard.json")
  }

  @Test("A sparse one follows, and stays sparse")
  func sparse() async throws {
    let board = try await CheckedOutBoard()
    _ = try await board.git("sparse-checkout", "set", "--no-cone", "/board.json")
    try board.ada.noteCode()
    let id = try await board.ada.add("a plan")
    #expect(try await board.git("status", "--porcelain") == "")
    #expect(!FileManager.default.fileExists(atPath: "\(board.folder)/\(id.path)"))
    #expect(try await board.git("ls-files", id.path) == id.path)
  }

  @Test("One that has other work going on keeps the board where it is", arguments: OtherWork.all)
  func refused(_ work: OtherWork) async throws {
    let board = try await CheckedOutBoard()
    let id = try await board.ada.add("a plan")
    try await board.ada.edit(id, .title("a title"))
    _ = try await board.git("config", "rebase.updateRefs", "true")
    try await board.shell(work.script)
    let before = try await (board.ada.tip(), board.state())
    let error = try await storeError { try await board.ada.create(.test("k7")) }
    guard case .checkedOut(let name, let path, let obstacle) = error else { throw error }
    #expect(name == .main)
    #expect(path == board.folder + "/")
    #expect(obstacle == work.obstacle)
    let after = try await (board.ada.tip(), board.state())
    #expect(before == after)
    #expect(try await board.git("rev-parse", "pmgit/main") == board.ada.tip().hex)
  }

  @Test("A file where the board needs a folder is git's to refuse, before anything is moved")
  func fileForFolder() async throws {
    let board = try await CheckedOutBoard()
    try await board.shell("mkdir -p plans; echo mine > plans/k7")
    let before = try await (board.ada.tip(), board.state())
    let error = try await storeError { try await board.ada.create(.test("k7")) }
    guard case .checkedOut(_, _, .program(.failed(let failure))) = error,
      failure.command == "git read-tree"
    else { throw error }
    #expect(failure.standardError.contains("plans/k7"))
    let after = try await (board.ada.tip(), board.state())
    #expect(before == after)
  }

  @Test(
    "A change that git makes no room for after the branch moved is reported, and nothing is lost")
  func abandonedCommits() async throws {
    let board = try await CheckedOutBoard()
    let id = try await board.ada.add("a plan")
    // A git that edits the plan's file just before it is replaced.
    try board.ada.repository.write(
      """
      #!/bin/sh
      PATH=${PATH#*:}
      case "$*" in *"read-tree -m"*) echo "being edited" > '\(board.folder)/\(id.path)';; esac
      exec git "$@"

      """, to: "bin/git", executable: true)
    let path = try #require(board.ada.environment["PATH"])
    board.ada.environment["PATH"] = "\(board.ada.repository.folder)/bin:\(path)"
    try await board.change { try $0.edit(id, [.title("the new title")]) }
    board.ada.environment["PATH"] = path

    #expect(try board.ada.titles() == ["the new title"])
    let file = board.folder + "/" + id.path
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "being edited\n")
    let stale = try #require(board.stale.first)
    #expect(stale.update.worktree.folder == board.folder + "/")
    guard case .failed(let failure) = stale.reason, failure.command == "git read-tree" else {
      Issue.record("\(stale.reason)")
      return
    }
    #expect(failure.standardError.contains(id.path))
    // The suggested command works once the edit is out of the way.
    try FileManager.default.moveItem(atPath: file, toPath: board.folder + "/edited")
    _ = try await board.git("checkout", "--", id.path)
    _ = try await board.program.run(stale.update.arguments, in: board.folder)
    #expect(try await board.git("status", "--porcelain") == "?? edited")
  }

  @Test("One that was left behind by a command that was killed is brought along, not committed")
  func killed() async throws {
    let board = try await CheckedOutBoard()
    let id = try await board.ada.add("a plan")
    _ = try await board.git("reset", "--hard", "--quiet")
    let before = try board.ada.tip()
    // A git that kills the command after it has moved the branch, before the work tree is updated.
    try board.ada.repository.write(
      "#!/bin/sh\ncase \"$*\" in *\"read-tree -m\"*) kill -9 $PPID; exit 1;; esac\n"
        + "PATH=${PATH#*:}; exec git \"$@\"\n", to: "bin/git", executable: true)
    let folder = board.ada.repository.folder
    let killed = try await Binary(repository: board.ada.repository).shell(
      """
      PATH="\(folder)/bin:$PATH" pmgit edit \(id) --title acknowledged
      """)
    #expect(killed.exitCode == 137, "\(killed)")
    try board.ada.noteCode()  // The program has set the merge driver.
    #expect(try board.ada.titles() == ["acknowledged"])
    #expect(try await board.git("status", "--porcelain") == "M  \(id.path)")
    try await board.ada.edit(id, .due(CalendarDay("2026-12-01")))
    #expect(try await board.git("status", "--porcelain") == "")
    #expect(try board.ada.titles() == ["acknowledged"])

    // What a person has staged is kept, even if it is an older version of the board.
    _ = try await board.git("read-tree", "-m", "-u", try board.ada.tip().hex, before.hex)
    let staged = try await board.git("status", "--porcelain")
    let error = try await storeError { try await board.ada.edit(id, .title("refused")) }
    guard case .checkedOut = error else { throw error }
    #expect(try await board.git("status", "--porcelain") == staged)
  }

  @Test("An index that another git has locked is waited for")
  func lockedIndex() async throws {
    let board = try await CheckedOutBoard()
    let lock = try await board.git("rev-parse", "--git-path", "index.lock")
    // The index is locked at the first try of each command that writes it.
    try board.ada.repository.write(
      """
      #!/bin/sh
      PATH=${PATH#*:}
      for word; do
        if [ "$word" = read-tree ] && mkdir "$HOME/met-$(echo "$*" | cksum | tr ' ' -)" 2>&1; then
          touch '\(lock)'; git "$@"; code=$?; rm '\(lock)'; exit $code
        fi
      done
      exec git "$@"

      """, to: "bin/git", executable: true)
    let path = try #require(board.ada.environment["PATH"])
    board.ada.environment["PATH"] = "\(board.ada.repository.folder)/bin:\(path)"
    try await board.change { try $0.create(.test("k7"), [.title("x")]) }
    board.ada.environment["PATH"] = path
    let home = board.ada.repository.folder + "/home"
    let met = try FileManager.default.contentsOfDirectory(atPath: home)
    #expect(met.count { $0.hasPrefix("met-") } == 2)
    #expect(try await board.git("status", "--porcelain") == "")
    #expect(board.stale.isEmpty)
  }

  @Test("No hook of the repository is run when one follows")
  func hooks() async throws {
    let board = try await CheckedOutBoard()
    for hook in ["post-checkout", "post-index-change", "reference-transaction"] {
      try board.ada.repository.installHook(
        hook, script: "echo \(hook) >> '\(board.ada.repository.folder)/ran'")
    }
    try await board.ada.add("a plan")
    // Checked before the test itself runs git, which also runs hooks.
    #expect(!FileManager.default.fileExists(atPath: board.ada.repository.folder + "/ran"))
    #expect(try await board.git("status", "--porcelain") == "")
  }

  @Test("git is run only where some work tree has the board, and is then needed")
  func withoutGit() async throws {
    let board = try await CheckedOutBoard()
    board.ada.environment["PATH"] = "/nowhere"
    let error = try await storeError { try await board.ada.add("a plan") }
    guard case .checkedOut(_, _, .program(.notFound(name: "git"))) = error else { throw error }
    _ = try await board.git("switch", "--quiet", "--detach")
    try await board.ada.add("a plan")
    #expect(try board.ada.titles() == ["a plan"])
  }
}

/// A script of what a person may be doing in a work tree, and the obstacle that pmgit reports.
struct OtherWork: CustomTestStringConvertible, Sendable {
  let script: String
  let obstacle: WorktreeObstacle
  var testDescription: String { script }

  /// The path of the plan that the test adds.
  private static let newFile = PlanID.test("k7").path

  static let all: [OtherWork] = [
    OtherWork(script: "echo >> README.md", obstacle: .change(path: "README.md")),
    OtherWork(script: "rm board.json", obstacle: .change(path: "board.json")),
    OtherWork(script: "git rm -q board.json", obstacle: .change(path: "board.json")),
    OtherWork(script: "echo x > new; git add new", obstacle: .change(path: "new")),
    OtherWork(
      script: "mkdir -p plans/k7; echo mine > \(newFile)", obstacle: .untracked(path: newFile)),
    OtherWork(
      script: """
        echo '*.json' >> "$(git rev-parse --git-path info/exclude)"
        mkdir -p plans/k7; echo mine > \(newFile)
        """, obstacle: .untracked(path: newFile)),
    OtherWork(
      script: "git rebase -q --exec false HEAD~1 2>&1 || true", obstacle: .operation("rebase")),
    OtherWork(
      script: """
        git switch -q -c other HEAD~1; echo a > README.md; git commit -q -a -m a
        git switch -q pmgit/main; echo b > README.md; git commit -q -a -m b
        git -c rebase.updateRefs=false rebase -q --apply other 2>&1 || true
        """, obstacle: .operation("rebase")),
    OtherWork(
      script: """
        git switch -q -c above; git commit -q --allow-empty -m above
        git rebase -q --exec false HEAD~2 2>&1 || true
        """, obstacle: .operation("rebase")),
    OtherWork(
      script: "git merge -q --no-commit $(git commit-tree HEAD^{tree} -p HEAD~1 -m side) 2>&1",
      obstacle: .operation("merge")),
    OtherWork(
      script: "git cherry-pick $(git commit-tree HEAD^{tree} -p HEAD -m empty) 2>&1 || true",
      obstacle: .operation("cherry-pick")),
    OtherWork(script: "git revert --no-commit HEAD", obstacle: .operation("revert")),
    OtherWork(
      script: "git format-patch -1 --stdout HEAD | git am -q 2>&1 || true",
      obstacle: .operation("am")),
  ]
}

/// A board that is checked out in a linked work tree.
private final class CheckedOutBoard {
  let ada: BoardFixture
  /// The top of the work tree.
  let folder: String
  var program: HermeticGit { ada.repository.program }
  /// The work trees that the store reported as left behind.
  var stale: [(update: WorktreeUpdate, reason: GitProgramError)] = []

  init() async throws {
    ada = try await BoardFixture()
    folder = ada.repository.folder + "/board"
    try await ada.repository.git("worktree", "add", "--quiet", folder, "pmgit/main")
  }

  func git(_ arguments: String...) async throws -> String {
    try await program.run(arguments, in: folder)
  }

  func shell(_ script: String) async throws {
    _ = try await program.run(["-c", "alias.do=!cd '\(folder)'\n\(script)", "do"], in: folder)
  }

  /// Makes a change and notes which work trees are left behind.
  func change(_ body: (inout Transaction) throws -> Void) async throws {
    let store = try ada.store()
    store.onStaleWorktree = { self.stale.append(($0, $1)) }
    _ = try await store.change(by: ada.author()) { transaction in
      try body(&transaction)
      return CommitMessage(subject: "change", plans: [])
    }
  }

  /// Returns everything in the work tree that must not change: files, index and HEAD.
  func state() async throws -> String {
    let files = try await git("ls-files", "--stage") + git("status", "--porcelain", "--ignored")
    return try await files + git("diff", "HEAD") + git("rev-parse", "HEAD")
  }
}
