import Foundation
import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

/// Syncs after people changed a board's branch with plain git, on the remote or in a clone. No edit
/// may be lost: at worst, an old value becomes a candidate of a conflict again.
@Suite("A board whose branch was handled with plain git")
struct RewrittenHistoryTests {
  @Test("Forced back to an older commit: whoever has the newer ones brings them back")
  func forcedBack() async throws {
    let (hub, ada, ben, id) = try await pair()
    let base = try ada.tip()
    try await ada.edit(id, .title("edited"))
    try await ada.add("added")
    try await ada.sync()
    try await hub.git("update-ref", branch, base.hex)
    try await ben.edit(id, .state("done"))
    try await syncAll(ben, ada, ben)
    for person in [ada, ben] {
      #expect(try person.titles() == ["added", "edited"])
      #expect(try person.plan(id).state == "done")
      #expect(try person.plan(id).conflicts.isEmpty)
    }
    try await expectRest(hub, [ada, ben])
  }

  @Test("Squashed into one commit while others work on: every value is there, at worst twice")
  func squashed() async throws {
    let (hub, ada, ben, id) = try await pair()
    try await ada.edit(id, .title("second"), .add("bug", to: .labels))
    try await ada.sync()
    let other = try await ben.add("ben's, not shared yet")
    let squashed = try await hub.rawCommit(tree: "\(branch)^{tree}")
    try await hub.git("update-ref", branch, squashed)
    try await ada.edit(id, .title("third"))
    try await syncAll(ada, ben, ada)
    let plan = try ada.plan(id)
    #expect(plan.title == "third")
    #expect(plan.labels == ["bug"])
    // The squashed commit has no history, so pmgit can't know that the author of 'third' had seen
    // 'second'.
    let candidates = plan.conflicts.map { $0.values.map(\.value) }
    #expect(candidates == [[.string("third"), .string("second")]])
    #expect(try ada.plan(other).title == "ben's, not shared yet")
    try await expectRest(hub, [ada, ben])
  }

