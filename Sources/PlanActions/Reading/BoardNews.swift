package import PlanModel
import PlanStore
package import PlanView

/// What is new on a board since a commit at which somebody saw it.
package struct BoardNews {
  /// All plans as they are now.
  package let found: PlansFound
  package let from: CommitID
  /// The plans whose files differ, those that are gone too, in the order of their ids.
  package let changed: [PlanID]
  /// The changed plans, and those that a link leads to or from: what they show depends on the others.
  package let concerned: Set<PlanID>
  /// Whether the board's own settings differ.
  package let changedSettings: Bool
  /// The last change since then of each of the first plans.
  package let lastChanges: [TimelineEntry]
}

extension Workspace {
  /// The most plans whose last change is looked up.
  private static let mostNamed = 50

  /// - Parameter commit: The commit of the board at which it was seen.
  /// - Complexity: Every plan, for their relations.
  package func news(since commit: String) throws -> BoardNews {
    guard ObjectID(typed: commit) != nil else {
      throw Problem.usage("'\(commit.excerpt)' is no id of a commit", hints: ["it has 40 digits"])
    }
    let found = try find(FindPlans())
    let seen = try board(at: commit)
    let differences = try store.differences(
      from: seen.snapshot.commit, to: found.shown.snapshot.commit)
    let changed = (differences.plans.map(\.plan) + differences.unreadable).compactMap(\.self)
      .unique.sorted()
    let isAboutSettings =
      differences.plans.contains { $0.plan == nil } || differences.unreadable.contains(nil)
    return BoardNews(
      found: found, from: seen.commit, changed: changed,
      concerned: concerned(by: changed, in: found.relations), changedSettings: isAboutSettings,
      lastChanges: try lastChanges(
        of: Set(changed.prefix(Self.mostNamed)), from: found.shown.snapshot.commit,
        since: seen.snapshot.commit))
  }

  private func concerned(by changed: [PlanID], in relations: PlanRelations) -> Set<PlanID> {
    changed.reduce(into: Set(changed)) { concerned, plan in
      concerned.formUnion(relations.blocked(by: plan))
      concerned.formUnion(relations.parents(of: plan))
    }
  }

  private func lastChanges(
    of plans: Set<PlanID>, from now: ObjectID, since seen: ObjectID
  ) throws -> [TimelineEntry] {
    do throws(StoreError) {
      return try store.lastChanges(of: plans, from: now, since: seen).map(TimelineEntry.init)
    } catch {
      // A shallow clone lacks the history, but it has the plans.
      guard case .shallow = error else { throw error }
      return []
    }
  }

  /// The plans that were changed here since the last sync; nil if that is not known.
  package func unsharedPlans() throws -> Set<PlanID>? { try store.unsharedPlans() }
}
