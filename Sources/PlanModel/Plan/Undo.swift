extension PlanDocument {
  /// Undoes a change at the paths that no other person has changed since; the rest stays.
  ///
  /// Every path is judged on its own, by its elements and not by its value: writing the same value
  /// again counts as a change. A document or list item that the change created is removed as a
  /// whole, and only if no other person has touched it; it is removed as people delete it, so that
  /// a concurrent edit brings it back with all its fields.
  ///
  /// - Parameters:
  ///   - deletion: Returns the edit that deletes the document, if the change created it.
  ///   - stamp: The stamp of the command. What comes back gets one of its own, with the time at which
  ///     the value was first written: the plan is as old as before.
  /// - Returns: The paths left unchanged, in their order; `deleted` alone if another person has
  ///   deleted the plan since, because a change of it would bring it back.
  package mutating func takeBack(
    _ change: PastChange, stamp: Stamp, deletion: (PlanDocument) -> Edit
  ) -> [KeptPath] {
    let deleted = ElementPath.field("deleted")
    if deletionState?.holds == true, !change.paths.contains(deleted) {
      return [KeptPath(deleted, .deleted)]
    }
    guard change.before != nil else {
      let kept = Set(change.after.elements.keys).union(elements.keys)
        .filter { !isUntouched($0, since: change) }.sorted()
      if kept.isEmpty { apply([deletion(self)], stamp: stamp) }
      return kept.map { KeptPath($0, .changed) }
    }
    let (state, rank) = (ElementPath.field("state"), ElementPath.field("rank"))
    let place = self[rank]
    let made = (change.before ?? self).creation?.at
    var kept: [KeptPath] = []
    var madeItems: [ElementPath] = []
    for path in change.paths {
      if change.hasMadeItem(of: path) {
        madeItems.append(path)
      } else if let reason = takeBack(path, of: change, stamp: stamp, made: made) {
        kept.append(KeptPath(path, reason))
      }
    }
    // A plan that stays in its column keeps its position there.
    if kept.contains(where: { $0.path == state }) { self[rank] = place }
    kept += takeBackItems(madeItems, of: change, stamp: stamp).map { KeptPath($0, .changed) }
    if kept.isEmpty { restoreDeletion(of: change) }
    return kept.sorted { $0.path < $1.path }
  }

  /// Undoes a change at one path, and returns the reason if the shown value stays.
  private mutating func takeBack(
    _ path: ElementPath, of change: PastChange, stamp: Stamp, made: Timestamp?
  ) -> KeptPath.Reason? {
    let old = change.before?[path] ?? []
    let left = change.after[path]
    if !left.isEmpty, change.written(at: path).isEmpty {
      // The change only removed candidates: they come back beside the remaining ones.
      guard self[path] == left else { return .changed }
      self[path] =
        left
        + StampedValue.comingBack(
          old.filter { !left.contains($0) }, stamp: stamp, made: made)
      return nil
    }
    let others = self[path].filter { !change.owns($0, at: path) }
    // Another person has replaced the change's value, or written where it had cleared.
    if others.count == self[path].count, !self[path].isEmpty || !change.after[path].isEmpty {
      return .changed
    }
    if !others.isEmpty {
      // The candidates of other people stay; the change's own is removed.
      let values = Set(others.map(\.value))
      let isSame = self[path].allSatisfy { values.contains($0.value) }
      self[path] = others
      return isSame ? .same : nil
    }
    let back = old.isEmpty ? path.absence : old
    if self[path].map(\.value) != back.map(\.value) {
      self[path] = StampedValue.comingBack(back, stamp: stamp, made: made)
    }
    return nil
  }

  /// Removes the items that a change created and no other person has touched.
  ///
  /// - Returns: The paths of the items that another person has touched.
  private mutating func takeBackItems(
    _ paths: [ElementPath], of change: PastChange, stamp: Stamp
  ) -> [ElementPath] {
    if paths.isEmpty { return [] }
    // What is gone was never there: it is no newer than the rest.
    let lastChange = change.before.flatMap { before in
      PlanID(before.id.text).flatMap { Plan(before, id: $0).updated }
    }
    var kept: [ElementPath] = []
    for (item, paths) in Dictionary(grouping: paths, by: \.item) {
      guard let item else { continue }
      let present = elements.keys.filter { $0.item == item }
      let foreign = Set(paths + present).filter { !isUntouched($0, since: change) }
      if foreign.isEmpty {
        apply([removal(ofItem: item.id, in: item.list)], stamp: stamp.dated(lastChange))
      } else {
        kept += foreign
      }
    }
    return kept
  }

  /// Returns whether only the person of the change has written or cleared a path since.
  ///
  /// A position is no content, here as in a deletion: moving a neighbour may require changing it.
  private func isUntouched(_ path: ElementPath, since change: PastChange) -> Bool {
    path.isPosition
      || self[path].allSatisfy { change.owns($0, at: path) }
        && (!self[path].isEmpty || change.after[path].isEmpty)
  }
}

