/// One plan that an import creates or updates.
package struct ImportStep: Sendable {
  package let id: PlanID
  package let isNew: Bool
  /// The number of the plan's line, from 1; nil if it has none.
  package internal(set) var line: Int?
  package internal(set) var edits: [Edit]
  /// The time from which the first values of a new plan are dated; nil if its id was drawn here.
  var dated: Timestamp?
  /// The time of a new plan's last change elsewhere.
  var updated: Timestamp?
  /// When a new plan entered its column elsewhere.
  var entered: Timestamp?
  /// The deletion of the plan, after the edits.
  var deletion: Deleting?

  struct Deleting: Sendable {
    let at: Timestamp
    let by: String
  }

  /// The column to which it brings the plan; nil if the line names none.
  package var state: String? {
    for case .write(.field("state"), let value) in edits.reversed() { return value.string }
    return nil
  }

  init(id: PlanID, isNew: Bool, edits: [Edit]) {
    (self.id, self.isNew, self.edits) = (id, isNew, edits)
  }

  /// Returns the plan after the import.
  ///
  /// Two clones may import one id apart, and each value must have been written once. So the first
  /// values of a plan whose id the line gives have the stamp of this import, with the time of the
  /// plan's creation: the plan looks no newer for it. A plan with a new id needs no stamps.
  ///
  /// - Parameters:
  ///   - old: The plan before; for a new one a document with its id alone.
  ///   - stamp: The stamp of the import.
  package func document(from old: PlanDocument, stamp: Stamp) -> PlanDocument {
    let first = dated.map { stamp.dated($0) } ?? .none
    var document = old
    document.apply(news(for: old), stamp: isNew ? first : stamp)
    if isNew, let updated, let rank = document.value(at: .field("rank")) {
      // A plan's last change is its greatest stamp. The position carries it, since it is the one
      // value that is never put to a decision.
      document[.field("rank")] = [StampedValue(stamp: stamp.dated(updated), value: rank)]
    }
    if isNew, let entered, let state = document.value(at: .field("state")) {
      document[.field("state")] = [StampedValue(stamp: stamp.dated(entered), value: state)]
    }
    if let deletion {
      document.apply(
        [document.deletion(at: deletion.at, by: deletion.by)], stamp: isNew ? first : stamp)
    }
    return document
  }

  /// Returns the edits that change a value.
  ///
  /// An edit with the shown value is left out even in a conflict: the line's source can't have seen
  /// the other values, so it does not decide between them.
  private func news(for document: PlanDocument) -> [Edit] {
    edits.filter { edit in
      guard case .write(let path, let value) = edit else { return true }
      return document.value(at: path) != value
    }
  }
}
