/// A value and when it was written: what merging keeps, drops and compares.
package struct StampedValue: Hashable, Sendable {
  package let stamp: Stamp
  package let value: JSONValue

  package init(stamp: Stamp = .none, value: JSONValue) {
    (self.stamp, self.value) = (stamp, value)
  }

  /// Whether `left` is shown before `right`: the later stamp, then the greater canonical bytes.
  static func isShownBefore(_ left: StampedValue, _ right: StampedValue) -> Bool {
    if left.stamp != right.stamp { return left.stamp > right.stamp }
    return CanonicalJSON.bytes(of: right.value)
      .lexicographicallyPrecedes(CanonicalJSON.bytes(of: left.value))
  }
}

/// A plan as merging sees it: a map of paths to sets of elements.
///
/// Nearly always a set holds one element. An edit replaces the set at the paths that it writes.
package struct PlanDocument: Hashable, Sendable {
  /// The version of the format that the file was written in.
  package var format: Int
  /// A plan's id, or `board`.
  package var id: ExactString
  /// Never holds an empty array; each array is sorted, the shown element first, and has no repeats.
  package private(set) var elements: [ElementPath: [StampedValue]] = [:]

  /// The newest format that this version understands.
  package static let supportedFormat = 1

  package init(id: ExactString, format: Int = supportedFormat) {
    (self.id, self.format) = (id, format)
  }

  /// The elements at a path, the shown one first; setting sorts them and drops repeats.
  package subscript(path: ElementPath) -> [StampedValue] {
    get { elements[path] ?? [] }
    set {
      if newValue.count > 1 {
        elements[path] = Set(newValue).sorted(by: StampedValue.isShownBefore)
      } else {
        elements[path] = newValue.isEmpty ? nil : newValue
      }
    }
  }

  /// The shown value at a path.
  package func value(at path: ElementPath) -> JSONValue? { elements[path]?[0].value }
}
