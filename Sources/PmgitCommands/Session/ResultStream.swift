/// A result that is printed while it is made, so that it need not be held as a whole.
///
/// The beginning is held back: a command that fails soon has printed nothing.
struct ResultStream {
  private let output: Output
  private var waiting = ""

  /// The most bytes that wait: a mebibyte.
  private static let mostWaiting = 1 << 20

  init(to output: Output) { self.output = output }

  mutating func write(_ text: String) {
    waiting += text
    if waiting.utf8.count >= Self.mostWaiting { finish() }
  }

  /// Prints what waits.
  mutating func finish() {
    if !waiting.isEmpty { output.result(waiting) }
    waiting = ""
  }
}
