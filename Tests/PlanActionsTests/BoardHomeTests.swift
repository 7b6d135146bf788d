import Foundation
import Git
import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanActions
@testable import PlanStore

/// Boards that are kept in another repository than the code.
@Suite("Homes of boards")
struct BoardHomeTests {
  /// Two people with a shared plan, and an empty repository beside theirs.
  private struct Case {
    let pair: WorkerPair
    let plan: PlanID
    let home: ScratchRepository
    /// The address of `home`, relative to that of the code.
    let address = "../home"

    init() async throws {
      (pair, plan) = try await WorkerPair.withPlan()
      home = try await ScratchRepository(bareBeside: pair.hub, named: "home")
    }

    /// Makes an empty repository beside that of the code.
    func beside(_ name: String) async throws -> ScratchRepository {
      try await ScratchRepository(bareBeside: pair.hub, named: name)
    }

    var branch: ObjectID? {
      get throws { try home.open().reference("refs/heads/pmgit/main") }
    }
  }

  @Test("A board moves to its home, and clones follow at their next sync, with their own changes")
  func move() async throws {
    let made = try await Case()
    let (ada, ben) = (made.pair.ada, made.pair.ben)
    let bens = try await ben.add("Not shared yet")
    let address = try await ada.board().setHome(made.address)
    #expect(address == made.address)
    #expect(try made.branch == ada.board().store.localTip())
    #expect(try ada.board().home == made.address)
    try await ben.sync()
    #expect(try ben.board().remote == "pmgit-home")
    try await ada.sync()
    #expect(try ada.plan(bens).title == "Not shared yet")
    #expect(try made.branch == ben.board().store.localTip())
    // The branch in the repository of the code still shows the plans to people who look there.
    let pointer = try #require(try made.pair.hub.open().reference("refs/heads/pmgit/main"))
    let tree = try made.pair.hub.open().commit(pointer).tree
    #expect(try made.pair.hub.open().treeEntry(at: made.plan.path, in: tree) != nil)
  }

  @Test("A fresh clone reads nothing until a sync has followed the pointer")
  func freshClone() async throws {
    let made = try await Case()
    _ = try await made.pair.ada.board().setHome(made.address)
    let carol = try await Worker("Carol", of: made.pair.hub, seed: 9)
    let problem = try await refusal { _ = try carol.board().find() }
    #expect(problem.code == .elsewhere && problem.message.contains("is kept at '../home'"))
    let made2 = try await carol.board().createBoard()
    #expect(made2.creation == .takenUp)
    #expect(try carol.plan(made.plan).title == "A plan")
    #expect(try carol.board().settings().settings.contains { $0.key == "home" && $0.value != nil })
  }

  @Test("Repositories with boards of their own share one; a repeated move changes nothing")
  func twoRepositories() async throws {
    let (made, other) = (try await Case(), try await WorkerPair.withPlan())
    _ = try await made.pair.ada.board().setHome(made.address)
    let address = "../../" + made.home.path.split(separator: "/").suffix(2).joined(separator: "/")
    for _ in 0..<2 {
      _ = try await other.pair.ada.board().setHome(address)
      let tips = [try other.pair.hub.open().reference("refs/heads/pmgit/main"), try made.branch]
      try await made.pair.ada.sync()
      _ = try await other.pair.ada.board().setHome(address)
      #expect(tips[0] == (try other.pair.hub.open().reference("refs/heads/pmgit/main")))
      #expect(try made.pair.ada.plan(other.id).title == "A plan")
      #expect(try other.pair.ada.plan(made.plan).title == "A plan")
    }
  }