  @Test("'git merge -s ours' is an edit that puts our values in the place of theirs")
  func mergedOurs() async throws {
    let (hub, ada, ben, id) = try await pair()
    try await ben.edit(id, .title("ben's"), .add("ui", to: .labels), .state("doing"))
    let theirs = try ben.tip()
    try await ben.sync()
    let cleo = try await BoardFixture(
      try await ScratchRepository(cloning: hub), person: "Cleo", seed: 7)
    try await cleo.sync()
    try await ada.edit(id, .title("ada's"))
    let ours = try ada.tip()
    try await ada.repository.git("fetch", "--quiet", "origin", "pmgit/main")
    let merge = try await ada.repository.rawCommit(
      tree: "\(ours)^{tree}", parents: [ours.hex, theirs.hex])
    try await ada.repository.git("update-ref", branch, merge)
    // Cleo continues from Ben's version and has not seen Ada's merge.
    cleo.seconds = ben.seconds + 100
    try await cleo.edit(id, .state("done"))
    try await syncAll(ada, ben, cleo, ada, ben)
    for person in [ada, ben, cleo] {
      let plan = try person.plan(id)
      // The merge counts as an edit by Ada that replaced Ben's values with hers; Cleo's value is
      // new.
      #expect(plan.title == "ada's")
      #expect(plan.labels.isEmpty)
      #expect(
        plan.conflicts.map { $0.values.map(\.value) } == [[.string("done"), .string("todo")]])
    }
    // Ben's values remain in the history.
    #expect(
      Plan(try #require(try ada.store().snapshot(at: theirs).document(id)), id: id).title == "ben's"
    )
    try await expectRest(hub, [ada, ben, cleo])
  }

  @Test("A reverted edit gives back the older value, and an edit made elsewhere meanwhile stays")
  func revertedEdit() async throws {
    let (hub, ada, ben, id) = try await pair()
    try await ada.edit(id, .title("edited"), .add("bug", to: .labels))
    let edited = try ada.tip()
    try await syncAll(ada, ben)
    try await ben.edit(id, .title("ben's"))
    try await ada.repository.revert(edited)
    #expect(try ada.plan(id).title == "a plan")
    #expect(try ada.plan(id).labels.isEmpty)
    try await syncAll(ada, ben, ada)
    let plan = try ada.plan(id)
    #expect(plan.title == "ben's")
    // The value that the revert restored was not replaced by the other side, so it stays a
    // candidate.
    #expect(
      plan.conflicts.map { $0.values.map(\.value) } == [[.string("ben's"), .string("a plan")]])
    #expect(plan.labels.isEmpty)
    try await expectRest(hub, [ada, ben])
  }

  @Test(
    "An edit and its revert are no edit for a clone that saw neither: its own value stands alone")
  func revertedUnseen() async throws {
    let (hub, ada, ben, id) = try await pair()
    try await ada.edit(id, .title("edited"))
    try await ada.repository.revert(try ada.tip())
    try await ben.edit(id, .title("ben's"))
    try await syncAll(ada, ben, ada)
    #expect(try ada.plan(id).title == "ben's")
    #expect(try ada.plan(id).conflicts.isEmpty)
    try await expectRest(hub, [ada, ben])
  }

  @Test(
    "A reverted addition hides the plan where nothing else was done, and a merge brings it back")
  func revertedAddition() async throws {
    let (hub, ada, ben, id) = try await pair()
    let added = try await ada.add("added, then reverted")
    let commit = try ada.tip()
    try await syncAll(ada, ben)
    try await ada.repository.revert(commit)
    try await ada.sync()
    #expect(try ada.titles() == ["a plan"])
    // Ben has made a change, so his side has the file.
    try await ben.edit(id, .state("done"))
    try await syncAll(ben, ada)
    #expect(try ada.plan(added).title == "added, then reverted")
    #expect(try ada.plan(id).state == "done")
    try await expectRest(hub, [ada, ben])
  }

  @Test("Another root, with a board that somebody made by hand: both boards become one")
  func unrelatedBoard() async throws {
    let (hub, ada, ben, _) = try await pair()
    let board = try await hub.git("show", "\(branch):board.json")
    try await hub.git("update-ref", "-d", branch)
    let theirs = PlanID.test("zz")
    let root = try await hub.rawCommit(tree: try await hub.rawTree([]))
    try await hub.git("update-ref", branch, root)
    try await hub.commitFiles([
      ("board.json", board + "\n"), (theirs.path, handWritten(theirs, title: "by hand")),
    ])
    try await ada.add("ada's")
    try await syncAll(ada, ben)
    #expect(try ben.titles() == ["a plan", "ada's", "by hand"])
    #expect(try ben.store().snapshot().board.conflicts.isEmpty)
    try await expectRest(hub, [ada, ben])
  }

  @Test("Code that was pushed onto the board's branch is refused; the board here goes on")
  func code() async throws {
    let (hub, ada, ben, id) = try await pair()
    let board = try ada.tip()
    try await ada.repository.git(
      "push", "--quiet", "--force", "origin", "main:\(branch)")
    try await ben.edit(id, .title("edited meanwhile"))
    let tip = try ben.tip()
    for _ in 0..<2 {
      guard
        case .unsafeHead(_, path: "board.json", _) = try await storeError({
          try await ben.sync()
        })
      else {
        Issue.record("code was taken for a board")
        return
      }
      #expect(try ben.tip() == tip)
      #expect(try ben.titles() == ["edited meanwhile"])
    }
    // The remote's branch is repaired.
    try await hub.git("update-ref", branch, board.hex)
    try await syncAll(ben, ada)
    #expect(try ada.titles() == ["edited meanwhile"])
    try await expectRest(hub, [ada, ben])
  }

  @Test("A board that was deleted on the remote is there again with the next sync that has it")
  func deletedOnRemote() async throws {
    let (hub, ada, ben, _) = try await pair()
    try await ben.add("ben's")
    try await hub.git("update-ref", "-d", branch)
    let cleo = try await BoardFixture(
      try await ScratchRepository(cloning: hub), person: "Cleo", seed: 7)
    guard
      case .noRemoteBoard(.main, remote: "origin") = try await storeError({
        try await cleo.sync()
      })
    else {
      Issue.record("a board that is nowhere was synced")
      return
    }
    let result = try await ben.sync()
    #expect(result.createdOnRemote)
    try await syncAll(cleo, ada)
    #expect(try cleo.titles() == ["a plan", "ben's"])
    try await expectRest(hub, [ada, ben, cleo])
  }

  @Test("A remote that was made anew, and empty, gets the board of all who sync")
  func recreated() async throws {
    let (hub, ada, ben, id) = try await pair()
    try await ada.edit(id, .title("ada's"))
    try await ben.edit(id, .state("done"))
    let manager = FileManager.default
    try manager.removeItem(atPath: hub.path)
    _ = try await hub.program.run(
      ["init", "--quiet", "--bare", "--template=", hub.path], in: hub.folder)
    #expect(try await ada.sync().createdOnRemote)
    try await syncAll(ben, ada)
    #expect(try ada.plan(id).title == "ada's")
    #expect(try ada.plan(id).state == "done")
    try await expectRest(hub, [ada, ben])
  }

  @Test("A copied clone, both edited and synced, is one more clone")
  func copied() async throws {
    let (hub, ada, _, id) = try await pair()
    try await ada.edit(id, .add("before", to: .labels))
    let copy = ada.repository.folder + "/copy"
    try FileManager.default.copyItem(atPath: ada.repository.path, toPath: copy)
    let author = { (stamp: Stamp) in
      let who = Signature(name: "Ada", email: "ada@example.org", seconds: 1, offsetMinutes: 0)
      return ChangeIdentity(author: who, committer: who, stamp: stamp)
    }
    try await ada.edit(id, .title("in the original"), .remove("before", from: .labels))
    let copied = try BoardStore(at: copy, environment: ada.environment)
    _ = try await copied.change(by: author(Stamp(ExactString("2026-11-20T09:00:00.000Z~aaaaa")))) {
      try $0.edit(id, [.title("in the copy"), .state("done")])
      return CommitMessage(subject: "x", plans: [])
    }
    try await ada.sync()
    _ = try await copied.sync(person: nil)
    try await ada.sync()
    #expect(try copied.tip() == ada.tip())
    #expect(try hub.open().reference(branch) == ada.tip())
    let plan = try ada.plan(id)
    #expect(plan.state == "done")
    #expect(plan.labels.isEmpty)
    let titles = plan.conflicts.flatMap { $0.values.map(\.value) }
    #expect(titles == [.string("in the original"), .string("in the copy")])
  }

  @Test(
    "A clock that is fifty years off changes what is shown, and loses nothing",
    arguments: [-50, 50])
  func clock(years: Int64) async throws {
    let (hub, ada, ben, id) = try await pair()
    ben.seconds += years * 365 * 86_400
    try await ada.edit(id, .title("ada's"), .state("doing"))
    try await ben.edit(id, .title("ben's"), .add("ben", to: .labels))
    try await syncAll(ada, ben, ada)
    try await expectRest(hub, [ada, ben])
    let values: [JSONValue] = [.string("ada's"), .string("ben's")]
    let plan = try ada.plan(id)
    #expect(plan.title == (years > 0 ? "ben's" : "ada's"))
    let candidates = plan.conflicts.map { $0.values.map(\.value) }
    #expect(candidates == [years > 0 ? values.reversed() : values])
    #expect((plan.state, plan.labels) == ("doing", ["ben"]))
    // An edit replaces the values that its author has seen, even if the clocks are wrong.
    try await ada.edit(id, .title("decided"))
    try await syncAll(ada, ben)
    #expect(try ben.plan(id).title == "decided")
    #expect(try ben.plan(id).conflicts.isEmpty)
    try await ben.edit(id, .title("and again"))
    try await syncAll(ben, ada)
    #expect(try ada.plan(id).title == "and again")
    try await expectRest(hub, [ada, ben])
  }
}

