import Dispatch
import Libc

extension WebServer {
  /// Waits for a request to end the program: Ctrl-C, or a signal from the system. A second request
  /// ends the program at once.
  static func waitForInterruption() async {
    let numbers = [SIGINT, SIGTERM, SIGHUP].filter { !isIgnored($0) }
    let sources = numbers.map { number in
      #if canImport(Darwin)
        signal(number, SIG_IGN)
      #endif
      return DispatchSource.makeSignalSource(signal: number)
    }
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    for source in sources {
      // On Linux the source installs a handler. Until then, the signal ends the program as usual.
      // If the signal were ignored instead, an early one would be lost.
      source.setEventHandler {
        for number in numbers { signal(number, SIG_DFL) }
        continuation.yield()
      }
      source.resume()
    }
    for await _ in stream { break }
    for source in sources { source.cancel() }
  }

  /// Whether the program was started with a signal ignored, as by `nohup`.
  private static func isIgnored(_ number: Int32) -> Bool {
    let before = signal(number, SIG_DFL)
    signal(number, before)
    return unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
