import Git
import PlanModel
@testable import PlanStore
import PmgitTestSupport
import Testing

@Suite("Changes that hold only if the remote accepted them")
struct RemoteChangeTests {
  /// Thrown by a claim when another person owns the plan.
  private struct Taken: Error { let owner: String }

  @discardableResult
  private func claim(_ id: PlanID, by person: BoardFixture) async throws -> Change {
    let change = try await tryClaim(id, by: person)
    if let warning = change.remoteWarning { Issue.record("\(warning)") }
    return change
  }

  private func tryClaim(_ id: PlanID, by person: BoardFixture) async throws -> Change {
    let author = person.author()
    return try await person.store().changeOnRemote(by: author, person: nil) { transaction in
      if let owner = try transaction.plan(id).owner, owner != person.name {
        throw Taken(owner: owner)
      }
      try transaction.edit(id, [.owner(person.name)])
      return (CommitMessage(subject: "take", plans: [id]), ())
    }.0
  }

  private func expectTaken(
    by owner: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Void
  ) async throws {
    do {
      try await body()
      Issue.record("it was free", sourceLocation: sourceLocation)
    } catch let error as Taken {
      #expect(error.owner == owner, sourceLocation: sourceLocation)
    }
  }

  @Test("An accepted change is on the remote and here; another clone then finds it taken")
  func accepted() async throws {
    let (hub, ada, ben, id) = try await pair()
    let change = try await claim(id, by: ada)
    #expect(change.didChange)
    #expect(try ada.plan(id).owner == ada.name)
    #expect(try hub.open().reference(branch) == ada.tip())
    try await expectTaken(by: ada.name) { try await claim(id, by: ben) }
    try await expectRest(hub, [ada, ben])
    #expect(try await claim(id, by: ada).didChange == false)
  }

  /// Makes another clone push just before the first push of this one.
  private func race(_ one: BoardFixture, against other: BoardFixture) throws {
    one.environment = try one.repository.racing(
      one.environment,
      beforePush: "git -C '\(other.repository.path)' push --quiet origin pmgit/main")
  }

  @Test("Of two who claim at once, one gets it; the other's claim has never been on any board")
  func lostRace() async throws {
    let (hub, ada, ben, id) = try await pair()
    try await ben.edit(id, .owner(ben.name))
    try race(ada, against: ben)
    try await expectTaken(by: ben.name) { try await claim(id, by: ada) }
    #expect(ada.repository.hasRaced)
    #expect(try ada.plan(id).owner == ben.name)
    #expect(try ada.plan(id).conflicts.isEmpty)
    try await expectRest(hub, [ada, ben])
    let log = try await hub.git("log", "--format=%s", "pmgit/main")
    #expect(!log.contains("take"))
  }

  @Test("A race that was about something else is won in the second try")
  func wonLater() async throws {
    let (hub, ada, ben, id) = try await pair()
    try await ben.add("another plan")
    try race(ada, against: ben)
    try await claim(id, by: ada)
    try await ben.sync()
    #expect(try ben.plan(id).owner == ada.name)
    try await expectRest(hub, [ada, ben])
  }

  @Test("What a refusing remote did not accept is not here either")
  func refused() async throws {
    let (hub, ada, _, id) = try await pair()
    try hub.installHook("pre-receive", script: "echo 'No pushes on Friday.' >&2; exit 1")
    let tip = try ada.tip()
    let error = try await storeError { try await claim(id, by: ada) }
    guard case .refused(_, .declined, ["No pushes on Friday."]) = error else {
      throw error
    }
    #expect(try ada.tip() == tip)
    #expect(try ada.plan(id).owner == nil)
  }

  @Test("What others did is here though the remote refused the claim, and the claim is not")
  func refusedBesideNews() async throws {
    let (hub, ada, ben, id) = try await pair()
    try await ben.edit(id, .state("done"))
    try await ben.sync()
    try hub.installHook("pre-receive", script: "exit 1")
    try await ada.edit(id, .title("ada's"))
    guard case .refused = try await storeError({ try await claim(id, by: ada) }) else {
      Issue.record("the remote took it")
      return
    }
    let plan = try ada.plan(id)
    #expect(plan.state == "done" && plan.title == "ada's" && plan.owner == nil)
  }

