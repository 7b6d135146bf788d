/// Values of one field that were written concurrently; the first one is shown.
package struct Conflict: Hashable, Sendable {
  package struct Candidate: Hashable, Sendable {
    package let stamp: Stamp
    package let value: JSONValue

    package init(stamp: Stamp, value: JSONValue) { (self.stamp, self.value) = (stamp, value) }

    /// The time of writing; nil for a value from the plan's creation or without a stamp.
    package var at: Timestamp? { stamp.time }

    /// The candidate as an element for merging.
    package var element: StampedValue { StampedValue(stamp: stamp, value: value) }
  }

  package let path: ElementPath
  /// At least two, the shown one first.
  package let values: [Candidate]

  package init(path: ElementPath, values: [Candidate]) { (self.path, self.values) = (path, values) }

  /// The path in the form for people: `title`, or `checklist/c3f8z/text`.
  package var field: String { path.fieldName }
}
