package import PlanModel

/// The data from which a roadmap is made.
package struct RoadmapSource {
  /// The plans of the board that are not deleted, with their stays.
  package let journeys: [PlanJourney]
  /// The plans that get a row in the roadmap.
  package let wanted: Set<PlanID>
  package let board: Board
  package let stages: Stages
  package let relations: PlanRelations
  /// The people on the plans, to recognize different names of one person.
  package let people: PeopleIndex
  /// The pace of the past; nil if there is too little of it.
  package let forecast: Forecast?
  /// Why there is no forecast; nil if there is one.
  package let lack: String?
  package let since: CalendarDay
  package let today: CalendarDay
  package let clocks: LocalClocks

  package init(
    _ journeys: [PlanJourney], wanted: Set<PlanID>, board: Board, stages: Stages,
    relations: PlanRelations, people: PeopleIndex, forecast: Forecast?, lack: String?,
    since: CalendarDay, today: CalendarDay, clocks: LocalClocks
  ) {
    (self.journeys, self.wanted, self.board, self.stages) = (journeys, wanted, board, stages)
    (self.relations, self.people, self.forecast) = (relations, people, forecast)
    (self.lack, self.today, self.clocks) = (lack, today, clocks)
    self.since = min(since, today)
  }

  /// The grouping that fits the wanted plans: by milestone if any plan has one, otherwise by parent
  /// if any plan has one, otherwise none.
  package var usualGrouping: RoadmapGrouping {
    let plans = journeys.lazy.map(\.plan).filter { wanted.contains($0.id) }
    if plans.contains(where: { $0.milestone != nil }) { return .milestone }
    return plans.contains { !relations.parents(of: $0.id).isEmpty } ? .parent : .none
  }
}

/// Makes the rows and the groups of a roadmap.
struct RoadmapMaker {
  let source: RoadmapSource
  let grouping: RoadmapGrouping
  let order: WorkOrder
  let schedule: WorkSchedule?
  let criticalPath: CriticalPath?
  private let critical: Set<PlanID>
  /// The median of the days in work of plans that were finished; nil if unknown.
  private let usualLength: Int?
  private let parentsOfWanted: Set<PlanID>
  private let titles: [PlanID: String]

  init(_ source: RoadmapSource, by grouping: RoadmapGrouping) {
    (self.source, self.grouping) = (source, grouping)
    let plans = source.journeys.map(\.plan)
    let order = WorkOrder(
      plans, by: grouping.phase ?? .milestone, relations: source.relations, board: source.board)
    let lengths = source.forecast.map { source.daysInWork(of: $0) } ?? []
    usualLength = Percentiles(lengths)[50]
    schedule = source.forecast.map {
      WorkSchedule(order, at: $0, daysInWork: lengths, today: source.today)
    }
    self.order = order
    criticalPath = CriticalPath(in: order, endingWith: source.wanted.contains)
    critical = Set(criticalPath?.plans ?? [])
    titles = Dictionary(plans.map { ($0.id, $0.title) }) { first, _ in first }
    parentsOfWanted = Set(source.wanted.flatMap { source.relations.parents(of: $0) })
  }

  // MARK: Rows

  /// The rows: finished plans by the day of the finish, then open plans in the expected order of
  /// work.
  var rows: (shown: [Roadmap.Row], finishedEarlier: Int) {
    var finished: [Roadmap.Row] = []
    var open: [Roadmap.Row] = []
    var earlier = 0
    for journey in source.journeys where source.wanted.contains(journey.plan.id) {
      if source.relations.isOpen(journey.plan.id) {
        open.append(openRow(journey))
      } else if let day = dayOfFinish(journey), day >= source.since {
        finished.append(row(journey, finished: day))
      } else {
        earlier += 1
      }
    }
    finished.sort {
      ($0.finished ?? source.today, $0.plan.id) < ($1.finished ?? source.today, $1.plan.id)
    }
    open.sort { (order.position(of: $0.plan.id) ?? 0) < (order.position(of: $1.plan.id) ?? 0) }
    return (finished + open, earlier)
  }

  private func dayOfFinish(_ journey: PlanJourney) -> CalendarDay? {
    guard case .finished(let at, _) = journey.work(by: source.stages) else { return nil }
    return min(source.clocks.day(of: at), source.today)
  }

