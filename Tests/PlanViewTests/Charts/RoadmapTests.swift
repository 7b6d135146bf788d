import PmgitTestSupport
import Testing

@testable import PlanModel
@testable import PlanView

/// Roadmaps of random boards.
enum RandomRoadmap {
  static let today = RandomJourneys.now.day
  static let viewpoint = Viewpoint(now: RandomJourneys.now, today: today)

  static func source(
    _ journeys: [PlanJourney], wanted: Set<PlanID>? = nil, since: CalendarDay = today + -28,
    past: [Int] = (0..<60).map { [0, 2, 1, 0, 0, 3, 0][$0 % 7] }
  ) -> RoadmapSource {
    let plans = journeys.map(\.plan)
    let board = RandomJourneys.board
    let forecast = Forecast(past: past)
    return RoadmapSource(
      journeys, wanted: wanted ?? Set(plans.map(\.id)), board: board,
      stages: RandomJourneys.stages,
      relations: PlanRelations(plans, board: board, aliases: AliasIndex(plans)),
      people: PeopleIndex(board.people(on: plans)), forecast: forecast,
      lack: forecast == nil ? "too little" : nil, since: since, today: today, clocks: .utc)
  }

  static func journeys(
    _ count: Int, linked: Int = 20, using random: inout SeededGenerator
  ) -> [PlanJourney] {
    RandomJourneys(count, using: &random).planned(linked: linked, using: &random)
  }
}

@Suite("Roadmaps")
struct RoadmapTests {
  @Test(
    "Every plan of the query has one row or is counted as left out", arguments: Seeds.each(40),
    RoadmapGrouping.allCases)
  func complete(seed: UInt64, grouping: RoadmapGrouping) {
    var random = SeededGenerator(seed: seed)
    let journeys = RandomRoadmap.journeys(random.number(below: 40), using: &random)
    let wanted = Set(journeys.map(\.plan.id).filter { _ in random.chance(80) })
    let source = RandomRoadmap.source(journeys, wanted: wanted)
    let roadmap = Roadmap(source, by: grouping)
    #expect(roadmap.groups.allSatisfy { !$0.rows.isEmpty } && roadmap.grouping == grouping)
    let limit = 1 + random.number(below: 30)
    for shown in [roadmap, roadmap.limited(toRows: limit)] {
      let ids = shown.rows.map(\.plan.id)
      #expect(Set(ids).count == ids.count && Set(ids).isSubset(of: wanted))
      #expect(ids.count + shown.more + shown.finishedEarlier == wanted.count)
    }
    #expect(roadmap.limited(toRows: limit).rows.count == min(limit, roadmap.rows.count))
    let open = wanted.filter(source.relations.isOpen)
    #expect(Set(roadmap.rows.filter(\.isOpen).map(\.plan.id)) == open)
    #expect(roadmap.limited(toRows: 1).openCount == open.count)
    for row in roadmap.rows where !row.isOpen {
      #expect(row.finished.map { $0 >= roadmap.since && $0 <= roadmap.today } == true)
    }
  }

  @Test(
    "Bars are in order, do not overlap, and lie between the first day and today",
    arguments: Seeds.each(80))
  func bars(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let since = RandomRoadmap.today + -random.number(below: 80)
    let journeys = RandomRoadmap.journeys(random.number(below: 30), using: &random)
    let roadmap = Roadmap(RandomRoadmap.source(journeys, since: since), by: RoadmapGrouping.none)
    let byPlan = Dictionary(uniqueKeysWithValues: journeys.map { ($0.plan.id, $0) })
    for row in roadmap.rows {
      for bar in row.bars {
        #expect(bar.first <= bar.last && bar.first >= since && bar.last <= roadmap.today)
        #expect(bar.kind == RandomJourneys.stages.kind(of: bar.column))
      }
      for (before, after) in zip(row.bars, row.bars.dropFirst()) {
        #expect(before.last < after.first)
      }
      // On each day, the bar is that of the stay at the end of the day.
      guard let stays = byPlan[row.plan.id]?.stays else { continue }
      for day in (since.dayNumber...roadmap.today.dayNumber).map(CalendarDay.init(dayNumber:)) {
        let evening = min(LocalClocks.utc.end(of: day), RandomJourneys.now)
        let stay = stays.last { $0.since <= evening && $0.until.map { $0 > evening } ?? true }
        let bar = row.bars.first { $0.first <= day && day <= $0.last }
        if let stay, RandomJourneys.stages.kind(of: stay.column) != .done {
          #expect(bar?.column == stay.column, "\(day)")
        }
      }
      if let finished = row.finished, row.bars.last?.kind == .done {
        #expect(row.bars.last?.last == row.bars.last?.first && finished <= roadmap.today)
      }
    }
  }

