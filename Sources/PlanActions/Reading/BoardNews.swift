import Git
package import PlanModel
import PlanStore
package import PlanView

/// The changes of a board since the commit that a person saw.
package struct BoardNews {
  /// All plans as they are now.
  package let found: PlansFound
  package let from: CommitID
  /// The plans whose files differ, including removed ones, ordered by id.
  package let changed: [PlanID]
  /// The changed plans, the plans that these block or blocked, and their old and new parents.
  package let concerned: Set<PlanID>
  /// Whether the board's own settings differ.
  package let changedSettings: Bool
  /// The last change since `from` of each of the first 50 plans in `changed`, newest first. Plans
  /// whose last change was not found are left out. Empty if the board's history is incomplete.
  package let lastChanges: [TimelineEntry]
}

extension Workspace {
  /// The most plans whose last change is looked up.
  private static let mostNamed = 50

  /// Returns the changes since a commit.
  ///
  /// - Parameter commit: The board's commit that the person saw.
  /// - Complexity: Reads every plan of both commits, to know their relations.
  package func news(since commit: String) throws -> BoardNews {
    guard ObjectID(typed: commit) != nil else {
      throw Problem.usage(
        "'\(commit.excerpt)' is not the id of a commit", hints: ["it has 40 digits"])
    }
    let found = try find(needsTexts: false)
    let seen = try board(at: commit)
    let differing = try differing(from: seen, to: found.shown)
    let changed = differing.plans.unique.sorted()
    return BoardNews(
      found: found, from: seen.commit, changed: changed,
      concerned: concerned(
        by: changed, in: [found.relations, try contents(of: seen, answering: "").relations]),
      changedSettings: differing.hasSettings,
      lastChanges: try lastChanges(
        of: Set(changed.prefix(Self.mostNamed)), from: found.shown.snapshot.commit,
        since: seen.snapshot.commit))
  }

  /// Returns the plans whose cards may differ between two states of the board; nil if all may,
  /// because the settings or the ids of the plans differ.
  ///
  /// - Complexity: Reads the files that differ.
  package func concerned(between one: PlansFound, _ other: PlansFound) throws -> Set<PlanID>? {
    let differing = try differing(from: one.shown, to: other.shown)
    // A new plan may make the short ids of others longer.
    guard !differing.hasSettings,
      one.allPlans.lazy.map(\.id).elementsEqual(other.allPlans.lazy.map(\.id))
    else { return nil }
    return concerned(by: differing.plans, in: [one.relations, other.relations])
  }

  /// Returns the plans whose files differ between two states of the board, and whether the settings
  /// differ.
  private func differing(
    from old: ShownBoard, to new: ShownBoard
  ) throws -> (plans: [PlanID], hasSettings: Bool) {
    let found = try store.differences(from: old.snapshot.commit, to: new.snapshot.commit)
    let files = found.plans.map(\.plan) + found.unreadable
    return (files.compactMap(\.self), files.contains(nil))
  }

  private func concerned(by changed: [PlanID], in relations: [PlanRelations]) -> Set<PlanID> {
    var concerned = Set(changed)
    for relations in relations {
      for plan in changed {
        concerned.formUnion(relations.blocked(by: plan))
        concerned.formUnion(relations.parents(of: plan))
        concerned.formUnion(relations.children(of: plan))
      }
    }
    return concerned
  }

  private func lastChanges(
    of plans: Set<PlanID>, from now: ObjectID, since seen: ObjectID
  ) throws -> [TimelineEntry] {
    do {
      return try store.lastChanges(of: plans, from: now, since: seen).map(TimelineEntry.init)
    } catch StoreError.shallow {
      // A shallow clone lacks the history, but it has the plans.
      return []
    }
  }

  /// Returns the plans that were changed here since the last sync; nil if unknown.
  package func unsharedPlans() throws -> Set<PlanID>? { try store.unsharedPlans() }
}

/// The local and the remote head of a board; a change on either side moves one of them.
package struct BoardHeads: Hashable, Sendable {
  /// The local head; nil in a clone that has changed nothing yet.
  package let local: CommitID?
  /// The remote's head as last fetched; nil if the board was never shared.
  package let shared: CommitID?
}

/// Waits until the heads of a board may have changed, by any program.
package final class HeadWatch {
  private let branches: FileWatch

  package init(of workspace: Workspace) { branches = workspace.store.branchWatch() }

  /// Whether the system reports changes at once.
  package var isNotified: Bool { branches.isNotified }

  /// Waits until the heads may have changed, the time is over, or the task is cancelled.
  ///
  /// Not every change ends the wait, because the heads may be on the disk of another machine. So
  /// `limit` should be the polling period.
  package func wait(upTo limit: Duration) async { await branches.wait(upTo: limit) }
}

extension Workspace {
  /// Returns the heads of the board.
  ///
  /// - Complexity: Reads two references and no objects.
  package func heads() throws -> BoardHeads {
    BoardHeads(
      local: try store.localTip().map { CommitID($0) },
      shared: try store.trackingTip().map { CommitID($0) })
  }

  /// Returns the newest changes of the board, newest first, without their details.
  ///
  /// A user can choose one of them to see the board as it was then.
  package func moments(_ limit: Int) throws -> [CommitSummary] {
    try store.newestChanges(limit).map { CommitSummary($0) }
  }
}
