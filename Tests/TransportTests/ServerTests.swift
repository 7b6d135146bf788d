import Testing

/// The servers that the other suites can use. A skipped test reports each one that is missing.
@Suite("Servers that are installed")
struct ServerTests {
  private static func why(_ transport: Transport) -> Comment {
    Comment(
      rawValue: "'\(transport.missingProgram ?? "")' is not installed: "
        + "nothing is tried over \(transport.rawValue)")
  }

  @Test("git daemon", .enabled(if: Transport.available.contains(.daemon), why(.daemon)))
  func daemon() { #expect(Transport.daemon.missingProgram == nil) }

  @Test("smart HTTP behind lighttpd", .enabled(if: Transport.available.contains(.http), why(.http)))
  func http() { #expect(Transport.http.missingProgram == nil) }

  @Test("sshd", .enabled(if: Transport.available.contains(.sshEd25519), why(.sshEd25519)))
  func ssh() { #expect(Transport.sshEd25519.missingProgram == nil) }
}