  @Test("What was undone here while a change was made for the remote is not sent to it")
  func undoneMeanwhile() async throws {
    let (hub, ada, _, id) = try await pair()
    let before = try ada.tip()
    let undone = try await ada.edit(id, .title("undone")).after.commit
    let (store, repository) = (try ada.store(), try ada.repository.open())
    store.clock = MadeUpClock().clock()
    store.onLostRace = { Issue.record("no other clone was faster") }
    var tries = 0
    let author = ada.author()
    let (_, outcome) = try await store.changeOnRemote(by: author, person: nil) { transaction in
      tries += 1
      if tries == 1 {
        // As when another terminal undoes the change before it is pushed.
        _ = try repository.updateReference(
          branch, to: before, expecting: undone, reflog: "pmgit: undo", who: .eve)
      }
      try transaction.edit(id, [.owner(ada.name)])
      return (CommitMessage(subject: "take", plans: [id]), tries)
    }
    #expect(outcome == 2, "what the last try returned")
    #expect(try ada.plan(id).owner == ada.name && ada.plan(id).title == "a plan")
    #expect(try await !hub.git("log", "--format=%s", "pmgit/main").contains("edit"))
    try await expectRest(hub, [ada])
  }

  @Test("A push without a fetch takes an undo meanwhile for no change of others")
  func undoneWhilePushed() async throws {
    let (hub, ada, _, id) = try await pair()
    let kept = try await ada.edit(id, .title("kept")).after.commit
    let undone = try await ada.edit(id, .title("undone")).after.commit
    let (store, repository) = (try ada.store(), try ada.repository.open())
    store.clock = MadeUpClock().clock()
    store.onLostRace = { Issue.record("no other clone was faster") }
    var exchange = try RemoteExchange(store, .push, person: nil, terminalPrompt: false)
    var tries = 0
    let (state, made) = try await exchange.run { state in
      tries += 1
      if tries == 1 {
        _ = try repository.updateReference(
          branch, to: kept, expecting: undone, reflog: "pmgit: undo", who: .eve)
      }
      return (state.result.commit, tries)
    }
    #expect(made == 2 && state.isPushed)
    #expect(try hub.open().reference(branch) == kept)
  }

  @Test("Where a work tree can't follow, the remote is not asked")
  func checkedOut() async throws {
    let (hub, ada, _, id) = try await pair()
    try await ada.repository.git(
      "worktree", "add", "--quiet", ada.repository.folder + "/board", "pmgit/main")
    try ada.repository.write("being edited", to: "board/board.json")
    let there = try hub.open().reference(branch)
    guard case .checkedOut = try await storeError({ try await claim(id, by: ada) }) else {
      Issue.record("the branch of a work tree was moved")
      return
    }
    #expect(try hub.open().reference(branch) == there)
  }

  @Test("A change made here while the remote was asked is merged, not lost")
  func localWrite() async throws {
    let (hub, ada, ben, id) = try await pair()
    let other = try await ada.add("another plan")
    // A git that commits here after the push, as a second terminal may.
    let late = try await ada.repository.git(
      "commit-tree", "pmgit/main^{tree}", "-p", "pmgit/main", "-m", "from another terminal")
    try ada.repository.write(
      """
      #!/bin/sh
      PATH=${PATH#*:}
      git "$@" || exit
      for word; do
        [ "$word" = push ] && git -C '\(ada.repository.path)' update-ref refs/heads/pmgit/main \(late)
      done
      exit 0

      """, to: "bin/git", executable: true)
    let path = try #require(ada.environment["PATH"])
    ada.environment["PATH"] = "\(ada.repository.folder)/bin:\(path)"
    try await claim(id, by: ada)
    ada.environment["PATH"] = path
    try await syncAll(ada, ben)
    #expect(try ada.plan(id).owner == ada.name)
    #expect(try ben.plan(other).title == "another plan")
    #expect(try await hub.git("log", "--format=%s", "pmgit/main").contains("another terminal"))
    try await expectRest(hub, [ada, ben])
  }

  @Test("A claim that the remote accepted holds, even if the branch here can't move")
  func acceptedAndStuck() async throws {
    let (hub, ada, ben, id) = try await pair()
    let path = try #require(ada.environment["PATH"])
    let worktree = try ada.repository.editBoardAfterPush(&ada.environment)
    let change = try await tryClaim(id, by: ada)
    guard case .notHere(StoreError.checkedOut)? = change.remoteWarning else {
      Issue.record("\(String(describing: change.remoteWarning))")
      return
    }
    #expect(change.didChange)
    #expect(try change.after.plans().plans.map(\.owner) == [ada.name])
    try await expectTaken(by: ada.name) { try await claim(id, by: ben) }
    ada.environment["PATH"] = path
    try await ada.repository.git("worktree", "remove", "--force", worktree)
    try await ada.sync()
    try await expectRest(hub, [ada, ben])
  }
}
