import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("The way of a plan")
struct PlanJourneyTests {
  private static let now = time(100)

  private static func time(_ hours: Int64) -> Timestamp {
    Timestamp(seconds: 1_790_000_000 + hours * 3600)
  }

  private static func plan(in state: String, deletedAt: Int64? = nil) -> Plan {
    var plan = Plan(id: SampleFile.id)
    plan.values.state = state
    plan.values.deletion = deletedAt.map { Deletion(at: time($0), by: "", holds: true) }
    return plan
  }

  private static func moved(_ column: String, _ hours: Int64) -> PlanEvent {
    PlanEvent(.moved(to: column), at: time(hours))
  }

  /// Returns the stays as a text such as `todo 1-5, done 5-`.
  private static func words(_ plan: Plan, _ events: [PlanEvent]) -> String {
    PlanJourney(plan, events: events, now: now).stays.map { stay in
      let hour = { (time: Timestamp) in String((time.seconds - 1_790_000_000) / 3600) }
      return "\(stay.column) \(hour(stay.since))-\(stay.until.map(hour) ?? "")"
    }.joined(separator: ", ")
  }

  @Test(
    "Each stay ends where the next one begins, and the last one lasts",
    arguments: [
      ([("todo", 1), ("doing", 5), ("done", 9)], "todo 1-5, doing 5-9, done 9-"),
      // Two people made the same move.
      ([("todo", 1), ("doing", 5), ("doing", 6)], "todo 1-5, doing 5-"),
      // Moves of several clones count in the order of their times, and of the history.
      ([("todo", 1), ("done", 9), ("doing", 5)], "todo 1-5, doing 5-9, done 9-"),
      ([("todo", 1), ("doing", 1), ("done", 1)], "todo 1-1, doing 1-1, done 1-"),
      // A wrong clock dates a move after the last one, or after now.
      ([("todo", 1), ("doing", 30), ("done", 9)], "todo 1-9, done 9-"),
      ([("todo", 1), ("done", 900)], "todo 1-100, done 100-"),
    ] as [([(String, Int64)], String)])
  func moves(moves: [(String, Int64)], words: String) {
    let column = words.hasSuffix("doing 5-") ? "doing" : "done"
    #expect(Self.words(Self.plan(in: column), moves.map { Self.moved($0, $1) }) == words)
  }

  @Test("A plan that is where no move has led, as after a merge by hand, came there last")
  func noMove() {
    var plan = Self.plan(in: "review")
    let events = [Self.moved("todo", 1), Self.moved("doing", 5)]
    #expect(Self.words(plan, events) == "todo 1-5, doing 5-5, review 5-")
    plan.values.stateSince = Self.time(7)
    #expect(Self.words(plan, events) == "todo 1-5, doing 5-7, review 7-")
    plan.values.stateSince = Self.time(2)
    #expect(Self.words(plan, events) == "todo 1-5, doing 5-5, review 5-")
    #expect(Self.words(plan, []) == "review 2-")
  }

  @Test("A deleted plan is in no column until it is restored, and then in the one where it was")
  func deleted() {
    let deleted = [
      Self.moved("todo", 1), PlanEvent(.deleted, at: Self.time(3)), Self.moved("doing", 4),
      PlanEvent(.restored, at: Self.time(8)),
    ]
    #expect(Self.words(Self.plan(in: "doing"), deleted) == "todo 1-3, doing 8-")
    #expect(
      Self.words(Self.plan(in: "todo", deletedAt: 3), Array(deleted.prefix(2))) == "todo 1-3")
  }

  @Test("A deletion that did not know of a change hides nothing")
  func unheldDeletion() {
    let events = [
      Self.moved("todo", 1), PlanEvent(.deleted, at: Self.time(3)), Self.moved("doing", 4),
    ]
    #expect(Self.words(Self.plan(in: "doing"), events) == "todo 1-4, doing 4-")
  }

  @Test("A deletion that is dated before the plan was made is none")
  func deletedBefore() {
    let events = [PlanEvent(.deleted, at: Self.time(1)), Self.moved("todo", 2)]
    #expect(Self.words(Self.plan(in: "todo", deletedAt: 1), events) == "todo 2-2")
    #expect(Self.words(Self.plan(in: "todo"), events) == "todo 2-")
  }

  @Test("An imported plan is as old as its record says, and none is younger than its first stay")
  func creation() {
    var plan = Self.plan(in: "todo")
    let events = [Self.moved("todo", 5)]
    #expect(PlanJourney(plan, events: events, now: Self.now).created == Self.time(5))
    plan.values.created = Creation(at: Self.time(-900), by: "")
    #expect(PlanJourney(plan, events: events, now: Self.now).created == Self.time(-900))
    plan.values.created = Creation(at: Self.time(50), by: "")
    #expect(PlanJourney(plan, events: events, now: Self.now).created == Self.time(5))
  }

  @Test(
    "Whatever clocks and merges did, stays never overlap and end where the plan is",
    arguments: Seeds.each(60))
  func anyOrder(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let made = RandomJourneys(40, isTrue: false, using: &random)
    for (events, journey) in zip(made.events, made.journeys) {
      let shuffled = PlanJourney(
        journey.plan, events: events.shuffled(using: &random), now: RandomJourneys.now)
      for journey in [journey, shuffled] {
        #expect(!journey.stays.isEmpty)
        if !journey.plan.isDeleted {
          #expect(journey.stays.last?.column == journey.plan.state)
        }
        #expect((journey.stays.last?.until == nil) == !journey.plan.isDeleted)
        for (before, after) in zip(journey.stays, journey.stays.dropFirst()) {
          #expect(before.until.map { before.since <= $0 && $0 <= after.since } == true)
        }
        #expect(journey.stays.allSatisfy { $0.since <= RandomJourneys.now })
        #expect(journey.created <= journey.stays[0].since)
      }
    }
  }
}
