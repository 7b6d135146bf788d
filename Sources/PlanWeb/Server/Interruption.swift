import Dispatch

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The wish to end the program: Ctrl-C, or a polite request of the system.
enum Interruption {
  /// Returns when it comes. A second one ends the program at once.
  static func wait() async {
    let sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      return (number, DispatchSource.makeSignalSource(signal: number))
    }
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    for (number, source) in sources {
      source.setEventHandler {
        signal(number, SIG_DFL)
        continuation.yield()
      }
      source.resume()
    }
    for await _ in stream { break }
    for (_, source) in sources { source.cancel() }
  }
}
