/// Different values of one field that were written concurrently. The first one is shown.
package struct Conflict: Hashable, Sendable {
  package struct Candidate: Hashable, Sendable {
    package let stamp: Stamp
    package let value: JSONValue

    package init(stamp: Stamp, value: JSONValue) { (self.stamp, self.value) = (stamp, value) }

    /// When the value was written; nil if it has no stamp, as for values from the plan's creation.
    package var at: Timestamp? { stamp.time }

    /// The candidate in the form for merges.
    package var element: StampedValue { StampedValue(stamp: stamp, value: value) }
  }

  package let path: ElementPath
  /// At least two values, the shown one first.
  package let values: [Candidate]

  package init(path: ElementPath, values: [Candidate]) { (self.path, self.values) = (path, values) }

  /// The path as people see it: `title`, or `checklist/c3f8z/text`.
  package var field: String { path.fieldName }
}
