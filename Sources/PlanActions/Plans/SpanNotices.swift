import PlanModel
import PlanStore
import PlanView

/// Warnings about plans whose days contradict each other, or the days of plans that block them.
extension Workspace {
  /// The most plans that get warnings of their own.
  private static let mostNamed = 3

  /// Returns warnings if a request changed days or links so that a plan starts after it is due, or
  /// before a plan that blocks it is due.
  ///
  /// - Complexity: Reads the plans and those linked to them.
  func spanNotices(
    _ changes: FieldChanges, _ ids: [PlanID], in snapshot: BoardSnapshot
  ) throws -> [Notice] {
    let days = [changes[.start], changes[.due], changes.postpone]
    let links = changes[.links].added + (changes[.links].all ?? [])
    guard changes.skips || days.contains(where: { $0 != nil }) || !links.isEmpty else { return [] }
    var sentences: [String] = []
    var seen: Set<PlanID> = []
    var more = 0
    for id in ids {
      let found = try contradictions(around: try snapshot.plan(id), in: snapshot)
      for (plan, contradictions) in found where seen.insert(plan).inserted {
        guard sentences.count < Self.mostNamed else {
          more += 1
          continue
        }
        sentences += try contradictions.map { contradiction in
          let words = try contradiction.words { try snapshot.shortID($0) }
          return "\(try snapshot.shortID(plan)) \(words)"
        }
      }
    }
    let rest = more > 0 ? ["\(CountWords.words(more, "more plan")) with days that do not fit"] : []
    return (sentences + rest).map { .warning(Hint($0)) }
  }

  /// Returns the contradictions in the days of a plan, and in the days of the plans that it blocks.
  private func contradictions(
    around plan: Plan, in snapshot: BoardSnapshot
  ) throws -> [(plan: PlanID, contradictions: [SpanContradiction])] {
    let relatives = try snapshot.relatives(of: plan)
    let relations = PlanRelations(relatives, board: snapshot.board, aliases: AliasIndex(relatives))
    guard relations.isOpen(plan.id) else { return [] }
    let known = Dictionary(relatives.map { ($0.id, $0) }) { first, _ in first }
    let blockers = relations.openBlockers(of: plan.id).compactMap { id in
      known[id].map { (id: id, span: PlanSpan($0)) }
    }
    let own = PlanSpan(plan).contradictions(with: blockers)
    let blocked = relations.blocked(by: plan.id).filter(relations.isOpen).compactMap { known[$0] }
    let others = blocked.map { other in
      let found = PlanSpan(other).contradictions(with: [(id: plan.id, span: PlanSpan(plan))])
      return (
        plan: other.id,
        contradictions: found.filter { if case .beforeBlocker = $0 { true } else { false } }
      )
    }
    return ([(plan: plan.id, contradictions: own)] + others).filter { !$0.contradictions.isEmpty }
  }
}
