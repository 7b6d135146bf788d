import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

/// Undo after a late change: a person decided on an older version of the plan, so one commit has
/// two values.
@Suite("Undo beside a late change")
struct UndoLateChangeTests {
  /// Returns a plan that was added with the title T0. Ben changed the title to B2. Dan changed it
  /// to A3 after seeing only T0, so the plan has the titles A3 and B2.
  private func board() async throws -> (board: BoardFixture, plan: PlanID) {
    let board = try await BoardFixture()
    let plan = try await board.add("T0")
    let seen = try board.tip()
    try await board.change(by: board.author(named: "Ben")) { try $0.edit(plan, [.title("B2")]) }
    var late = board.author(named: "Dan")
    late.basis = seen
    try await board.change(by: late) { try $0.edit(plan, [.title("A3")]) }
    #expect(try board.titles(of: plan) == ["A3", "B2"])
    return (board, plan)
  }

  @Test(
    "Each person undoes the own value, in any order, and brings it back",
    arguments: [
      [
        ("Dan", "undo", ["B2"]), ("Ben", "undo", ["T0"]), ("Dan", "redo", ["A3"]),
        ("Ben", "redo", ["A3", "B2"]),
      ],
      [
        ("Ben", "undo", ["A3"]), ("Dan", "undo", ["T0"]), ("Dan", "redo", ["A3"]),
        ("Dan", "undo", ["T0"]),
        ("Ben", "redo", ["B2"]), ("Dan", "redo", ["A3", "B2"]),
      ],
      [
        ("Ben", "undo", ["A3"]), ("Ben", "redo", ["A3", "B2"]), ("Dan", "undo", ["B2"]),
        ("Dan", "redo", ["A3", "B2"]),
      ],
    ])
  func undo(steps: [(String, String, [String])]) async throws {
    let (board, plan) = try await board()
    for (person, verb, titles) in steps {
      try await board.takeBack(verb, by: person)
      #expect(try board.titles(of: plan) == titles, "\(verb) of \(person)")
    }
  }

  @Test("A value that an undo brought back stays beside a late change")
  func lateAfterUndo() async throws {
    let board = try await BoardFixture()
    let plan = try await board.add("T0")
    try await board.change(by: board.author(named: "Ben")) { try $0.edit(plan, [.title("B1")]) }
    let seen = try board.tip()
    try await board.takeBack("undo", by: "Ben")
    var late = board.author(named: "Dan")
    late.basis = seen
    try await board.change(by: late) { try $0.edit(plan, [.title("A2")]) }
    #expect(try board.titles(of: plan) == ["A2", "T0"])
    // Dan had seen B1, so A2 is newer.
    try await board.takeBack("redo", by: "Ben")
    #expect(try board.titles(of: plan) == ["A2"])
    try await board.takeBack("undo", by: "Dan")
    #expect(try board.titles(of: plan) == ["B1"])
    try await board.takeBack("undo", by: "Ben")
    #expect(try board.titles(of: plan) == ["T0"])
  }
}

extension BoardFixture {
  fileprivate func author(named name: String) -> ChangeIdentity {
    let own = author()
    let signature = Signature(
      name: name, email: "\(name.lowercased())@example.org", seconds: own.author.seconds,
      offsetMinutes: 0)
    return ChangeIdentity(author: signature, committer: signature, stamp: own.stamp)
  }

  fileprivate func titles(of id: PlanID) throws -> [String] {
    try document(id)?[.field("title")].compactMap(\.value.string).sorted() ?? []
  }

  fileprivate func takeBack(_ verb: String, by name: String) async throws {
    let author = author(named: name)
    let person = Person(name: author.author.name, email: author.author.email)
    let store = try store()
    _ = try await store.change(by: author) { transaction in
      let tip = transaction.before.commit
      let step =
        try verb == "undo"
        ? store.undoStep(1, by: person, from: tip) : store.redoStep(by: person, from: tip)
      let result = try store.takeBack(
        step, in: &transaction, at: Timestamp(seconds: author.author.seconds), by: author.person)
      return CommitMessage(
        subject: verb, plans: [],
        trailers: result.trailed.map {
          CommitTrailer(verb == "undo" ? .undoes : .redoes, $0.id.hex)
        })
    }
  }
}