  @Test(
    "Forecasts are after today, in order, and not before those of blockers",
    arguments: Seeds.each(30))
  func outlooks(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let journeys = RandomRoadmap.journeys(random.number(below: 40), linked: 30, using: &random)
    let source = RandomRoadmap.source(journeys)
    let roadmap = Roadmap(source, by: .milestone)
    let rows = Dictionary(uniqueKeysWithValues: roadmap.rows.map { ($0.plan.id, $0) })
    let cycles = Set(
      Cycles.find(
        in: rows.mapValues { $0.blockers }
      ).joined())
    for row in roadmap.rows {
      #expect(row.isOpen == (row.outlook != nil))
      guard let outlook = row.outlook else { continue }
      let days = outlook.finish.map { $0.day ?? CalendarDay(dayNumber: .max) }
      #expect(days == days.sorted() && outlook.finish.map(\.percent) == Forecast.certainties)
      #expect(outlook.begins > roadmap.today && outlook.begins <= days[0])
      for blocker in row.blockers.compactMap({ rows[$0] }) where cycles.isEmpty {
        guard let before = blocker.outlook?.day(50) else { continue }
        #expect(before < days[0])
        if row.plan.state == "todo" || row.plan.state == "backlog" {
          #expect(before < outlook.begins)
        }
      }
      let due = row.plan.due
      let isLate = due.map { $0 < roadmap.today || $0 < days[1] } ?? false
      #expect(row.isLate == isLate)
      #expect(row.isCritical == (roadmap.criticalPath?.plans.contains(row.plan.id) ?? false))
    }
    for group in roadmap.groups {
      for row in group.rows where group.outlook != nil {
        guard let own = row.outlook?.day(85), let all = group.outlook?.day(85) else { continue }
        #expect(own <= all)
      }
    }
  }

  @Test(
    "The bars of imported plans begin before the import, where the plan says so",
    arguments: [
      (nil, nil, 20), (12, nil, 12), (nil, 9, 9), (12, 9, 12), (-3, nil, 20), (40, nil, 28),
    ] as [(Int?, Int?, Int)])
  func imported(start: Int?, started: Int?, expected: Int) {
    func ago(_ days: Int) -> Timestamp {
      Timestamp(seconds: RandomJourneys.now.seconds - Int64(days) * 86_400)
    }
    func first(_ id: String, created: Timestamp?) -> CalendarDay? {
      var plan = Build.plan(id, in: "doing")
      plan.values.created = created.map { Creation(at: $0, by: "Ann") }
      plan.values.start = start.map { RandomRoadmap.today + -$0 }
      if let started { plan.values.other["started"] = .string(ago(started).description) }
      let events = [PlanEvent(.moved(to: "doing"), at: ago(1))]
      let journey = PlanJourney(plan, events: events, now: RandomJourneys.now)
      let roadmap = Roadmap(RandomRoadmap.source([journey]), by: RoadmapGrouping.none)
      return roadmap.rows.first?.bars.first?.first
    }
    #expect(first("aaaa", created: ago(20)) == RandomRoadmap.today + -expected)
    // A plan that was made here begins when it was made.
    #expect(first("bbbb", created: ago(1)) == RandomRoadmap.today + -1)
    #expect(first("cccc", created: nil) == RandomRoadmap.today + -1)
  }