  @Test("A move that the repository of the code refuses is completed by the next one")
  func interrupted() async throws {
    let made = try await Case()
    try made.pair.hub.installHook("pre-receive", script: "exit 1")
    let problem = try await refusal { _ = try await made.pair.ada.board().setHome(made.address) }
    #expect(problem.code == .refused)
    #expect(try made.pair.ada.board().remote == "origin")
    #expect(try made.branch == made.pair.ada.board().store.localTip())
    try made.pair.hub.installHook("pre-receive", script: "exit 0")
    let later = try await made.pair.ben.add("Meanwhile")
    try await made.pair.ben.sync()
    _ = try await made.pair.ada.board().setHome(made.address)
    #expect(try made.pair.ada.plan(later).title == "Meanwhile")
    #expect(try made.branch == made.pair.ada.board().store.localTip())
  }

  @Test("A board moves back with all changes, and a clone of before shares it there")
  func moveBack() async throws {
    let made = try await Case()
    let (ada, hub) = (made.pair.ada, made.pair.hub)
    _ = try await ada.board().setHome(made.address)
    let later = try await ada.add("At home")
    _ = try await ada.board().removeHome(isLost: false)
    #expect(try ada.board().remote == "origin" && ada.board().home == nil)
    #expect(try hub.open().reference("refs/heads/pmgit/main") == ada.board().store.localTip())
    // Ben has never followed.
    try await made.pair.ben.sync()
    #expect(try made.pair.ben.plan(later).title == "At home")
    #expect(try made.pair.ben.board().store.localTip() == ada.board().store.localTip())
    // Both moves are in the history, and neither of them changed a plan.
    let subjects = try await made.pair.ben.repository.git("log", "--format=%s", "pmgit/main")
    #expect(subjects.contains("board: moved to") && subjects.contains("board: moved back"))
    #expect(try made.pair.ben.board().history(ShowHistory(limit: 100)).entries.count < 8)
  }

  @Test("A clone that has followed leaves the home once it has fetched that the board moved back")
  func leaveAfterOthers() async throws {
    let made = try await Case()
    let (ada, ben) = (made.pair.ada, made.pair.ben)
    _ = try await ada.board().setHome(made.address)
    try await ben.sync()
    let bens = try await ben.add("By Ben")
    _ = try await ada.board().removeHome(isLost: false)
    try await ben.sync()
    #expect(try ben.board().remote == "pmgit-home")
    let later = try await ben.add("Not shared yet")
    try await ben.repository.git("fetch", "-q", "origin")
    // The home has Ben's plan, which the code's branch lacks.
    let problem = try await refusal { _ = try await ben.board().sync() }
    #expect(problem.hints.last?.text() == "to take them along, run 'pmgit config home none'")
    #expect(try ben.board().remote == "pmgit-home")
    _ = try await ben.board().removeHome(isLost: false)
    #expect(try ben.board().remote == "origin" && ben.board().home == nil)
    try await ada.sync()
    #expect(try ada.plan(bens).title == "By Ben" && ada.plan(later).title == "Not shared yet")
  }

  @Test("A clone whose home has nothing more leaves it by itself")
  func leaveAlone() async throws {
    let made = try await Case()
    let (ada, ben) = (made.pair.ada, made.pair.ben)
    _ = try await ada.board().setHome(made.address)
    try await ben.sync()
    let bens = try await ben.add("Not shared yet")
    _ = try await ada.board().removeHome(isLost: false)
    try await ben.repository.git("fetch", "-q", "origin")
    try await ben.sync()
    #expect(try ben.board().remote == "origin" && ben.board().home == nil)
    try await ada.sync()
    #expect(try ada.plan(bens).title == "Not shared yet")
  }

  @Test("A pointer to a board that nobody has moved there brings the two nowhere together")
  func strangersBoard() async throws {
    let (made, other) = (try await Case(), try await WorkerPair.withPlan())
    let (ada, ben) = (made.pair.ada, made.pair.ben)
    _ = try await ada.add("Only here")
    try await ada.sync()
    try await ben.sync()
    try await other.pair.ada.repository.git("push", "-q", made.home.path, "pmgit/main")
    let tips = (try made.branch, try ben.board().store.localTip())
    try await point(made.pair.hub, to: made.address, by: ada)
    let problem = try await refusal { _ = try await ben.board().sync() }
    #expect(problem.message.contains("does not have it"), "\(problem.message)")
    #expect(try made.branch == tips.0 && ben.board().store.localTip() == tips.1)
    #expect(try ben.board().remote == "origin")
  }

