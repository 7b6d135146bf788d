import Foundation
import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

@Suite("A new board")
struct NewBoardTests {
  private let emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"

  private func store(
    _ scratch: ScratchRepository, at path: String? = nil, adding variables: [String: String] = [:]
  ) throws -> BoardStore {
    try GitLibrary.isolateFromUserConfiguration()
    return try BoardStore(
      at: path ?? scratch.path,
      environment: scratch.program.environment.merging(variables) { $1 })
  }

  @Test("The first two commits are the same everywhere, to the byte")
  func constantCommits() async throws {
    let first = try await ScratchRepository()
    let second = try await ScratchRepository(bare: true)
    #expect(try await store(first).create() == .made)
    #expect(try await store(second).create() == .made)
    for scratch in [first, second] {
      #expect(
        try await scratch.git("rev-list", "pmgit/main") == """
          5d63dc1fbb5aea1f9be1964ed62b882a340fd9fb
          75d1cf084b233d0dc750b79c8705072b6f246899
          """)
      #expect(try await scratch.git("rev-parse", "pmgit/main~1^{tree}") == emptyTree)
      #expect(try await scratch.git("fsck", "--strict", "--no-progress") == "")
    }
    #expect(
      try await first.git(
        "log", "--format=%an <%ae> %ad|%cn <%ce> %cd|%B", "--date=raw", "-1", "pmgit/main") == """
          pmgit <pmgit@localhost> 1767225600 +0000|pmgit <pmgit@localhost> 1767225600 +0000|\
          add the columns Todo, Doing and Done

          """)
    #expect(
      try await first.git("ls-tree", "-r", "--name-only", "pmgit/main") == """
        .gitattributes
        README.md
        board.json
        """)
  }

  @Test("A board that is there already is left as it is")
  func existed() async throws {
    let ada = try await BoardFixture()
    try await ada.add("a plan")
    let tip = try ada.tip()
    #expect(try await ada.create() == .existed)
    #expect(try ada.tip() == tip)
  }

  @Test("A board that was fetched is used as it is")
  func takenUp() async throws {
    let (hub, people) = try await BoardFixture.sharing(1)
    try await people[0].add("a plan")
    try await people[0].sync()
    let clone = try await BoardFixture(try await ScratchRepository(cloning: hub), seed: 9)
    #expect(try clone.store().localTip() == nil)
    #expect(try await clone.create() == .takenUp)
    #expect(try clone.store().localTip() == people[0].tip())
  }

  @Test("A new board has three columns and no plans")
  func content() async throws {
    let ada = try await BoardFixture()
    let snapshot = try ada.store().snapshot()
    #expect(snapshot.board.columns.map(\.id) == ["todo", "doing", "done"])
    #expect(snapshot.board.columns.map(\.kind) == [.todo, .doing, .done])
    let read = try snapshot.plans()
    let (plans, unreadable) = (read.plans, read.unreadable)
    #expect(plans.isEmpty && unreadable.isEmpty)
  }

  @Test("A repository without a commit gets a board and stays without a commit")
  func unbornHead() async throws {
    let scratch = try await ScratchRepository()
    #expect(try await store(scratch).create() == .made)
    #expect(try await scratch.git("symbolic-ref", "HEAD") == "refs/heads/main")
    #expect(try await scratch.git("for-each-ref", "--format=%(refname)") == branch)
    #expect(try await scratch.git("status", "--porcelain") == "")
  }

  @Test("A board is opened from anywhere in the repository: all ways lead to the same branch")
  func places() async throws {
    let scratch = try await ScratchRepository()
    try scratch.write("x\n", to: "repository/deep/er/x")
    try await scratch.git("add", ".")
    try await scratch.git("commit", "--quiet", "-m", "code")
    try await scratch.git("worktree", "add", "--quiet", "../linked", "-b", "side")
    let linked = scratch.folder + "/linked"
    #expect(try await store(scratch, at: linked).create() == .made)
    let tip = try store(scratch).tip()

    for place in [
      scratch.path + "/deep/er", linked, linked + "/deep", scratch.path + "/.git",
      scratch.path + "/deep/../.", scratch.path + "/",
    ] {
      #expect(try await store(scratch, at: place).create() == .existed, "\(place)")
      #expect(try store(scratch, at: place).tip() == tip, "\(place)")
    }
    // As in a hook: the variables point to the repository, and the current folder is another one.
    let hook = ["GIT_DIR": ".git", "GIT_INDEX_FILE": "index", "GIT_WORK_TREE": "."]
    #expect(try store(scratch, at: scratch.path, adding: hook).tip() == tip)
    #expect(
      try store(scratch, at: scratch.folder, adding: ["GIT_DIR": scratch.path + "/.git"]).tip()
        == tip)
  }

  @Test("In a linked work tree the lock and the branch are those of the whole repository")
  func linkedLock() async throws {
    let scratch = try await ScratchRepository()
    try await scratch.git("commit", "--quiet", "--allow-empty", "-m", "code")
    try await scratch.git("worktree", "add", "--quiet", "../linked", "-b", "side")
    let ada = try await BoardFixture(scratch)
    try await ada.create()
    let author = ada.author()
    let id = PlanID.test("k7")
    _ = try await store(scratch, at: scratch.folder + "/linked").change(by: author) { transaction in
      try transaction.create(id, [.title("from the side")])
      return CommitMessage(subject: "add", plans: [id])
    }
    #expect(try ada.titles() == ["from the side"])
    #expect(FileManager.default.fileExists(atPath: scratch.path + "/.git/pmgit/lock"))
  }

  @Test("A folder without a repository is named")
  func noRepository() async throws {
    let scratch = try await ScratchRepository()
    let error = try await storeError {
      _ = try store(
        scratch, at: scratch.folder + "/home",
        adding: ["GIT_CEILING_DIRECTORIES": scratch.folder])
    }
    guard case .noRepository(let path) = error else { throw error }
    #expect(path == scratch.folder + "/home")
  }

  @Test(
    "A branch that is in the way of the board's is named, and nothing is made",
    arguments: [
      "pmgit", "pmgit/main/x",
    ])
  func branchInTheWay(name: String) async throws {
    let scratch = try await ScratchRepository()
    try await scratch.git("commit", "--quiet", "--allow-empty", "-m", "code")
    try await scratch.git("branch", name)
    let before = try await scratch.git("for-each-ref")
    let error = await #expect(throws: GitError.self) { try await store(scratch).create() }
    #expect(error?.code == .exists)
    #expect(error?.cause == .referenceInTheWay("refs/heads/\(name)"))
    #expect(try await scratch.git("for-each-ref") == before)
  }

  @Test("Without a board, reading says so and names the remote that may have it")
  func noBoard() async throws {
    let scratch = try await ScratchRepository()
    func remoteInError() async throws -> String?? {
      let error = try await storeError { _ = try store(scratch).snapshot() }
      guard case .noBoard(.main, let remote, _) = error else { return .none }
      return .some(remote)
    }
    #expect(try await remoteInError() == .some(nil))
    try await scratch.git("remote", "add", "upstream", "/nowhere")
    #expect(try await remoteInError() == .some("upstream"))
  }

  @Test("Boards are listed by name, with where they are")
  func boards() async throws {
    let (_, people) = try await BoardFixture.sharing(1)
    let ada = people[0]
    let side = try #require(BoardName("side"))
    #expect(try await ada.store(side).create() == .made)
    try await ada.repository.git("update-ref", "refs/remotes/origin/pmgit/away", "pmgit/main")
    try await ada.repository.git("update-ref", "refs/heads/pmgit/NotABoard", "pmgit/main")
    let boards = try ada.store().boards()
    #expect(boards.map(\.name.text) == ["away", "main", "side"])
    #expect(boards.map(\.isLocal) == [false, true, true])
    #expect(boards.map(\.isRemote) == [true, true, false])
  }

  @Test("Settings of git's configuration choose board and remote; wrong ones are named")
  func settings() async throws {
    let scratch = try await ScratchRepository()
    try await scratch.git("remote", "add", "b", "/nowhere")
    try await scratch.git("remote", "add", "a", "/nowhere")
    #expect(try store(scratch).settings.remote == nil)
    try await scratch.git("remote", "add", "origin", "/nowhere")
    #expect(try store(scratch).settings.remote == "origin")
    try await scratch.git("config", "pmgit.remote", "b")
    #expect(try store(scratch).settings.remote == "b")
    try await scratch.git("config", "pmgit.board", "side")
    #expect(try store(scratch).branch == "refs/heads/pmgit/side")

    for (key, value) in [
      ("pmgit.timeout", "soon"), ("pmgit.timeout", "-1"), ("pmgit.mergeIdentity", "nobody"),
    ] {
      try await scratch.git("config", key, value)
      let error = try await storeError { _ = try store(scratch) }
      guard case .invalidSetting(key, value, _) = error else {
        Issue.record("\(key) = \(value): \(error)")
        return
      }
      try await scratch.git("config", "--unset", key)
    }
    try await scratch.git("config", "pmgit.board", "No Board")
    let error = try await storeError { _ = try store(scratch) }
    guard case .invalidBoardName("No Board") = error else { throw error }
  }
}
