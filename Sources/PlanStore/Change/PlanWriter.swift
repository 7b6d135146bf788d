import Git
package import PlanModel

/// Writes the plans of a large change, one after another, while the commit is made.
package typealias PlanStream = (PlanWriter) throws -> Void

/// Writes plans one after another, so that only one of them is in memory. Each plan is written to
/// the running object batch at once. The change takes effect only when all plans are written.
package final class PlanWriter {
  private let before: BoardSnapshot
  /// The stamp of the values that the change writes.
  package let stamp: Stamp
  /// The plans that have a file, readable or not.
  private let present: Set<PlanID>
  private let hasRules: Bool
  private var edits: [(path: String, edit: TreeEdit)] = []
  private var violation: ColumnRule.Violation?

  /// A plan as the change leaves it.
  package struct Written {
    package let document: PlanDocument
    /// Whether the change alters or creates the plan.
    package let isAltered: Bool
    /// The rule of a column that forbids the move of the plan.
    package let violation: ColumnRule.Violation?
  }

  private init(on before: BoardSnapshot, stamp: Stamp) throws {
    (self.before, self.stamp) = (before, stamp)
    present = Set(try before.ids())
    hasRules = before.board.columns.contains { !$0.from.isEmpty }
  }

  /// Runs a stream, and returns the edits of the board's tree.
  ///
  /// - Throws: Any error of the stream; `StoreError.columnRule` if a column's rule forbids the move
  ///   of a plan.
  static func edits(
    of stream: PlanStream, on before: BoardSnapshot, stamp: Stamp
  ) throws -> [(path: String, edit: TreeEdit)] {
    let writer = try PlanWriter(on: before, stamp: stamp)
    try stream(writer)
    if let violation = writer.violation { throw StoreError.columnRule(violation) }
    return writer.edits
  }

  /// Adds or replaces a plan. It must be called only once for each plan. `change` receives the
  /// plan's document; for a new plan, a document with only the id.
  ///
  /// The caller may report a violated rule of a column in its own words. If it does not throw, the
  /// change fails at the end.
  ///
  /// - Throws: As `Transaction.put`; `StoreError.planTooLarge`.
  package func put(
    _ id: PlanID, isNew: Bool, _ change: (PlanDocument) -> PlanDocument
  ) throws -> Written {
    let old = present.contains(id) ? try before.document(id) : nil
    if isNew, old != nil { throw StoreError.planExists(id) }
    guard isNew || old != nil else { throw StoreError.unknownPlan(typed: id.text) }
    var document = change(old ?? PlanDocument(id: ExactString(id.text)))
    if let old, document.endsLease(since: old, on: before.board) {
      document.apply([.lease(nil)], stamp: stamp)
    }
    guard document != old else {
      return Written(document: document, isAltered: false, violation: nil)
    }
    let violation =
      hasRules ? ColumnRule.violation(of: id, from: old, to: document, on: before.board) : nil
    self.violation = self.violation ?? violation
    let bytes = PlanFile.bytes(of: document)
    try before.checkSize(bytes, of: .plan(id))
    edits.append((path: id.path, edit: .put(try before.repository.writeBlob(bytes))))
    return Written(document: document, isAltered: true, violation: violation)
  }
}
