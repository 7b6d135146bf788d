/// Merges plans path by path, with all best common ancestors as bases. Merging never fails.
///
/// `docs/merge.md` proves that replicas with the same edits have the same bytes.
package enum PlanMerge {
  /// Merges two versions of a document.
  ///
  /// For every path, A and B are the elements of the two sides, and O is the union of the elements
  /// of all bases. The merged elements are:
  ///
  ///     (A ∩ B) ∪ (A ∖ O) ∪ (B ∖ O)
  ///
  /// An element that only one side has is dropped if a base has it, because the other side has
  /// replaced it; else it is kept. If only one of several bases were used, a criss-cross merge
  /// would restore replaced values.
  ///
  /// - Parameter bases: The document in *all* best common ancestors that have it, in any order.
  /// - Returns: The merged document, the same for `(a, b)` and `(b, a)`.
  package static func merge(
    _ a: PlanDocument, _ b: PlanDocument, bases: [PlanDocument]
  ) -> PlanDocument {
    var merged = PlanDocument(id: a.id, format: max(a.format, b.format))
    // The elements of all bases. Each base is read once, since there may be thousands.
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
    merged.dropRemovedDerivedMembers(comingFromOneOf: a, b)
    return merged
  }
}

extension PlanDocument {
  /// Drops derived members of sets that a person has removed.
  ///
  /// Two clones may derive the same member independently, for example a label of a next plan.
  /// Without this, the copy from one clone would bring back a label that a person removed in the
  /// other. An element on both sides stays, so a merge of equal sides changes nothing.
  fileprivate mutating func dropRemovedDerivedMembers(
    comingFromOneOf a: PlanDocument, _ b: PlanDocument
  ) {
    for (path, found) in elements where found.contains(where: \.stamp.isDerived) {
      guard let removal = path.removalOfDerived, value(at: removal) == .bool(true) else { continue }
      self[path] = found.filter { element in
        !element.stamp.isDerived || a[path].contains(element) && b[path].contains(element)
      }
    }
  }
}