  @Test("A clone does not publish what its home has because the branch of the code says so")
  func leak() async throws {
    let made = try await Case()
    let (ada, ben, hub) = (made.pair.ada, made.pair.ben, made.pair.hub)
    let before = try #require(try hub.open().reference("refs/heads/pmgit/main"))
    _ = try await ada.board().setHome(made.address)
    try await ben.sync()
    _ = try await ben.add("Only at home")
    try await ben.sync()
    let second = try await made.beside("second")
    try await ada.repository.git("push", "-q", second.path, "\(before):refs/heads/pmgit/main")
    for isBack in [true, false] {
      try await hub.git("update-ref", "refs/heads/pmgit/main", "\(before)")
      if !isBack { try await point(hub, to: "../second", by: ada) }
      let tip = try hub.open().reference("refs/heads/pmgit/main")
      try await ben.repository.git("fetch", "-q", "origin")
      let problem = try await refusal { _ = try await ben.board().sync() }
      #expect(problem.message.contains("without changes"), "\(problem.message)")
      #expect(try hub.open().reference("refs/heads/pmgit/main") == tip)
      #expect(try second.open().reference("refs/heads/pmgit/main") == before)
    }
  }

  @Test("A board with a file for the host of its home is not shared there")
  func otherFile() async throws {
    let made = try await Case()
    let (ada, ben) = (made.pair.ada, made.pair.ben)
    try await ada.repository.commitToBoard("on: push\n", at: ".github/workflows/evil.yml")
    let problem = try await refusal { _ = try await ada.board().setHome(made.address) }
    #expect(problem.message.contains("has the file '.github'"), "\(problem.message)")
    #expect(try made.branch == nil)
    // A clone that has fetched the file does not bring it to the home of a pointer either.
    try await ada.repository.git("push", "-q", "origin", "pmgit/main")
    try await ben.sync()
    try await ada.repository.git("push", "-q", made.home.path, "pmgit/main~1:refs/heads/pmgit/main")
    try await point(made.pair.hub, to: made.address, by: ada)
    let other = try await refusal { _ = try await ben.board().sync() }
    #expect(other.code == .elsewhere)
    #expect(try ben.board().remote == "origin")
  }

  @Test("A clone from before the move takes the board back with what the others had shared")
  func lostBehind() async throws {
    let made = try await Case()
    let (ada, ben) = (made.pair.ada, made.pair.ben)
    let shared = try await ada.add("Shared before the move")
    try await ada.sync()
    _ = try await ada.board().setHome(made.address)
    try FileManager.default.removeItem(atPath: made.home.path)
    _ = try await ben.board().removeHome(isLost: true)
    #expect(try ben.plan(shared).title == "Shared before the move")
    try await ada.repository.git("fetch", "-q", "origin")
    try await ada.sync()
    #expect(try ada.plan(shared).title == "Shared before the move")
  }

  @Test("No second board is made where the home can't be reached or has lost the board")
  func homeWithoutBoard() async throws {
    let made = try await Case()
    let address = made.home.path
    _ = try await made.pair.ada.board().setHome(made.address)
    try await made.home.git("update-ref", "-d", "refs/heads/pmgit/main")
    let carol = try await Worker("Carol", of: made.pair.hub, seed: 9)
    var problem = try await refusal { _ = try await carol.board().createBoard() }
    #expect(problem.message.contains("does not have it"), "\(problem.message)")
    try FileManager.default.moveItem(atPath: address, toPath: address + "-gone")
    problem = try await refusal { _ = try await carol.board().createBoard() }
    #expect(problem.hints.last?.text().contains("none --lost") == true, "\(problem)")
    #expect(try carol.board().store.localTip() == nil)
    try FileManager.default.moveItem(atPath: address + "-gone", toPath: address)
    _ = try await carol.board().setHome(made.address)
    #expect(try carol.plan(made.plan).title == "A plan")
    #expect(try made.branch == carol.board().store.localTip())
  }

