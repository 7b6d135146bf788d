import CPlatform

extension WebServer {
  /// Runs a server until the program is interrupted.
  ///
  /// - Parameters:
  ///   - browserFolder: The folder for the file through which a browser gets the URL; nil to open
  ///     no browser.
  ///   - show: Prints the URL to open.
  ///   - report: Prints any other message.
  package static func serve(
    _ options: WebOptions, browserFolder: String?, show: (String) -> Void,
    report: @escaping (String) -> Void
  ) async throws {
    try reserveFiles()
    // All threads together use two arenas, which suffice for the requests of one person.
    pmgit_share_memory()
    let server = try await WebServer(options)
    let browser = browserFolder.map {
      Browser(folder: $0, environment: options.environment)
    }
    defer { browser?.clean() }
    show(server.address)
    if !server.isKeyKept {
      report("no key can be kept in the repository: pages need a new address after a restart")
    }
    report("Ctrl-C ends it")
    try await server.serve(openingWith: browser, report: report)
  }

  /// Serves requests, syncs and returns free memory until the program is interrupted.
  private func serve(
    openingWith browser: Browser?, report: @escaping (String) -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        try await self.run(); return true
      }
      group.addTask {
        await self.syncs(); return true
      }
      group.addTask {
        await Self.returnFreeMemory(); return true
      }
      if let browser { group.addTask { await browser.isOpen(at: self.address) } }
      group.addTask {
        await Self.waitForInterruption()
        throw CancellationError()
      }
      // 'waitForAll' would also wait for the server before it reports the interruption.
      do {
        for try await isWell in group where !isWell {
          report("no browser was opened: open the address in one")
        }
      } catch is CancellationError {}
      group.cancelAll()
    }
  }

  /// Returns memory that answers no longer use to the system, every two seconds until the task is
  /// cancelled. Each time takes a millisecond or two.
  ///
  /// glibc keeps freed memory in an arena for each thread, where used memory lies between the free
  /// parts. A server that uses 10 MB grew to 450 MB over 10,000 changes.
  private static func returnFreeMemory() async {
    while (try? await Task.sleep(for: .seconds(2))) != nil { pmgit_give_memory_back() }
  }
}
