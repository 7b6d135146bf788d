extension PlanDocument {
  /// Undoes or redoes a change: each of its paths gets its newest value that is not undone.
  ///
  /// Elements are compared, not values: writing the same value again counts as a change. Undoing
  /// the creation of the document or of an item removes it as a whole, unless another person has
  /// changed it. The removal is an ordinary deletion, so a concurrent edit restores all fields.
  ///
  /// - Parameters:
  ///   - stamp: The stamp of the command. Restored values get stamps with the time when they were
  ///     first written, so that the plan's last change is as old as before.
  ///   - deletion: Returns the edit that deletes the document, if the change created it.
  /// - Returns: The paths left unchanged, sorted. If another person has deleted the plan since,
  ///   only `deleted` is returned, because a change would restore the plan. If another person has
  ///   also created the plan, only `created` is returned.
  package mutating func apply(
    _ change: UndoChange, stamp: Stamp, deletion: (PlanDocument) -> Edit
  ) -> [KeptPath] {
    let paths = change.paths
    let wasHidden = isHidden
    if wasHidden, !paths.contains(PlanField.deleted.path) {
      return [KeptPath(PlanField.deleted.path, .deleted)]
    }
    if change.isOfSharedCreation { return [KeptPath(PlanField.created.path, .same)] }
    if change.isOfCreation {
      let kept = Set(paths).union(elements.keys).filter { !isUntouched($0, by: change) }.sorted()
      if kept.isEmpty { apply([deletion(self)], stamp: stamp) }
      return kept.map { KeptPath($0, .changed) }
    }
    let rank = self[PlanField.rank.path]
    var kept: [KeptPath] = []
    for path in paths where !change.isOfCreation(ofItemAt: path) {
      if let reason = apply(change, at: path, stamp: stamp) { kept.append(KeptPath(path, reason)) }
    }
    // A plan that stays in its column keeps its rank.
    if kept.contains(where: { $0.path == PlanField.state.path }) {
      self[PlanField.rank.path] = rank
    }
    kept += removeItems(paths.filter(change.isOfCreation(ofItemAt:)), of: change, stamp: stamp)
    if kept.isEmpty { restoreDeletion(of: change) }
    if wasHidden, isHidden { return [KeptPath(PlanField.deleted.path, .deleted)] }
    return kept.sorted { $0.path < $1.path }
  }

  /// Undoes or redoes a change at one path; returns the reason if another person's value stays.
  private mutating func apply(
    _ change: UndoChange, at path: ElementPath, stamp: Stamp
  ) -> KeptPath.Reason? {
    let former = change.history.live(at: path, without: change.undoneBefore)
    let live = change.history.live(at: path, without: change.undoneAfter)
    let found = self[path]
    let staying = found.filter {
      !change.removes($0, at: path, live: live, former: former)
    }
    let present = staying.compactMap { change.history.origin(of: $0, at: path) }
    // A merge drops a derived member that a person has removed. The history of writes does not
    // contain that.
    let isRemoved = path.removalOfDerived.map { self.value(at: $0) == .bool(true) } ?? false
    let returning = live.filter { value in
      !present.contains(value) && (staying.isEmpty || !former.contains(value))
        && !(isRemoved && value.stamp.isDerived)
    }
    if staying.count == found.count, returning.isEmpty {
      return former == live && !change.isDone(at: path, live: live) ? .changed : nil
    }
    // A redo may write a value that another person has written too, so that no value changes.
    let isSame =
      !staying.isEmpty
      && Set((staying + returning).map(\.value)) == Set(found.map(\.value))
    let created = creation?.at
    let copies = { StampedValue.copies(of: $0, stamp: stamp, created: created) }
    if staying.isEmpty, returning.isEmpty {
      self[path] = copies(path.absence)
    } else if returning.isEmpty, path.isField {
      // In a conflict, two people may each undo their own value. If each undo only removed one
      // value, the merge would have neither. So the remaining values are written again.
      self[path] = copies(staying)
    } else {
      self[path] = staying + copies(returning)
    }
    return isSame ? .same : nil
  }

  /// Removes the items that a change created, unless another person has changed them.
  ///
  /// - Returns: The paths that another person has changed.
  private mutating func removeItems(
    _ paths: [ElementPath], of change: UndoChange, stamp: Stamp
  ) -> [KeptPath] {
    if paths.isEmpty { return [] }
    // The removal must not make the plan look newer than it was before the item.
    let lastChange = change.restored.flatMap { before in
      PlanID(before.id.text).flatMap { Plan(before, id: $0).updated }
    }
    var kept: [KeptPath] = []
    for (item, paths) in Dictionary(grouping: paths, by: \.item) {
      guard let item else { continue }
      let present = elements.keys.filter { $0.item == item }
      let foreign = Set(paths + present).filter { !isUntouched($0, by: change) }
      if foreign.isEmpty {
        apply([removal(ofItem: item.id, in: item.list)], stamp: stamp.dated(lastChange))
      } else {
        kept += foreign.map { KeptPath($0, .changed) }
      }
    }
    return kept
  }

  /// Whether the author of the change wrote all values that are now at a path, or cleared the path.
  ///
  /// True for ranks, because moving a neighbour may change them.
  private func isUntouched(_ path: ElementPath, by change: UndoChange) -> Bool {
    path.isPosition
      || self[path].allSatisfy { change.isOwn($0, at: path) }
        && (!self[path].isEmpty || change.isCleared(path))
  }

  /// Makes a restored deletion hold for the current content.
  ///
  /// A deletion holds for the content hash that it contains, and the restored values have new
  /// stamps. If others have changed the content, the hash stays and their change conflicts with the
  /// deletion.
  private mutating func restoreDeletion(of change: UndoChange) {
    let path = PlanField.deleted.path
    guard change.paths.contains(path), let restored = change.restored,
      restored.deletionState?.holds == true, hasSameContent(as: restored),
      var record = value(at: path)?.object, let stamp = self[path].first?.stamp
    else { return }
    record["seen"] = .string(contentHash)
    self[path] = [StampedValue(stamp: stamp, value: .object(record))]
  }

  /// Whether both documents have the same values, apart from the deletion and ranks.
  private func hasSameContent(as other: PlanDocument) -> Bool {
    Set(elements.keys).union(other.elements.keys).allSatisfy { path in
      path.isPosition || path == PlanField.deleted.path
        || Set(self[path].map(\.value)).subtracting([.null])
          == Set(other[path].map(\.value)).subtracting([.null])
    }
  }

  /// Returns the document with new stamps that have the old times, for creating the plan again
  /// after its branch was reset. Derived values stay derived.
  package func rewritten(under stamp: Stamp) -> PlanDocument {
    var document = PlanDocument(id: id, format: format)
    for (path, elements) in elements {
      document[path] = StampedValue.copies(of: elements, stamp: stamp, created: creation?.at)
    }
    return document
  }
}

