/// A value and its stamp: the element that merges keep, drop and compare.
package struct StampedValue: Hashable, Sendable {
  package let stamp: Stamp
  package let value: JSONValue

  package init(stamp: Stamp = .none, value: JSONValue) {
    (self.stamp, self.value) = (stamp, value)
  }

  /// Whether `left` is shown before `right`: the later stamp first, then the greater canonical
  /// bytes.
  static func isShownBefore(_ left: StampedValue, _ right: StampedValue) -> Bool {
    if left.stamp != right.stamp { return left.stamp > right.stamp }
    return CanonicalJSON.bytes(of: right.value)
      .lexicographicallyPrecedes(CanonicalJSON.bytes(of: left.value))
  }

  /// Returns the elements of one path in display order, without duplicates.
  static func inOrder(_ elements: [StampedValue]) -> [StampedValue] {
    elements.count > 1 ? Set(elements).sorted(by: isShownBefore) : elements
  }
}

/// A plan in the form for merges: each path has a set of elements.
///
/// Nearly every set has one element. An edit replaces the sets at the paths that it writes.
package struct PlanDocument: Hashable, Sendable {
  /// The version of the format in which the file was written.
  package var format: Int
  /// The id of a plan, or `board`.
  package var id: ExactString
  /// The elements by path. No array is empty; each is sorted and has no duplicates, the shown
  /// element first.
  package private(set) var elements: [ElementPath: [StampedValue]] = [:]

  /// The newest format that this version can read.
  package static let supportedFormat = 1

  package init(id: ExactString, format: Int = supportedFormat) {
    (self.id, self.format) = (id, format)
  }

  package init(_ contents: PlanContents) {
    self.init(id: contents.id, format: contents.format)
    elements.reserveCapacity(contents.values.count)
    for place in contents.places { elements[place.path] = contents.elements(at: place) }
  }

  /// The elements at a path, the shown one first. The setter sorts them and drops duplicates.
  package subscript(path: ElementPath) -> [StampedValue] {
    get { elements[path] ?? [] }
    set {
      elements[path] = newValue.isEmpty ? nil : StampedValue.inOrder(newValue)
    }
  }

  /// Returns the shown value at a path.
  package func value(at path: ElementPath) -> JSONValue? { elements[path]?[0].value }
}
