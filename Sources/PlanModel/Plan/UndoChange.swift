/// Edits of one document that are undone or redone together.
package struct UndoChange: Sendable {
  package enum Direction: Sendable {
    case undo
    /// `undoings` are the indices of the undos that are reverted.
    case redo(undoings: [Int])
  }

  package let history: DocumentWrites
  /// The indices of the edits that are undone or redone.
  package let edits: [Int]
  /// The indices of all undone edits before and after the change.
  let (undoneBefore, undoneAfter): (Set<Int>, Set<Int>)
  private let undoings: [Int]
  private let isUndo: Bool

  /// Computes how to undo or redo edits of one file.
  ///
  /// - Parameter undone: The indices of the edits that are undone before the change.
  package init(
    _ direction: Direction, of edits: [Int], in history: DocumentWrites, undone: Set<Int>
  ) {
    (self.history, self.edits, undoneBefore) = (history, edits, undone)
    switch direction {
    case .undo:
      (undoneAfter, undoings, isUndo) = (undone.union(edits), [], true)
    case .redo(let undoings):
      (undoneAfter, self.undoings, isUndo) = (undone.subtracting(edits), undoings, false)
    }
  }

  /// Creates the redo of a change whose commits are no longer on the branch, because the branch was
  /// reset to an older commit.
  ///
  /// - Parameters:
  ///   - made: The document after the change.
  ///   - former: The document before the change.
  ///   - now: The document with later changes of others.
  package init(redoing made: PlanDocument, over former: PlanDocument, now: PlanDocument) {
    // An undo and a redo in between may have written copies of the former values.
    let (made, former) = Self.renewed(made, former, with: now)
    // Values that others have written since stay: they count as newer than the values of the
    // change.
    var seen = now
    for path in Set(former.elements.keys).union(now.elements.keys) where now[path] != former[path] {
      seen[path] = made[path]
    }
    let writes = [
      DocumentWrites.Write(before: seen, after: now, isOwn: false),
      DocumentWrites.Write(before: made, after: former, isOwn: true, kind: .undoing),
      DocumentWrites.Write(before: former, after: made, isOwn: true),
    ]
    self.init(.redo(undoings: [1]), of: [2], in: DocumentWrites(writes), undone: [2])
  }

  /// Returns the documents after and before a change. If `now` has a copy of an element, the copy
  /// replaces the element.
  private static func renewed(
    _ made: PlanDocument, _ former: PlanDocument, with now: PlanDocument
  ) -> (made: PlanDocument, former: PlanDocument) {
    var (made, renewed) = (made, former)
    for (path, elements) in former.elements where now[path] != elements {
      var copies: [StampedValue: StampedValue] = [:]
      for element in elements {
        let time = element.stamp.time ?? now.creation?.at
        copies[element] = now[path].first { other in
          other == element
            || time != nil && other.stamp.time == time && other.value == element.value
        }
      }
      guard Set(copies.values) == Set(now[path]), copies.count == elements.count else { continue }
      renewed[path] = now[path]
      made[path] = made[path].map { copies[$0] ?? $0 }
    }
    return (made, renewed)
  }

  /// The paths that the edits, or the undos of them, changed; sorted.
  var paths: [ElementPath] {
    (edits + undoings).map { history.writes[$0].paths }.reduce(into: Set()) { $0.formUnion($1) }
      .sorted()
  }

  /// Whether this undoes the creation of the document, or an edit that restored it after its
  /// creation had been undone.
  var isOfCreation: Bool {
    guard isUndo else { return false }
    let writes = history.writes
    let isUndone = undoneBefore.contains { writes[$0].before == nil }
    return edits.contains { index in
      guard let before = writes[index].before else { return true }
      return isUndone && before.isHidden && !writes[index].after.isHidden
    }
  }

  /// Whether this undoes the creation of a document that another person has also created. That
  /// happens if two clones import the same file or finish the same repeating plan.
  var isOfSharedCreation: Bool {
    isOfCreation
      && history.writes.indices.contains { index in
        let write = history.writes[index]
        return write.before == nil && !write.isOwn && !undoneAfter.contains(index)
      }
  }

  /// The document to restore: before the edits for an undo, after them for a redo.
  var restored: PlanDocument? {
    isUndo
      ? edits.last.flatMap { history.writes[$0].before }
      : edits.first.map { history.writes[$0].after }
  }

  /// Whether this undoes the creation of the item that a path belongs to.
  func isOfCreation(ofItemAt path: ElementPath) -> Bool {
    isUndo && path.item != nil && edits.contains { history.writes[$0].creates(path) }
  }

  /// Whether the change removes an element.
  ///
  /// - Parameters:
  ///   - live: The live values after the change; see `DocumentWrites.live`.
  ///   - former: The live values before the change.
  func removes(
    _ element: StampedValue, at path: ElementPath, live: [StampedValue], former: [StampedValue]
  ) -> Bool {
    let origin = history.origin(of: element, at: path)
    // The element was written by an undo that is now reverted, for example as the deletion of a
    // created plan.
    if undoings.contains(where: { history.writes[$0].added(at: path).contains(element) }) {
      return origin.map { !live.contains($0) } ?? !live.isEmpty
    }
    guard let origin else { return former.isEmpty && !live.isEmpty }
    if former.contains(origin) { return !live.contains(origin) }
    // After two concurrent undos, a value that one of them undid may be shown again. Only another
    // undo removes such a value; a redo does not decide the conflict.
    guard isUndo, let editor = history.editor(of: origin, at: path) else { return false }
    return history.writes[editor].isOwn && undoneAfter.contains(editor)
  }

  /// Whether this is a redo, and all values that one of the edits added at the path are live.
  func isDone(at path: ElementPath, live: [StampedValue]) -> Bool {
    !isUndo
      && edits.contains { position in
        let added = history.writes[position].added(at: path)
        return !added.isEmpty && added.allSatisfy(live.contains)
      }
  }

  /// Whether the person who undoes wrote the element, or whether it is a null with which an undo
  /// cleared the path.
  func isOwn(_ element: StampedValue, at path: ElementPath) -> Bool {
    guard let origin = history.origin(of: element, at: path) else { return true }
    return history.maker(of: origin, at: path)?.isOwn == true
  }

  /// Whether the newest of the edits left no value at a path.
  func isCleared(_ path: ElementPath) -> Bool {
    edits.first.map { history.writes[$0].after[path].isEmpty } ?? true
  }
}

struct ItemPlace: Hashable {
  let list: ExactString
  let id: ExactString
}

extension ElementPath {
  /// The item that the path belongs to; nil for a path outside lists. It is also nil for the record
  /// of a removed member of a set, which an undo restores as a value and never removes as an item.
  var item: ItemPlace? {
    guard case .item(let list, let item, _) = self, list != "removed" else { return nil }
    return ItemPlace(list: list, id: item)
  }
}