  @Test("Without a forecast there are bars and marks, and the reason")
  func noForecast() {
    var random = SeededGenerator(seed: 5)
    let journeys = RandomRoadmap.journeys(200, using: &random)
    let roadmap = Roadmap(RandomRoadmap.source(journeys, past: [1]), by: .milestone)
    #expect(roadmap.futures == nil && roadmap.lack == "too little")
    #expect(roadmap.rows.allSatisfy { $0.outlook == nil })
    #expect(roadmap.rows.contains { !$0.bars.isEmpty } && roadmap.rows.contains(where: \.isLate))
    for row in roadmap.rows where row.isLate {
      #expect(row.plan.due.map { $0 < roadmap.today } == true)
    }
    #expect(roadmap.statement { $0.text }.contains("no forecast: too little"))
  }

  @Test("Milestones are in their order, those that the board lacks after them, the rest last")
  func groups() {
    var random = SeededGenerator(seed: 2)
    let journeys = RandomRoadmap.journeys(60, using: &random)
    let groups = Roadmap(RandomRoadmap.source(journeys), by: .milestone).groups
    #expect(groups.map(\.value) == ["old", "v1.0", "v2.0", "lost", nil])
    #expect(groups.map(\.title) == ["old", "첫 출시", "v2.0", "lost", "no milestone"])
    #expect(groups.map { $0.outlook == nil } == [true, false, false, false, true])
    let owners = Roadmap(RandomRoadmap.source(journeys), by: .owner).groups
    #expect(Set(owners.map(\.title)) == ["Kim", "Lee", "nobody"])
  }

  @Test("A parent without a parent is in the group of its children")
  func parents() {
    var random = SeededGenerator(seed: 3)
    let source = RandomRoadmap.source(RandomRoadmap.journeys(40, linked: 40, using: &random))
    let roadmap = Roadmap(source, by: .parent)
    for group in roadmap.groups {
      for row in group.rows {
        let parents = source.relations.parents(of: row.plan.id)
        let children = source.relations.children(of: row.plan.id)
        if let parent = parents.first {
          #expect(group.parent == parent)
        } else {
          #expect(group.parent == (children.isEmpty ? nil : row.plan.id))
        }
      }
    }
  }

  // MARK: - Scale

  @Test("The whole span is shown unless a zoom says otherwise", arguments: Seeds.each(80))
  func scale(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let journeys = RandomRoadmap.journeys(random.number(below: 20), using: &random)
    let roadmap = Roadmap(RandomRoadmap.source(journeys), by: .milestone)
    let cells = 1 + random.number(below: 200)
    let usual = RoadmapScale(roadmap, cells: cells)
    for row in roadmap.rows {
      for bar in row.bars {
        #expect(usual.days.contains(bar.first) && usual.days.contains(bar.last))
      }
      for day in [row.outlook?.begins, row.outlook?.day(85)].compactMap(\.self) {
        #expect(usual.days.contains(day))
      }
    }
    for zoom in RoadmapZoom.allCases {
      let scale = RoadmapScale(roadmap, cells: cells, zoom: zoom)
      #expect(scale.days.contains(roadmap.today))
      let perCell = Double(scale.length) / Double(cells)
      switch zoom {
      case .days: #expect(perCell <= 1)
      case .weeks: #expect(perCell >= 1 && perCell <= 7)
      case .months: #expect(perCell >= 7)
      }
      if usual.zoom == zoom { #expect(scale.days == usual.days || cells < 7) }
      for offset in -3...scale.length + 3 {
        let day = scale.days.lowerBound + offset
        let cell = scale.cell(of: day, among: cells)
        #expect((0..<cells).contains(cell) == scale.days.contains(day))
        let range = scale.cells(from: day, through: day + 2, among: cells)
        if let range {
          #expect(!range.isEmpty && range.lowerBound >= 0 && range.upperBound <= cells)
        }
      }
    }
  }
}
