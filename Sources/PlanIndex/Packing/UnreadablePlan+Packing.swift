import PlanModel

extension UnreadablePlan {
  /// Writes the members in the order of `init(packed:)`.
  func pack(into writer: inout PackedWriter) {
    writer.write(path)
    writer.write(reason)
    writer.write(optional: id) { $0.write($1.text) }
    writer.write(isTooNew)
  }

  init(packed reader: inout PackedReader) throws(PackedReader.Failure) {
    self.init(path: try reader.text(), reason: try reader.text())
    let text = try reader.optional { reader throws(PackedReader.Failure) in try reader.text() }
    id = text.flatMap(PlanID.init)
    isTooNew = try reader.flag()
  }
}
