import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("The order of open plans")
struct WorkOrderTests {
  private static func plans(
    _ count: Int, linked: Int, using random: inout SeededGenerator
  ) -> [Plan] {
    RandomJourneys(count, using: &random).planned(linked: linked, using: &random).map(\.plan)
  }

  static func order(_ plans: [Plan], by kind: Phase.Kind = .milestone) -> WorkOrder {
    WorkOrder(
      plans, by: kind,
      relations: PlanRelations(
        plans, board: RandomJourneys.board, aliases: AliasIndex(plans)),
      board: RandomJourneys.board)
  }

  @Test(
    "Every open plan is in it once, after its blockers, also with cycles", arguments: Seeds.each(60)
  )
  func blockersFirst(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let plans = Self.plans(random.number(below: 60), linked: 25, using: &random)
    let board = RandomJourneys.board
    let relations = PlanRelations(plans, board: board, aliases: AliasIndex(plans))
    let order = Self.order(plans)
    let open = plans.filter { board.kind(of: $0.state) != .done }
    #expect(order.plans.map(\.id).sorted() == open.map(\.id).sorted())
    let cycles = Cycles.find(
      in: Dictionary(uniqueKeysWithValues: open.map { ($0.id, relations.openBlockers(of: $0.id)) }))
    var leftOut = 0
    for (place, plan) in order.plans.enumerated() {
      #expect(order.position(of: plan.id) == place)
      let blockers = relations.openBlockers(of: plan.id)
      let kept = order.blockers[place].map { order.plans[$0].id }
      #expect(order.blockers[place].allSatisfy { $0 < place })
      #expect(Set(kept).isSubset(of: blockers))
      leftOut += Set(blockers).count - kept.count
    }
    #expect(leftOut >= cycles.count && (leftOut == 0) == cycles.isEmpty)
  }

  @Test("Milestones by their due days, then plans in progress, then columns from the right")
  func sorted() {
    let plan = { (id: String, state: String, milestone: String?) in
      var plan = Plan(id: Self.id(id))
      (plan.values.state, plan.values.milestone) = (state, milestone)
      return plan
    }
    let plans = [
      plan("a", "backlog", "v1.0"), plan("b", "todo", "v1.0"), plan("c", "doing", "v1.0"),
      plan("d", "검토", "v1.0"), plan("e", "todo", "v2.0"), plan("f", "doing", nil),
      plan("g", "done", "v1.0"), plan("h", "todo", "old"), plan("j", "doing", "lost"),
    ]
    let found = Self.order(plans).plans.map { $0.id.text.prefix(1) }.joined()
    #expect(found == "dcbaefjh")
    #expect(Self.order(plans).countInPhases == 5)
  }

  static func id(_ letter: String) -> PlanID {
    guard let id = PlanID(letter + "00000000000") else { preconditionFailure("no id: \(letter)") }
    return id
  }
}

@Suite("Forecasts of each plan")
struct WorkScheduleTests {
  private static let today = RandomJourneys.now.day
  private static let past = (0..<60).map { [0, 2, 1, 0, 0, 3, 0][$0 % 7] }

