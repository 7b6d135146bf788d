import Git
package import PlanModel
import PlanStore
package import PlanView

/// The outcome of a request for a plan.
package struct PlanShown {
  package let shown: ShownBoard
  package let plan: Plan
  /// The problems of its values that are not shown.
  package let wrongValues: [Problem]
}

extension Workspace {
  /// - Parameters:
  ///   - typed: The beginning of an id, or an alias.
  ///   - past: A moment or a commit of the past; nil for now.
  package func show(_ typed: String, at past: String? = nil) throws -> PlanShown {
    let shown = try board(at: past)
    let id = try resolve(typed, in: shown)
    return PlanShown(
      shown: shown, plan: try store.plan(id, in: shown.reader, now: shown.now),
      wrongValues: try shown.reader.wrongValues(of: id).map { Problem($0, on: shown.name) })
  }

  /// Returns the plan that a text names on a board.
  ///
  /// - Throws: For a plan that is on the board now and was not at the moment that is shown, a problem that says so.
  func resolve(_ typed: String, in shown: ShownBoard) throws -> PlanID {
    do {
      return try shown.reader.resolve(typed)
    } catch {
      guard shown.past != nil, case .unknownPlan = error else { throw error }
      let now = try board()
      guard let id = try now.reader.ids(beginningWith: typed).first else { throw error }
      throw Problem.notThere(
        try now.shortID(id), at: ShownTime.toTheMinute(shown.now, on: clocks),
        isYet: try now.plan(id).created?.at.map { $0 > shown.now } ?? false)
    }
  }

  /// The most changes in a plan's details; its history has all.
  private static let lastChanges = 5

  /// Returns the details of a plan: its links and those that lead to it, its commits, its last
  /// changes, and the writers of values that wait for a decision.
  ///
  /// - Complexity: The plans to which it is linked, and its last changes.
  package func detail(of found: PlanShown) throws -> PlanDetail {
    let (plan, shown) = (found.plan, found.shown)
    let reader = shown.reader
    let relatives = try reader.relatives(of: plan)
    let relations = PlanRelations(
      relatives, board: shown.board, aliases: AliasIndex(relatives))
    let others = Dictionary(relatives.map { ($0.id, $0) }) { first, _ in first }
    return PlanDetail(
      plan, board: shown.board, viewpoint: try shown.viewpoint(of: others.keys), others: others,
      relations: relations, commits: try codeCommits(of: plan),
      lastChanges: try lastChanges(of: plan.id, in: reader),
      authors: try reader.authors(of: [ConflictGroup(plan: plan.id, plan.conflicts)]))
  }

  /// Returns the plan's commits of the code that are in this clone.
  private func codeCommits(of plan: Plan) throws -> [PlanDetail.CodeCommit] {
    try plan.commits.compactMap { ObjectID(hex: $0) }.compactMap { id in
      guard let commit = try store.codeCommit(id) else { return nil }
      return PlanDetail.CodeCommit(
        id: id.hex, subject: commit.subject, at: Timestamp(seconds: commit.author.seconds))
    }
  }

  private func lastChanges(
    of id: PlanID, in reader: any BoardReader
  ) throws -> [TimelineEntry] {
    do {
      return try reader.history(of: .plan(id), limit: Self.lastChanges).map(TimelineEntry.init)
    } catch {
      // A shallow clone lacks the history, but it has the plan.
      guard case .shallow = error else { throw error }
      return []
    }
  }
}