  @Test("Plans above a pointer, as after 'git pull --rebase', are kept")
  func abovePointer() async throws {
    let made = try await Case()
    let (ada, ben) = (made.pair.ada, made.pair.ben)
    let bens = try await ben.add("Rebased")
    _ = try await ada.board().setHome(made.address)
    try await ben.repository.git("fetch", "-q", "origin")
    try await ben.repository.git("worktree", "add", "-q", "../board", "pmgit/main")
    try await ben.repository.git("-C", "../board", "rebase", "-q", "origin/pmgit/main")
    try await ben.repository.git("worktree", "remove", "../board")
    try await ben.sync()
    #expect(try ben.plan(bens).title == "Rebased")
    try await ada.sync()
    #expect(try ada.plan(bens).title == "Rebased")
  }

  @Test("A clone that has not noticed where the board went does not take it back")
  func lostAfterMove() async throws {
    let made = try await Case()
    let (ada, ben) = (made.pair.ada, made.pair.ben)
    _ = try await made.beside("second")
    _ = try await ada.board().setHome(made.address)
    try await ben.sync()
    _ = try await ada.board().setHome("../second")
    try FileManager.default.removeItem(atPath: made.home.path)
    let problem = try await refusal { _ = try await ben.board().removeHome(isLost: true) }
    #expect(problem.message.contains("is kept at '../second'"), "\(problem.message)")
    try await ben.sync()
    #expect(try ben.board().home == "../second")
  }

  @Test("A home that is gone is replaced by another one")
  func lostForOther() async throws {
    let made = try await Case()
    let ada = made.pair.ada
    _ = try await made.beside("second")
    _ = try await ada.board().setHome(made.address)
    let later = try await ada.add("At home")
    try FileManager.default.removeItem(atPath: made.home.path)
    let problem = try await refusal { _ = try await ada.board().setHome("../second") }
    #expect(problem.hints.last?.text().contains("config home ../second --lost") == true)
    _ = try await ada.board().setHome("../second", isLost: true)
    try await made.pair.ben.sync()
    #expect(try made.pair.ben.plan(later).title == "At home")
  }

