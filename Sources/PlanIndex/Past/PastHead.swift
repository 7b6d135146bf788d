package import Git

/// Data about the indexed history of a board as a whole.
package struct PastHead: Equatable, Sendable {
  /// The commit whose whole history is indexed.
  package let tip: ObjectID
  /// The newest commit in the order of the history.
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
