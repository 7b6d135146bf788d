@testable package import PlanModel

/// Random moves of plans on a board with five columns and a sixth one that was removed.
package struct RandomJourneys: Sendable {
  package let events: [[PlanEvent]]
  package let journeys: [PlanJourney]

  /// The present: 2026-11-20T09:00:00Z.
  package static let now = Timestamp(seconds: 1_795_165_200)
  package static let columns = ["backlog", "todo", "doing", "검토", "done", "gone"]

  /// The settings of the board.
  package static let document: PlanDocument = {
    var document = PlanDocument(id: PlanDocument.boardID, format: 1)
    let kinds: [Column.Kind] = [.todo, .todo, .doing, .doing, .done, .doing]
    for (index, id) in columns.enumerated() {
      let column = Column(id: id, title: "The \(id)", kind: kinds[index], rank: "a\(index)")
      document.apply(Edit.column(column), stamp: .none)
    }
    document.apply([document.removal(ofItem: "gone", in: "columns")], stamp: .none)
    return document
  }()

  package static let stages = Stages(document)

  /// - Parameters:
  ///   - days: The days before the present in which all events happen.
  ///   - isTrue: Whether the column and the deletion of each plan follow from its events. If false,
  ///     they are random.
  package init(
    _ count: Int, days: Int = 60, isTrue: Bool = true, using random: inout SeededGenerator
  ) {
    var events: [[PlanEvent]] = []
    var journeys: [PlanJourney] = []
    for index in 0..<count {
      let own = Self.events(days: days, using: &random)
      var plan = Plan(id: PlanID.random(using: &random))
      plan.values.title = "Plan \(index)"
      plan.values.labels = ["bug", "ui", "문서"].filter { _ in random.chance(30) }
      plan.values.state = isTrue ? Self.lastColumn(own) : random.pick(Self.columns)
      let isDeleted = isTrue ? Self.isDeleted(own) : random.chance(20)
      if isDeleted { plan.values.deletion = Deletion(at: own.last?.at, by: "", holds: true) }
      events.append(own)
      journeys.append(PlanJourney(plan, events: own, now: Self.now))
    }
    (self.events, self.journeys) = (events, journeys)
  }

  /// Returns moves, deletions and restorations in order of time. Several may have the same time.
  private static func events(
    days: Int, using random: inout SeededGenerator
  ) -> [PlanEvent] {
    let first = Int64(random.number(below: days * 86_400))
    var left = first
    var isDeleted = false
    var events = [
      PlanEvent(
        .moved(to: random.pick(["backlog", "todo", "todo", "doing", "done"])),
        at: Timestamp(seconds: now.seconds - left))
    ]
    for _ in 0..<random.number(below: 8) {
      left -= Int64(random.chance(10) ? 0 : random.number(below: Int(left / 2) + 1))
      let at = Timestamp(seconds: now.seconds - left)
      if random.chance(10) {
        isDeleted.toggle()
        events.append(PlanEvent(isDeleted ? .deleted : .restored, at: at))
      } else {
        events.append(PlanEvent(.moved(to: random.pick(columns)), at: at))
      }
    }
    return events
  }

  /// Returns the column of the last move.
  private static func lastColumn(_ events: [PlanEvent]) -> String {
    events.reduce("") { column, event in
      if case .moved(let entered) = event.kind { entered } else { column }
    }
  }

  private static func isDeleted(_ events: [PlanEvent]) -> Bool {
    events.last { $0.kind == .deleted || $0.kind == .restored }?.kind == .deleted
  }

  /// Returns the column of a plan at a time, computed from all its events. Nil if the plan did not
  /// exist yet or was deleted.
  package static func column(at moment: Timestamp, after events: [PlanEvent]) -> String? {
    var column: String?
    var isDeleted = false
    for event in events where event.at <= moment {
      switch event.kind {
      case .moved(let entered): column = entered
      case .deleted: isDeleted = true
      case .restored: isDeleted = false
      }
    }
    return isDeleted ? nil : column
  }
}
