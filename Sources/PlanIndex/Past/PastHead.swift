package import Git

/// What the index knows of a board's past as a whole.
package struct PastHead: Equatable, Sendable {
  /// The commit of which the index has all of the history.
  package let tip: ObjectID
  /// The newest commit, by the order of the past.
  package let newest: ObjectID
}

extension PastHead {
  func pack() -> [UInt8] {
    var writer = PackedWriter()
    writer.write(tip)
    writer.write(newest)
    return writer.bytes
  }

  init(packed reader: inout PackedReader) throws(PackedReader.Failure) {
    (tip, newest) = (try reader.objectID(), try reader.objectID())
  }
}
