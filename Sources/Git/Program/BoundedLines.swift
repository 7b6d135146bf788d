/// The beginning and the end of a text that may be too long to keep, with the number of lines between
/// them that were dropped.
struct BoundedLines: Equatable, Sendable {
  /// The kept bytes: whole lines of the beginning, then whole lines of the end.
  private(set) var bytes: [UInt8] = []
  private(set) var omitted = 0
  /// The bytes of the end, while the text is read; at most twice the limit.
  private var end: [UInt8] = []
  private let limit: Int
  private static let newline = UInt8(ascii: "\n")

  /// - Parameter limit: The most bytes of the beginning and of the end that are kept.
  init(limit: Int) { self.limit = limit }

  /// Adds the next part of the text.
  mutating func append(_ part: some Collection<UInt8>) {
    let room = max(0, limit - bytes.count)
    bytes += part.prefix(room)
    var rest = part.dropFirst(room)
    while !rest.isEmpty {
      end += rest.prefix(limit)
      rest = rest.dropFirst(limit)
      if end.count > 2 * limit { dropFromEnd(end.count - limit) }
    }
  }

  /// Ends the text: cuts both parts to whole lines if anything between them was dropped.
  mutating func finish() {
    if omitted > 0 || wasCut {
      if end.count > limit { dropFromEnd(end.count - limit) }
      // The lines that the gap begins and ends in are dropped whole, unless they are all there is.
      if let last = bytes.lastIndex(of: Self.newline) {
        bytes.removeSubrange((last + 1)...)
      } else {
        bytes.append(Self.newline)
      }
      if let first = end.firstIndex(of: Self.newline), first + 1 < end.count {
        dropFromEnd(first + 1)
      }
    }
    bytes += end
    end = []
  }

  private var wasCut = false

  private mutating func dropFromEnd(_ count: Int) {
    wasCut = true
    omitted += end[..<count].count { $0 == Self.newline }
    end.removeSubrange(..<count)
  }
}
