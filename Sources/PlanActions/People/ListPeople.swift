package import PlanModel
import PlanStore

/// The people on the plans of a board.
package struct PeopleFound {
  package let shown: ShownBoard
  /// The people on at least one plan, sorted by name.
  package let people: [Row]
  package let missing: MissingFiles

  package struct Row: Hashable, Sendable {
    package let person: Person
    /// The number of open plans that they own; `assigned` counts those they are assigned to.
    package fileprivate(set) var owned = 0
    package fileprivate(set) var assigned = 0
    /// The number of all plans that they own, are assigned to, created or commented on.
    package fileprivate(set) var plans = 0
  }
}

extension Workspace {
  /// Counts the plans of each person on the board.
  package func people() throws -> PeopleFound {
    let contents = try contents(of: board())
    let plans = contents.plans.filter { !$0.isDeleted }
    let index = try peopleIndex(plans.flatMap(\.people))
    var rows = index.people.map { PeopleFound.Row(person: $0.person) }
    for plan in plans {
      for person in Set(plan.people.compactMap { index.index(of: $0) }) { rows[person].plans += 1 }
      guard contents.relations.isOpen(plan.id) else { continue }
      if let owner = plan.owner.flatMap({ index.index(of: $0) }) { rows[owner].owned += 1 }
      for person in Set(plan.assignees.compactMap { index.index(of: $0) }) {
        rows[person].assigned += 1
      }
    }
    return PeopleFound(
      shown: contents.shown, people: rows.sorted { $0.sortKey < $1.sortKey },
      missing: contents.missing)
  }
}

extension PeopleFound.Row {
  fileprivate var sortKey: ExactString { ExactString(person.formatted.lowercased()) }
}