@Suite("A clone whose board was cut short")
struct ShallowBoardTests {
  @Test("is read and changed; sharing asks for the history, and goes on when it is there")
  func shallow() async throws {
    let (hub, ada, _, id) = try await pair()
    let clone = try await ScratchRepository(
      cloning: hub, options: ["--depth=1", "--no-single-branch"])
    let cleo = try await BoardFixture(clone, person: "Cleo", seed: 7)
    #expect(try cleo.titles() == ["a plan"])
    try await cleo.create()
    #expect(try await cleo.sync().kind == .upToDate)
    try await cleo.edit(id, .state("done"))
    #expect(try cleo.plan(id).state == "done")
    let alone = try await storeError { try await cleo.sync() }
    guard case .shallow = alone else {
      Issue.record("\(alone)")
      return
    }
    try await ada.edit(id, .title("ada's"))
    try await ada.sync()
    let diverged = try await storeError { try await cleo.sync() }
    guard case .shallow = diverged else {
      Issue.record("\(diverged)")
      return
    }
    #expect(try cleo.plan(id).state == "done")
    try await cleo.repository.git("fetch", "--quiet", "--unshallow")
    #expect(try await cleo.sync().kind == .merged)
    try await ada.sync()
    #expect(try ada.plan(id).title == "ada's")
    #expect(try ada.plan(id).state == "done")
    try await expectRest(hub, [ada, cleo])
  }
}

extension ScratchRepository {
  /// Reverts a commit of the board in a separate work tree, with `git revert`.
  fileprivate func revert(_ commit: ObjectID) async throws {
    try await git("worktree", "add", "--quiet", folder + "/board", "pmgit/main")
    _ = try await program.run(
      ["revert", "--no-edit", commit.hex], in: folder + "/board",
      adding: ["GIT_COMMITTER_DATE": "1795165300 +0000"])
    try await git("worktree", "remove", folder + "/board")
  }
}
