import PmgitTestSupport

/// `git daemon`, which needs no password.
enum GitDaemon {
  static func start(_ hub: ScratchRepository, acceptsPushes: Bool) async throws -> ServerProcess {
    try await ServerProcess { port in
      [
        "git", "daemon", "--reuseaddr", "--listen=127.0.0.1", "--port=\(port)", "--export-all",
        "--informative-errors",
      ] + (acceptsPushes ? ["--enable=receive-pack"] : []) + [hub.folder]
    }
  }

  static func url(_ hub: ScratchRepository, port: UInt16) -> String {
    "git://127.0.0.1:\(port)\(hub.path)"
  }
}
