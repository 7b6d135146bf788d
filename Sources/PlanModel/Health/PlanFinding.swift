/// A fault of plans that can all be read, which pmgit itself would not leave.
package enum PlanFinding: Hashable, Sendable {
  /// The plan's position is not valid, so the plan stands below all others.
  case invalidRank(PlanID)
  /// The plan is in a column that the board does not have.
  case unknownColumn(PlanID, state: String)
  /// A link leads to a plan that is not on the board.
  case danglingLink(PlanID, Link)
  /// Links of one kind lead from each of these plans to the next one, and from the last to the
  /// first; a single plan links to itself.
  case cycle([PlanID], kind: String)
  /// Several plans have the same alias.
  case sharedAlias(String, [PlanID])
  /// A value's stamp is far in the future; until then it is shown before concurrent edits.
  case fromTheFuture(PlanID, ElementPath, Timestamp)
}

extension PlanFinding {
  /// The difference between clocks that is not reported: an hour.
  private static let toleratedMilliseconds: Int64 = 3_600_000

  /// Returns the findings on all plans of a board; deleted ones count only as targets of links.
  ///
  /// - Parameter others: The unreadable plans of the board, as targets of links.
  /// - Returns: The findings by kind, each kind in the order of the plans' ids.
  /// - Complexity: Linear in the plans and their links, but for sorting.
  package static func all(
    in documents: [PlanID: PlanDocument], besides others: Set<PlanID> = [], board: Board,
    now: Timestamp
  ) -> [PlanFinding] {
    let plans = documents.sorted { $0.key < $1.key }.map { Plan($0.value, id: $0.key) }
    let live = plans.filter { !$0.isDeleted }
    return live.filter { !Rank.isValid($0.rank) }.map { .invalidRank($0.id) }
      + live.filter { board[column: $0.state] == nil }
      .map { .unknownColumn($0.id, state: $0.state) }
      + danglingLinks(of: live, among: others.union(documents.keys))
      + cycles(of: live)
      + sharedAliases(of: live)
      + live.compactMap { plan in documents[plan.id].flatMap { future(of: plan.id, $0, now) } }
  }

  /// Returns the links with targets that are written like an id and lead nowhere; an alias may be
  /// one of another board.
  private static func danglingLinks(
    of plans: [Plan], among known: Set<PlanID>
  ) -> [PlanFinding] {
    plans.flatMap { plan in
      plan.links.filter { link in PlanID(link.target).map { !known.contains($0) } ?? false }
        .map { .danglingLink(plan.id, $0) }
    }
  }

  /// The kinds of links that must not form cycles; plans may relate to each other.
  private static let orderedKinds = ["blocked-by", "parent"]

  private static func cycles(of plans: [Plan]) -> [PlanFinding] {
    var ids: [ExactString: PlanID] = [:]
    for plan in plans { for name in plan.aliases { ids[ExactString(name)] = plan.id } }
    // Ids come last, since an alias never stands for another plan's id.
    for plan in plans { ids[ExactString(plan.id.text)] = plan.id }
    return orderedKinds.flatMap { kind -> [PlanFinding] in
      var targets: [PlanID: [PlanID]] = [:]
      for plan in plans {
        let linked = plan.links.filter { $0.kind == kind }
        targets[plan.id] = linked.compactMap { ids[ExactString($0.target)] }
      }
      return Cycles.find(in: targets).map { .cycle($0, kind: kind) }
    }
  }

  private static func sharedAliases(of plans: [Plan]) -> [PlanFinding] {
    var owners: [ExactString: [PlanID]] = [:]
    for plan in plans {
      for alias in plan.aliases { owners[ExactString(alias), default: []].append(plan.id) }
    }
    return owners.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
      .map { .sharedAlias($0.key.text, $0.value) }
  }

  /// Returns the value of a plan that is furthest ahead, if any is.
  private static func future(
    of id: PlanID, _ document: PlanDocument, _ now: Timestamp
  ) -> PlanFinding? {
    // A value beyond the tolerance of `StampCheck` is a finding of its own.
    let check = StampCheck(now: now)
    let latest = document.elements.compactMap { path, elements in
      elements.map(\.stamp).filter(check.accepts).compactMap(\.time).max().map {
        (path: path, time: $0)
      }
    }.max { ($0.time, $1.path) < ($1.time, $0.path) }
    guard let latest, latest.time.milliseconds > now.milliseconds + toleratedMilliseconds else {
      return nil
    }
    return .fromTheFuture(id, latest.path, latest.time)
  }
}
