package import PlanModel
import PlanStore
package import PlanView

/// The outcome of a request for a plan.
package struct PlanShown {
  package let shown: ShownBoard
  package let plan: Plan
  /// The problems of the plan's invalid values, which are not shown.
  package let wrongValues: [Problem]
}

extension Workspace {
  /// Finds a plan and reads it.
  ///
  /// - Parameters:
  ///   - typed: The beginning of an id, an alias, or words of the title.
  ///   - past: A moment or a commit of the past; nil for now.
  package func show(_ typed: String, at past: String? = nil) throws -> PlanShown {
    try show(typed, in: board(at: past))
  }

  /// Finds several plans on one version of the board. A plan that is named twice is found once.
  ///
  /// - Throws: A problem for the first name that means no plan, or several.
  package func show(_ typed: [String], at past: String? = nil) throws -> [PlanShown] {
    let shown = try board(at: past)
    var seen: Set<PlanID> = []
    return try typed.map { try show($0, in: shown) }.filter { seen.insert($0.plan.id).inserted }
  }

  private func show(_ typed: String, in shown: ShownBoard) throws -> PlanShown {
    let id = try resolve(typed, in: shown)
    return PlanShown(
      shown: shown, plan: try store.plan(id, in: shown.snapshot, now: shown.now),
      wrongValues: try shown.snapshot.wrongValues(of: id).map { Problem($0, on: shown.name) })
  }

  /// Returns the plan that a text names on a board.
  ///
  /// - Throws: For a plan that exists now but not at the shown moment, a problem that explains
  ///   this.
  func resolve(_ typed: String, in shown: ShownBoard) throws -> PlanID {
    do {
      return try shown.snapshot.resolve(typed)
    } catch let error as StoreError where error.isUnknownName {
      throw try absence(of: typed, in: shown) ?? error
    }
  }

  /// Returns the problem that the plan that a text names on the present board is not on the shown
  /// past board; nil if there is no such plan, or if the past board has it too.
  ///
  /// - Parameter typed: The beginning of an id, an alias, or words of the title.
  func absence(of typed: String, in shown: ShownBoard) throws -> Problem? {
    guard shown.past != nil else { return nil }
    let now = try board()
    let id: PlanID
    do {
      let first = try now.snapshot.ids(beginningWith: typed).first
      id = if let first { first } else { try now.snapshot.resolve(typed) }
    } catch StoreError.unknownPlan, StoreError.notAnID, StoreError.ambiguousPlan {
      return nil
    }
    guard try shown.snapshot.document(id) == nil else { return nil }
    let shortID = try now.shortID(id)
    let isLater = try now.plan(id).created?.at.map { $0 > shown.now } ?? false
    let yet = isLater ? "yet " : ""
    return Problem(
      code: .unknownPlan,
      message: "plan '\(shortID)' was not there \(yet)at \(clocks.dateAndTime(of: shown.now))",
      hints: ["see when it was made with \(pmgit: "log", shortID)"])
  }

  /// Returns a notice if a query is the id of a plan that a past board did not have.
  func notices(ofAbsent query: String, in shown: ShownBoard) throws -> [Notice] {
    let name = query.lowercased().hasPrefix("id:") ? String(query.dropFirst(3)) : query
    guard shown.past != nil, name.count >= Self.likelyID,
      try board().snapshot.ids(beginningWith: name).count == 1,
      let absent = try absence(of: name, in: shown)
    else { return [] }
    return [Notice.note(Hint(absent.message), hints: absent.hints)]
  }

  /// The most changes in a plan's details; its history has all of them.
  private static let lastChanges = 5

  /// Returns the details of a plan.
  ///
  /// The details are the plan's links in both directions, its commits, its last changes, and the
  /// authors of conflicting values.
  ///
  /// - Complexity: Reads the linked plans and the last changes.
  package func detail(of found: PlanShown) throws -> PlanDetail {
    let (plan, shown) = (found.plan, found.shown)
    let snapshot = shown.snapshot
    let relatives = try snapshot.relatives(of: plan)
    let relations = PlanRelations(relatives, board: shown.board, aliases: AliasIndex(relatives))
    let others = Dictionary(relatives.map { ($0.id, $0) }) { first, _ in first }
    var viewpoint = try shown.viewpoint(of: others.keys)
    viewpoint.clocks = clocks
    return PlanDetail(
      plan, board: shown.board, viewpoint: viewpoint, others: others,
      relations: relations, commits: try codeCommits(of: plan),
      of: plan.commits.isEmpty ? nil : try store.codeRepository,
      lastChanges: try lastChanges(of: plan.id, in: snapshot),
      authors: try snapshot.authors(of: [ConflictGroup(plan: plan.id, plan.conflicts)]))
  }

  /// Returns the plan's code commits that are in this clone.
  private func codeCommits(of plan: Plan) throws -> [CommitSummary] {
    try plan.commits.compactMap { ObjectID(typed: $0.id) }.compactMap { id in
      try store.commitIfThere(id).map { CommitSummary($0) }
    }
  }

  private func lastChanges(of id: PlanID, in snapshot: BoardSnapshot) throws -> [TimelineEntry] {
    do {
      return try snapshot.history(of: .plan(id), limit: Self.lastChanges).map(TimelineEntry.init)
    } catch StoreError.shallow {
      // A shallow clone lacks the history, but it has the plan.
      return []
    }
  }
}
