import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

@Suite("Steps of a branch")
struct BranchStepsTests {
  /// A step in a form that can be compared.
  private enum Seen: Hashable, CustomStringConvertible {
    case entry(ObjectID, PlanID?)
    case reset(ObjectID, ObjectID)
    case difference(PlanID?, [String])

    init(_ step: BranchStep) {
      switch step {
      case .entry(let entry, _): self = .entry(entry.commit, entry.plan)
      case .reset(let old, let new): self = .reset(old, new)
      case .difference(let difference, _, _): self = Seen(difference)
      }
    }

    init(_ difference: BoardDifference) {
      self = .difference(difference.plan, difference.changes.map(\.path.fieldName))
    }

    var description: String {
      switch self {
      case .entry(let commit, let plan): "\(commit.hex.prefix(7)) \(plan?.text ?? "board")"
      case .reset(let old, let new): "\(old.hex.prefix(7)) -> \(new.hex.prefix(7))"
      case .difference(let plan, let fields): "\(plan?.text ?? "board") \(fields)"
      }
    }
  }

  private func steps(from old: ObjectID, to new: ObjectID, in board: BoardFixture) throws -> [Seen]
  {
    var steps: [Seen] = []
    try board.store().eachStep(from: old, to: new) { steps.append(Seen($0)) }
    return steps
  }

  private func history(_ tip: ObjectID, in board: BoardFixture) throws -> [Seen] {
    try board.store().snapshot(at: tip).history().map { .entry($0.commit, $0.plan) }
  }

  @Test("Two commits of one line: forward its changes, backward a reset and what differs")
  func line() async throws {
    let board = try await BoardFixture()
    let start = try board.tip()
    let id = try await board.add("one")
    try await board.edit(id, .title("two"))
    let middle = try board.tip()
    try await board.edit(id, .state("doing"))
    let end = try board.tip()
    let (first, second) = (try history(end, in: board)[2], try history(end, in: board)[1])
    #expect(try steps(from: start, to: middle, in: board) == [first, second])
    #expect(
      try steps(from: end, to: middle, in: board)
        == [.reset(end, middle), .difference(id, ["state"])])
    #expect(try steps(from: end, to: end, in: board) == [])
  }

  @Test("A branch that lost commits and has others goes back first, then forward")
  func fork() async throws {
    let board = try await BoardFixture()
    let id = try await board.add("one")
    let base = try board.tip()
    try await board.edit(id, .title("two"))
    let lost = try board.tip()
    try await board.repository.git("update-ref", "refs/heads/pmgit/main", base.hex)
    try await board.edit(id, .due(CalendarDay("2026-12-01")))
    let new = try board.tip()
    #expect(
      try steps(from: lost, to: new, in: board)
        == [.reset(lost, base), .difference(id, ["title"]), .entry(new, id)])
  }

  @Test("A commit that git has removed leaves only the reset")
  func removed() async throws {
    let board = try await BoardFixture()
    let gone = try #require(ObjectID(typed: String(repeating: "1", count: 40)))
    let tip = try board.tip()
    #expect(try steps(from: gone, to: tip, in: board) == [.reset(gone, tip)])
  }

  @Test("Without a common history only the differences are known")
  func unrelated() async throws {
    let board = try await BoardFixture()
    let id = try await board.add("one")
    let tip = try board.tip()
    let other = try #require(
      ObjectID(
        typed: try await board.repository.git("commit-tree", "-m", "alone", "\(tip)~^{tree}")))
    #expect(
      try steps(from: tip, to: other, in: board)
        == [.reset(tip, other), .difference(id, ["created", "state", "title"])])
  }

  @Test("Between any two commits, exactly what the histories say", arguments: Seeds.each(8))
  func property(seed: UInt64) async throws {
    let (_, people) = try await BoardFixture.sharing(2, seed: seed * 7 + 1)
    var random = SeededGenerator(seed: seed)
    var commits = [try people[0].tip()]
    var ids = [try await people[0].add("first")]
    try await people[0].sync()
    for number in 0..<14 {
      let person = people[random.number(below: 2)]
      switch random.number(below: 4) {
      case 0: ids.append(try await person.add("plan \(number)"))
      case 1, 2:
        let id = random.pick(ids)
        if try person.document(id) != nil { try await person.edit(id, .title("title \(number)")) }
      default: try await person.sync()
      }
      commits.append(try person.tip())
    }
    for person in people { try await person.sync() }
    try await people[0].sync()
    commits.append(try people[0].tip())
    let board = people[0]
    for _ in 0..<30 {
      let (old, new) = (random.pick(commits), random.pick(commits))
      guard try board.store().commitIfThere(old) != nil,
        try board.store().commitIfThere(new) != nil
      else { continue }
      try check(from: old, to: new, in: board, seed: seed)
    }
  }

  private func check(
    from old: ObjectID, to new: ObjectID, in board: BoardFixture, seed: UInt64
  ) throws {
    let found = try steps(from: old, to: new, in: board)
    let (before, after) = (try history(old, in: board), try history(new, in: board))
    let added = Set(after).subtracting(before)
    let isReset = !Set(before).subtracting(after).isEmpty
    #expect(Set(found).count == found.count, "seed \(seed)")
    guard isReset else {
      #expect(Set(found) == added, "seed \(seed)")
      return
    }
    guard case .reset(old, let base)? = found.first else {
      Issue.record("seed \(seed): no reset from \(old) to \(new): \(found)")
      return
    }
    let differences = try board.store().differences(from: old, to: base).plans
      .filter { !$0.changes.isEmpty }.map { Seen($0) }
    #expect(Array(found.dropFirst().prefix(differences.count)) == differences, "seed \(seed)")
    let rest = Set(found.dropFirst(1 + differences.count))
    #expect(rest == (base == new ? [] : added), "seed \(seed)")
  }
}
