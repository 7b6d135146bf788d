package import PlanModel

/// The expected content of a document, computed only from who had seen which write.
///
/// This is the specification that merges are tested against. It does not use merges or their bases.
/// A document contains what was written in its history and not replaced by a person who had seen
/// it.
package struct WriteHistory {
  /// A set of changes, one bit each. A change is one commit of edits.
  package typealias Changes = UInt128

  /// Returns the set that contains only one change.
  package static func bit(_ change: Int) -> Changes {
    precondition(change < Changes.bitWidth, "too many changes for one history")
    return 1 << Changes(change)
  }

  private struct Write {
    let element: StampedValue
    let change: Int
    /// The changes that replaced this write. Their authors had seen it.
    var replacedIn: Changes = 0
  }

  private var writes: [ElementPath: [Write]] = [:]
  /// The changes that raised the format, with the new format.
  private var formats: [(change: Int, format: Int)] = []

  package init() {}

  /// Records an edit by the rules of docs/merge.md. Three kinds of edits write nothing: a value
  /// that is already the only one, the removal of an absent value, and an empty first value.
  ///
  /// - Parameter seen: The changes that the editor had seen, and the change itself.
  package mutating func note(_ edit: Edit, stamp: Stamp, in change: Int, seen: Changes) {
    switch edit {
    case .write(let path, let value):
      let values = shown(path, in: seen).map(\.value)
      if values.isEmpty ? value == .null || value == .array([]) : values.allSatisfy({ $0 == value })
      {
        return
      }
      replace(path, by: [StampedValue(stamp: stamp, value: value)], in: change, seen: seen)
    case .clear(let path): replace(path, by: [], in: change, seen: seen)
    }
  }

  /// Records that new elements replaced the elements that the editor had seen at a path, even if
  /// the values are equal.
  ///
  /// - Parameter kept: Elements that stay beside the new ones.
  package mutating func replace(
    _ path: ElementPath, by elements: [StampedValue], keeping kept: [StampedValue] = [],
    in change: Int,
    seen: Changes
  ) {
    var list = writes[path] ?? []
    for index in list.indices
    where seen & Self.bit(list[index].change) != 0 && !kept.contains(list[index].element) {
      list[index].replacedIn |= Self.bit(change)
    }
    list += elements.map { Write(element: $0, change: change) }
    writes[path] = list
  }

  package mutating func raiseFormat(to format: Int, in change: Int) {
    formats.append((change, format))
  }

  // MARK: - What must be there

  package var paths: some Collection<ElementPath> { writes.keys }

  /// Returns the elements at a path that were written and not replaced, in order of writing.
  package func live(_ path: ElementPath, in changes: Changes) -> [StampedValue] {
    var found: [StampedValue] = []
    for write in writes[path] ?? []
    where changes & Self.bit(write.change) != 0 && changes & write.replacedIn == 0 {
      found.append(write.element)
    }
    return found
  }

  /// Returns the changes that wrote an element.
  package func changes(writing element: StampedValue, at path: ElementPath) -> [Int] {
    (writes[path] ?? []).filter { $0.element == element }.map(\.change)
  }

  /// Returns all values that were written at a path, whether replaced or not.
  package func values(at path: ElementPath) -> Set<JSONValue> {
    Set((writes[path] ?? []).map(\.element.value))
  }

  package func format(in changes: Changes) -> Int {
    formats.reduce(PlanDocument.supportedFormat) {
      changes & Self.bit($1.change) != 0 ? max($0, $1.format) : $0
    }
  }

  /// Returns how a document differs from the content that these changes must give; nil if it is
  /// equal.
  ///
  /// - Parameters:
  ///   - ignored: Paths that are not compared.
  ///   - alike: Paths where only what people wrote is compared.
  package func difference(
    of document: PlanDocument, in changes: Changes, besides ignored: Set<ElementPath> = [],
    derivedAlike alike: Set<ElementPath> = []
  ) -> String? {
    var count = 0
    for path in writes.keys where !ignored.contains(path) {
      var expected = shown(path, in: changes)
      var found = document.elements[path] ?? []
      if !found.isEmpty { count += 1 }
      // Derived members that were removed and derived again may be there or not: each of them
      // means the same.
      let wasRemoved = path.removalOfDerived.map { writes[$0] != nil } ?? false
      if alike.contains(path) || wasRemoved {
        expected.removeAll(where: \.stamp.isDerived)
        found.removeAll { $0.stamp.isDerived && !isRemoved(path, in: changes) }
      }
      if expected == found { continue }
      let (lost, extra) = (Set(expected).subtracting(found), Set(found).subtracting(expected))
      if !lost.isEmpty { return "\(path.fieldName) lost \(Self.words(lost))" }
      if !extra.isEmpty { return "\(path.fieldName) has \(Self.words(extra)), which was replaced" }
    }
    let others = document.elements.keys.filter { !ignored.contains($0) }.count - count
    if others > 0 { return "\(others) paths that nobody wrote" }
    let format = format(in: changes)
    return document.format == format ? nil : "format \(document.format), not \(format)"
  }

  /// Returns the live elements, without derived members of sets that a person removed.
  private func shown(_ path: ElementPath, in changes: Changes) -> [StampedValue] {
    let live = live(path, in: changes)
    return isRemoved(path, in: changes) ? live.filter { !$0.stamp.isDerived } : live
  }

  /// Whether a person removed the derived member of a set.
  private func isRemoved(_ path: ElementPath, in changes: Changes) -> Bool {
    guard let removal = path.removalOfDerived else { return false }
    var document = PlanDocument(id: "")
    document[removal] = live(removal, in: changes)
    return document.value(at: removal) == .bool(true)
  }

  private static func words(_ elements: Set<StampedValue>) -> String {
    elements.map { "\(CanonicalJSON.line(of: $0.value)) of '\($0.stamp.text)'" }.sorted()
      .joined(separator: ", ")
  }
}
