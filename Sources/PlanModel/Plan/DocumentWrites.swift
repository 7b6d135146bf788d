/// The history of one document's changes. It computes what each path shows if some of the changes
/// are undone.
///
/// A path shows its newest value that is not undone. The commit graph decides which value is newer,
/// not the clocks. A write replaces all values from its ancestor commits, and concurrent writes all
/// keep their values.
package struct DocumentWrites: Sendable {
  /// The change that one commit made to the document.
  package struct Write: Sendable {
    package enum Kind: Sendable {
      case edit
      /// An undo or a redo. It writes copies of older values, no new ones.
      case undoing
    }

    /// The document before the commit; nil if the commit created it.
    package let before: PlanDocument?
    package let after: PlanDocument
    /// Whether the person who now undoes or redoes changes made this commit.
    package let isOwn: Bool
    package let kind: Kind

    package init(before: PlanDocument?, after: PlanDocument, isOwn: Bool, kind: Kind = .edit) {
      (self.before, self.after, self.isOwn, self.kind) = (before, after, isOwn, kind)
    }

    /// The paths that the write changed, sorted.
    package var paths: [ElementPath] {
      Set(after.elements.keys).union(before?.elements.keys ?? [:].keys)
        .filter { after[$0] != (before?[$0] ?? []) }.sorted()
    }

    /// Whether the write created the document or the item that a path belongs to.
    func creates(_ path: ElementPath) -> Bool {
      guard let before else { return true }
      guard let item = path.item, !after[path].isEmpty else { return false }
      return !before.elements.keys.contains { $0.item == item }
    }

    /// Returns the elements that the write added at a path.
    func added(at path: ElementPath) -> [StampedValue] {
      let old = before?[path] ?? []
      return after[path].filter { !old.contains($0) }
    }
  }

  /// How the writes descend from each other.
  package enum Order: Sendable {
    /// Each write descends from all older ones.
    case line
    /// For each write, the indices of the older writes that it descends from.
    case graph([Set<Int>])
  }

  /// The writes, newest first: no write descends from an earlier one in the array.
  package let writes: [Write]
  private let order: Order
  /// For each path, the indices of the writes that changed it, newest first.
  private let changes: [ElementPath: [Int]]
  /// The writes of the running command, newest first.
  private var steps: [Write] = []

  package init(_ writes: [Write], order: Order = .line) {
    (self.writes, self.order) = (writes, order)
    var changes: [ElementPath: [Int]] = [:]
    for (position, write) in writes.enumerated() {
      for path in write.paths { changes[path, default: []].append(position) }
    }
    self.changes = changes
  }

  /// Records a write that the running command made to undo or redo one of several changes.
  package mutating func noteStep(from before: PlanDocument, to after: PlanDocument) {
    steps.insert(Write(before: before, after: after, isOwn: true, kind: .undoing), at: 0)
  }

  /// Returns the values that a path has if some edits are undone, in display order.
  ///
  /// A value is live if its edit is not undone, and no later edit that is not undone replaced it.
  ///
  /// - Parameter undone: The indices of the undone edits. Undos and redos themselves are ignored.
  ///   The creation of the document or of an item always counts: undoing it deletes the whole thing
  ///   instead of emptying it.
  package func live(at path: ElementPath, without undone: Set<Int>) -> [StampedValue] {
    let counting = edits(of: path).filter { !undone.contains($0) || writes[$0].creates(path) }
    var live = base(at: path).filter { value in counting.allSatisfy { keeps(value, $0, at: path) } }
    for position in counting {
      live += writes[position].added(at: path).filter { value in
        !live.contains(value)
          && counting.allSatisfy { !descends($0, from: position) || keeps(value, $0, at: path) }
      }
    }
    return StampedValue.inOrder(live)
  }

  /// Whether a value, or a copy of it, is still at the path after an edit.
  private func keeps(_ value: StampedValue, _ position: Int, at path: ElementPath) -> Bool {
    let left = writes[position].after[path]
    return left.contains(value)
      || left.contains { $0.value == value.value && origin(of: $0, at: path) == value }
  }

  /// Returns the value that an element is a copy of, or the element itself if it is an original.
  ///
  /// - Returns: nil for a null that an undo wrote to clear the path.
  package func origin(of element: StampedValue, at path: ElementPath) -> StampedValue? {
    guard let maker = maker(of: element, at: path), maker.kind == .undoing else { return element }
    let equal = originals(at: path).filter { $0.value == element.value }
    if let origin = equal.first(where: { $0.isOriginal(of: element) }) { return origin }
    if isAbsence(element) { return nil }
    return equal.first ?? (element.value.isNull ? nil : element)
  }

  /// Whether an undo wrote an element to clear a path. Such a null has the creation time of the
  /// document, if that is known. Other nulls are copies of a null that somebody wrote.
  private func isAbsence(_ element: StampedValue) -> Bool {
    guard element.value.isNull else { return false }
    guard let created = writes.first?.after.creation?.at, let time = element.stamp.time else {
      return true
    }
    return time <= created
  }

  /// Returns the write that added an element, including undos and redos.
  ///
  /// - Returns: nil if the element is older than all writes, or was written by hand in a merge.
  func maker(of element: StampedValue, at path: ElementPath) -> Write? {
    steps.first { $0.added(at: path).contains(element) }
      ?? changes[path]?.first { writes[$0].added(at: path).contains(element) }.map { writes[$0] }
  }

  /// Returns the index of the edit that added an element; nil if no edit did.
  func editor(of element: StampedValue, at path: ElementPath) -> Int? {
    edits(of: path).first { writes[$0].added(at: path).contains(element) }
  }

  /// Returns the indices of the edits that changed a path, newest first.
  private func edits(of path: ElementPath) -> [Int] {
    changes[path]?.filter { writes[$0].kind == .edit } ?? []
  }

  /// Returns the values that edits wrote at a path, newest first, then the values before all
  /// writes.
  private func originals(at path: ElementPath) -> [StampedValue] {
    edits(of: path).flatMap { writes[$0].added(at: path) } + base(at: path)
  }

  private func base(at path: ElementPath) -> [StampedValue] { writes.last?.before?[path] ?? [] }

  private func descends(_ newer: Int, from older: Int) -> Bool {
    switch order {
    case .line: newer < older
    case .graph(let ancestors): ancestors[newer].contains(older)
    }
  }
}

extension StampedValue {
  /// Whether `copy` is what an undo writes to restore this value: the same value with the same
  /// time.
  ///
  /// A copy can have another time, for example after a wrong clock or if several values were
  /// restored at once; then the result is false. A value without a stamp, or with the stamp
  /// `derived`, matches any time.
  package func isOriginal(of copy: StampedValue) -> Bool {
    value == copy.value
      && (stamp == .none || stamp == .derived || stamp.time == copy.stamp.time)
  }
}
