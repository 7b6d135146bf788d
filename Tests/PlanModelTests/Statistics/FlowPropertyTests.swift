import PmgitTestSupport
import Testing

@testable import PlanModel

/// The statistics of random boards, compared with slow computations from the events.
@Suite("Statistics of random boards")
struct FlowPropertyTests {
  private static let stages = RandomJourneys.stages

  /// The random journeys of a board's plans, and the period of a report.
  private struct Sample {
    let made: RandomJourneys
    let period: ReportPeriod

    init(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      made = RandomJourneys(1 + random.number(below: 30), using: &random)
      let zone = random.pick([0, 540, -300])
      // Some periods begin or end exactly with a week, or a moment before or after.
      let ago = { (days: Int, random: inout SeededGenerator) in
        let moment = Timestamp(seconds: RandomJourneys.now.seconds - Int64(days) * 86_400)
        if random.chance(50) { return moment }
        let monday = moment.milliseconds - Self.sinceMonday(moment, minutesAheadOfUTC: zone)
        return Timestamp(milliseconds: monday + random.pick([-2, -1, 0, 1]))
      }
      let until = random.chance(40) ? RandomJourneys.now : ago(random.number(below: 20), &random)
      let since =
        random.chance(40) ? nil : Optional(ago(28 + random.number(below: 40), &random))
      period = ReportPeriod(
        since: since, until: until, clocks: LocalClocks(minutesAheadOfUTC: zone))
    }

    /// Returns the milliseconds since the start of the week. 1970-01-01 was a Thursday.
    static func sinceMonday(_ moment: Timestamp, minutesAheadOfUTC zone: Int) -> Int64 {
      let (day, week) = (Int64(86_400_000), Int64(7 * 86_400_000))
      let left = (moment.milliseconds + Int64(zone) * 60_000 + 3 * day) % week
      return left < 0 ? left + week : left
    }

    /// Whether a moment is in the period, and not before the first plan.
    func counts(_ moment: Timestamp) -> Bool {
      let begun = made.events.compactMap(\.first?.at).min()
      return moment <= period.until && moment >= (period.since ?? moment)
        && moment >= (begun ?? moment)
    }

    /// Whether the report includes every moment of a week, checked at each hour and the last
    /// moment.
    func countsWhole(_ week: ISOWeek) -> Bool {
      let day = Int64(week.monday.dayNumber)
      let monday =
        day * 86_400_000 - Int64(period.clocks.minutesAheadOfUTC(at: period.until)) * 60_000
      let moments = (0..<7 * 24).map { monday + $0 * 3_600_000 } + [monday + 7 * 86_400_000 - 1]
      return moments.allSatisfy { counts(Timestamp(milliseconds: $0)) }
    }

    /// Returns how many plans were in matching columns at a moment.
    func count(at moment: Timestamp, where matches: (String) -> Bool) -> Int {
      made.events.count { events in
        RandomJourneys.column(at: moment, after: events).map(matches) ?? false
      }
    }
  }

  @Test(
    "Each day has as many plans in each column as a look at every plan finds",
    arguments: Seeds.each(60))
  func cumulativeFlow(seed: UInt64) {
    let sample = Sample(seed: seed)
    let flow = CumulativeFlow(sample.made.journeys, by: Self.stages, in: sample.period)
    let work = WorkLeft(sample.made.journeys, by: Self.stages, in: sample.period)
    #expect(flow.days.last == sample.period.lastDay && flow.days == work.days)
    #expect(zip(flow.days, flow.days.dropFirst()).allSatisfy { $1 - $0 == 1 })
    for (index, day) in flow.days.enumerated() {
      let evening = min(sample.period.clocks.end(of: day), sample.period.until)
      for column in RandomJourneys.columns {
        let counted = flow.bands.first { $0.columns == [column] }?.counts[index] ?? 0
        #expect(counted == sample.count(at: evening) { $0 == column }, "\(column) on \(day)")
      }
      let isDone = { (column: String) in Self.stages.kind(of: column) == .done }
      #expect(work.done[index] == sample.count(at: evening, where: isDone))
      // Imported plans are open from their creation in the tracker.
      let early = sample.made.journeys.count { journey in
        guard let first = journey.stays.first else { return false }
        let isKnown = journey.knowsFirstEntry || !isDone(first.column)
        return isKnown && journey.created <= evening && evening < first.since
      }
      #expect(work.open[index] == sample.count(at: evening) { !isDone($0) } + early)
      #expect(work.scope[index] == work.open[index] + work.done[index])
      #expect(work.scope[index] == flow.bands.reduce(early) { $0 + $1.counts[index] })
    }
  }

