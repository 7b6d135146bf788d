import PmgitTestSupport
import Testing

@testable import PlanModel

/// The statistics of random journeys against a slow look at every moment.
@Suite("Statistics of random boards")
struct FlowPropertyTests {
  private static let stages = RandomJourneys.stages

  /// A board, the days that are looked at, and what really was.
  private struct Sample {
    let made: RandomJourneys
    let period: ReportPeriod

    init(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      made = RandomJourneys(1 + random.number(below: 30), using: &random)
      let ago = { (days: Int) in
        Timestamp(seconds: RandomJourneys.now.seconds - Int64(days) * 86_400)
      }
      let until = random.chance(50) ? RandomJourneys.now : ago(random.number(below: 20))
      let since = random.chance(50) ? nil : Optional(ago(20 + random.number(below: 40)))
      period = ReportPeriod(
        since: since, until: until, minutesAheadOfUTC: random.pick([0, 540, -300]))
    }

    /// How many plans were in columns that match, at a moment.
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
      let evening = min(
        day.end(minutesAheadOfUTC: sample.period.minutesAheadOfUTC), sample.period.until)
      for column in RandomJourneys.columns {
        let counted = flow.bands.first { $0.columns == [column] }?.counts[index] ?? 0
        #expect(counted == sample.count(at: evening) { $0 == column }, "\(column) on \(day)")
      }
      let isDone = { (column: String) in Self.stages.kind(of: column) == .done }
      #expect(work.done[index] == sample.count(at: evening, where: isDone))
      #expect(work.open[index] == sample.count(at: evening) { !isDone($0) })
      #expect(work.scope[index] == work.open[index] + work.done[index])
      #expect(work.scope[index] == flow.bands.reduce(0) { $0 + $1.counts[index] })
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
    let first = sample.period.firstDay(of: sample.made.journeys)
    let throughput = Throughput(finished, from: first, in: sample.period)
    #expect(throughput.weeks.reduce(0) { $0 + $1.finished } == finished.count)
    #expect(
      zip(throughput.weeks, throughput.weeks.dropFirst()).allSatisfy { $0.week.next == $1.week })
    let last = finished.count { sample.period.day(of: $0.finished) == sample.period.lastDay }
    let days = throughput.wholeDays(atMost: .max)
    #expect(days.reduce(0, +) == finished.count - last)
    #expect(throughput.wholeDays(atMost: 5) == Array(days.suffix(5)))
    for week in throughput.weeks where week.isWhole {
      #expect(week.week.monday >= first && week.week.sunday < sample.period.lastDay)
    }
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

  @Test("A board of thousands of years is looked at only now and then")
  func long() {
    var plan = Plan(id: SampleFile.id)
    plan.state = "done"
    let events = [
      PlanEvent(.moved(to: "todo"), at: Timestamp(seconds: .min)),
      PlanEvent(.moved(to: "done"), at: Timestamp(seconds: .max)),
    ]
    let journeys = [PlanJourney(plan, events: events, now: RandomJourneys.now)]
    let period = ReportPeriod(until: RandomJourneys.now, minutesAheadOfUTC: 0)
    let flow = CumulativeFlow(journeys, by: Self.stages, in: period)
    #expect(flow.days.count <= DaySamples.mostDays + 1 && flow.days.last == period.lastDay)
    #expect(flow.bands.map(\.counts.last) == [0, 1])
    let statistics = FlowStatistics(journeys, by: Self.stages, in: period)
    #expect(statistics.leadTime.median ?? 0 > 60_000_000_000)
  }

  @Test("More columns than can be told apart are one band")
  func manyColumns() {
    let journeys = (0..<100).map { index in
      var random = SeededGenerator(seed: UInt64(index))
      var plan = Plan(id: PlanID.random(using: &random))
      plan.state = "c\(index)"
      return PlanJourney(
        plan, events: [PlanEvent(.moved(to: plan.state), at: RandomJourneys.now)],
        now: RandomJourneys.now)
    }
    let period = ReportPeriod(until: RandomJourneys.now, minutesAheadOfUTC: 0)
    let flow = CumulativeFlow(journeys, by: Self.stages, in: period)
    #expect(flow.bands.count == CumulativeFlow.mostBands)
    #expect(flow.bands.last?.columns.count == 100 - CumulativeFlow.mostBands + 1)
    #expect(flow.bands.reduce(0) { $0 + ($1.counts.last ?? 0) } == 100)
  }
}
