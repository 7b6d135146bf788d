import Git
import PlanModel

/// A cache of the plans of the newest draft of a board.
///
/// A draft is not in the index. Without the cache, each reading of a draft would start from the
/// index of the board before all drafts and compare trees. Older drafts are not cached.
final class BoardDrafts {
  /// The board before all drafts.
  let base: BoardSnapshot
  private var newest: BoardSnapshot
  /// The plans that the drafts changed or added, as of the newest draft.
  private(set) var changed: [PlanID: Plan] = [:]
  /// The plans of `base`, with and without texts.
  private var ofBase: [Bool: PlansRead] = [:]
  /// The plans of the newest draft, with and without texts.
  private var ofNewest: [Bool: PlansRead] = [:]
  private var ends: [ExactString: ColumnEnds] = [:]

  init(of base: BoardSnapshot) { (self.base, newest) = (base, base) }

  func isNewest(_ snapshot: BoardSnapshot) -> Bool { snapshot.commit == newest.commit }

  /// Records a draft.
  ///
  /// - Parameter plans: The plans that differ from the previous draft. They must have been readable
  ///   or missing in the previous draft.
  func note(_ snapshot: BoardSnapshot, changing plans: [Plan]) throws {
    for plan in plans {
      var ends = try knownEnds(of: plan.state)
      ends.note(plan)
      self.ends[ExactString(plan.state)] = ends
      changed[plan.id] = plan
    }
    newest = snapshot
    ofNewest = [:]
  }

  /// Returns the plans of the newest draft; nil for any other board.
  ///
  /// - Complexity: O(n) for the first call after a draft was noted.
  func plans(of snapshot: BoardSnapshot, withTexts: Bool) throws -> PlansRead? {
    guard isNewest(snapshot) else { return nil }
    if let read = ofNewest[withTexts] { return read }
    let old: PlansRead
    if let read = ofBase[withTexts] {
      old = read
    } else {
      old = try base.store.readPlans(of: base, withTexts: withTexts)
      ofBase[withTexts] = old
    }
    let read = PlansRead(
      merging(old.plans, changed.values.sorted { $0.id < $1.id }), unreadable: old.unreadable)
    ofNewest[withTexts] = read
    return read
  }

  /// Merges two lists that are sorted by id. If a plan is in both, the one in `newer` is used.
  private func merging(_ old: [Plan], _ newer: [Plan]) -> [Plan] {
    guard !newer.isEmpty else { return old }
    var merged: [Plan] = []
    merged.reserveCapacity(old.count + newer.count)
    var rest = newer[...]
    for plan in old {
      while let next = rest.first, next.id < plan.id { merged.append(rest.removeFirst()) }
      if let next = rest.first, next.id == plan.id { continue }
      merged.append(plan)
    }
    return merged + rest
  }

  /// Returns the ends of a column on the newest draft; nil for any other board. As in the index,
  /// they may be ranks of plans that have left the column.
  func ends(of column: String, in snapshot: BoardSnapshot) throws -> ColumnEnds? {
    isNewest(snapshot) ? try knownEnds(of: column) : nil
  }

  private func knownEnds(of column: String) throws -> ColumnEnds {
    if let known = ends[ExactString(column)] { return known }
    let read = try base.store.readEnds(of: column, in: base)
    ends[ExactString(column)] = read
    return read
  }
}
