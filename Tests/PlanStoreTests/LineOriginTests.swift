import Git
import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanStore

@Suite("Who wrote the lines of a description")
struct LineOriginTests {
  /// Commits of a random history of one plan's description, mixed with commits of another plan.
  private struct Commits {
    let repository: Repository
    let plan: PlanID
    private let other: PlanID
    private let root: ObjectID
    private var random: SeededGenerator
    private let history: RandomTextPast
    /// Whether a text gets the same time in every commit, as a text restored by an undo does.
    private let isUndo: Bool
    /// The commit of each step.
    private(set) var steps: [ObjectID] = []
    private var count = 0

    init(_ history: RandomTextPast, on board: BoardFixture, seed: UInt64) throws {
      random = SeededGenerator(seed: seed)
      (self.history, repository, root) = (history, try board.repository.open(), try board.tip())
      (plan, other) = (PlanID.random(using: &random), PlanID.random(using: &random))
      isUndo = random.chance(50)
      for index in history.steps.indices { steps.append(try commit(step: index)) }
    }

    private mutating func commit(step index: Int) throws -> ObjectID {
      let step = history.steps[index]
      var parents = step.parents.isEmpty ? [root] : step.parents.map { steps[$0] }
      for place in parents.indices where random.chance(30) {
        let blob = try repository.writeBlob(PlanFile.bytes(of: document(other)))
        parents[place] = try commit([parents[place]], other, .put(blob, .blob))
      }
      let texts = history.texts[index]
      if texts.isEmpty, random.chance(50) { return try commit(parents, plan, .remove) }
      let blob = try repository.writeBlob(PlanFile.bytes(of: document(plan, texts)))
      return try commit(parents, plan, .put(blob, .blob))
    }

    private mutating func commit(
      _ parents: [ObjectID], _ plan: PlanID, _ edit: TreeEdit
    ) throws -> ObjectID {
      count += 1
      // Commit times vary by some hours.
      let seconds = 1_795_000_000 + Int64(count + random.number(below: 10_000))
      let author = Signature(
        name: "Writer \(count)", email: "w@example.org", seconds: seconds, offsetMinutes: 0)
      let tree = try repository.writeTree(
        from: try repository.commit(parents[0]).tree, edits: [(plan.path, edit)])
      return try repository.writeCommit(
        CommitDraft(
          tree: tree, parents: parents, author: author, committer: author, message: "x\n"))
    }

    private mutating func document(_ plan: PlanID, _ texts: [[Int]] = []) -> PlanDocument {
      var document = PlanDocument(id: ExactString(plan.text))
      document.apply([.title("Plan \(texts.isEmpty ? count : 0)"), .state("todo")], stamp: .none)
      document[PlanField.body.path] = texts.filter { !$0.isEmpty }.enumerated().map { place, text in
        // The text that is shown has the latest stamp.
        let second = isUndo ? text.reduce(0) { ($0 &* 31 &+ $1) & 0xFFFF } : count
        let at = Timestamp(seconds: 1_795_000_000 + Int64(second) - Int64(place * 1_000_000))
        return StampedValue(
          stamp: Stamp(ExactString("\(at)~aaaaa")),
          value: .strings(text.map { "line \($0)" }))
      }
      return document
    }
  }

  @Test("They are those of a slow look at every way through the commits", arguments: Seeds.each(24))
  func random(seed: UInt64) async throws {
    let board = try await BoardFixture()
    var history = RandomTextPast(seed: seed)
    history.run(steps: 30)
    let commits = try Commits(history, on: board, seed: seed)
    for step in [12, 29, 20] {
      let tip = commits.steps[step]
      try await board.repository.git("update-ref", branch, tip.hex)
      let found = try board.store().snapshot(at: tip).lineOrigins(of: commits.plan)
      let expected = history.writers(ofStep: step).map { $0.map { commits.steps[$0] } }
      #expect(found.map { $0?.commit } == expected, "step \(step)")
    }
  }

  @Test("Who took a line away and put it back has not written it on the side that kept it")
  func putBack() async throws {
    let (_, ada, ben, id) = try await pair()
    let text = ["one", "two", "three"]
    try await ada.edit(id, .body(text))
    let first = try ada.tip()
    try await syncAll(ada, ben)
    try await ada.edit(id, .body(["one", "three"]))
    try await ada.edit(id, .body(text))
    ben.seconds = ada.seconds + 10
    try await ben.edit(id, .body(["one", "two", "three", "four"]))
    let last = try ben.tip()
    try await syncAll(ada, ben, ada)
    for person in [ada, ben] {
      let origins = try person.store().snapshot(at: person.tip()).lineOrigins(of: id)
      #expect(origins.map { $0?.commit } == [first, first, first, last])
    }
  }
}
