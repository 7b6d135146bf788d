extension WebServer {
  /// Serves pages until it is interrupted.
  ///
  /// - Parameters:
  ///   - browserFolder: The folder for the file by which a browser gets the address; nil to open none.
  ///   - show: Is told the address.
  ///   - tell: Is told everything else.
  package static func serve(
    _ options: WebOptions, browserFolder: String?, show: (String) -> Void,
    tell: @escaping (String) -> Void
  ) async throws {
    let server = try await WebServer(options)
    let browser = browserFolder.map {
      Browser(folder: $0, environment: options.environment)
    }
    defer { browser?.clean() }
    show(server.address)
    tell("Ctrl-C ends it")
    try await withThrowingTaskGroup { group in
      group.addTask { try await server.run() }
      group.addTask { await server.syncs() }
      group.addTask { _ = await browser?.open(server.address) }
      group.addTask {
        await Interruption.wait()
        throw CancellationError()
      }
      // 'waitForAll' would wait for the server too before it tells of the interruption.
      do { for try await _ in group {} } catch is CancellationError {}
      group.cancelAll()
    }
  }
}
