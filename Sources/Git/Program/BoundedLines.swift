/// The beginning and the end of a text that may be too long to keep, and the number of lines
/// dropped in between.
struct BoundedLines: Equatable, Sendable {
  /// The kept bytes: complete lines of the beginning, then complete lines of the end.
  private(set) var bytes: [UInt8] = []
  private(set) var omitted = 0
  /// The bytes of the end while the text is being read; at most twice the limit.
  private var end: [UInt8] = []
  private let limit: Int
  private static let newline = UInt8(ascii: "\n")

  /// - Parameter limit: The most bytes to keep of the beginning, and of the end.
  init(limit: Int) { self.limit = limit }

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

  /// Ends the text. If anything was dropped, both parts are cut to complete lines.
  mutating func finish() {
    if omitted > 0 || wasCut {
      if end.count > limit { dropFromEnd(end.count - limit) }
      // A line that was cut is dropped completely, unless it is the only one.
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
