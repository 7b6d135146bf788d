import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

@Suite("Races and refusals")
struct SyncFailureTests {
  @Test("If another clone pushes between the fetch and the push, both changes are kept")
  func race() async throws {
    let (hub, ada, ben, id) = try await pair()
    try await ada.edit(id, .title("ada's"))
    try await ben.edit(id, .state("done"))
    ada.environment = try ada.repository.racing(
      ada.environment,
      beforePush: "git -C '\(ben.repository.path)' push --quiet origin pmgit/main")
    let result = try await ada.sync()
    #expect(ada.repository.hasRaced)
    #expect(result.kind == .merged)
    #expect(result.fetched == 1)
    #expect(try ada.plan(id).title == "ada's")
    #expect(try ada.plan(id).state == "done")
    try await ben.sync()
    try await expectRest(hub, [ada, ben])
  }

  @Test("A sync that the remote accepted has succeeded, even if the branch here can't move")
  func acceptedAndStuck() async throws {
    let (hub, ada, ben, id) = try await pair()
    try await ada.edit(id, .title("ada's"))
    try await ben.edit(id, .state("done"))
    try await ben.sync()
    let (path, tip) = (ada.environment, try ada.tip())
    let worktree = try ada.repository.editBoardAfterPush(&ada.environment)
    let result = try await ada.sync()
    guard case StoreError.checkedOut? = result.problem else {
      Issue.record("\(String(describing: result.problem))")
      return
    }
    #expect(result.kind == .merged)
    #expect(result.pushed == 2)
    #expect(try hub.open().reference(branch) == result.commit)
    #expect(try ada.tip() == tip)
    ada.environment = path
    try await ada.repository.git("worktree", "remove", "--force", worktree)
    #expect(try await ada.sync().kind == .fastForward)
    try await ben.sync()
    try await expectRest(hub, [ada, ben])
  }

  @Test("A remote that stays locked is given up in some seconds, and the board here is whole")
  func contention() async throws {
    let (hub, ada, _, id) = try await pair()
    let lock = try hub.write("", to: "repository/\(branch).lock")
    try await ada.edit(id, .title("ada's"))
    let time = MadeUpClock()
    let store = try ada.store()
    store.clock = time.clock()
    for directions in [SyncDirection.both, .push] {
      let start = time.now
      let error = try await storeError { _ = try await store.sync(directions, person: nil) }
      guard case .remoteLocked(remote: "origin", lock) = error else { throw error }
      #expect(time.now - start >= .seconds(5) && time.now - start < .seconds(12))
    }
    #expect(try ada.titles() == ["ada's"])
    #expect(try ada.store().sharingStatus().ahead == 1)
  }

  @Test("A remote that says nothing is given up in the time that the configuration allows")
  func silentRemote() async throws {
    let (_, ada, _, id) = try await pair()
    try await ada.edit(id, .title("ada's"))
    let tip = try ada.tip()
    // It runs until the test's folder is removed, unless it is stopped before.
    let silent = try ada.repository.write(
      "#!/bin/sh\nwhile [ -e '\(ada.repository.folder)' ]; do sleep 0.1; done\n", to: "silent",
      executable: true)
    ada.environment["GIT_SSH"] = silent
    ada.environment["GIT_SSH_VARIANT"] = "simple"
    try await ada.repository.git("remote", "set-url", "origin", "ssh://example.invalid/x")
    try await ada.repository.git("config", "pmgit.timeout", "1")
    try ada.noteCode()
    let error = try await storeError { try await ada.sync() }
    guard case .remote("origin", .timedOut("git fetch", after: .seconds(1))) = error else {
      throw error
    }
    #expect(try ada.tip() == tip)
  }

  @Test("A push that the remote refuses is reported with its words, and the board here is whole")
  func refused() async throws {
    let (hub, ada, _, id) = try await pair()
    try hub.installHook("pre-receive", script: "echo 'No pushes on Friday.' >&2; exit 1")
    let there = try hub.open().reference(branch)
    try await ada.edit(id, .title("ada's"))
    let tip = try ada.tip()
    let error = try await storeError { try await ada.sync() }
    guard case .refused(remote: "origin", .declined(let reason), let messages) = error else {
      throw error
    }
    #expect(reason == "pre-receive hook declined")
    #expect(messages == ["No pushes on Friday."])
    #expect(try ada.tip() == tip)
    #expect(try ada.titles() == ["ada's"])
    #expect(try hub.open().reference(branch) == there)
  }

  @Test(
    "Without a remote, or with one that can't be reached, the reason is told and nothing changes")
  func noRemote() async throws {
    let ada = try await BoardFixture()
    let id = try await ada.add("a plan")
    let tip = try ada.tip()
    guard case .noRemote(nil, candidates: []) = try await storeError({ try await ada.sync() })
    else {
      Issue.record("a sync without a remote")
      return
    }
    let program = ada.repository
    try await program.git("remote", "add", "origin", "/nowhere")
    let store = try ada.store()
    let error = try await storeError { _ = try await store.sync(person: nil) }
    guard case .remote("origin", .failed(let failure)) = error,
      failure.command == "git fetch", failure.remote == .noSuchRepository
    else { throw error }
    #expect(try ada.tip() == tip)
    #expect(try ada.plan(id).title == "a plan")
    #expect(try store.sharingStatus().isShared == false)
  }

  @Test(
    "A configured remote that is not there is named; what needs no remote works on",
    arguments: ["nowhere", "https://example.org/x.git", "../hub", "a b"])
  func unknownRemote(name: String) async throws {
    let (_, ada, _, id) = try await pair()
    try await ada.repository.git("config", "pmgit.remote", name)
    try ada.noteCode()
    try await ada.edit(id, .title("works on"))
    let store = try ada.store()
    #expect(try store.sharingStatus().isShared == false)
    #expect(try store.boards().map(\.name) == [.main])
    let error = try await storeError { try await ada.sync() }
    guard case .noRemote(configured: name, candidates: ["origin"]) = error else { throw error }
  }

  @Test("A timeout that no clock can hold is refused", arguments: ["86401", "0", "-1", "1e3"])
  func timeout(text: String) async throws {
    let ada = try await BoardFixture()
    try await ada.repository.git("config", "pmgit.timeout", "86400")
    #expect(try ada.store().settings.timeout == .seconds(86400))
    try await ada.repository.git("config", "pmgit.timeout", text)
    let error = try await storeError { _ = try ada.store() }
    guard case .invalidSetting(key: "pmgit.timeout", value: text, _) = error else { throw error }
  }

  @Test("Where neither side has the board, that is said")
  func noBoardAnywhere() async throws {
    let hub = try await ScratchRepository(bare: true)
    let ada = try await BoardFixture(try await ScratchRepository(cloning: hub))
    for directions in [SyncDirection.both, .pull, .push] {
      let error = try await storeError { try await ada.sync(directions) }
      guard case .noRemoteBoard(.main, remote: "origin") = error else { throw error }
    }
    #expect(try hub.open().references(under: "refs/").isEmpty)
  }

  @Test("A local pre-push hook and a configured refspec change nothing")
  func localHooks() async throws {
    let (hub, ada, _, id) = try await pair()
    try ada.repository.installHook("pre-push", script: "exit 1")
    try ada.repository.installHook("reference-transaction", script: "exit 0")
    try await ada.edit(id, .title("ada's"))
    #expect(try await ada.sync().pushed == 1)
    try await expectRest(hub, [ada])
  }
}