  @Test("A mirror follows a board that moves on or back")
  func mirror() async throws {
    for isBack in [true, false] {
      let made = try await Case()
      let ada = made.pair.ada
      _ = try await made.beside("second")
      _ = try await ada.board().setHome(made.address)
      let mirror = try await Worker("Mia", of: made.pair.hub, seed: 9)
      try await mirror.repository.git("config", "remote.origin.fetch", "+refs/heads/*:refs/heads/*")
      try await mirror.repository.git("update-ref", "-d", "refs/remotes/origin/pmgit/main")
      let fetch = ["fetch", "-q", "origin", "+pmgit/main:pmgit/main"]
      _ = try await mirror.repository.program.run(fetch, in: mirror.repository.path)
      try await mirror.sync()
      #expect(try mirror.board().home?.hasSuffix("/home") == true)
      if isBack {
        _ = try await ada.board().removeHome(isLost: false)
      } else {
        _ = try await ada.board().setHome("../second")
      }
      _ = try await mirror.repository.program.run(fetch, in: mirror.repository.path)
      let mias = try await { isBack ? try await mirror.add("By Mia") : nil }()
      try await mirror.sync()
      #expect(try mirror.board().remote == (isBack ? "origin" : "pmgit-home-2"))
      try await ada.sync()
      if let mias { #expect(try ada.plan(mias).title == "By Mia") }
    }
  }

  @Test("Git fetches from the first of several addresses, so that one counts")
  func firstAddress() async throws {
    let made = try await Case()
    let ada = made.pair.ada
    let address = try ada.board().store.url(of: "origin")
    try await ada.repository.git("remote", "set-url", "--add", "origin", "/elsewhere/app.git")
    #expect(try ada.board().store.url(of: "origin") == address)
  }

  @Test("A board that moves on takes along what its first home has, and clones go on with it")
  func secondHome() async throws {
    let made = try await Case()
    let (ada, ben) = (made.pair.ada, made.pair.ben)
    let (second, address) = (try await made.beside("second"), "../second")
    _ = try await ada.board().setHome(made.address)
    try await ben.sync()
    let bens = try await ben.add("By Ben")
    try await ben.sync()
    _ = try await ada.board().setHome(address)
    #expect(try ada.plan(bens).title == "By Ben")
    #expect(try second.open().reference("refs/heads/pmgit/main") == ada.board().store.localTip())
    let later = try await ben.add("Not shared yet")
    try await ben.repository.git("fetch", "-q", "origin")
    try await ben.sync()
    #expect(try ben.board().home == address)
    try await ada.sync()
    #expect(try ada.plan(later).title == "Not shared yet")
  }

  @Test("Of two people who point apart, the second is told, and the pointer stays")
  func twoPointers() async throws {
    let made = try await Case()
    let (ada, ben) = (made.pair.ada, made.pair.ben)
    _ = try await ada.board().setHome(made.address)
    let tip = try made.pair.hub.open().reference("refs/heads/pmgit/main")
    _ = try await made.beside("other")
    let problem = try await refusal { _ = try await ben.board().setHome("../other") }
    #expect(
      problem.message.contains("is kept at '\(made.address.prefix(20))"), "\(problem.message)")
    #expect(try made.pair.hub.open().reference("refs/heads/pmgit/main") == tip)
    #expect(try ben.board().remote == "origin")
    try await ben.sync()
    // The first one is that of the refused home.
    #expect(try ben.board().remote == "pmgit-home-2")
  }

  @Test("A home that is gone can be left, also by a clone that has never seen it")
  func lostHome() async throws {
    for isFresh in [false, true] {
      let made = try await Case()
      let (ada, hub) = (made.pair.ada, made.pair.hub)
      _ = try await ada.board().setHome(made.address)
      let later = try await ada.add("At home")
      let worker = isFresh ? try await Worker("Carol", of: hub, seed: 9) : ada
      try FileManager.default.removeItem(atPath: made.home.path)
      let problem = try await refusal {
        _ = try await worker.board().removeHome(isLost: false)
      }
      #expect(problem.hints.last?.text().contains("none --lost") == true, "\(problem)")
      _ = try await worker.board().removeHome(isLost: true)
      #expect(try worker.plan(made.plan).title == "A plan")
      if !isFresh { #expect(try worker.plan(later).title == "At home") }
      #expect(try worker.board().remote == "origin" && worker.board().home == nil)
      #expect(
        try hub.open().reference("refs/heads/pmgit/main") == worker.board().store.localTip())
      try await made.pair.ben.sync()
      #expect(try made.pair.ben.board().store.localTip() == worker.board().store.localTip())
    }
  }

  @Test("A branch here that only points to the home is moved back when a sync follows")
  func pointerHere() async throws {
    let made = try await Case()
    let (ada, ben) = (made.pair.ada, made.pair.ben)
    let bens = try await ben.add("Not shared yet")
    try await ben.sync()
    _ = try await ada.board().setHome(made.address)
    try await ben.repository.git(
      "fetch", "-q", "origin", "pmgit/main:refs/heads/pmgit/main", "+pmgit/main:refs/keep/pointer")
    let problem = try await refusal { _ = try ben.board().find() }
    #expect(problem.code == .elsewhere)
    try await ben.sync()
    #expect(try ben.plan(bens).title == "Not shared yet")
    #expect(try made.branch == ben.board().store.localTip())
    // A fetch of a mirror puts the pointer back.
    try await ben.repository.git("update-ref", "refs/heads/pmgit/main", "refs/keep/pointer")
    try await ben.sync()
    #expect(try made.branch == ben.board().store.localTip())
  }

