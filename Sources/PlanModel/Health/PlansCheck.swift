/// Finds the faults of a board's plans, which are added one at a time.
///
/// Of each plan, only the data for checks that compare plans is kept: for most plans only the id.
package struct PlansCheck {
  private let board: Board
  private let now: Timestamp
  private var all: Set<PlanID> = []
  /// The links of each plan that has links and is not deleted.
  private var links: [PlanID: [Link]] = [:]
  /// The aliases of each plan that has aliases and is not deleted.
  private var aliases: [PlanID: [String]] = [:]
  /// The findings that need only one plan.
  private var ranks: [PlanFinding] = []
  private var columns: [PlanFinding] = []
  private var times: [PlanFinding] = []
  private var phases: [PlanFinding] = []
  /// The days of the plans that are not done and have a start or due date.
  private var spans: [PlanID: PlanSpan] = [:]

  package init(board: Board, now: Timestamp) { (self.board, self.now) = (board, now) }

  /// Checks a plan. Plans must be added in the order of ids. A deleted plan is not checked, but
  /// links may point to it.
  package mutating func add(_ document: PlanDocument, id: PlanID) {
    all.insert(id)
    let plan = Plan(document, id: id)
    guard !plan.isDeleted else { return }
    if !Rank.isValid(plan.rank) { ranks.append(.invalidRank(id)) }
    if board[column: plan.state] == nil { columns.append(.unknownColumn(id, state: plan.state)) }
    if !plan.links.isEmpty { links[id] = plan.links }
    if !plan.aliases.isEmpty { aliases[id] = plan.aliases }
    if let finding = future(of: id, document) { times.append(finding) }
    for kind in Phase.Kind.allCases {
      guard let name = plan.phase(kind), board.phases[kind, name] == nil else { continue }
      phases.append(.unknownPhase(id, kind, name))
    }
    if plan.start != nil || plan.due != nil, board.kind(of: plan.state) != .done {
      spans[id] = PlanSpan(plan)
    }
  }

  /// Returns the findings grouped by kind. Most kinds are in the order of the plans' ids, shared
  /// aliases in the order of the aliases.
  ///
  /// - Parameter others: The board's unreadable plans, which links may point to.
  /// - Complexity: Linear in the links and aliases, plus sorting.
  package func findings(besides others: Set<PlanID> = []) -> [PlanFinding] {
    ranks + columns + phases + danglingLinks(besides: others) + cycles() + sharedAliases()
      + contradictions() + times
  }

  /// Returns links whose target has the form of an id but is not on the board.
  ///
  /// Targets in the form of an alias are not reported, since they may be on another board.
  private func danglingLinks(besides others: Set<PlanID>) -> [PlanFinding] {
    links.sorted { $0.key < $1.key }.flatMap { id, links in
      links.filter { link in
        PlanID(link.target).map { !all.contains($0) && !others.contains($0) } ?? false
      }.map { .danglingLink(id, $0) }
    }
  }

  /// The kinds of links that must not form cycles. Other links may go both ways.
  private static let orderedKinds = [Link.blockedByKind, Link.parentKind]

  /// The plans with each alias, in the order of their ids.
  private var ownersOfAliases: [AliasKey: [PlanID]] {
    var owners: [AliasKey: [PlanID]] = [:]
    for (id, names) in aliases.sorted(by: { $0.key < $1.key }) {
      for key in names.map({ AliasKey($0) }) where owners[key]?.last != id {
        owners[key, default: []].append(id)
      }
    }
    return owners
  }

  /// A plan, or an alias that links name. An alias links to all plans that have it. So the graph
  /// grows with links and aliases, however many plans share an alias.
  private enum Node: Hashable, Comparable {
    case plan(PlanID)
    case alias(AliasKey)

    var plan: PlanID? { if case .plan(let id) = self { id } else { nil } }
  }

  private func cycles() -> [PlanFinding] {
    let owners = ownersOfAliases
    return Self.orderedKinds.flatMap { kind -> [PlanFinding] in
      var targets: [Node: [Node]] = [:]
      for (id, links) in links {
        targets[.plan(id)] = links.filter { $0.kind == kind }.map { link in
          PlanID(link.target).map(Node.plan) ?? .alias(AliasKey(link.target))
        }
      }
      for case .alias(let key) in Set(targets.values.joined()) {
        targets[.alias(key)] = owners[key]?.map(Node.plan)
      }
      return Cycles.find(in: targets).map { .cycle($0.compactMap(\.plan), kind: kind) }
    }
  }

  private func sharedAliases() -> [PlanFinding] {
    ownersOfAliases.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map { key, plans in
      let spelling = aliases[plans[0]]?.first { AliasKey($0) == key }
      return .sharedAlias(spelling ?? key.text.text, plans)
    }
  }

  /// Returns findings for open plans whose days contradict each other or the days of open blockers.
  ///
  /// If several plans share the alias that a link names, only the one that is due last is compared.
  /// So the findings grow with the links, however many plans share an alias.
  private func contradictions() -> [PlanFinding] {
    // A plan does not block itself, so the two that are due last are enough for each alias.
    let dueLast = ownersOfAliases.mapValues { owners in
      owners.sorted { spans[$0]?.due?.dayNumber ?? .min > spans[$1]?.due?.dayNumber ?? .min }
        .prefix(2)
    }
    return spans.sorted { $0.key < $1.key }.flatMap { id, span -> [PlanFinding] in
      let blockers = (links[id] ?? []).filter { $0.kind == Link.blockedByKind }.compactMap { link in
        PlanID(link.target) ?? dueLast[AliasKey(link.target)]?.first { $0 != id }
      }.filter { $0 != id }
      let known = Set(blockers).sorted().compactMap { blocker in
        spans[blocker].map { (id: blocker, span: $0) }
      }
      return span.contradictions(with: known).map { .span(id, $0) }
    }
  }

  /// The clock difference that is tolerated: one hour.
  private static let toleratedMilliseconds: Int64 = 3_600_000

  /// Returns a finding for the plan's value with the latest stamp, if that is too far in the
  /// future; else nil.
  private func future(of id: PlanID, _ document: PlanDocument) -> PlanFinding? {
    // Stamps that `StampCheck` rejects are reported elsewhere.
    let check = StampCheck(now: now)
    let latest = document.elements.compactMap { path, elements in
      elements.map(\.stamp).filter(check.accepts).compactMap(\.time).max().map {
        (path: path, time: $0)
      }
    }.max { ($0.time, $1.path) < ($1.time, $0.path) }
    let limit = now.milliseconds + Self.toleratedMilliseconds
    guard let latest, latest.time.milliseconds > limit else { return nil }
    return .fromTheFuture(id, latest.path, latest.time)
  }
}

