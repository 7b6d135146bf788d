import Foundation
import PmgitTestSupport
import Testing

/// A way in which git connects to a remote.
enum Transport: String, CaseIterable, CustomTestStringConvertible {
  case path
  case file = "file://"
  case daemon = "git://"
  case http = "http:// with a password"
  case sshEd25519 = "ssh:// with an Ed25519 key"
  case sshRSA = "ssh:// with an RSA key"
  case sshAlias = "an alias of ssh's configuration"

  var testDescription: String { rawValue }

  /// The transports that can be tested here. If `PMGIT_REQUIRE_SERVERS` is set, these are all of
  /// them.
  static let available = allCases.filter { $0.isRequired || $0.missingProgram == nil }
  /// The transports that use a server.
  static let served = available.filter { $0 != .path && $0 != .file }
  static let ssh = available.filter { [.sshEd25519, .sshRSA, .sshAlias].contains($0) }

  private var isRequired: Bool {
    ProcessInfo.processInfo.environment["PMGIT_REQUIRE_SERVERS"] != nil
  }

  /// The first required program that is not installed; nil if none is missing.
  var missingProgram: String? {
    let needed: [String] =
      switch self {
      case .path, .file: []
      case .daemon: ["timeout"]
      case .http: ["timeout", "lighttpd"]
      case .sshEd25519, .sshRSA, .sshAlias: ["timeout", "sshd", "ssh", "ssh-keygen"]
      }
    return needed.first { Self.find($0) == nil }
  }

  /// Returns the full path of a program. Servers are often in folders that only root has in the
  /// PATH.
  static func find(_ program: String) -> String? {
    SystemPath.find(program, or: ["/usr/sbin", "/usr/local/sbin"])
  }
}

/// A bare repository that is shared over one transport, as long as this object exists.
final class SharedRemote {
  let transport: Transport
  let hub: ScratchRepository
  /// The address for `git clone`.
  let url: String
  /// The environment variables for a client's git, with its keys and passwords.
  var client: [String: String]
  private let server: ServerProcess?

  /// - Parameter acceptsPushes: Whether the server accepts any pushes.
  init(_ transport: Transport, acceptsPushes: Bool = true) async throws {
    self.transport = transport
    hub = try await ScratchRepository(bare: true)
    // As on hosting services; otherwise git might pack in the background during a test.
    try await hub.git("config", "receive.autogc", "false")
    switch transport {
    case .path: (url, client, server) = (hub.path, [:], nil)
    case .file: (url, client, server) = ("file://\(hub.path)", [:], nil)
    case .daemon:
      let server = try await GitDaemon.start(hub, acceptsPushes: acceptsPushes)
      (url, client, self.server) = (GitDaemon.url(hub, port: server.port), [:], server)
    case .http:
      let server = try await HTTPServer.start(hub, acceptsPushes: acceptsPushes)
      url = HTTPServer.url(hub, port: server.port)
      client = try HTTPServer.client(hub, password: HTTPServer.password)
      self.server = server
    case .sshEd25519, .sshRSA, .sshAlias:
      let server = try await SSHServer.start(hub)
      let key: SSHServer.Key = transport == .sshRSA ? .rsa : .ed25519
      let host = transport == .sshAlias ? "board" : "127.0.0.1:\(server.port)"
      url = "ssh://\(host)\(hub.path)"
      client = try SSHServer.client(hub, key: key, port: server.port)
      self.server = server
    }
  }

  var port: UInt16? { server?.port }

  /// Clones with plain git, as a new colleague does. The user of the clone is `Dev` with this
  /// number.
  func clone(_ number: UInt64) async throws -> CommandRunner {
    let clone = try await ScratchRepository(cloning: url, adding: client)
    try await clone.git("config", "user.name", "Dev \(number)")
    try await clone.git("config", "user.email", "dev\(number)@example.org")
    return try CommandRunner(clone, seed: number)
  }

  /// Changes the address of the remote in an existing clone.
  func point(_ pmgit: CommandRunner, at url: String) async throws {
    try await pmgit.repository.git("config", "remote.origin.url", url)
  }

  /// Returns the address of another repository, port or host on the same transport.
  func url(path: String? = nil, port: UInt16? = nil, host: String? = nil) -> String {
    let path = path ?? hub.path
    let port = port ?? self.port ?? 0
    return switch transport {
    case .path: path
    case .file: "file://\(path)"
    case .daemon: "git://\(host ?? "127.0.0.1:\(port)")\(path)"
    case .http: "http://\(host ?? "127.0.0.1:\(port)")/git\(path)"
    case .sshEd25519, .sshRSA, .sshAlias: "ssh://\(host ?? "127.0.0.1:\(port)")\(path)"
    }
  }
}
