import Git
import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanStore

@Suite("Changes that were decided on an older version of the board")
struct LateChangeTests {
  @Test(
    "What somebody decides on an older version merges as if it came from another clone",
    arguments: Seeds.each(24))
  func asInClones(seed: UInt64) async throws {
    let (_, people) = try await BoardFixture.sharing(seed: 1 + seed * 10)
    let (ada, ben) = (people[0], people[1])
    let id = try await ada.add("A plan", .add("bug", to: .labels), .due(CalendarDay("2026-12-24")))
    try await ada.sync()
    try await ben.sync()
    let seen = try ada.tip()
    var draws = RandomPlanEdits(seed: seed)
    let (theirs, ours) = (
      draws.change(of: try #require(try ada.document(id))),
      draws.change(of: try #require(try ada.document(id)))
    )
    try await ada.edit(id, theirs)
    ben.seconds = ada.seconds
    let author = ben.author()
    // Ben makes the change in a clone, and then on Ada's board through a page that shows an older
    // version.
    try await ben.change(by: author) { try $0.edit(id, ours) }
    var late = author
    late.basis = seen
    let outcome = try await ada.change(by: late) { try $0.edit(id, ours) }
    #expect(try ada.store().isAncestor(outcome.before.commit, of: outcome.after.commit))
    let made = try #require(try ada.document(id))
    let clone = try await mergedByClones(ada, ben, theirs: outcome.before.commit)
    #expect(made == (try clone.document(id)), "seed \(seed): \(theirs) and \(ours)")
    #expect(try await ada.fsck() == "")
  }

  /// Pushes the commit `theirs` of Ada's board, and syncs Ben's board with it. Returns Ben's board.
  ///
  /// - Parameter theirs: The commit of Ada's board before the late change.
  private func mergedByClones(
    _ ada: BoardFixture, _ ben: BoardFixture, theirs: ObjectID
  ) async throws -> BoardFixture {
    try await ada.repository.git(
      "push", "--quiet", "origin", "\(theirs.hex):refs/heads/pmgit/main")
    try await ben.sync()
    return ben
  }

  @Test("Two values of one field stand side by side")
  func sameField() async throws {
    let ada = try await BoardFixture()
    let id = try await ada.add("As it was")
    let seen = try ada.tip()
    try await ada.edit(id, .title("From the terminal"))
    try await change(ada, basis: seen) { try $0.edit(id, [.title("From the page")]) }
    let plan = try ada.plan(id)
    #expect(plan.title == "From the page")
    #expect(plan.conflicts.map(\.field) == ["title"])
    #expect(
      plan.conflicts[0].values.map(\.value)
        == [.string("From the page"), .string("From the terminal")])
  }

  @Test(
    "A change that is merged is made once, on the board that was seen, and returns what it made there"
  )
  func outcome() async throws {
    let ada = try await BoardFixture()
    let id = try await ada.add("As it was")
    let seen = try ada.tip()
    try await ada.edit(id, .title("From the terminal"))
    var author = ada.author()
    author.basis = seen
    var runs = 0
    let (change, title) = try await ada.store().change(by: author) { transaction in
      runs += 1
      let title = try transaction.plan(id).title
      try transaction.edit(id, [.title("From the page")])
      return (CommitMessage(subject: "decided late", plans: [id]), title)
    }
    #expect(title == "As it was")
    #expect(runs == 1)
    #expect(try change.after.plan(id).conflicts.map(\.field) == ["title"])
    #expect(
      try ada.store().repository.commit(change.after.commit).message
        == "decided late\n\nPlan: \(id)\n")
  }

