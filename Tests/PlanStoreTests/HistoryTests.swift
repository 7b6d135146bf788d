import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

@Suite("The history")
struct HistoryTests {
  @Test("Entries come newest first, each with what was and what is")
  func entries() async throws {
    let ada = try await BoardFixture()
    let id = try await ada.add("first title")
    try await ada.edit(id, .title("second title"), .add("bug", to: .labels))
    try await ada.edit(id, .remove("bug", from: .labels))
    let history = try ada.store().snapshot(at: ada.tip()).history()
    #expect(history.map(\.plan) == [id, id, id])
    #expect(history.map(\.isCreation) == [false, false, true])
    #expect(history.map(\.title) == ["second title", "second title", "first title"])
    #expect(history.map(\.by).prefix(3) == Array(repeating: "Ada <ada@example.org>", count: 3)[...])
    #expect(history[0].at == Timestamp(seconds: ada.seconds))
    let label = PlanSet.labels.path(of: "bug")
    #expect(history[0].changes.map(\.path) == [label])
    #expect(history[0].changes.map(\.old) == [.bool(true)])
    #expect(history[0].changes.map(\.new) == [nil])
    #expect(history[1].changes.map(\.path) == [.field("title"), label])
    #expect(history[1].changes.map(\.old) == [.string("first title"), nil])
    #expect(history[1].changes.map(\.new) == [.string("second title"), .bool(true)])
    #expect(history[2].changes.allSatisfy { $0.old == nil && $0.new != nil })
    #expect(history[2].changes.map(\.path.fieldName) == ["created", "state", "title"])
  }

  @Test("Who mends a broken plan has changed what it was before, and not every field")
  func mended() async throws {
    let ada = try await BoardFixture()
    let id = try await ada.add("a plan", .owner("Ada"))
    let text = String(
      decoding: PlanFile.bytes(of: try #require(try ada.document(id))), as: UTF8.self)
    try await ada.repository.commitToBoard("{", at: id.path)
    try await ada.repository.commitToBoard(text.replacing("a plan", with: "mended"), at: id.path)
    let history = try ada.store().snapshot(at: ada.tip()).history(of: .plan(id))
    #expect(history.map(\.title) == ["mended", "a plan"])
    #expect(history.map(\.isCreation) == [false, true])
    #expect(history[0].changes.map(\.path) == [.field("title")])
    #expect(history[0].changes.map(\.old) == [.string("a plan")])
  }

  @Test("One plan, or some plans, are followed; the limit counts commits with something to tell")
  func follow() async throws {
    let ada = try await BoardFixture()
    var ids: [PlanID] = []
    for number in 0..<3 { ids.append(try await ada.add("plan \(number)")) }
    for round in 0..<3 {
      for id in ids { try await ada.edit(id, .title("round \(round)")) }
    }
    let (store, tip) = (try ada.store(), try ada.tip())
    let titles = ["round 2", "round 1", "round 0", "plan 1"]
    let board = try store.snapshot(at: tip)
    #expect(try board.history(of: .plan(ids[1])).map(\.title) == titles)
    #expect(
      try board.history(of: .plan(ids[1]), limit: 2).map(\.title)
        == Array(titles.prefix(2)))
    #expect(try board.history(of: .plan(ids[1]), limit: 0).isEmpty)
    let two = try board.history(of: .plans([ids[0], ids[2]]))
    #expect(two.map(\.plan) == [2, 0, 2, 0, 2, 0, 2, 0].map { ids[$0] })
    #expect(try board.history(of: .plans([ids[0]]), limit: 1).map(\.title) == ["round 2"])
    #expect(try board.history(of: .plan(.test("zz"))).isEmpty)
    #expect(try board.history(limit: 4).count == 4)
  }

  @Test("Merges are left out; what they brought is reported where it was done")
  func merges() async throws {
    let (_, people) = try await BoardFixture.sharing(2)
    let (ada, ben) = (people[0], people[1])
    let id = try await ada.add("a plan")
    try await ada.sync()
    try await ben.sync()
    try await ada.edit(id, .title("ada's"))
    try await ben.edit(id, .state("done"))
    try await ada.sync()
    try await ben.sync()
    let history = try ben.store().snapshot(at: ben.tip()).history(of: .plan(id))
    #expect(try ben.repository.open().commit(ben.tip()).parents.count == 2)
    #expect(Set(history.prefix(2).map(\.by)) == ["Ada <ada@example.org>", "Ben <ben@example.org>"])
    #expect(history.count == 3)
    #expect(history.last?.isCreation == true)
  }

  @Test("With equal times, and with a clock that ran backwards, a change comes before its cause")
  func equalTimes() async throws {
    let ada = try await BoardFixture()
    let id = try await ada.add("0")
    for number in 1...6 {
      ada.seconds = BoardFixture.start + (number < 4 ? 0 : -1000 * Int64(number))
      try await ada.edit(id, .title("\(number)"))
    }
    #expect(
      try ada.store().snapshot(at: ada.tip()).history(of: .plan(id)).map(\.title)
        == ["6", "5", "4", "3", "2", "1", "0"])
  }