  private func openRow(_ journey: PlanJourney) -> Roadmap.Row {
    let plan = journey.plan
    let outlook = order.position(of: plan.id).flatMap(outlook)
    return row(journey, outlook: outlook, isLate: isLate(plan.due, outlook))
  }

  private func row(
    _ journey: PlanJourney, outlook: Roadmap.ForecastSpan? = nil, finished: CalendarDay? = nil,
    isLate: Bool = false
  ) -> Roadmap.Row {
    let plan = journey.plan
    return Roadmap.Row(
      plan: plan, isOpen: finished == nil, column: source.board.title(of: plan.state),
      bars: bars(journey), outlook: outlook, finished: finished,
      blockers: source.relations.openBlockers(of: plan.id),
      isCritical: critical.contains(plan.id), isLate: isLate)
  }

  private func isLate(_ due: CalendarDay?, _ outlook: Roadmap.ForecastSpan?) -> Bool {
    guard let due else { return false }
    if due < source.today { return true }
    guard let outlook else { return false }
    return outlook.day(Roadmap.ForecastSpan.safe).map { $0 > due } ?? true
  }

  private func bars(_ journey: PlanJourney) -> [Roadmap.Bar] {
    var bars: [Roadmap.Bar] = []
    var next = source.since
    for (index, stay) in journey.stays.enumerated() {
      let entered = source.clocks.day(of: stay.since)
      let begin = index == 0 ? min(entered, dayInTracker(journey) ?? entered) : entered
      let kind = source.stages.kind(of: stay.column)
      var last = source.today
      if let until = stay.until { last = min(last, source.clocks.day(of: until)) }
      if kind == .done, stay.until == nil { last = min(last, begin) }
      if index + 1 < journey.stays.count {
        last = min(last, source.clocks.day(of: journey.stays[index + 1].since) + -1)
      }
      let first = max(begin, next)
      guard first <= last else { continue }
      bars.append(Roadmap.Bar(column: stay.column, kind: kind, first: first, last: last))
      next = last + 1
    }
    return bars
  }

  /// Returns the day on which the bars of an imported plan begin, because its work did not begin
  /// with the import.
  ///
  /// It is the plan's start day if there is one, else the day on which work began in the other
  /// tool, else the day on which the plan was created there. Returns nil for plans that were not
  /// imported.
  private func dayInTracker(_ journey: PlanJourney) -> CalendarDay? {
    guard journey.beginsWithImport, let first = journey.stays.first else { return nil }
    if let start = journey.plan.start, start < source.clocks.day(of: first.since) { return start }
    return source.clocks.day(of: journey.startedBefore ?? journey.created)
  }

  // MARK: Forecasts

  private func outlook(_ position: Int) -> Roadmap.ForecastSpan? {
    guard let schedule else { return nil }
    let finish = finish(schedule.days[position])
    return Roadmap.ForecastSpan(begins: begin(of: position, finish), finish: finish)
  }

  private func finish(_ days: [Int?]) -> [ForecastModel.Finish] {
    zip(Forecast.certainties, days).map { percent, days in
      ForecastModel.Finish(percent: percent, day: days.map { source.today + $0 })
    }
  }

  /// Returns the first day of the remaining work. For a plan in progress it is tomorrow. For other
  /// plans it is the forecast finish minus the median time in work, but not before their start day
  /// or before their blockers are finished.
  private func begin(of position: Int, _ finish: [ForecastModel.Finish]) -> CalendarDay {
    let plan = order.plans[position]
    let tomorrow = source.today + 1
    guard let last = finish[0].day else { return max(tomorrow, plan.start ?? tomorrow) }
    guard source.board.kind(of: plan.state) != .doing else { return tomorrow }
    let blockers = order.blockers[position].compactMap { blocker in
      schedule?.days[blocker][0].map { source.today + $0 + 1 }
    }
    let usual = last + (1 - (usualLength ?? 1))
    let earliest = ([tomorrow, usual] + blockers + [plan.start].compactMap(\.self)).max() ?? last
    return min(earliest, last)
  }

  // MARK: Groups

