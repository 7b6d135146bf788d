/// The contents of a plan file, which were checked and are still in its text.
///
/// A `Plan` takes out of it what people see, and a `PlanDocument` everything, for merging.
package struct PlanContents: Sendable {
  /// The version of the format that the file was written in.
  package let format: Int
  /// A plan's id, or `board`.
  package let id: ExactString
  let text: JSONText
  /// The indices of the values, in the order of their paths, each path once.
  let values: [PlanFileShape.Leaf]
  let stamps: [Stamps]
  let conflicts: [Candidates]

  /// The stamps of a path that has some; in the order of the paths.
  struct Stamps {
    let path: ElementPath
    let stamps: [Stamp]
  }

  /// The values of a path that are not shown; in the order of the paths.
  struct Candidates {
    let path: ElementPath
    let elements: [StampedValue]
  }

  /// What the file holds at each path that has an element, in the order of the paths.
  var places: Places { Places(self) }

  /// What the file holds at one path.
  struct Place {
    let path: ElementPath
    /// The index of the value, if there is one.
    let value: Int?
    /// The stamps of the value.
    let stamps: [Stamp]
    /// Other values.
    let candidates: [StampedValue]
  }

  /// Returns the elements of a path, the shown one first, without repeats.
  func elements(at place: Place) -> [StampedValue] {
    var elements = place.candidates
    if let index = place.value {
      let value = value(index, at: place.path)
      elements += place.stamps.map { StampedValue(stamp: $0, value: value) }
    }
    return StampedValue.inOrder(elements)
  }

  private func value(_ index: Int, at path: ElementPath) -> JSONValue {
    // A member of a set has no value besides its presence.
    if case .setMember = path { .bool(true) } else { text.value(index) }
  }

  struct Places: Sequence, IteratorProtocol {
    private let contents: PlanContents
    private var (value, stamp, conflict) = (0, 0, 0)

    private static let none = [Stamp.none]

    fileprivate init(_ contents: PlanContents) { self.contents = contents }

    mutating func next() -> Place? {
      while let path = nextPath {
        let index =
          value < contents.values.count && contents.values[value].path == path
          ? contents.values[value].value : nil
        if index != nil { value += 1 }
        let place = Place(
          path: path, value: index, stamps: stamps(at: path), candidates: candidates(at: path))
        if index != nil || !place.candidates.isEmpty { return place }
      }
      return nil
    }

    /// The least path among those of the values and the conflicts that are left.
    private var nextPath: ElementPath? {
      guard conflict < contents.conflicts.count else {
        return value < contents.values.count ? contents.values[value].path : nil
      }
      let path = contents.conflicts[conflict].path
      guard value < contents.values.count else { return path }
      return Swift.min(path, contents.values[value].path)
    }

    private mutating func stamps(at path: ElementPath) -> [Stamp] {
      // Stamps of paths without a value are passed over.
      while stamp < contents.stamps.count, contents.stamps[stamp].path < path { stamp += 1 }
      guard stamp < contents.stamps.count, contents.stamps[stamp].path == path else {
        return Self.none
      }
      return contents.stamps[stamp].stamps
    }

    private mutating func candidates(at path: ElementPath) -> [StampedValue] {
      guard conflict < contents.conflicts.count, contents.conflicts[conflict].path == path else {
        return []
      }
      conflict += 1
      return contents.conflicts[conflict - 1].elements
    }
  }
}
