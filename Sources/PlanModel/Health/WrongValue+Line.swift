extension WrongValue {
  /// Returns the lines of a file, counted from 1, at which some of its values stand.
  ///
  /// A document does not record them, so that files without faults are read no slower.
  ///
  /// - Parameter bytes: The file that the values were found in.
  /// - Complexity: As reading the file once.
  package static func lines(of values: [WrongValue], in bytes: [UInt8]) -> [WrongValue: Int] {
    guard !values.isEmpty else { return [:] }
    let places = Dictionary(
      values.map { ($0, $0.place) }, uniquingKeysWith: { first, _ in first })
    let offsets: [[ExactString]: Int]
    do {
      let text = try JSONText(bytes)
      offsets = text.indices(of: Set(places.values)).mapValues { text.tokens[$0].offset }
    } catch {
      return [:]  // A file that can't be read, or is gone, has no values.
    }
    var lines: [Int: Int] = [:]
    var line = 1
    var next = 0
    for offset in Set(offsets.values).sorted() {
      line += bytes[next..<offset].count { $0 == UInt8(ascii: "\n") }
      (lines[offset], next) = (line, offset)
    }
    return places.compactMapValues { offsets[$0].flatMap { lines[$0] } }
  }

  /// The path of JSON that leads to the value; of a member of a set, to the set.
  private var place: [ExactString] {
    if reason == .missing { return [] }
    return switch path {
    case .other(let name): [name]
    case .setMember(let set, _): ["sets", set]
    case .field, .item: path.components
    }
  }
}
