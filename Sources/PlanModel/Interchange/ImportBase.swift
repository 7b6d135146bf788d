/// The state of a plan when a file was exported from the board. A line of that file is an edit of
/// this state, and not of later changes by others.
package struct ImportBase: Sendable {
  package typealias Values = [ElementPath: Set<JSONValue>]

  /// The plan as it was exported; nil if that is not known.
  package let document: PlanDocument?
  /// The values that the plan had since the export; all its former values if it is unknown what was
  /// exported.
  package var past: Values = [:]

  package init(document: PlanDocument?, past: Values = [:]) {
    (self.document, self.past) = (document, past)
  }

  /// Returns the line without the items that the plan already had, since they may have been
  /// removed.
  func leavingOutItems(of line: ImportLine) -> ImportLine {
    var line = line
    let plan = document.flatMap { old in line.id.map { Plan(old, id: $0) } }
    var known = plan?.checklist ?? []
    line.checklist.removeAll { item in
      let place = known.firstIndex { $0.text == item.text && $0.done == item.done }
      if let place { known.remove(at: place) }
      return place != nil
    }
    let texts = Set((plan?.comments ?? []).map { JSONValue.strings($0.text) })
      .union(past.filter(\.key.isTextOfComment).values.joined())
    line.comments.removeAll { texts.contains(.strings($0.text)) }
    return line
  }

  /// Returns the plan with the edits of a line, merged with what others have changed since the
  /// export. A value that the plan had at the export, or later, is not an edit.
  func merge(
    _ edits: [Edit], into now: PlanDocument, stamp: Stamp
  ) -> (document: PlanDocument, notes: ImportNotes) {
    let base = document ?? now
    var (theirs, notes, others) = (base, ImportNotes(), [Edit]())
    for edit in edits {
      guard case .write(let path, let value) = edit, path != PlanField.deleted.path else {
        others.append(edit)
        continue
      }
      let old = TrackerMemory.stored(base.value(at: path) ?? .null)
      if old == TrackerMemory.stored(value) || past[path]?.contains(value) == true {
        let here = now.value(at: path) ?? .null
        if TrackerMemory.stored(here) != TrackerMemory.stored(value) {
          notes.kept.append(ImportNotes.Kept(path: path, here: here, tracker: value))
        }
      } else {
        theirs.apply([edit], stamp: stamp)
      }
    }
    var merged = PlanMerge.merge(now, theirs, bases: [base])
    notes.conflicts = merged.elements.keys.sorted().filter { path in
      path.isReportedInConflict && merged.hasSeveralValues(at: path)
        && !now.hasSeveralValues(at: path)
    }
    merged.apply(others, stamp: stamp)
    return (merged, notes)
  }
}

extension PlanDocument {
  fileprivate func hasSeveralValues(at path: ElementPath) -> Bool {
    Set(self[path].map(\.value)).count > 1
  }
}

extension ElementPath {
  fileprivate var isTextOfComment: Bool {
    if case .item("comments", _, "text") = self { true } else { false }
  }
}
