import PlanModel
import PlanStore
import PlanView

/// Chooses the changes that a watch reports, and describes them.
struct WatchFilter {
  private let request: WatchBoard
  /// The named plans; empty if none is named.
  private let plans: Set<PlanID>
  private let workspace: Workspace
  /// The plans that match the query, for the last two commits that were asked for. The plans after
  /// one commit are the plans before the next one.
  private var known: [(commit: ObjectID, plans: Set<PlanID>)] = []

  init(_ request: WatchBoard, plans: Set<PlanID>, in workspace: Workspace) {
    (self.request, self.plans, self.workspace) = (request, plans, workspace)
  }

  /// Returns the report of a step; nil if the step is not watched.
  ///
  /// - Parameter now: The newest board, which determines the short ids.
  mutating func change(of step: BranchStep, on now: ShownBoard) throws -> WatchedChange? {
    switch step {
    case .reset(let old, let new):
      let entry = TimelineEntry(
        commit: CommitID(new), at: nil, author: "", plan: nil, planTitle: "", changes: [])
      return WatchedChange(.reset(from: CommitID(old), to: CommitID(new)), entry, shortID: nil)
    case .entry(let entry, let parent):
      guard try isWanted(entry.plan, before: parent, after: entry.commit) else { return nil }
      return try Self.change(TimelineEntry(entry), on: now)
    case .difference(let found, let old, let new):
      guard try isWanted(found.plan, before: old, after: new) else { return nil }
      return try Self.change(
        TimelineEntry(
          commit: CommitID(new), at: nil, author: "", plan: found.plan, planTitle: found.title,
          changes: found.changes), on: now)
    }
  }

  private static func change(_ entry: TimelineEntry, on now: ShownBoard) throws -> WatchedChange {
    WatchedChange(
      .changed(ChangeKind(of: entry.changes, plan: entry.plan)), entry,
      shortID: try entry.plan.map { try now.shortID($0) })
  }

  private mutating func isWanted(
    _ plan: PlanID?, before: ObjectID?, after: ObjectID
  ) throws -> Bool {
    let matchesAll = Query.isEmpty(request.query)
    guard let plan else { return plans.isEmpty && matchesAll }
    if !plans.isEmpty { return plans.contains(plan) }
    if matchesAll { return true }
    if try matching(at: after).contains(plan) { return true }
    return try before.map { try matching(at: $0).contains(plan) } ?? false
  }

  /// Returns the plans that match the query at a commit; empty if the query names something that
  /// the board did not have then.
  private mutating func matching(at commit: ObjectID) throws -> Set<PlanID> {
    if let found = known.first(where: { $0.commit == commit }) { return found.plans }
    let shown = workspace.shown(try workspace.store.snapshot(at: commit))
    let contents = try workspace.contents(of: shown, answering: request.query)
    var found: Set<PlanID> = []
    do {
      let query = try workspace.query(request.query, in: contents)
      found = Set(contents.plans.lazy.filter(query.matches).map(\.id))
    } catch let problem as Problem where problem.kind == .usage {}
    known = known.suffix(1) + [(commit, found)]
    return found
  }
}