  @Test("It is one commit on the newest board, so that a history tells the order of things")
  func order() async throws {
    let ada = try await BoardFixture()
    let id = try await ada.add("As it was")
    let seen = try ada.tip()
    try await ada.edit(id, .title("From the terminal"))
    let newest = try ada.tip()
    try await change(ada, basis: seen) { try $0.edit(id, [.title("From the page")]) }
    let store = try ada.store()
    #expect(try store.repository.commit(try ada.tip()).parents == [newest])
    let history = try store.snapshot().history(of: .plan(id), limit: 2)
    #expect(
      history.map { $0.changes.map(\.new) } == [
        [.string("From the page")], [.string("From the terminal")],
      ])
  }

  @Test("Where the plan is the same, the change is one commit on the newest board")
  func noNeed() async throws {
    let ada = try await BoardFixture()
    let (one, other) = (try await ada.add("One"), try await ada.add("Other"))
    let seen = try ada.tip()
    try await ada.edit(other, .title("Changed meanwhile"))
    let newest = try ada.tip()
    try await change(ada, basis: seen) { try $0.edit(one, [.title("Changed late")]) }
    let made = try ada.store().repository.commit(try ada.tip())
    #expect(made.parents == [newest])
    #expect(try ada.titles() == ["Changed late", "Changed meanwhile"])
  }

  @Test("A rule of the newest board holds for what was decided on an older one")
  func rules() async throws {
    let rule = Edit.write(
      PlanList.columns.path("done", "from"), .array([.string("doing")]))
    // Meanwhile the plan was moved to a column from which the rule does not allow the move.
    let ada = try await BoardFixture()
    let id = try await ada.add("A plan", .state("doing"))
    try await ada.change { $0.editBoard([rule]) }
    var seen = try ada.tip()
    try await ada.edit(id, .state("todo"))
    let refusal = try await storeError {
      try await change(ada, basis: seen) { try $0.edit(id, [.state("done")]) }
    }
    guard case .columnRule = refusal else {
      Issue.record("\(refusal)")
      return
    }
    // Meanwhile the rule was added, and the plan was changed.
    let ben = try await BoardFixture(seed: 2)
    let other = try await ben.add("Another")
    seen = try ben.tip()
    try await ben.change { $0.editBoard([rule]) }
    try await ben.edit(other, .title("Changed"))
    let newest = try ben.tip()
    let error = try await storeError {
      try await change(ben, basis: seen) { try $0.edit(other, [.state("done")]) }
    }
    guard case .columnRule = error else { throw error }
    #expect(try ben.tip() == newest)
    try await change(ben, basis: seen) { try $0.edit(other, [.state("doing")]) }
    #expect(try ben.plan(other).state == "doing")
  }

  @Test("A dry run of it shows what it would make, and an undo is of the newest board")
  func dryRunAndUndo() async throws {
    let ada = try await BoardFixture()
    let id = try await ada.add("As it was")
    let seen = try ada.tip()
    try await ada.edit(id, .title("From the terminal"))
    let newest = try ada.tip()
    var author = ada.author()
    (author.basis, author.isDryRun) = (seen, true)
    let shown = try await ada.change(by: author) { try $0.edit(id, [.title("From the page")]) }
    #expect(try shown.after.plan(id).conflicts.map(\.field) == ["title"])
    #expect(try ada.tip() == newest)
    author = ada.author()
    author.basis = seen
    let store = try ada.store()
    _ = try await store.change(by: author) { transaction in
      transaction.isWorthEmptyCommit = true
      return CommitMessage(subject: "undo", plans: [])
    }
    #expect(try store.repository.commit(try ada.tip()).parents == [newest])
  }

  @Test("What changes nothing makes no commit, however old its board is")
  func nothing() async throws {
    let ada = try await BoardFixture()
    let id = try await ada.add("A plan")
    let seen = try ada.tip()
    try await ada.edit(id, .title("Changed meanwhile"))
    let newest = try ada.tip()
    try await change(ada, basis: seen) { try $0.edit(id, [.title("A plan")]) }
    #expect(try ada.tip() == newest)
  }

  @Test("A commit that is not of the board's past brings nothing in")
  func strange() async throws {
    let ada = try await BoardFixture()
    let id = try await ada.add("A plan")
    let code = try await ada.repository.git("rev-parse", "HEAD")
    let absent = String(repeating: "1", count: 40)
    let newest = try ada.tip()
    for commit in [String(code.prefix(40)), absent] {
      let basis = try #require(ObjectID(hex: commit))
      let error = try await storeError {
        try await change(ada, basis: basis) { try $0.edit(id, [.title("Strange")]) }
      }
      guard case .notInHistory(_, basis) = error else {
        Issue.record("\(error)")
        continue
      }
    }
    #expect(try ada.tip() == newest)
  }

  @discardableResult
  private func change(
    _ person: BoardFixture, basis seen: ObjectID, _ body: (inout Transaction) throws -> Void
  ) async throws -> Change {
    var author = person.author()
    author.basis = seen
    return try await person.change(by: author, "decided late", body)
  }
}
