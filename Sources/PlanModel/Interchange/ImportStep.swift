/// One plan that an import makes or brings up to date.
package struct ImportStep: Sendable {
  package let id: PlanID
  package let isNew: Bool
  /// The line that is about the plan, from 1; nil where none is.
  package internal(set) var line: Int?
  package internal(set) var edits: [Edit]
  /// When a new plan was last changed elsewhere.
  var updated: Timestamp?
  /// Who deletes the plan as the edits leave it, and when.
  var deletion: Deleting?

  struct Deleting: Sendable {
    let at: Timestamp
    let by: String
  }

  init(id: PlanID, isNew: Bool, edits: [Edit]) {
    (self.id, self.isNew, self.edits) = (id, isNew, edits)
  }

  /// The plan as the import leaves it.
  ///
  /// - Parameters:
  ///   - old: The plan as it is; for a new one nothing but its id.
  ///   - stamp: That of the import; the first values of a new plan have none.
  package func document(from old: PlanDocument, stamp: Stamp) -> PlanDocument {
    let stamp = isNew ? .none : stamp
    var document = old
    document.apply(news(for: old), stamp: stamp)
    if isNew, let updated, let rank = document.value(at: .field("rank")) {
      // When a plan was last changed is its greatest stamp. The position carries it, since it is
      // the one value that nobody is ever asked about.
      document[.field("rank")] = [StampedValue(stamp: Stamp(at: updated, of: id), value: rank)]
    }
    if let deletion {
      document.apply([document.deletion(at: deletion.at, by: deletion.by)], stamp: stamp)
    }
    return document
  }

  /// The edits that say something new.
  ///
  /// A value that the plan shows already is none, even where others wait beside it: the line can't
  /// have seen them, so it does not decide between them.
  private func news(for document: PlanDocument) -> [Edit] {
    edits.filter { edit in
      guard case .write(let path, let value) = edit else { return true }
      return document.value(at: path) != value
    }
  }
}
