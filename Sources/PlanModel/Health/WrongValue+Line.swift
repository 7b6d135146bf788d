extension WrongValue {
  /// Returns the lines of a file, from 1, on which invalid values stand.
  ///
  /// Documents don't record line numbers, so that reading valid files costs nothing extra.
  ///
  /// - Parameter bytes: The file in which the values were found.
  /// - Complexity: Like reading the file once.
  package static func lines(of values: [WrongValue], in bytes: [UInt8]) -> [WrongValue: Int] {
    guard !values.isEmpty else { return [:] }
    let places = Dictionary(
      values.map { ($0, $0.place) }, uniquingKeysWith: { first, _ in first })
    let offsets: [[ExactString]: Int]
    do {
      let text = try JSONText(bytes)
      offsets = text.indices(of: Set(places.values)).mapValues { text.tokens[$0].offset }
    } catch {
      return [:]  // The file can't be read or was deleted in the meantime.
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

  /// The value's path in the JSON; for a set member, the path of the set.
  private var place: [ExactString] {
    if reason == .missing { return [] }
    return switch path {
    case .other(let name): [name]
    case .setMember(let set, _): ["sets", set]
    case .field, .item: path.components
    }
  }
}
