/// Which elements were brought back, and by which new ones.
///
/// What comes back is written anew, and is still the value of whoever wrote it first: who takes back
/// their own change of somebody's value owns the one as little as the other.
package struct RestoredOrigins: Sendable {
  private var originals: [ElementPath: [StampedValue: StampedValue]] = [:]

  package init() {}

  /// Notes that an element was written to bring another one back.
  package mutating func note(
    _ element: StampedValue, for original: StampedValue, at path: ElementPath
  ) {
    // The first one that is noted is the newest; it is what stands there now.
    if element != original, originals[path]?[element] == nil {
      originals[path, default: [:]][element] = original
    }
  }

  /// The element that one stands for in the end; the same one where it stands for itself.
  package func origin(of element: StampedValue, at path: ElementPath) -> StampedValue {
    var current = element
    // Stamps are unique, so there is no circle; a stranger's history may have one.
    for _ in 0...(originals[path]?.count ?? 0) {
      guard let next = originals[path]?[current] else { break }
      current = next
    }
    return current
  }
}
