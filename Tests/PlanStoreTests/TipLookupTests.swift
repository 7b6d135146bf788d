import Git
import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanStore

@Suite("The board at a moment")
struct TipLookupTests {
  @Test("What was made in a clone that was merged later does not hide what others had")
  func sides() async throws {
    let (_, people) = try await BoardFixture.sharing(seed: 5)
    let (ada, ben) = (people[0], people[1])
    let plan = try await ada.add("A plan")
    try await ada.sync()
    try await ben.sync()
    ada.seconds += 1000
    try await ada.edit(plan, .state("done"))
    try await ada.sync()
    ben.seconds = ada.seconds + 1000
    try await ben.edit(plan, .title("Offline"))
    ben.seconds += 1000
    try await ben.edit(plan, .add("bug", to: .labels))
    let offline = ben.seconds
    ben.seconds += 1000
    try await ben.sync()
    for seconds in [offline - 1000, offline] {
      let found = try at(seconds, of: ben).plan(plan)
      #expect(found.state == "done")
      #expect(found.title == "Offline")
      #expect(found.labels == (seconds == offline ? ["bug"] : []))
    }
    #expect(try at(offline - 1002, of: ben).plan(plan).title == "A plan")
    // Nothing was stored for the question.
    #expect(try await ben.fsck() == "")
    #expect(
      try await ben.repository.git("fsck", "--unreachable", "--no-reflogs", "--no-progress") == "")
  }

  @Test("A commit by a clock that was slow hides nothing, and comes when its parents have come")
  func slowClock() async throws {
    let ada = try await BoardFixture()
    let first = try await ada.add("First")
    ada.seconds += 1000
    try await ada.edit(first, .title("Changed"))
    let changed = ada.seconds
    ada.seconds -= 900
    try await ada.add("By a slow clock")
    ada.seconds = changed + 1000
    try await ada.add("Last")
    let titles = { (seconds: Int64) in
      try self.at(seconds, of: ada).plans().plans.map(\.title).sorted()
    }
    #expect(try titles(changed - 500) == ["First"])
    #expect(try titles(changed - 1) == ["First"])
    #expect(try titles(changed) == ["By a slow clock", "Changed"])
  }

  @Test("Before the first change there was no board, and after the last one it is as now")
  func ends() async throws {
    let ada = try await BoardFixture()
    try await ada.add("A plan")
    #expect(try ada.store().tip(at: Timestamp(seconds: ada.seconds)) == (try ada.tip()))
    let error = try await storeError {
      _ = try ada.store().tip(at: Timestamp(seconds: ada.seconds - 1))
    }
    guard case .noBoardThen = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test(
    "With and without an index the board at each moment is the same, with all that was made by then",
    arguments: Seeds.each(6))
  func random(seed: UInt64) async throws {
    let (_, people) = try await BoardFixture.sharing(3, seed: 100 + seed * 10)
    var random = SeededGenerator(seed: seed)
    var made: [(at: Int64, title: String)] = []
    var clock = BoardFixture.start + 10
    for step in 0..<24 {
      let person = people[Int.random(in: 0..<3, using: &random)]
      clock += Int64.random(in: 2...9, using: &random)
      if Int.random(in: 0..<3, using: &random) == 0 {
        try await person.sync()
      } else {
        person.seconds = clock - 1
        try await person.add("Plan \(step)")
        made.append((clock, "Plan \(step)"))
      }
    }
    for person in people + people { try await person.sync() }
    let reader = people[0]
    for moment in stride(from: (made.first?.at ?? clock), through: clock, by: 3) {
      let wanted = made.filter { $0.at <= moment }.map(\.title).sorted()
      for _ in 0..<2 {
        let found = try at(moment, of: reader).plans().plans.map(\.title).sorted()
        #expect(found == wanted, "seed \(seed) at \(moment - BoardFixture.start)")
      }
    }
  }

  private func at(_ seconds: Int64, of person: BoardFixture) throws -> BoardSnapshot {
    let store = try person.store()
    return try store.snapshot(at: store.tip(at: Timestamp(seconds: seconds)))
  }
}
