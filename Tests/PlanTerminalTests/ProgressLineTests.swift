@testable import PlanTerminal
import PlanView
import Synchronization
import Testing

@Suite struct ProgressLineTests {
  /// Collects the written text.
  private final class Log: Sendable {
    private let text = Mutex("")
    var written: String { text.withLock { $0 } }
    func write(_ more: String) { text.withLock { $0 += more } }
  }

  private let log = Log()

  /// Returns a progress line whose timer does not fire during a test.
  private func progress(_ message: SafeText, width: Int = 40, onTerminal: Bool = true)
    -> ProgressLine
  {
    let terminal = Terminal(
      isTerminal: false, errorIsTerminal: onTerminal, widthInCells: width)
    return ProgressLine(message, on: terminal, after: .seconds(3600), write: log.write)
  }

  @Test("The line appears after its time and is cleared at the end")
  func line() {
    let progress = progress("fetching …")
    #expect(log.written.isEmpty)
    progress.appear()
    #expect(log.written == "fetching …")
    progress.finish()
    #expect(log.written == "fetching …\r          \r")
  }

  @Test("What is finished in time shows nothing, and nothing comes after the end")
  func quick() {
    let progress = progress("fetching …")
    progress.finish()
    progress.appear()
    progress.update("pushing …")
    progress.finish()
    #expect(log.written.isEmpty)
  }

  @Test("A new message takes the place of the old one, before and after the time")
  func update() {
    let progress = progress("one")
    progress.update("two")
    #expect(log.written.isEmpty)
    progress.appear()
    progress.update("three")
    #expect(log.written == "two\r   \rthree")
  }

  @Test("The line leaves the last cell of the terminal free")
  func truncated() {
    let progress = progress("fetching from '\("원격\u{1B}")' and more", width: 20)
    progress.appear()
    #expect(log.written == #"fetching from '원…"#)
    #expect(TextWidth.cells(of: log.written) < 20)
  }

  @Test("Its time comes by itself on a terminal, and never elsewhere", arguments: [false, true])
  func timer(onTerminal: Bool) async {
    let terminal = Terminal(isTerminal: false, errorIsTerminal: onTerminal)
    let progress = ProgressLine("fetching …", on: terminal, after: .zero, write: log.write)
    await progress.waitForDelay()
    #expect(log.written == (onTerminal ? "fetching …" : ""))
    progress.finish()
  }
}
