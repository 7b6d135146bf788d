import PlanModel
import PlanStore

/// The ranks that a move gives to plans.
struct Placement {
  /// The ranks of the plans that move.
  fileprivate(set) var moved: [PlanID: String] = [:]
  /// The new ranks of the plans that make room.
  fileprivate(set) var madeRoom: [PlanID: String] = [:]
}

extension Workspace {
  /// Returns a rank at the top or the bottom of a column.
  ///
  /// - Parameter column: The column's id; nil for a plan without a column.
  func rank(
    isAtTop: Bool, of column: String?, in snapshot: BoardSnapshot
  ) throws -> String {
    let ends = try store.ends(of: column ?? "", in: snapshot)
    return isAtTop
      ? Rank.top(at: now, before: ends.first, using: &participant.random)
      : Rank.bottom(at: now, after: ends.last, using: &participant.random)
  }

  /// Returns ranks that place plans in a column, in the order of `ids`; empty if they are
  /// already there.
  ///
  /// The column's plans are read only for a place beside another plan, or if all plans are in the
  /// column and move to one of its ends.
  ///
  /// - Parameter basis: The board on which the neighbour's name is looked up.
  func place(
    _ ids: [PlanID], at place: Place, in column: Column, _ snapshot: BoardSnapshot,
    basis: BoardSnapshot
  ) throws -> Placement {
    switch place {
    case .unspecified, .bottom, .top:
      if try areThere(ids, at: place, in: column, snapshot) { return Placement() }
      let ends = try store.ends(of: column.id, in: snapshot)
      let ranks = ranks(ids.count, at: place, beyond: ends)
      return Placement(moved: Dictionary(uniqueKeysWithValues: zip(ids, ranks)))
    case .before(let typed):
      return try self.place(
        ids, beside: basis.resolve(typed), typed: typed, offset: 0, in: column, snapshot)
    case .after(let typed):
      return try self.place(
        ids, beside: basis.resolve(typed), typed: typed, offset: 1, in: column, snapshot)
    }
  }

  /// Whether plans are already the first or the last plans of a column, in the order of `ids`;
  /// false for places other than the top and the bottom.
  ///
  /// The stored ends of the column can't show this, because they may lie beyond all present plans.
  private func areThere(
    _ ids: [PlanID], at place: Place, in column: Column, _ snapshot: BoardSnapshot
  ) throws -> Bool {
    let isTop: Bool
    switch place {
    case .top: isTop = true
    case .bottom: isTop = false
    case .unspecified, .before, .after: return false
    }
    guard try ids.allSatisfy({ try snapshot.plan($0).state == column.id }) else { return false }
    let order = try snapshot.order(in: column)
    let there = isTop ? order.prefix(ids.count) : order.suffix(ids.count)
    return there.map(\.id) == ids && there.allSatisfy(\.hasPlace)
  }

  /// Returns ranks for plans that move to the top or the bottom of a column.
  private func ranks(_ count: Int, at place: Place, beyond ends: ColumnEnds) -> [String] {
    guard case .top = place else {
      return Rank.spread(count, at: now, after: ends.last, using: &participant.random)
    }
    let last = Rank.top(at: now, before: ends.first, using: &participant.random)
    return Rank.rekey(
      count: count - 1, between: nil, and: last, using: &participant.random) + [last]
  }

  /// Returns the ranks that place plans next to another plan of the column; empty if they are
  /// already there.
  ///
  /// - Parameter offset: 0 for the place before the neighbour, 1 for the one after it.
  private func place(
    _ ids: [PlanID], beside neighbour: PlanID, typed: String, offset: Int, in column: Column,
    _ snapshot: BoardSnapshot
  ) throws -> Placement {
    let moving = Set(ids)
    let present = try snapshot.order(in: column)
    if ids == [neighbour], present.contains(where: { $0.id == neighbour && $0.hasPlace }) {
      return Placement()
    }
    guard !moving.contains(neighbour) else {
      throw Problem.usage(
        "plan '\(typed)' can't be placed next to itself",
        hints: ["name another plan of that column"])
    }
    let order = present.filter { !moving.contains($0.id) }.map { (id: $0.id, rank: $0.rank) }
    guard let found = order.firstIndex(where: { $0.id == neighbour }) else {
      // The page names plans by their whole ids, which nobody knows.
      let name = typed == neighbour.text ? try snapshot.plan(neighbour).title : typed
      throw Problem.usage(
        "plan '\(name)' is not in column '\(column.title)'",
        hints: [
          "name a plan of that column, or move to its end with "
            + "\(pmgit: "move", ids.first?.text ?? "ID", column.id, "--top")"
        ])
    }
    var wanted = order.map(\.id)
    wanted.insert(contentsOf: ids, at: found + offset)
    if wanted == present.map(\.id), present.allSatisfy({ !moving.contains($0.id) || $0.hasPlace }) {
      return Placement()
    }
    return insertion(of: ids, at: found + offset, into: order)
  }

  /// Returns the ranks that insert plans at a place in the order of a column.
  private func insertion(
    of ids: [PlanID], at place: Int, into order: [(id: PlanID, rank: String)]
  ) -> Placement {
    let moving = Set(ids)
    var (placement, order) = (Placement(), order)
    for (count, id) in ids.enumerated() {
      let index = place + count
      let insertion = Rank.insertion(at: index, in: order.map(\.rank), using: &participant.random)
      for (position, rank) in zip(insertion.rekeyed, insertion.keys) {
        order[position].rank = rank
        let other = order[position].id
        if moving.contains(other) {
          placement.moved[other] = rank
        } else {
          placement.madeRoom[other] = rank
        }
      }
      order.insert((id: id, rank: insertion.key), at: index)
      placement.moved[id] = insertion.key
    }
    return placement
  }
}

extension BoardSnapshot {
  /// Returns the plans of a column from top to bottom.
  fileprivate func order(in column: Column) throws -> [Plan] {
    try plans(withTexts: false).plans.filter { $0.state == column.id && !$0.isDeleted }
      .map { (plan: $0, rank: $0.rank) }
      .sorted { Rank.precedes(($0.rank, $0.plan.id.text), ($1.rank, $1.plan.id.text)) }
      .map(\.plan)
  }
}

extension Plan {
  /// Whether the plan has a position, and neither its column nor its position is in conflict.
  fileprivate var hasPlace: Bool {
    !rank.isEmpty
      && !conflicts.contains { $0.path == .field("state") || $0.path == .field("rank") }
  }
}
