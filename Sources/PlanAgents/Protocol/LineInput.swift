/// Splits a stream of bytes into lines of bounded length.
struct LineInput {
  /// Reads the next bytes; empty at the end of the input.
  private let read: () -> ArraySlice<UInt8>
  private let maximumSize: Int
  private var waiting: ArraySlice<UInt8> = []

  init(maximumSize: Int, read: @escaping () -> ArraySlice<UInt8>) {
    (self.maximumSize, self.read) = (maximumSize, read)
  }

  enum Line: Equatable {
    case bytes([UInt8])
    /// A line of more than `maximumSize` bytes, which was skipped.
    case tooLong
  }

  /// Returns the next line, without the line feed at its end; nil at the end of the input.
  mutating func next() -> Line? {
    var line: [UInt8] = []
    var isTooLong = false
    while true {
      if waiting.isEmpty {
        waiting = read()
        if waiting.isEmpty { return isTooLong ? .tooLong : line.isEmpty ? nil : .bytes(line) }
      }
      let end = waiting.firstIndex(of: 0x0A)
      let part = waiting[..<(end ?? waiting.endIndex)]
      isTooLong = isTooLong || line.count + part.count > maximumSize
      if isTooLong { line = [] } else { line += part }
      waiting = end.map { waiting[($0 + 1)...] } ?? []
      if end != nil { return isTooLong ? .tooLong : .bytes(line) }
    }
  }
}
