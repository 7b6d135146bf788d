import Git
import PlanModel

/// The values that a person has written in each file since a change, and the elements that stand
/// for older ones.
struct RestoredValues {
  private(set) var written: [BoardFile: [ElementPath: Set<StampedValue>]] = [:]
  private var restoredOrigins: [BoardFile: RestoredOrigins] = [:]
  /// Where the older ones are to be found.
  private(set) var sources: [PlacedValue: ObjectID] = [:]

  subscript(file: BoardFile) -> RestoredOrigins { restoredOrigins[file] ?? RestoredOrigins() }

  /// Notes the values that the person has written.
  mutating func note(_ change: PastChange, of file: BoardFile) {
    for path in change.paths {
      written[file, default: [:]][path, default: []].formUnion(change.written(at: path))
    }
  }

  /// Notes the values that this command has written to take a change back: those that come back,
  /// and those that remove an item.
  ///
  /// - Parameter found: The document before that.
  mutating func note(
    _ document: PlanDocument, since found: PlanDocument, for change: PastChange,
    of file: BoardFile, in entry: UndoHistory.Entry
  ) {
    for (path, elements) in document.elements {
      let known = Set(found[path])
      let own = elements.filter { !known.contains($0) }
      if own.isEmpty { continue }
      written[file, default: [:]][path, default: []].formUnion(own)
      guard let before = change.before, let parent = entry.commit.parents.first else { continue }
      note(own, as: before[path], at: path, of: file, from: parent)
    }
  }

  /// Notes the values that an earlier commit has brought back: those of an older document.
  mutating func note(
    _ change: PastChange, as before: PlanDocument, of file: BoardFile, from commit: ObjectID
  ) {
    for path in change.paths {
      note(change.written(at: path), as: before[path], at: path, of: file, from: commit)
    }
  }

  private mutating func note(
    _ elements: [StampedValue], as originals: [StampedValue], at path: ElementPath,
    of file: BoardFile,
    from commit: ObjectID
  ) {
    for element in elements {
      guard let original = originals.first(where: { $0.value == element.value }) else { continue }
      restoredOrigins[file, default: RestoredOrigins()].note(element, for: original, at: path)
      sources[PlacedValue(plan: file.planID, path: path, element: original)] = commit
    }
  }

  /// Returns the values at a path that is kept, each as it was first written.
  func kept(
    _ kept: KeptPath, of file: BoardFile, in document: PlanDocument
  ) -> UndoResult.Kept {
    let path = kept.path
    let values = document[path].map { element in
      PlacedValue(
        plan: file.planID, path: path, element: self[file].origin(of: element, at: path))
    }
    return UndoResult.Kept(plan: file.planID, path: path, reason: kept.reason, values: values)
  }
}
