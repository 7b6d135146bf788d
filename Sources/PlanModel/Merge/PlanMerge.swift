/// The merge of plans: field by field, from all best common ancestors, never failing.
///
/// `docs/merge.md` proves that replicas with the same edits have the same bytes.
package enum PlanMerge {
  /// Merges two versions of a document.
  ///
  /// For every path, with A and B the elements of both sides and O those of any base:
  ///
  ///     (A ∩ B) ∪ (A ∖ O) ∪ (B ∖ O)
  ///
  /// An element that one side lacks is kept unless a base has it, because then that side has
  /// replaced it. With only one of several bases, criss-cross merges would bring replaced values
  /// back.
  ///
  /// - Parameter bases: The document in *all* best common ancestors that have it, in any order.
  /// - Returns: The merged document, the same for `(a, b)` and `(b, a)`.
  package static func merge(
    _ a: PlanDocument, _ b: PlanDocument, bases: [PlanDocument]
  ) -> PlanDocument {
    var merged = PlanDocument(id: a.id, format: max(a.format, b.format))
    // The elements of any base, each base read once: there may be thousands of bases.
    var held: [ElementPath: Set<StampedValue>] = [:]
    for (path, elements) in bases.lazy.flatMap(\.elements) {
      held[path, default: []].formUnion(elements)
    }
    for path in Set(a.elements.keys).union(b.elements.keys) {
      let ours = Set(a[path])
      let theirs = Set(b[path])
      let known = held[path] ?? []
      merged[path] = Array(
        ours.intersection(theirs)
          .union(ours.subtracting(known))
          .union(theirs.subtracting(known)))
    }
    return merged
  }
}
