/// The validated contents of a plan file. Values are decoded from the text only when they are read.
///
/// A `Plan` reads only what people see; a `PlanDocument` reads everything, for merges.
package struct PlanContents: Sendable {
  /// The version of the format in which the file was written.
  package let format: Int
  /// The id of a plan, or `board`.
  package let id: ExactString
  let text: JSONText
  /// The paths of the shown values with their indices in `text`, sorted by path; each path occurs
  /// once.
  let values: [PlanFileShape.Leaf]
  /// The stamps, sorted by path.
  let stamps: [Stamps]
  /// The values that are not shown, sorted by path.
  let conflicts: [Candidates]

  /// The stamps at a path.
  typealias Stamps = (path: ElementPath, stamps: [Stamp])
  /// The values at a path that are not shown.
  typealias Candidates = (path: ElementPath, elements: [StampedValue])

  /// The contents at each path that has an element, sorted by path.
  var places: Places { Places(self) }

  /// The contents of the file at one path.
  struct Place {
    let path: ElementPath
    /// The index of the value; nil if the path has only conflict values.
    let value: Int?
    /// The stamps of the value.
    let stamps: [Stamp]
    /// The conflict values that are not shown.
    let candidates: [StampedValue]
  }

  /// Returns the elements of a path without duplicates, the shown one first.
  func elements(at place: Place) -> [StampedValue] {
    var elements = place.candidates
    if let index = place.value {
      let value = value(index, at: place.path)
      elements += place.stamps.map { StampedValue(stamp: $0, value: value) }
    }
    return StampedValue.inOrder(elements)
  }

  private func value(_ index: Int, at path: ElementPath) -> JSONValue {
    // The value of a set member is only its presence.
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

    /// The smallest path among the remaining values and conflicts.
    private var nextPath: ElementPath? {
      guard conflict < contents.conflicts.count else {
        return value < contents.values.count ? contents.values[value].path : nil
      }
      let path = contents.conflicts[conflict].path
      guard value < contents.values.count else { return path }
      return Swift.min(path, contents.values[value].path)
    }

    private mutating func stamps(at path: ElementPath) -> [Stamp] {
      // Stamps at paths without a value are skipped.
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
