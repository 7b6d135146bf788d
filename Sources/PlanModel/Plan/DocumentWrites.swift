/// The changes of one document, for finding what each path shows without some of them.
///
/// A path shows its newest value that was not undone. The commits say which value is newer, not the clocks: a
/// write replaces everything written in the commits that its own descends from, and of writes that were made
/// apart, all values are there.
package struct DocumentWrites: Sendable {
  /// What one commit did to the document.
  package struct Write: Sendable {
    package enum Kind: Sendable {
      case edit
      /// An undo or a redo. It writes no values of its own, but copies of older ones.
      case undoing
    }

    /// nil if the commit created the document.
    package let before: PlanDocument?
    package let after: PlanDocument
    /// Whether the person who undoes now made the commit.
    package let isOwn: Bool
    package let kind: Kind

    package init(
      before: PlanDocument?, after: PlanDocument, isOwn: Bool, kind: Kind = .edit
    ) {
      (self.before, self.after, self.isOwn, self.kind) = (before, after, isOwn, kind)
    }

    /// The paths that the write changed, in their order.
    package var paths: [ElementPath] {
      Set(after.elements.keys).union(before?.elements.keys ?? [:].keys)
        .filter { after[$0] != (before?[$0] ?? []) }.sorted()
    }

    /// Returns whether the write created the document, or the item, that a path belongs to.
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

  /// How the writes follow each other.
  package enum Order: Sendable {
    /// Each one descends from all older ones.
    case line
    /// For each write, the older ones that it descends from.
    case graph([Set<Int>])
  }

  /// Newest first: no write descends from an earlier one of the array.
  package let writes: [Write]
  private let order: Order
  /// For each path, the positions of the writes that changed it, newest first.
  private let changes: [ElementPath: [Int]]
  /// What the command has written so far, newest first.
  private var steps: [Write] = []

  package init(_ writes: [Write], order: Order = .line) {
    (self.writes, self.order) = (writes, order)
    var changes: [ElementPath: [Int]] = [:]
    for (position, write) in writes.enumerated() {
      for path in write.paths { changes[path, default: []].append(position) }
    }
    self.changes = changes
  }

  /// Notes what the command itself has written to undo or to redo a part.
  package mutating func noteStep(from before: PlanDocument, to after: PlanDocument) {
    steps.insert(Write(before: before, after: after, isOwn: true, kind: .undoing), at: 0)
  }

  /// Returns the values that a path has if some writes are left out, in the order in which they are shown.
  ///
  /// A value counts if the edit that added it does, unless an edit that counts descends from that one and did
  /// not keep the value.
  ///
  /// - Parameter undone: The positions of the writes to leave out. Undos and redos never count. The creation
  ///   of the document or of an item always does: an undo deletes what was created, and does not empty it.
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

  /// Returns whether an edit left a value, or a copy of it.
  private func keeps(_ value: StampedValue, _ position: Int, at path: ElementPath) -> Bool {
    let left = writes[position].after[path]
    return left.contains(value)
      || left.contains { $0.value == value.value && origin(of: $0, at: path) == value }
  }

  /// Returns the value that an element is a copy of, the element itself if it is no copy, and nil for a null
  /// that an undo wrote in place of no value.
  package func origin(of element: StampedValue, at path: ElementPath) -> StampedValue? {
    guard let maker = maker(of: element, at: path), maker.kind == .undoing else { return element }
    let equal = originals(at: path).filter { $0.value == element.value }
    if let origin = equal.first(where: { $0.isOriginal(of: element) }) ?? equal.first {
      return origin
    }
    return element.value.isNull ? nil : element
  }

  /// Returns the write that added an element, be it an undo; nil if it is older than all of them, or was
  /// written into a merge by hand.
  func maker(of element: StampedValue, at path: ElementPath) -> Write? {
    steps.first { $0.added(at: path).contains(element) }
      ?? changes[path]?.first { writes[$0].added(at: path).contains(element) }.map { writes[$0] }
  }

  /// Returns the position of the edit that added an element.
  func editor(of element: StampedValue, at path: ElementPath) -> Int? {
    edits(of: path).first { writes[$0].added(at: path).contains(element) }
  }

  /// The positions of the edits that changed a path, newest first.
  private func edits(of path: ElementPath) -> [Int] {
    changes[path]?.filter { writes[$0].kind == .edit } ?? []
  }

  /// The values that edits wrote at a path, newest first, and those before all writes.
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
  /// Returns whether an undo that brings this value back writes `copy`: the same value at the same time, unless
  /// a clock was wrong or several came back at once. A value without a stamp is as old as its plan.
  package func isOriginal(of copy: StampedValue) -> Bool {
    value == copy.value && (stamp == .none || stamp.time == copy.stamp.time)
  }
}