  private static func schedule(
    _ order: WorkOrder, past: [Int] = past, daysInWork: [Int] = [1, 3, 9]
  ) throws -> WorkSchedule {
    WorkSchedule(
      order, at: try #require(Forecast(past: past)), daysInWork: daysInWork, today: today)
  }

  @Test(
    "Without blockers and start days, milestones are finished as 'pmgit milestone' says",
    arguments: Seeds.each(6))
  func agreesWithMilestones(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let plans = RandomJourneys(5 + random.number(below: 60), using: &random)
      .planned(linked: 0, withStarts: false, using: &random).map(\.plan)
    for kind in Phase.Kind.allCases {
      let order = WorkOrderTests.order(plans, by: kind)
      let schedule = try Self.schedule(order)
      let progress = PhaseProgress.all(kind, of: plans, on: RandomJourneys.board)
        .filter { !$0.phase.isClosed && $0.open > 0 }
      let forecast = try #require(Forecast(past: Self.past))
      let known = forecast.days(toFinishEach: progress.map { $0.ahead + $0.open })
      for (phase, days) in zip(progress, known) {
        let own = order.plans.indices.filter { order.plans[$0].phase(kind) == phase.phase.id }
        #expect(schedule.days(toFinish: own) == days)
      }
    }
  }

  @Test(
    "A plan is finished after its blockers, not before its start, and later with more certainty",
    arguments: Seeds.each(12))
  func consistent(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let plans = RandomJourneys(random.number(below: 40), using: &random)
      .planned(linked: 30, using: &random).map(\.plan)
    let order = WorkOrderTests.order(plans)
    let schedule = try Self.schedule(order)
    #expect(schedule.days.count == order.plans.count)
    for (place, days) in schedule.days.enumerated() {
      let known = days.map { $0 ?? .max }
      #expect(known == known.sorted() && known[0] >= 1)
      if let start = order.plans[place].start { #expect(known[0] >= start - Self.today) }
      for blocker in order.blockers[place] {
        let before = schedule.days[blocker].map { $0 ?? .max }
        #expect(zip(before, known).allSatisfy { $0 < $1 || $0 == .max })
      }
      #expect(schedule.days(toFinish: [place]) == days)
    }
    let all = schedule.days(toFinish: Array(order.plans.indices)).map { $0 ?? .max }
    for days in schedule.days { #expect(zip(days, all).allSatisfy { ($0 ?? .max) <= $1 }) }
  }

  private static func chain(_ length: Int, start: CalendarDay? = nil) -> [Plan] {
    let ids = "abcdefgh".prefix(length).map { WorkOrderTests.id(String($0)) }
    return zip(ids, [nil] + ids).map { id, before in
      var plan = Plan(id: id)
      plan.values.state = "todo"
      if let before {
        plan.values.links = [Link(kind: "blocked-by", target: before.text)]
      } else {
        plan.values.start = start
      }
      return plan
    }
  }

  @Test("A chain takes the time in work of each plan after the first")
  func chains() throws {
    let constant = Array(repeating: 2, count: 30)
    let order = WorkOrderTests.order(Self.chain(4))
    let schedule = try Self.schedule(order, past: constant, daysInWork: [5])
    #expect(schedule.days.map { $0[0] } == [1, 6, 11, 16])
    let later = WorkOrderTests.order(Self.chain(2, start: Self.today + 10))
    let started = try Self.schedule(later, past: constant, daysInWork: [5])
    #expect(started.days.map { $0[2] } == [14, 19])
    let unknown = try Self.schedule(order, past: constant, daysInWork: [])
    #expect(unknown.days.map { $0[1] } == [1, 2, 3, 4])
  }

  @Test("Plans that wait do not hold up the others")
  func others() throws {
    var plans = Self.chain(1, start: Self.today + 30)
    for id in ["x", "y"] {
      var plan = Plan(id: WorkOrderTests.id(id))
      plan.values.state = "todo"
      plans.append(plan)
    }
    let order = WorkOrderTests.order(plans)
    let schedule = try Self.schedule(
      order, past: Array(repeating: 1, count: 30), daysInWork: [1])
    let days = Dictionary(
      uniqueKeysWithValues: zip(order.plans.map { $0.id.text.prefix(1) }, schedule.days))
    #expect(days["x"]?[0] == 1 && days["y"]?[0] == 2 && days["a"]?[0] == 30)
  }

  @Test("Cycles of blockers end, and nothing is finished after ten years")
  func ends() throws {
    var plans = Self.chain(8)
    plans[0].values.links = [Link(kind: "blocked-by", target: plans[7].id.text)]
    plans[3].values.links.append(Link(kind: "blocked-by", target: plans[3].id.text))
    let schedule = try Self.schedule(WorkOrderTests.order(plans))
    #expect(schedule.days.allSatisfy { $0[0] != nil })
    let slow = try Self.schedule(WorkOrderTests.order(Self.chain(8)), daysInWork: [2000])
    #expect(slow.days.map { $0[0] == nil } == [false, false] + Array(repeating: true, count: 6))
    let late = try Self.schedule(
      WorkOrderTests.order(Self.chain(1, start: CalendarDay(dayNumber: .max))))
    #expect(late.days == [[nil, nil, nil]])
  }

  @Test("Ten thousand plans get fewer futures, and are all finished")
  func many() throws {
    var random = SeededGenerator(seed: 1)
    let plans = (0..<10_000).map { _ in
      var plan = Plan(id: PlanID.random(using: &random))
      plan.values.state = "todo"
      return plan
    }
    let schedule = try Self.schedule(
      WorkOrderTests.order(plans), past: Array(repeating: 40, count: 60))
    #expect(schedule.futures == 1000)
    #expect(schedule.days.last?[2] == 250)
  }
}

@Suite("Critical paths")
struct CriticalPathTests {
  /// Returns the greatest length of a chain that ends with each plan, by trying all chains.
  private static func lengths(_ order: WorkOrder, _ weight: (Plan) -> Double) -> [Double] {
    func length(_ index: Int) -> Double {
      weight(order.plans[index]) + (order.blockers[index].map(length).max() ?? 0)
    }
    return order.plans.indices.map(length)
  }

  @Test("It is the longest chain that ends with a wanted plan", arguments: Seeds.each(80))
  func longest(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var plans = RandomJourneys(random.number(below: 24), using: &random)
      .planned(linked: 25, using: &random).map(\.plan)
    if random.chance(50) {
      for index in plans.indices { plans[index].values.estimate = JSONNumber(index % 5 + 1) }
    }
    let order = WorkOrderTests.order(plans)
    let wanted = Set(plans.map(\.id).filter { _ in random.chance(70) })
    let ends = order.plans.indices.filter {
      wanted.contains(order.plans[$0].id) && !order.blockers[$0].isEmpty
    }
    let path = CriticalPath(in: order, endingWith: wanted.contains)
    #expect((path == nil) == ends.isEmpty)
    guard let path else { return }
    let places = try path.plans.map { try #require(order.position(of: $0)) }
    #expect(places.count >= 2 && wanted.contains(order.plans[places[places.count - 1]].id))
    for (before, after) in zip(places, places.dropFirst()) {
      #expect(order.blockers[after].contains(before))
    }
    let weight: (Plan) -> Double = { plan in
      path.measure == .plans ? 1 : plan.estimate.flatMap { Double($0.lexeme) } ?? 0
    }
    let lengths = Self.lengths(order, weight)
    #expect(path.length == ends.map { lengths[$0] }.max())
    #expect(path.length == places.reduce(0) { $0 + weight(order.plans[$1]) })
  }

  @Test("Estimates count if all plans in chains have one")
  func measure() {
    func plan(_ id: String, _ estimate: Int?, after: String...) -> Plan {
      var plan = Plan(id: WorkOrderTests.id(id))
      plan.values.state = "todo"
      plan.values.estimate = estimate.map { JSONNumber($0) }
      plan.values.links = after.map { Link(kind: "blocked-by", target: "\($0)00000000000") }
      return plan
    }
    var plans = [
      plan("a", 1), plan("b", 1, after: "a"), plan("c", 1, after: "b"),
      plan("d", 9), plan("e", 1, after: "d"), plan("f", nil),
    ]
    let long = CriticalPath(in: WorkOrderTests.order(plans)) { _ in true }
    #expect(long?.measure == .estimate && long?.length == 10)
    #expect(long?.plans.map { $0.text.prefix(1) } == ["d", "e"])
    plans[4].values.estimate = nil
    let count = CriticalPath(in: WorkOrderTests.order(plans)) { _ in true }
    #expect(count?.measure == .plans && count?.length == 3)
    #expect(count?.plans.map { $0.text.prefix(1) } == ["a", "b", "c"])
  }
}
