import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("How far work has come")
struct WorkStateTests {
  private static func time(_ hours: Int) -> Timestamp {
    Timestamp(seconds: 1_790_000_000 + Int64(hours) * 3600)
  }

  /// Returns the state of a plan that moved to these columns at the hours 0, 1, 2 and so on.
  private static func work(_ columns: [String], isDeleted: Bool = false) -> WorkState {
    var plan = Plan(id: SampleFile.id)
    plan.values.state = columns.last ?? ""
    if isDeleted { plan.values.deletion = Deletion(at: time(columns.count), by: "", holds: true) }
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
      // Reopened for work: the first start, the last end.
      (["todo", "doing", "done", "doing"], .inProgress(since: time(1))),
      (["todo", "doing", "done", "doing", "done"], .finished(at: time(4), started: time(1))),
      // Moved back to todo: a new start.
      (["todo", "doing", "todo", "doing", "done"], .finished(at: time(4), started: time(3))),
      (["todo", "doing", "done", "todo"], .waiting),
      // Moved from todo to done: the start is unknown.
      (["todo", "done"], .finished(at: time(1), started: nil)),
      (["todo", "done", "doing"], .inProgress(since: time(2))),
      (["todo", "doing", "todo", "done"], .finished(at: time(3), started: nil)),
      // Added as done: the finish was not recorded.
      (["done"], .addedDone),
      (["done", "doing"], .inProgress(since: time(1))),
      (["done", "todo", "done"], .finished(at: time(2), started: nil)),
      // A removed column keeps its kind; an unknown column counts as todo.
      (["todo", "gone"], .inProgress(since: time(1))),
      (["todo", "never"], .waiting),
    ])
  func state(columns: [String], expected: WorkState) {
    #expect(Self.work(columns) == expected)
  }

  @Test(
    "What an import says of the time before counts, in a plan that was not moved since",
    arguments: [
      // The column, and the hours of entering it and of starting work.
      ("done", -5, nil, WorkState.finished(at: time(-5), started: nil)),
      ("done", -5, -8, .finished(at: time(-5), started: time(-8))),
      ("done", -5, -4, .finished(at: time(-5), started: nil)),
      ("done", -5, -11, .finished(at: time(-5), started: nil)),
      ("doing", -5, nil, .inProgress(since: time(-5))),
      ("doing", -5, -8, .inProgress(since: time(-8))),
      ("todo", -5, -8, .waiting),
      ("done", 5, nil, .addedDone),
    ] as [(String, Int, Int?, WorkState)])
  func imported(column: String, entered: Int, started: Int?, expected: WorkState) {
    var plan = Plan(id: SampleFile.id)
    plan.values.state = column
    plan.values.created = Creation(at: Self.time(-10), by: "")
    plan.values.stateSince = Self.time(entered)
    plan.values.other["started"] = started.map { .string(Self.time($0).description) }
    // Two clones imported the plan independently.
    let events = [0, 1].map { PlanEvent(.moved(to: column), at: Self.time($0)) }
    let journey = PlanJourney(plan, events: events, now: Self.time(1000))
    #expect(journey.work(by: RandomJourneys.stages) == expected)
    #expect(journey.created == Self.time(-10))
    #expect(journey.upTo(Self.time(900))?.work(by: RandomJourneys.stages) == expected)
  }

  @Test(
    "When work began in the tracker counts also after the plan was moved here",
    arguments: [
      (["doing", "done"], -8, WorkState.finished(at: time(1), started: time(-8))),
      (["doing", "done"], -11, .finished(at: time(1), started: time(0))),
      (["doing", "done"], 1, .finished(at: time(1), started: time(0))),
      (["doing", "todo", "doing"], -8, .inProgress(since: time(2))),
      // It was not begun, whatever the import says.
      (["todo", "doing", "done"], -8, .finished(at: time(2), started: time(1))),
    ] as [([String], Int, WorkState)])
  func startedInTracker(columns: [String], started: Int, expected: WorkState) {
    var plan = Plan(id: SampleFile.id)
    plan.values.state = columns[columns.count - 1]
    plan.values.created = Creation(at: Self.time(-10), by: "")
    plan.values.stateSince = Self.time(columns.count - 1)
    plan.values.other["started"] = .string(Self.time(started).description)
    let events = columns.enumerated().map { PlanEvent(.moved(to: $1), at: Self.time($0)) }
    let journey = PlanJourney(plan, events: events, now: Self.time(1000))
    #expect(journey.work(by: RandomJourneys.stages) == expected)
  }

  @Test(
    "When an import says that a plan was finished counts, if that is after the move before",
    arguments: [(3, 3), (0, 0), (-1, 8), (8, 8), (9, 8)])
  func finishedInTracker(since: Int, finished: Int) {
    var plan = Plan(id: SampleFile.id)
    plan.values.state = "done"
    plan.values.stateSince = Self.time(since)
    let columns = [("doing", 0), ("done", 8), ("done", 9)]
    let events = columns.map { PlanEvent(.moved(to: $0), at: Self.time($1)) }
    let journey = PlanJourney(plan, events: events, now: Self.time(1000))
    #expect(
      journey.work(by: RandomJourneys.stages)
        == .finished(at: Self.time(finished), started: Self.time(0)))
  }

  @Test("An imported plan that is opened again here begins anew")
  func importedAndReopened() {
    var plan = Plan(id: SampleFile.id)
    plan.values.state = "doing"
    plan.values.stateSince = Self.time(3)
    let events = [
      PlanEvent(.moved(to: "done"), at: Self.time(0)),
      PlanEvent(.moved(to: "doing"), at: Self.time(3)),
    ]
    #expect(
      PlanJourney(plan, events: events, now: Self.time(1000)).work(by: RandomJourneys.stages)
        == .inProgress(since: Self.time(3)))
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
