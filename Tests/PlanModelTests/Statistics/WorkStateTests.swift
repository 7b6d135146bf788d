import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("How far work has come")
struct WorkStateTests {
  private static func time(_ hours: Int) -> Timestamp {
    Timestamp(seconds: 1_790_000_000 + Int64(hours) * 3600)
  }

  /// Returns the state after moves at the hours 0, 1, 2 and so on.
  private static func work(_ columns: [String], isDeleted: Bool = false) -> WorkState {
    var plan = Plan(id: SampleFile.id)
    plan.state = columns.last ?? ""
    if isDeleted { plan.deletion = Deletion(at: time(columns.count), by: "", holds: true) }
    let events = columns.enumerated().map { PlanEvent(.moved(to: $1), at: time($0)) }
    return PlanJourney(plan, events: events, now: time(1000)).work(by: RandomJourneys.stages)
  }

  @Test(
    "Work begins when a plan leaves the columns where it waits, and ends in those of done work",
    arguments: [
      (["todo"], WorkState.waiting),
      (["backlog", "todo"], .waiting),
      (["todo", "doing"], .inProgress(since: time(1))),
      (["doing"], .inProgress(since: time(0))),
      (["todo", "doing", "검토"], .inProgress(since: time(1))),
      (["todo", "doing", "검토", "done"], .finished(at: time(3), started: time(1))),
      // Opened again for more work: the first beginning, the last end.
      (["todo", "doing", "done", "doing"], .inProgress(since: time(1))),
      (["todo", "doing", "done", "doing", "done"], .finished(at: time(4), started: time(1))),
      // Back to wait: a new beginning.
      (["todo", "doing", "todo", "doing", "done"], .finished(at: time(4), started: time(3))),
      (["todo", "doing", "done", "todo"], .waiting),
      // Straight to done: nobody knows when it was begun.
      (["todo", "done"], .finished(at: time(1), started: nil)),
      (["todo", "done", "doing"], .inProgress(since: time(2))),
      (["todo", "doing", "todo", "done"], .finished(at: time(3), started: nil)),
      // Added as done: not seen being finished.
      (["done"], .addedDone),
      (["done", "doing"], .inProgress(since: time(1))),
      (["done", "todo", "done"], .finished(at: time(2), started: nil)),
      // A column that was removed keeps its kind; one that never was waits.
      (["todo", "gone"], .inProgress(since: time(1))),
      (["todo", "never"], .waiting),
    ])
  func state(columns: [String], expected: WorkState) {
    #expect(Self.work(columns) == expected)
  }

  @Test("A deleted plan is not in progress; one that was finished before stays so")
  func deleted() {
    #expect(Self.work(["todo", "doing"], isDeleted: true) == .deleted)
    #expect(Self.work(["todo"], isDeleted: true) == .deleted)
    #expect(
      Self.work(["doing", "done"], isDeleted: true)
        == .finished(at: Self.time(1), started: Self.time(0)))
    #expect(Self.work(["done"], isDeleted: true) == .addedDone)
  }
}
