import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

@testable import PlanActions

@Suite("Spending time on a plan")
struct SpendTimeTests {
  @Test("Two people's entries are united by a sync, without a conflict")
  func united() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    for (worker, length) in [(pair.ada, "90m"), (pair.ben, "1h"), (pair.ada, "5m")] {
      _ = try await worker.board().spend(SpendTime(id.text, length: length))
    }
    try await pair.share()
    for worker in [pair.ada, pair.ben] {
      let plan = try worker.plan(id)
      #expect(plan.spentMinutes == 155 && plan.time.count == 3)
      #expect(try worker.conflicts().isEmpty)
      #expect(Set(plan.time.map { Person($0.by).name }) == ["Ada", "Ben"])
    }
    // Each removes an entry of the other at the same time.
    for (worker, name) in [(pair.ada, "Ben"), (pair.ben, "Ada")] {
      let entry = try #require(try worker.plan(id).time.first { Person($0.by).name == name })
      _ = try await worker.board().removeTime(entry.id, from: id.text)
    }
    try await pair.share()
    #expect(try pair.ada.plan(id).time.count == 1 && pair.ada.conflicts().isEmpty)
  }

  @Test("An undo takes an entry away, a redo and the undo of a removal bring it back")
  func undo() async throws {
    for isShared in [false, true] {
      let (pair, id) = try await WorkerPair.withPlan()
      let worker = pair.ada
      let before = try worker.content()
      _ = try await worker.board().spend(SpendTime(id.text, length: "1h", note: "x"))
      let spent = try worker.content()
      if isShared { try await pair.share() }
      try await worker.undo()
      #expect(try worker.content() == before, "\(isShared)")
      try await worker.redo()
      #expect(try worker.content() == spent, "\(isShared)")
      let removed = try await worker.board().removeTime("1", from: id.text)
      #expect(try removed.outcome().hasPrefix("removed 1h from "))
      #expect(try worker.plan(id).time.isEmpty)
      if isShared { try await pair.share() }
      try await worker.undo()
      #expect(try worker.content() == spent, "\(isShared)")
    }
  }

  @Test("The day is one of the past, in the person's own time")
  func days() async throws {
    let worker = try await Worker()
    let id = try await worker.add("A plan")
    let today = CalendarDay(dayNumber: Int(worker.seconds / 86_400))
    for (typed, ago) in [("today", 0), ("yesterday", 1), ("3d", 3), ("2026-11-02", nil)] {
      _ = try await worker.board().spend(SpendTime(id.text, length: "1h", day: typed))
      let day = ago.map { today + -$0 } ?? CalendarDay("2026-11-02")
      #expect(try worker.plan(id).time.contains { $0.day == day }, "\(typed)")
    }
    for typed in ["tomorrow", "2030-01-01", "someday", "", "2026-10", "last week"] {
      _ = try await refusal {
        _ = try await worker.board().spend(SpendTime(id.text, length: "1h", day: typed))
      }
    }
    #expect(try worker.plan(id).time.count == 4)
  }

  @Test("Numbers and notes that are wrong are refused, and nothing is written")
  func refused() async throws {
    let worker = try await Worker()
    let id = try await worker.add("A plan")
    let tip = try worker.tip()
    for (length, note) in [("1d", nil), ("", nil), ("1h", ""), ("1h", "a\nb")]
      as [(String, String?)]
    {
      _ = try await refusal {
        _ = try await worker.board().spend(SpendTime(id.text, length: length, note: note))
      }
    }
    for entry in ["1", "0", "-1", "zzzzz"] {
      _ = try await refusal { _ = try await worker.board().removeTime(entry, from: id.text) }
    }
    try await worker.delete(id)
    _ = try await refusal {
      _ = try await worker.board().spend(SpendTime(id.text, length: "1h"))
    }
    #expect(try worker.tip() != tip && worker.plan(id).time.isEmpty)
  }
}