  @Test("A home does not change the remote of the clone's other boards")
  func otherBoards() async throws {
    let made = try await Case()
    let ada = made.pair.ada
    try await ada.repository.git("remote", "rename", "origin", "upstream")
    _ = try await ada.board().setHome(made.address)
    #expect(try ada.board().remote == "pmgit-home")
    let other = try BoardStore(
      at: ada.repository.path, environment: ada.repository.program.environment,
      board: BoardName("other"))
    #expect(other.settings.remote == "upstream")
  }

  @Test("A remote for boards alone needs no branch of code, and that of the code does")
  func onlyBranch() async throws {
    let worker = try await Worker()
    let hubs = try await (ScratchRepository(bare: true), ScratchRepository(bare: true))
    try await worker.repository.git("remote", "add", "origin", hubs.0.path)
    try await worker.repository.git("remote", "add", "boards", hubs.1.path)
    for (remote, isTold) in [("boards", false), ("origin", true)] {
      try worker.board().chooseRemote(remote)
      let notices = try await worker.board().sync().notices
      #expect(notices.contains { $0.message.text().contains("no other branch") } == isTold)
    }
  }

  @Test("A home that points on is not followed, and a board leaves it by the hint")
  func chain() async throws {
    let made = try await Case()
    let ada = made.pair.ada
    _ = try await ada.board().setHome(made.address)
    try await point(made.home, to: "../further.git", by: ada, remote: "pmgit-home")
    let carol = try await Worker("Carol", of: made.pair.hub, seed: 9)
    for worker in [made.pair.ben, carol] {
      let problem = try await refusal { _ = try await worker.board().sync() }
      #expect(problem.message.contains("points on to '../further.git'"), "\(problem.message)")
    }
    _ = try await carol.board().removeHome(isLost: true)
    #expect(try carol.plan(made.plan).title == "A plan")
  }

  @Test("A pointer to another host, of a forbidden form or to a pointer is not followed")
  func refusals() async throws {
    let made = try await Case()
    let (ada, ben) = (made.pair.ada, made.pair.ben)
    for (address, part) in [
      ("https://elsewhere.example/board", "another host"), ("../../a/board", "another folder"),
      ("../home", "does not have it"), ("ext::sh -c id", "can't be the home"),
      ("../../../../../../../../x", "another folder"),
    ] {
      try await point(made.pair.hub, to: address, by: ada)
      let problem = try await refusal { _ = try await ben.board().sync() }
      #expect(problem.code == .elsewhere && problem.message.contains(part), "\(problem.message)")
      #expect(try ben.board().remote == "origin")
    }
    for address in ["../repository", "../repository/", "../repository.git"] {
      let problem = try await refusal { _ = try await ben.board().setHome(address) }
      #expect(problem.message.contains("without a home"), "\(problem.message)")
    }
  }

  @Test("The address of a remote is never changed, even if nothing was fetched from it")
  func remotes() async throws {
    let made = try await Case()
    let ada = made.pair.ada
    try await ada.repository.git("remote", "add", "pmgit-home", "/elsewhere/mine.git")
    _ = try await ada.board().setHome(made.address)
    #expect(try ada.board().remote == "pmgit-home-2")
    let address = try await ada.repository.git("config", "remote.pmgit-home.url")
    #expect(address == "/elsewhere/mine.git")
  }

  /// Pushes a pointer that no pmgit would write.
  private func point(
    _ hub: ScratchRepository, to address: String, by worker: Worker, remote: String = "origin"
  ) async throws {
    let text = #"{"format":1000,"home":"\#(address)","id":"board"}"# + "\n"
    try await worker.repository.git("fetch", "-q", remote, "+pmgit/main:refs/heads/pmgit/main")
    try await worker.repository.commitToBoard(text, at: "board.json")
    try await worker.repository.git("push", "-q", remote, "pmgit/main:pmgit/main")
  }
}
