@testable package import PlanModel

/// Random plans with everything that a roadmap shows: links, days, milestones, estimates, owners.
extension RandomJourneys {
  /// The board of the plans, with two milestones, one of them closed, and two iterations.
  package static let board: Board = {
    var board = Board(document)
    let day = { CalendarDay(dayNumber: now.day.dayNumber + $0) }
    board.phases = Phases([
      Phase(.milestone, "old", last: day(-9), isClosed: true),
      Phase(.milestone, "v1.0", title: "첫 출시", last: day(20)),
      Phase(.milestone, "v2.0"),
      Phase(.iteration, "2026-11-16", first: day(-4), last: day(9)),
      Phase(.iteration, "2026-11-30", first: day(10), last: day(23)),
    ])
    return board
  }()

  /// Returns the journeys of the plans that are not deleted, with random values.
  ///
  /// - Parameters:
  ///   - linked: The percentage of plans that others block or contain. Links may form cycles.
  ///   - withStarts: Whether some plans start in the future.
  package func planned(
    linked: Int, withStarts: Bool = true, using random: inout SeededGenerator
  ) -> [PlanJourney] {
    let ids = journeys.map(\.plan.id)
    return zip(journeys, events).filter { !$0.0.plan.isDeleted }.map { journey, events in
      var plan = journey.plan
      let day = { (days: Int) in CalendarDay(dayNumber: Self.now.day.dayNumber + days) }
      if random.chance(60) { plan.values.milestone = random.pick(["old", "v1.0", "v2.0", "lost"]) }
      if random.chance(40) { plan.values.iteration = random.pick(["2026-11-16", "2026-11-30"]) }
      if random.chance(30) { plan.values.due = day(random.number(below: 90) - 20) }
      if withStarts, random.chance(20) { plan.values.start = day(random.number(below: 60) - 20) }
      if random.chance(70) { plan.values.estimate = JSONNumber(random.number(below: 8) + 1) }
      if random.chance(50) {
        plan.values.owner = random.pick(["Kim <kim@example.com>", "kim", "Lee"])
      }
      if random.chance(20) {
        plan.values.title = random.pick(["로그인 버튼 고치기", "🚀 Launch", "x\u{1B}[31m"])
      }
      plan.values.links = ["blocked-by", "blocked-by", "parent"].filter { _ in random.chance(linked)
      }
      .map { Link(kind: $0, target: random.pick(ids).text) }
      return PlanJourney(plan, events: events, now: Self.now)
    }
  }
}