  private struct Key {
    let value: String?
    /// The value that the plans of the group have in common; nil for the plans without a value.
    let id: ExactString?
    let title: String
    var parent: PlanID?
  }

  func groups(of rows: [Roadmap.Row]) -> [Roadmap.Group] {
    var places: [ExactString?: Int] = [:]
    var groups: [(key: Key, rows: [Roadmap.Row])] = []
    for row in rows {
      let key = key(of: row.plan)
      let place = places[key.id] ?? groups.count
      if place == groups.count {
        places[key.id] = place
        groups.append((key, []))
      }
      groups[place].rows.append(row)
    }
    let weights = groups.map { weight(of: $0.key, $0.rows) }
    return groups.indices.sorted { (weights[$0], $0) < (weights[$1], $1) }.map { index in
      group(groups[index].key, groups[index].rows)
    }
  }

  private func key(of plan: Plan) -> Key {
    let rest = Key(value: nil, id: nil, title: grouping.rest)
    switch grouping {
    case .none: return rest
    case .milestone, .iteration:
      guard let kind = grouping.phase, let id = plan.phase(kind) else { return rest }
      let phase = source.board.phases[kind, id]
      return Key(value: id, id: ExactString(id), title: phase?.name ?? id)
    case .owner:
      guard let owner = plan.owner, !owner.isEmpty else { return rest }
      let person =
        source.people.index(of: owner).map { source.people.people[$0].person } ?? Person(owner)
      return Key(
        value: owner, id: ExactString(person.formatted.lowercased()), title: person.fullName)
    case .parent:
      let own = parentsOfWanted.contains(plan.id) ? plan.id : nil
      guard let parent = source.relations.parents(of: plan.id).first ?? own else { return rest }
      return Key(
        value: parent.text, id: ExactString(parent.text), title: titles[parent] ?? "",
        parent: parent)
    }
  }

  /// Returns the place of a group. Milestones and iterations are in their own order, other groups
  /// are ordered by the open plan that is finished first. Plans without a value come last.
  private func weight(of key: Key, _ rows: [Roadmap.Row]) -> Int {
    guard let value = key.value else { return .max }
    if let kind = grouping.phase { return source.board.phases.place(of: value, kind) ?? .max - 1 }
    return rows.first(where: \.isOpen).flatMap { order.position(of: $0.plan.id) } ?? .max - 1
  }

  private func group(_ key: Key, _ rows: [Roadmap.Row]) -> Roadmap.Group {
    let phase = grouping.phase.flatMap { kind in
      key.value.flatMap { source.board.phases[kind, $0] }
    }
    let open =
      phase.map(openPlans) ?? rows.filter(\.isOpen).compactMap { order.position(of: $0.plan.id) }
    let isHeaded = key.value != nil && !open.isEmpty
    let outlook =
      isHeaded
      ? schedule.map { schedule in
        let finish = finish(schedule.days(toFinish: open))
        let begins = rows.compactMap(\.outlook?.begins).min() ?? source.today + 1
        return Roadmap.ForecastSpan(begins: min(begins, finish[0].day ?? begins), finish: finish)
      } : nil
    return Roadmap.Group(
      value: key.value, title: key.title, parent: key.parent, due: phase?.last, outlook: outlook,
      isLate: isHeaded && isLate(phase?.last, outlook), rows: rows)
  }

  /// Returns the positions of all open plans of a phase, including those without a row; empty if
  /// the phase is closed.
  private func openPlans(_ phase: Phase) -> [Int] {
    guard !phase.isClosed else { return [] }
    let id = ExactString(phase.id)
    return order.plans.indices.filter { index in
      order.plans[index].phase(phase.kind).map { ExactString($0) } == id
    }
  }
}

extension RoadmapSource {
  /// Returns the days in work of the plans that were finished in the past of a forecast.
  fileprivate func daysInWork(of forecast: Forecast) -> [Int] {
    let first = today + -forecast.past.count
    return journeys.compactMap { journey in
      guard case .finished(let at, let started?) = journey.work(by: stages),
        clocks.day(of: at) >= first
      else { return nil }
      // A plan that is begun and finished on one day takes a day.
      return max(1, clocks.day(of: at) - clocks.day(of: started) + 1)
    }
  }
}