// MARK: - Findings

/// A fault in a plan whose file can be read.
package enum PlanFinding: Hashable, Sendable {
  /// The plan's rank is invalid, so the plan is shown below all others.
  case invalidRank(PlanID)
  /// The plan is in a column that the board does not have.
  case unknownColumn(PlanID, state: String)
  /// The plan names a milestone or an iteration that the board does not have.
  case unknownPhase(PlanID, Phase.Kind, String)
  /// The days of an open plan contradict each other, or those of an open plan that blocks it.
  case span(PlanID, SpanContradiction)
  /// A link points to a plan that is not on the board.
  case danglingLink(PlanID, Link)
  /// Links of one kind form a cycle through these plans, in order. A single plan links to itself.
  case cycle([PlanID], kind: String)
  /// Several plans have the same alias.
  case sharedAlias(String, [PlanID])
  /// A value's stamp is more than an hour in the future. Until that time, the value is shown before
  /// concurrent edits.
  case fromTheFuture(PlanID, ElementPath, Timestamp)
}

/// A plan file that can't be read, and the reason.
package struct UnreadablePlan: Hashable, Sendable {
  package let path: String
  package let reason: String
  /// The id of the plan; nil if the path does not belong to a plan's file.
  package var id: PlanID?
  /// Whether the file needs a newer pmgit, so that nothing has to be fixed.
  package var isTooNew = false

  package init(path: String, reason: String, id: PlanID? = nil, isTooNew: Bool = false) {
    (self.path, self.reason, self.id, self.isTooNew) = (path, reason, id, isTooNew)
  }
}
