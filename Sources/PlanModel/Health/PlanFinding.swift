/// Something about plans that is not as pmgit would leave it, though it can all be read.
package enum PlanFinding: Hashable, Sendable {
  /// The plan's position is none, so that it stands below all others.
  case invalidRank(PlanID)
  /// The plan is in a column that the board does not have.
  case unknownColumn(PlanID, state: String)
  /// A link leads to a plan that is not on the board.
  case danglingLink(PlanID, Link)
  /// Links of one kind lead from each of these plans to the next one, and from the last to the
  /// first; one plan alone links to itself.
  case cycle([PlanID], kind: String)
  /// Several plans say that they are the same one elsewhere.
  case sharedAlias(String, [PlanID])
  /// A value was written by a clock that is far ahead; until then it is shown before edits that were
  /// made apart from it.
  case fromTheFuture(PlanID, ElementPath, Timestamp)
}

extension PlanFinding {
  /// How far clocks may differ before it is worth a word: an hour.
  private static let toleratedMilliseconds: Int64 = 3_600_000

  /// Looks at all plans of a board; deleted ones are only places that links may lead to.
  ///
  /// - Parameter others: Plans of the board that can't be read, and that links may lead to.
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

  /// What is written like an id and leads nowhere; an alias may be of another board.
  private static func danglingLinks(
    of plans: [Plan], among known: Set<PlanID>
  ) -> [PlanFinding] {
    plans.flatMap { plan in
      plan.links.filter { link in PlanID(link.target).map { !known.contains($0) } ?? false }
        .map { .danglingLink(plan.id, $0) }
    }
  }

  /// Plans may relate to each other; that one waits for itself, or is a part of itself, is a mistake.
  private static let orderedKinds = ["blocked-by", "parent"]

  private static func cycles(of plans: [Plan]) -> [PlanFinding] {
    var ids: [ExactString: PlanID] = [:]
    for plan in plans { for name in plan.aliases { ids[ExactString(name)] = plan.id } }
    // Ids last: an alias never stands for another plan's id.
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

  /// The value of a plan that is furthest ahead, if any is.
  private static func future(
    of id: PlanID, _ document: PlanDocument, _ now: Timestamp
  ) -> PlanFinding? {
    // What is further ahead than a clock may be is a finding of its own.
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