extension PlanDocument {
  /// Returns the document with all values written anew, at their old times: created again, it is a
  /// new document.
  package func rewritten(under stamp: Stamp) -> PlanDocument {
    var document = PlanDocument(id: id, format: format)
    let made = creation?.at
    for (path, elements) in elements {
      document[path] = StampedValue.comingBack(elements, stamp: stamp, made: made)
    }
    return document
  }

  /// Lets the deletion before a change hold again, which it does for content that it has seen: what came
  /// back has other stamps.
  private mutating func restoreDeletion(of change: PastChange) {
    let path = PlanField.deleted.path
    guard let before = change.before, change.paths.contains(path),
      before.deletionState?.holds == true, var record = value(at: path)?.object,
      let stamp = self[path].first?.stamp
    else { return }
    record["seen"] = .string(contentHash)
    self[path] = [StampedValue(stamp: stamp, value: .object(record))]
  }
}

extension StampedValue {
  /// Returns elements with new stamps, in the order in which the old ones were shown.
  ///
  /// They have the times of the old ones, but never one behind that of the command, which only a wrong clock
  /// can have written; each after the first is a millisecond earlier than the one before at least, as
  /// they have the characters of the command in common.
  ///
  /// - Parameter made: The time of an element that has none: that of the plan's creation.
  fileprivate static func comingBack(
    _ old: [StampedValue], stamp: Stamp, made: Timestamp?
  ) -> [StampedValue] {
    var latest = stamp.time
    return old.map { element in
      let own = element.stamp.time ?? made
      let time = [latest, own].compactMap(\.self).min()
      latest = time.map { Timestamp(milliseconds: $0.milliseconds - 1) }
      return StampedValue(stamp: stamp.dated(time), value: element.value)
    }
  }
}

extension PastChange {
  /// Returns whether the change created the item that a path belongs to.
  fileprivate func hasMadeItem(of path: ElementPath) -> Bool {
    guard let item = path.item, !after[path].isEmpty, let before else { return false }
    return !before.elements.keys.contains { $0.item == item }
  }
}

/// An item of a list.
private struct ItemPlace: Hashable {
  let list: ExactString
  let id: ExactString
}

extension ElementPath {
  fileprivate var isPosition: Bool {
    switch self {
    case .field(let name): name == "rank"
    case .item(_, _, let member): member == "rank"
    case .setMember, .other: false
    }
  }

  /// The elements at the path when it has no value: null, as when a person clears a field, since a
  /// path without an element would give way to concurrent values. A member of a set has no value
  /// besides its presence, and is removed as people remove it.
  fileprivate var absence: [StampedValue] {
    if case .setMember = self { [] } else { [StampedValue(value: .null)] }
  }

  /// The item that the path belongs to; nil for a path outside lists.
  fileprivate var item: ItemPlace? {
    guard case .item(let list, let item, _) = self else { return nil }
    return ItemPlace(list: list, id: item)
  }
}
