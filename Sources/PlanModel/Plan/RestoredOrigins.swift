/// The elements that were brought back, with the new elements that restored them.
///
/// A restored value is written anew but still belongs to the person who wrote it first: undoing
/// one's own change of another person's value makes neither value one's own.
package struct RestoredOrigins: Sendable {
  private var originals: [ElementPath: [StampedValue: StampedValue]] = [:]

  package init() {}

  /// Records that an element was written to bring another one back.
  package mutating func note(
    _ element: StampedValue, for original: StampedValue, at path: ElementPath
  ) {
    // The first record is the newest, and describes the present element.
    if element != original, originals[path]?[element] == nil {
      originals[path, default: [:]][element] = original
    }
  }

  /// Returns the original that an element stands for, or the element itself.
  package func origin(of element: StampedValue, at path: ElementPath) -> StampedValue {
    var current = element
    // Stamps are unique, so there is no cycle; but the history of a hostile clone may have one.
    for _ in 0...(originals[path]?.count ?? 0) {
      guard let next = originals[path]?[current] else { break }
      current = next
    }
    return current
  }
}
