/// The line that begins a code block in Markdown: three or more grave accents or tildes.
///
/// The line may be in a list, also as the first one of an item. Lines of quotations are no fences,
/// because each of their lines begins with `>`.
struct CodeFence {
  private let byte: UInt8
  private let count: Int
  private let indent: Int

  /// Returns nil if the line begins no code block.
  init?(opening line: ArraySlice<UInt8>) {
    var place = line.startIndex
    while true {
      place = line.afterSpace(from: place)
      guard let end = line.endOfListMarker(at: place) else { break }
      place = end
    }
    guard place < line.endIndex, Self.bytes.contains(line[place]) else { return nil }
    byte = line[place]
    count = line.count(of: byte, from: place)
    indent = place - line.startIndex
    // A line with more grave accents has code between them.
    let isInline = byte == Self.graveAccent && line[(place + count)...].contains(byte)
    guard count >= 3, !isInline else { return nil }
  }

  /// Whether the line ends the code block.
  func isClosed(by line: ArraySlice<UInt8>) -> Bool {
    let place = line.afterSpace(from: line.startIndex)
    let count = line.count(of: byte, from: place)
    return place - line.startIndex <= indent + 3 && count >= self.count
      && line.afterSpace(from: place + count) == line.endIndex
  }

  private static let graveAccent = UInt8(ascii: "`")
  private static let bytes = [graveAccent, UInt8(ascii: "~")]
}

extension ArraySlice<UInt8> {
  fileprivate func afterSpace(from start: Int) -> Int {
    self[start...].firstIndex { ![0x20, 0x09, 0x0D].contains($0) } ?? endIndex
  }

  fileprivate func count(of byte: UInt8, from start: Int) -> Int {
    self[start...].prefix { $0 == byte }.count
  }

  /// The place after a marker such as `-` or `1.`, if white space follows it.
  fileprivate func endOfListMarker(at start: Int) -> Int? {
    let digits = self[start...].prefix { (0x30...0x39).contains($0) }.count
    let marks = digits == 0 ? "-*+" : ".)"
    let place = start + digits
    guard place + 1 < endIndex, marks.utf8.contains(self[place]),
      [0x20, 0x09].contains(self[place + 1])
    else { return nil }
    return place + 1
  }
}
