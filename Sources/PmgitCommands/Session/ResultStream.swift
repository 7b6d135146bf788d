/// Prints a result while it is made, so that it is never held in memory as a whole.
///
/// It holds back the beginning, so that a command that fails early has printed nothing.
struct ResultStream {
  private let output: Output
  private var waiting = ""

  /// The most bytes that are held back: a mebibyte.
  private static let mostWaiting = 1 << 20

  init(to output: Output) { self.output = output }

  mutating func write(_ text: String) {
    waiting += text
    if waiting.utf8.count >= Self.mostWaiting { finish() }
  }

  /// Prints the rest.
  mutating func finish() {
    if !waiting.isEmpty { output.result(waiting) }
    waiting = ""
  }
}
