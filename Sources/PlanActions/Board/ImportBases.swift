import Git
import PlanFormats
import PlanModel
import PlanStore
import PlanView

/// Imports of files that were exported from this board.
extension Workspace {
  /// Returns the values that the plans of a file had when they were exported, and the values that
  /// they had since.
  ///
  /// If the file does not name its commit, or this clone lacks the commit, all former values of its
  /// plans count as old.
  func bases(of tracker: TrackerPlans) throws -> [PlanID: ImportBase] {
    var bases: [PlanID: ImportBase] = [:]
    let snapshot = try store.snapshot()
    for (commit, lines) in Dictionary(grouping: tracker.exported, by: \.commit) {
      let exported = try commit.flatMap(exportedBoard)
      var changed: Set<PlanID> = []
      for id in lines.map(\.plan) {
        guard let now = try snapshot.document(id) else { continue }
        let base = try exported?.document(id)
        bases[id] = ImportBase(document: base)
        if base != now { changed.insert(id) }
      }
      for (id, past) in try values(of: changed, since: exported, in: snapshot) {
        bases[id]?.past = past
      }
    }
    return bases
  }

  /// Returns the board at a commit that a file names; nil if this clone lacks the commit or the
  /// name is ambiguous.
  private func exportedBoard(_ commit: String) throws -> BoardSnapshot? {
    do {
      return try store.snapshot(at: try store.tip(named: commit))
    } catch StoreError.noCommit {
      return nil
    } catch let error as GitError where error.code == .ambiguous {
      return nil
    }
  }

  /// Returns the values that plans had since a former state of the board; all their values if
  /// `former` is nil.
  private func values(
    of plans: Set<PlanID>, since former: BoardSnapshot?, in snapshot: BoardSnapshot
  ) throws -> [PlanID: ImportBase.Values] {
    if plans.isEmpty { return [:] }
    let subject = HistorySubject.plans(plans)
    let known = Set(try former?.history(of: subject, limit: nil).map(\.commit) ?? [])
    var values: [PlanID: ImportBase.Values] = [:]
    for entry in try snapshot.history(of: subject, limit: nil) where !known.contains(entry.commit) {
      guard let plan = entry.plan else { continue }
      for change in entry.changes {
        let had = [change.old, change.new].compactMap(\.self)
        values[plan, default: [:]][change.path, default: []].formUnion(had)
      }
    }
    return values
  }

  /// Returns a warning about values that were left out because it is unknown whether they are old;
  /// nil without such values.
  func undatedNotice(_ bases: [PlanID: ImportBase], kept: Int) -> Notice? {
    guard kept > 0, bases.values.contains(where: { $0.document == nil }) else { return nil }
    return .warning(
      "the file does not say which state of the board it comes from; "
        + "values that plans had before were left out",
      hints: ["export again and change the new file, or use \(pmgit: "edit")"])
  }
}
