import Foundation
import Git
import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanStore

@Suite("A change")
struct TransactionTests {
  private let id = PlanID.test("k7m2")

  @Test("A new plan never replaces one that is there")
  func existing() async throws {
    let ada = try await BoardFixture()
    let id = try await ada.add("first")
    let tip = try ada.tip()
    let error = try await storeError {
      try await ada.change { transaction in try transaction.create(id, [.title("second")]) }
    }
    guard case .planExists(id) = error else { throw error }
    #expect(try ada.tip() == tip)
  }

  @Test("One change is one commit on the board's branch, with its author, message and trailers")
  func oneCommit() async throws {
    let ada = try await BoardFixture()
    let before = try ada.tip()
    let author = ChangeIdentity(
      author: Signature(name: "Ada", email: "a@x.org", seconds: 1_795_165_201, offsetMinutes: 90),
      committer: Signature(name: "Bot", email: "b@x.org", seconds: 1_795_165_202, offsetMinutes: 0),
      stamp: Stamp("s"))
    let change = try await ada.store().change(by: author) { transaction in
      try transaction.create(id, [.title("Fix login")])
      return CommitMessage(subject: "add k7m2: Fix login", lines: ["and why"], plans: [id])
    }
    #expect(change.didChange)
    #expect(change.before.commit == before)
    #expect(change.after.commit == (try ada.tip()))
    #expect(
      try await ada.repository.git(
        "log", "-1", "--date=raw", "--format=%P%n%an <%ae> %ad%n%cn <%ce> %cd%n%B", "pmgit/main")
          == """
          \(before)
          Ada <a@x.org> 1795165201 +0130
          Bot <b@x.org> 1795165202 +0000
          add k7m2: Fix login

          and why

          Plan: \(id)

          """)
    #expect(
      try await ada.repository.git(
        "log", "-1", "--format=%(trailers:key=Plan,valueonly)", "pmgit/main")
        == id.text + "\n")
    #expect(
      try await ada.repository.git("log", "-1", "-g", "--format=%gs", "pmgit/main")
        == "pmgit: add k7m2: Fix login")
    #expect(try await ada.fsck() == "")
  }

  @Test("A change that changes nothing makes no commit")
  func noChange() async throws {
    let ada = try await BoardFixture()
    let id = try await ada.add("a plan")
    let tip = try ada.tip()
    for edits in [[], [Edit.title("a plan")], [.remove("no such label", from: .labels)]] {
      let change = try await ada.change { try $0.edit(id, edits) }
      #expect(!change.didChange)
      #expect(try ada.tip() == tip)
    }
  }

  @Test("Only the files that changed differ in the commit")
  func changedPaths() async throws {
    let ada = try await BoardFixture()
    var ids: [PlanID] = []
    for number in 0..<5 { ids.append(try await ada.add("plan \(number)")) }
    func changedPaths() async throws -> [String] {
      try await ada.repository.git(
        "diff-tree", "-r", "--no-commit-id", "--name-only", "pmgit/main"
      ).split(separator: "\n").map(String.init)
    }
    try await ada.edit(ids[2], .state("doing"))
    #expect(try await changedPaths() == [ids[2].path])
    try await ada.change { transaction in
      for id in ids { try transaction.edit(id, [.title("plan 3")]) }
      transaction.editBoard([.write(.field("title"), .string("Mine"))])
    }
    let touched = [0, 1, 2, 4].map { ids[$0].path }.sorted()
    #expect(try await changedPaths() == ["board.json"] + touched)
  }

  @Test("If another writer moves the branch meanwhile, the change is made again on what they left")
  func lostRace() async throws {
    let ada = try await BoardFixture()
    let id = try await ada.add("before")
    var runs = 0
    let change = try await ada.change { transaction in
      runs += 1
      if runs == 1 {
        // git itself moves a branch like this: it does not use the writers' lock.
        let repository = try ada.repository.open()
        let tip = try #require(try repository.reference(branch))
        var other = try #require(try transaction.before.document(id))
        other.apply([.add("bug", to: .labels)], stamp: Stamp("theirs"))
        let tree = try repository.writeTree(
          from: try repository.commit(tip).tree,
          edits: [(id.path, .put(try repository.writeBlob(PlanFile.bytes(of: other))))])
        let who = ada.author().author
        let commit = try repository.writeCommit(
          CommitDraft(tree: tree, parents: [tip], author: who, committer: who, message: "theirs\n"))
        #expect(
          try repository.updateReference(
            branch, to: commit, expecting: tip, reflog: "theirs", who: who) == .moved)
      }
      try transaction.edit(id, [.title("after")])
    }
    #expect(runs == 2)
    #expect(try ada.plan(id).title == "after")
    #expect(try ada.plan(id).labels == ["bug"])
    #expect(
      try await ada.repository.git("log", "--format=%s", "\(change.after.commit)", "-2") == """
        change
        theirs
        """)
  }

  /// Edits a plan. In each of the first `races` tries, somebody else moves the branch first.
  ///
  /// - Returns: The change, and the number of tries.
  private func change(
    _ id: PlanID, by ada: BoardFixture, losing races: Int, on time: MadeUpClock, timeout: Duration
  ) async throws -> (Change, runs: Int) {
    let store = try ada.store()
    store.clock = time.clock()
    store.localTimeout = timeout
    var runs = 0
    return try await store.change(by: ada.author()) { transaction in
      runs += 1
      if runs <= races {
        let repository = try ada.repository.open()
        let tip = transaction.before.commit
        let who = ada.author().author
        let next = try repository.writeCommit(
          CommitDraft(
            tree: transaction.before.tree, parents: [tip], author: who, committer: who,
            message: "by hand\n"))
        #expect(
          try repository.updateReference(
            branch, to: next, expecting: tip, reflog: "theirs", who: who) == .moved)
      }
      try transaction.edit(id, [.title("after")])
      return (CommitMessage(subject: "change", plans: []), runs)
    }
  }

  @Test("Who moves the branch again and again is waited out, for as long as other writers are")
  func lostRaces() async throws {
    let ada = try await BoardFixture()
    let id = try await ada.add("before")
    let time = MadeUpClock()
    let (made, runs) = try await change(
      id, by: ada, losing: 150, on: time, timeout: .seconds(90))
    #expect(made.didChange)
    #expect(runs == 151, "what the last run returned")
    #expect(try ada.plan(id).title == "after")
    #expect(time.waits.count == 150)
    #expect(time.waits.allSatisfy { $0 <= .milliseconds(50) })

    let other = try await ada.add("before")
    let patient = MadeUpClock()
    let error = try await storeError {
      _ = try await change(other, by: ada, losing: .max, on: patient, timeout: .seconds(1))
    }
    guard case .contention(.main, remote: nil, after: .seconds(1)) = error else { throw error }
  }

  @Test("Of many writers at once every change is kept, one after the other")
  func manyWriters() async throws {
    let ada = try await BoardFixture()
    let (writers, adds) = (8, 25)
    let (path, environment) = (ada.repository.path, ada.environment)
    try await withThrowingTaskGroup { group in
      for writer in 0..<writers {
        group.addTask {
          let store = try BoardStore(at: path, environment: environment)
          for number in 0..<adds {
            let id = try #require(
              PlanID("w\(writer)\(String(1000 + number))" + String(repeating: "0", count: 6)))
            let who = Signature(
              name: "w\(writer)", email: "", seconds: BoardFixture.start, offsetMinutes: 0)
            let author = ChangeIdentity(author: who, committer: who, stamp: Stamp("s"))
            _ = try await store.change(by: author) { transaction in
              try transaction.create(id, [.title("\(writer) \(number)")])
              return CommitMessage(subject: "add \(id)", plans: [id])
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let expected = (0..<writers).flatMap { writer in (0..<adds).map { "\(writer) \($0)" } }
    #expect(try ada.titles() == expected.sorted())
    #expect(try await ada.repository.git("rev-list", "--count", "pmgit/main") == "202")
    #expect(try await ada.repository.git("rev-list", "--merges", "pmgit/main") == "")
    #expect(try await ada.fsck() == "")
  }

  @Test("A change in a fresh clone begins the local branch where the remote's is")
  func freshClone() async throws {
    let (hub, people) = try await BoardFixture.sharing(1)
    let id = try await people[0].add("a plan")
    try await people[0].sync()
    let ben = try await BoardFixture(
      try await ScratchRepository(cloning: hub), person: "Ben", seed: 2)
    #expect(try ben.store().localTip() == nil)
    #expect(try ben.titles() == ["a plan"])
    let fetched = try ben.tip()
    try await ben.edit(id, .title("mine"))
    #expect(try ben.store().localTip() == ben.tip())
    #expect(try await ben.repository.git("rev-parse", "pmgit/main^") == fetched.hex)
    #expect(try ben.titles() == ["mine"])
  }

  @Test("An error in the change leaves the board as it was")
  func failingBody() async throws {
    struct Stop: Error {}
    let ada = try await BoardFixture()
    let tip = try ada.tip()
    await #expect(throws: Stop.self) {
      _ = try await ada.change { transaction in
        try transaction.create(id, [.title("x")])
        throw Stop()
      }
    }
    let error = try await storeError { try await ada.edit(id, .title("no such plan")) }
    guard case .unknownPlan = error else { throw error }
    #expect(try ada.tip() == tip)
  }

  @Test("More than a hundred plans at once become one pack and one commit")
  func manyPlans() async throws {
    let ada = try await BoardFixture()
    var ids: [PlanID] = []
    for _ in 0..<150 { ids.append(PlanID.random(using: &ada.random)) }
    try await ada.change { transaction in
      for id in ids { try transaction.create(id, [.title(id.text)]) }
    }
    #expect(try ada.titles() == ids.map(\.text).sorted())
    #expect(try await ada.repository.git("rev-list", "--count", "pmgit/main") == "3")
    #expect(try await ada.repository.git("count-objects", "-v").contains("packs: 1"))
    #expect(try await ada.fsck() == "")
  }

  @Test("A change that loses the branch thirty times to commits by hand is made after them")
  func manyLosses() async throws {
    let ada = try await BoardFixture()
    let repository = try ada.repository.open()
    var losses = 0
    let change = try await ada.change { transaction in
      if losses < 30 {
        losses += 1
        let tip = try ada.tip()
        let who = ada.author().author
        let draft = CommitDraft(
          tree: try repository.commit(tip).tree, parents: [tip], author: who, committer: who,
          message: "by hand\n")
        let commit = try repository.writeCommit(draft)
        let outcome = try repository.updateReference(
          branch, to: commit, expecting: tip, reflog: "by hand", who: who)
        #expect(outcome == .moved)
      }
      try transaction.create(.test("k7"), [.title("a plan")])
    }
    #expect(change.didChange)
    #expect(try await ada.repository.git("rev-list", "--count", "pmgit/main") == "33")
    #expect(try ada.titles() == ["a plan"])
  }

  @Test("No operation changes what git says about the code")
  func untouchedCode() async throws {
    let (hub, people) = try await BoardFixture.sharing(2)
    let (ada, ben) = (people[0], people[1])
    func codeState() async throws -> String {
      let git = ada.repository
      return try await git.git("--no-optional-locks", "status", "--porcelain=v2", "--branch")
        + git.git("for-each-ref", "refs/heads/main", "refs/tags", "refs/stash")
        + git.git("config", "--list", "--local")
    }
    try await ada.repository.git("tag", "v1")
    let before = try await codeState()
    // BoardFixture checks the same after each step; here git is asked.
    let store = try ada.store()
    _ = try await store.create()
    let id = PlanID.test("k7")
    _ = try await store.change(by: ada.author()) { transaction in
      try transaction.create(id, [.title("x")])
      return CommitMessage(subject: "add", plans: [id])
    }
    _ = try await store.sync(person: nil)
    try await ben.sync()
    try await ben.edit(id, .title("ben's"))
    try await ben.sync()
    _ = try await store.change(by: ada.author()) { transaction in
      try transaction.edit(id, [.title("ada's")])
      return CommitMessage(subject: "edit", plans: [id])
    }
    #expect(try await store.sync(person: nil).kind == .merged)
    _ = try store.snapshot().history()
    _ = try store.snapshot().plans()
    #expect(try await codeState() == before)
    #expect(try hub.open().references(under: "refs/").map(\.name) == [branch])
  }
}
