/// A value and its stamp: the element that merging keeps, drops and compares.
package struct StampedValue: Hashable, Sendable {
  package let stamp: Stamp
  package let value: JSONValue

  package init(stamp: Stamp = .none, value: JSONValue) {
    (self.stamp, self.value) = (stamp, value)
  }

  /// Returns whether `left` is shown before `right`: the later stamp first, then the greater
  /// canonical bytes.
  static func isShownBefore(_ left: StampedValue, _ right: StampedValue) -> Bool {
    if left.stamp != right.stamp { return left.stamp > right.stamp }
    return CanonicalJSON.bytes(of: right.value)
      .lexicographicallyPrecedes(CanonicalJSON.bytes(of: left.value))
  }

  /// Returns the elements of one path in the order in which they are shown, without repeats.
  static func inOrder(_ elements: [StampedValue]) -> [StampedValue] {
    elements.count > 1 ? Set(elements).sorted(by: isShownBefore) : elements
  }
}

/// A plan in the form for merging: a map of paths to sets of elements.
///
/// A set nearly always holds one element. An edit replaces the sets at the paths that it writes.
package struct PlanDocument: Hashable, Sendable {
  /// The version of the format that the file was written in.
  package var format: Int
  /// A plan's id, or `board`.
  package var id: ExactString
  /// The elements by path. No array is empty; each is sorted, the shown one first, without repeats.
  package private(set) var elements: [ElementPath: [StampedValue]] = [:]

  /// The newest format that this version understands.
  package static let supportedFormat = 1

  package init(id: ExactString, format: Int = supportedFormat) {
    (self.id, self.format) = (id, format)
  }

  package init(_ contents: PlanContents) {
    self.init(id: contents.id, format: contents.format)
    elements.reserveCapacity(contents.values.count)
    for place in contents.places { elements[place.path] = contents.elements(at: place) }
  }

  /// The elements at a path, the shown one first; setting sorts them and drops repeats.
  package subscript(path: ElementPath) -> [StampedValue] {
    get { elements[path] ?? [] }
    set {
      elements[path] = newValue.isEmpty ? nil : StampedValue.inOrder(newValue)
    }
  }

  /// The shown value at a path.
  package func value(at path: ElementPath) -> JSONValue? { elements[path]?[0].value }
}