  @Test("A version that can't be read tells nothing and stops nothing")
  func unreadableVersion() async throws {
    let ada = try await BoardFixture()
    let id = try await ada.add("a plan")
    let text = try await ada.repository.git("show", "pmgit/main:\(id.path)")
    try await ada.repository.commitFiles([(id.path, "{")])
    try await ada.repository.commitFiles([(id.path, text)])
    try await ada.edit(id, .title("mended"))
    let history = try ada.store().snapshot(at: ada.tip()).history(of: .plan(id))
    #expect(history.first?.title == "mended")
    #expect(history.last?.isCreation == true)
  }

  @Test("A commit whose tree is out of order tells nothing and stops nothing")
  func brokenCommit() async throws {
    let ada = try await BoardFixture()
    let id = try await ada.add("a plan")
    let scratch = ada.repository
    let tip = try ada.tip().hex
    let good = try await scratch.git("rev-parse", "\(tip)^{tree}")
    let bad = try await scratch.rawTree(try await scratch.rawEntries(of: tip).reversed())
    let broken = try await scratch.rawCommit(tree: bad, parents: [tip])
    let mended = try await scratch.rawCommit(tree: good, parents: [broken])
    try await scratch.git("update-ref", branch, mended)
    try await ada.edit(id, .title("after"))
    let history = try ada.store().snapshot(at: ada.tip()).history()
    #expect(history.map(\.title) == ["after", "a plan"])
  }

  @Test("Plans that a squashed history begins with were made by its first commit")
  func squashed() async throws {
    let ada = try await BoardFixture()
    let id = try await ada.add("a plan")
    let scratch = ada.repository
    let root = try await scratch.rawCommit(tree: "pmgit/main^{tree}")
    try await scratch.git("update-ref", branch, root)
    let history = try ada.store().snapshot(at: ada.tip()).history(of: .plan(id))
    #expect(history.map(\.isCreation) == [true])
    #expect(history.map(\.title) == ["a plan"])
  }

  @Test("In a shallow clone the history is refused with the reason, and the board can be read")
  func shallow() async throws {
    let (hub, people) = try await BoardFixture.sharing(1)
    try await people[0].add("one")
    try await people[0].add("two")
    try await people[0].sync()
    let clone = try await ScratchRepository(
      cloning: hub, options: ["--depth=1", "--branch=pmgit/main", "--no-checkout"])
    try GitLibrary.isolateFromUserConfiguration()
    let store = try BoardStore(at: clone.path, environment: clone.program.environment)
    #expect(try store.snapshot().plans().plans.map(\.title).sorted() == ["one", "two"])
    let error = try await storeError { _ = try store.snapshot().history() }
    guard case .shallow = error else { throw error }
    // Without anything to merge, no history is needed.
    #expect(try await store.sync(person: nil).kind == .upToDate)
  }

  @Test("A board whose history is cut off is not merged, and a whole one is in a shallow clone")
  func shallowMerge() async throws {
    let (hub, ada, ben, id) = try await pair()
    for isCut in [true, false] {
      let clone = try await ScratchRepository(
        cloning: hub,
        options: ["--depth=1", "--no-checkout"] + (isCut ? ["--no-single-branch"] : []))
      try await clone.git("fetch", "--quiet", "origin", "+\(branch):\(branch)")
      try await ada.edit(id, .title("ada's, \(isCut)"))
      try await ada.sync()
      let store = try BoardStore(at: clone.path, environment: clone.program.environment)
      _ = try await store.change(by: ben.author()) { transaction in
        try transaction.edit(id, [.state("done")])
        return CommitMessage(subject: "x", plans: [])
      }
      if isCut {
        let error = try await storeError { _ = try await store.sync(.pull, person: nil) }
        guard case .shallow = error else { throw error }
      } else {
        #expect(try await store.sync(.pull, person: nil).kind == .merged)
        #expect(try store.snapshot().history().last?.isCreation == true)
      }
    }
  }
}
