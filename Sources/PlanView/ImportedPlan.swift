package import PlanModel

/// What an import does with one plan.
package struct ImportedPlan: Sendable {
  /// The raw values are for programs.
  package enum Outcome: String, Sendable {
    case added, changed, unchanged
    /// The source no longer has the plan.
    case closed
  }

  package let plan: PlanID
  package let title: String
  /// The plan's line in the file; nil if it has none.
  package let line: Int?
  package let outcome: Outcome
  /// The changes of a plan that already was on the board.
  package let changes: [FieldChange]
  /// The paths at which the import leaves a conflict, with the values there, the shown one first.
  package let conflicts: [(path: ElementPath, values: [JSONValue])]
  /// The values that were changed here but not in the source, and are kept.
  package let kept: [ImportNotes.Kept]
  /// The texts of the list items in which conflicts and kept values are.
  private let itemTexts: [ElementPath: String]

  package init(
    _ step: ImportStep, from old: PlanDocument, to new: PlanDocument, _ notes: ImportNotes
  ) {
    (plan, line) = (step.id, step.line)
    title = new.value(at: PlanField.title.path)?.string ?? ""
    let found = step.isNew ? [] : new.visibleChanges(since: old)
    changes = found.map { path in
      FieldChange(
        path: path, old: old.value(at: path), new: new.value(at: path),
        itemText: new.itemText(at: path), commentOrigin: new.commentOrigin(at: path))
    }
    outcome =
      step.isNew ? .added : step.line == nil ? .closed : found.isEmpty ? .unchanged : .changed
    conflicts = notes.conflicts.map { path in
      var seen: Set<JSONValue> = []
      let values = new[path].map(\.value).filter { seen.insert($0).inserted }
      return (path: path, values: values)
    }
    kept = notes.kept
    let paths = notes.conflicts + notes.kept.map(\.path)
    itemTexts = Dictionary(
      paths.compactMap { path in new.itemText(at: path).map { (path, $0) } }
    ) { first, _ in first }
  }
}

extension PlanDocument {
  /// Returns the paths whose values differ from before, sorted, without the paths of import memory.
  fileprivate func visibleChanges(since old: PlanDocument) -> [ElementPath] {
    Set(elements.keys).union(old.elements.keys).filter { path in
      !path.isInternal && Set(self[path].map(\.value)) != Set(old[path].map(\.value))
    }.sorted()
  }

  /// Whether any element differs from before, apart from those of import memory.
  package func isVisiblyOther(than old: PlanDocument) -> Bool {
    Set(elements.keys).union(old.elements.keys).contains { path in
      !path.isInternal && self[path] != old[path]
    }
  }
}

// MARK: - Words

extension ImportedPlan {
  /// Returns what happens to the plan, one line for each change, conflict and kept value.
  package func words(on board: Board) -> [StyledText] {
    let inConflict = Set(conflicts.map(\.path))
    return (changes.filter { !inConflict.contains($0.path) }).words(on: board)
      + conflicts.map { conflict in
        let values = conflict.values.map {
          ValueWords.words(for: $0, at: conflict.path, board: board)
        }
        return "\("conflict", .conflict) on \(name(conflict.path, board)): "
          + values.joined(by: " or ")
      }
      + kept.map { words(for: $0, board) }
  }

  /// Returns the words for a value that stays as it is here: `kept title: A; the source has B`.
  private func words(for kept: ImportNotes.Kept, _ board: Board) -> StyledText {
    let name = name(kept.path, board)
    if kept.isThing {
      return kept.tracker.isNull
        ? "\("kept", .muted) \(name); the source does not have it"
        : "\("kept", .muted) \(name) removed; the source has it"
    }
    let here = ValueWords.words(for: kept.here, at: kept.path, board: board)
    let tracker = ValueWords.words(for: kept.tracker, at: kept.path, board: board)
    return "\("kept", .muted) \(name): \(here); the source has \(tracker)"
  }

  private func name(_ path: ElementPath, _ board: Board) -> String {
    path.words(on: board, itemText: itemTexts[path])
  }
}

extension ImportNotes.Kept {
  /// Whether the plan or the source lacks a whole thing: a label, an assignee, a link, or an item
  /// of the checklist.
  fileprivate var isThing: Bool {
    switch path {
    case .setMember: true
    case .item("checklist", _, "text"): here.isNull || tracker.isNull
    default: false
    }
  }
}