extension StampedValue {
  /// Returns copies of elements with new stamps, in the same display order.
  ///
  /// Each copy has the time of its original, but at most the command's time, since later times come
  /// from wrong clocks. Each copy is at least a millisecond earlier than the previous one, because
  /// all stamps end in the same characters. Copies of derived values are derived.
  ///
  /// - Parameter created: The creation time of the plan, for elements without a time.
  fileprivate static func copies(
    of elements: [StampedValue], stamp: Stamp, created: Timestamp?
  ) -> [StampedValue] {
    var latest = stamp.time
    return elements.map { element in
      if element.stamp == .derived { return element }
      let own = element.stamp.time ?? created
      let time = [latest, own].compactMap(\.self).min()
      latest = time.map { Timestamp(milliseconds: $0.milliseconds - 1) }
      let copied = stamp.dated(time)
      return StampedValue(
        stamp: element.stamp.isDerived ? copied.ofDerived : copied, value: element.value)
    }
  }
}

extension ElementPath {
  /// Whether the path holds a rank, which changes when a plan or an item is moved.
  package var isPosition: Bool {
    switch self {
    case .field(let name): name == "rank"
    case .item(_, _, let member): member == "rank"
    case .setMember, .other: false
    }
  }

  /// Whether the path holds a value. Members of sets are only present or absent.
  fileprivate var isField: Bool { if case .setMember = self { false } else { true } }

  /// The elements that an undo writes to clear a path.
  ///
  /// A field gets null, as when a person clears it: a path without elements would lose against
  /// concurrent values. A set member is absent if its path has no elements.
  fileprivate var absence: [StampedValue] { isField ? [StampedValue(value: .null)] : [] }
}

// MARK: - Paths left unchanged

/// A path that an undo or redo leaves unchanged, and the reason.
package struct KeptPath: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// Another person has changed the path since.
    case changed
    /// Another person has written the same value, or created the same plan.
    case same
    /// Another person has deleted the whole plan.
    case deleted
    /// The board's rules do not allow the plan to go back to its former column.
    case rule(ColumnRule.Violation)

    /// The reason as a word for programs.
    package var code: String {
      switch self {
      case .changed: "changed"
      case .same: "same"
      case .deleted: "deleted"
      case .rule: "rule"
      }
    }
  }

  package let path: ElementPath
  package let reason: Reason

  package init(_ path: ElementPath, _ reason: Reason) { (self.path, self.reason) = (path, reason) }
}
