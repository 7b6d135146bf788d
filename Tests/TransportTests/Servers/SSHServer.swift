import Foundation
import PmgitTestSupport
import Subprocess

/// An OpenSSH server with its own host key, user keys and configuration.
enum SSHServer {
  enum Key: String { case ed25519, rsa }

  static func start(_ hub: ScratchRepository) async throws -> ServerProcess {
    for name in ["host", "ed25519", "stranger"] { try await makeKey(name, .ed25519, in: hub) }
    try await makeKey("rsa", .rsa, in: hub)
    let keys = try ["ed25519", "rsa"].map {
      try String(contentsOfFile: "\(hub.folder)/\($0).pub", encoding: .utf8)
    }
    try hub.write(keys.joined(), to: "authorized_keys")
    // The folder for privilege separation of a server that runs as root; Debian makes it at boot.
    if geteuid() == 0 {
      try FileManager.default.createDirectory(
        atPath: "/run/sshd", withIntermediateDirectories: true)
    }
    return try await ServerProcess { port in
      let configuration = try hub.write(
        """
        ListenAddress 127.0.0.1
        Port \(port)
        HostKey \(hub.folder)/host
        AuthorizedKeysFile \(hub.folder)/authorized_keys
        PidFile none
        UsePAM no
        StrictModes no
        PermitRootLogin yes
        PasswordAuthentication no
        KbdInteractiveAuthentication no
        MaxStartups 100
        SetEnv GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null

        """, to: "sshd_config")
      // sshd starts itself again for each connection, by its full path.
      return [Transport.find("sshd") ?? "sshd", "-D", "-e", "-f", configuration]
    }
  }

  /// Returns the environment of a client with a key and a file of known hosts.
  ///
  /// ssh ignores HOME: it reads `~/.ssh/config` from the home folder in the password database. So
  /// the tests pass their configuration with `-F`. They do not test that ssh finds the user's file
  /// by itself.
  ///
  /// - Parameters:
  ///   - key: The name of the key's file: `ed25519`, `rsa`, or `stranger`, which the server does
  ///     not accept.
  ///   - knownHosts: The lines of the file of known hosts; nil for the server's real key.
  static func client(
    _ hub: ScratchRepository, key: String, port: UInt16, knownHosts: String? = nil
  ) throws -> [String: String] {
    let host = try String(contentsOfFile: hub.folder + "/host.pub", encoding: .utf8)
    let known = knownHosts ?? "[127.0.0.1]:\(port) \(host)"
    let id = UUID().uuidString
    let knownFile = try hub.write(known, to: "known_hosts-\(id)")
    let configuration = try hub.write(
      """
      Host board
        HostName 127.0.0.1
        Port \(port)
      Host *
        User \(NSUserName())
        IdentityFile \(hub.folder)/\(key)
        IdentitiesOnly yes
        IdentityAgent none
        UserKnownHostsFile \(knownFile)
        GlobalKnownHostsFile /dev/null

      """, to: "ssh_config-\(id)")
    return ["GIT_SSH_COMMAND": "ssh -F '\(configuration)'"]
  }

  static func client(_ hub: ScratchRepository, key: Key, port: UInt16) throws -> [String: String] {
    try client(hub, key: key.rawValue, port: port)
  }

  private static func makeKey(
    _ name: String, _ kind: Key, in hub: ScratchRepository
  ) async throws {
    // 2048 bits are enough for a key that is used for a second.
    let bits = kind == .rsa ? ["-b", "2048"] : []
    let result = try await Subprocess.run(
      .name("ssh-keygen"),
      arguments: Arguments(
        ["-q", "-t", kind.rawValue] + bits
          + ["-N", "", "-C", "test", "-f", "\(hub.folder)/\(name)"]),
      output: .discarded, error: .string(limit: 1 << 16))
    guard result.terminationStatus.isSuccess else {
      throw ServerProcess.NotStarted(program: "ssh-keygen", log: result.standardError)
    }
  }
}
