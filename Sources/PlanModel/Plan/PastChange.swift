/// A person's change of a document, with the facts needed to undo it.
package struct PastChange: Sendable {
  /// The document before the change; nil if the change created it.
  package let before: PlanDocument?
  package let after: PlanDocument
  /// The elements that the same person has written since; some remain after an undo, such as the
  /// texts of comments.
  package var since: [ElementPath: Set<StampedValue>]
  /// The elements that stand for others because they brought them back.
  package var restoredOrigins: RestoredOrigins

  package init(
    before: PlanDocument?, after: PlanDocument, since: [ElementPath: Set<StampedValue>] = [:],
    restoredOrigins: RestoredOrigins = RestoredOrigins()
  ) {
    (self.before, self.after, self.since, self.restoredOrigins) = (
      before, after, since, restoredOrigins
    )
  }

  /// The paths that the change wrote or cleared, in their order.
  package var paths: [ElementPath] {
    Set(after.elements.keys).union(before?.elements.keys ?? [:].keys)
      .filter { after[$0] != (before?[$0] ?? []) }.sorted()
  }

  /// Returns the elements that the change wrote at a path.
  package func written(at path: ElementPath) -> [StampedValue] {
    let old = Set(before?[path] ?? [])
    return after[path].filter { !old.contains($0) }
  }

  /// Returns whether an element is the person's own: written by the change or since, or written to
  /// bring such an element back.
  func owns(_ element: StampedValue, at path: ElementPath) -> Bool {
    let origin = restoredOrigins.origin(of: element, at: path)
    return written(at: path).contains(origin) || since[path]?.contains(origin) == true
  }
}