  @Test("The numbers are those of a slow computation from the events", arguments: Seeds.each(120))
  func statistics(seed: UInt64) throws {
    let sample = Sample(seed: seed)
    let statistics = FlowStatistics(sample.made.journeys, by: Self.stages, in: sample.period)
    let slow = zip(sample.made.journeys, sample.made.events).map { journey, events in
      SlowWork(events, until: sample.period.until, created: journey.created)
    }
    let finished = slow.filter { $0.finished.map(sample.period.contains) ?? false }
    #expect(statistics.finished.count == finished.count)
    #expect(statistics.leadTime.plans == finished.count)
    for (percent, path) in [(50, \FlowStatistics.Times.median), (85, \.percentile85)] {
      #expect(
        statistics.leadTime[keyPath: path] == SlowWork.percentile(percent, finished.map(\.lead)))
      #expect(
        statistics.cycleTime[keyPath: path]
          == SlowWork.percentile(percent, finished.compactMap(\.cycle)))
    }
    #expect(statistics.cycleTime.plans + statistics.withoutStart == finished.count)
    #expect(statistics.inProgress.count == slow.count { $0.isInProgress })
    #expect(statistics.inProgress.map(\.seconds) == slow.compactMap(\.age).sorted(by: >))
    #expect(statistics.inProgress.allSatisfy { $0.seconds >= 0 })
  }

  @Test("The weeks and days add up to what was finished", arguments: Seeds.each(60))
  func throughput(seed: UInt64) {
    let sample = Sample(seed: seed)
    let finished = FlowStatistics(sample.made.journeys, by: Self.stages, in: sample.period).finished
    let throughput = Throughput(finished, of: sample.made.journeys, in: sample.period)
    #expect(throughput.weeks.reduce(0) { $0 + $1.finished } == finished.count)
    #expect(
      zip(throughput.weeks, throughput.weeks.dropFirst()).allSatisfy { $0.week.next == $1.week })
    let last = finished.count { sample.period.clocks.day(of: $0.finished) == sample.period.lastDay }
    let days = throughput.wholeDays(atMost: .max)
    #expect(days.reduce(0, +) == finished.count - last)
    #expect(throughput.wholeDays(atMost: 5) == Array(days.suffix(5)))
    for week in throughput.weeks {
      #expect(week.isWhole == sample.countsWhole(week.week), "\(week.week) of \(sample.period)")
    }
  }

  @Test(
    "A week is whole up to its last moment, in the reader's time zone",
    arguments: [
      (since: "2026-11-08T15:00:00.000Z", until: "2026-11-15T14:59:59.999Z", whole: [true]),
      (since: "2026-11-08T15:00:00.000Z", until: "2026-11-15T14:59:59.998Z", whole: [false]),
      (since: "2026-11-08T15:00:00.001Z", until: "2026-11-15T14:59:59.999Z", whole: [false]),
      (
        since: "2026-11-08T14:59:59.999Z", until: "2026-11-15T15:00:00.000Z",
        whole: [false, true, false]
      ),
    ])
  func wholeWeeks(since: String, until: String, whole: [Bool]) throws {
    var plan = Plan(id: SampleFile.id)
    plan.values.state = "todo"
    let journey = PlanJourney(
      plan, events: [PlanEvent(.moved(to: "todo"), at: Timestamp(seconds: 0))],
      now: RandomJourneys.now)
    let period = ReportPeriod(
      since: Timestamp(since), until: try #require(Timestamp(until)),
      clocks: LocalClocks(minutesAheadOfUTC: 540))
    #expect(Throughput([], of: [journey], in: period).weeks.map(\.isWhole) == whole)
  }

  @Test(
    "The time in columns is the time before the end, and its parts are a thousand",
    arguments: Seeds.each(60))
  func columns(seed: UInt64) {
    let sample = Sample(seed: seed)
    let statistics = FlowStatistics(sample.made.journeys, by: Self.stages, in: sample.period)
    let parts = statistics.columns.compactMap(\.permille)
    #expect(parts.isEmpty || abs(parts.reduce(0, +) - 1000) <= parts.count)
    for column in statistics.columns {
      #expect(Self.stages.kind(of: column.column) != .done)
      var times: [Int64] = []
      for plan in statistics.finished {
        let own = plan.journey.stays.filter {
          $0.column == column.column && $0.since < plan.finished
        }
        if !own.isEmpty {
          times.append(
            own.reduce(0) {
              $0 + min($1.until ?? plan.finished, plan.finished).seconds - $1.since.seconds
            })
        }
      }
      #expect(column.times.plans == times.count)
      #expect(column.times.median == SlowWork.percentile(50, times))
    }
  }

  @Test("Each plan is in the group of each of its labels, and in one for none")
  func groups() {
    var random = SeededGenerator(seed: 5)
    let journeys = RandomJourneys(60, using: &random).journeys
    let groups = journeys.grouped(by: .label)
    #expect(groups.map(\.name) == ["bug", "ui", "문서", nil])
    for group in groups {
      let expected = journeys.filter { journey in
        group.name.map(journey.plan.labels.contains) ?? journey.plan.labels.isEmpty
      }
      #expect(group.journeys.map(\.plan.id) == expected.map(\.plan.id))
    }
  }

  @Test(
    "The agent is that of the event that finished the plan, or began the work on it",
    arguments: Seeds.each(60))
  func agents(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let made = RandomJourneys(30, using: &random)
    for (journey, events) in zip(made.journeys, made.events) {
      // Each event is by an agent of its own.
      let named = events.enumerated().map { index, event in
        PlanEvent(event.kind, at: event.at, by: String(index))
      }
      let journey = PlanJourney(journey.plan, events: named, now: RandomJourneys.now)
      let moments = Set(events.map(\.at))
      guard moments.count == events.count else { continue }
      let agent = journey.agent(by: Self.stages)
      let event = agent.flatMap { Int($0) }.map { events[$0] }
      switch journey.work(by: Self.stages) {
      case .finished(let at, _):
        #expect(agent == named.first { $0.at == at }?.agent)
        if let event { #expect(event.at == at) }
      case .inProgress(let since):
        let isReopened = events.contains { $0.at > since && $0.at == event?.at }
        if !isReopened { #expect(agent == named.first { $0.at == since }?.agent) }
        guard let event, isReopened else { continue }
        // Work goes on after the plan was done.
        let before = journey.stays.last { $0.since < event.at }
        #expect(before.map { Self.stages.kind(of: $0.column) } == .done)
      case .waiting, .addedDone, .deleted: #expect(agent == nil)
      }
    }
  }

  @Test("Plans are grouped by agent; those of people come last")
  func agentGroups() {
    var random = SeededGenerator(seed: 6)
    let journeys = RandomJourneys(60, using: &random).journeys
    let agents = Dictionary(
      uniqueKeysWithValues: journeys.enumerated().map { index, journey in
        (journey.plan.id, [nil, "b", "A"][index % 3])
      })
    let groups = journeys.grouped(by: .agent) { agents[$0.plan.id] ?? nil }
    #expect(groups.map(\.name) == ["A", "b", nil])
    #expect(groups.map(\.journeys.count) == [20, 20, 20])
  }

  @Test("A board of thousands of years is looked at only now and then")
  func long() {
    var plan = Plan(id: SampleFile.id)
    plan.values.state = "done"
    let events = [
      PlanEvent(.moved(to: "todo"), at: Timestamp(seconds: .min)),
      PlanEvent(.moved(to: "done"), at: Timestamp(seconds: .max)),
    ]
    let journeys = [PlanJourney(plan, events: events, now: RandomJourneys.now)]
    let period = ReportPeriod(until: RandomJourneys.now, clocks: .utc)
    let flow = CumulativeFlow(journeys, by: Self.stages, in: period)
    #expect(flow.days.count <= DaySamples.mostDays + 1 && flow.days.last == period.lastDay)
    #expect(flow.bands.map(\.counts.last) == [0, 1])
    let statistics = FlowStatistics(journeys, by: Self.stages, in: period)
    #expect(statistics.leadTime.median ?? 0 > 60_000_000_000)
  }

  @Test("More columns than can be distinguished are one band")
  func manyColumns() {
    let journeys = (0..<100).map { index in
      var random = SeededGenerator(seed: UInt64(index))
      var plan = Plan(id: PlanID.random(using: &random))
      plan.values.state = "c\(index)"
      return PlanJourney(
        plan, events: [PlanEvent(.moved(to: plan.state), at: RandomJourneys.now)],
        now: RandomJourneys.now)
    }
    let period = ReportPeriod(until: RandomJourneys.now, clocks: .utc)
    let flow = CumulativeFlow(journeys, by: Self.stages, in: period)
    #expect(flow.bands.count == CumulativeFlow.mostBands)
    #expect(flow.bands.last?.columns.count == 100 - CumulativeFlow.mostBands + 1)
    #expect(flow.bands.reduce(0) { $0 + ($1.counts.last ?? 0) } == 100)
  }
}
