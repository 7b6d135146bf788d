import PmgitTestSupport
import Testing

#if os(Linux)
  @Suite("Starting")
  struct StartTests {
    @Test("libgit2 with mbed TLS starts without reading the certificates of the machine")
    func certificates() async throws {
      let scratch = try await ScratchRepository()
      let binary = Binary(repository: scratch)
      let libraries = try await binary.shell(#"ldd "$(command -v pmgit)" | grep mbedx509"#)
      if libraries.exitCode != 0 { try Test.cancel("this libgit2 has its TLS from elsewhere") }
      let said = try await binary.shell(
        "pmgit init -q; LD_DEBUG=bindings pmgit config board 2>&1 | grep mbedtls_x509_crt_parse_file"
      )
      let bindings = said.output.split(separator: "\n").filter { $0.contains("libgit2") }
      #expect(bindings.count == 1 && bindings[0].contains("to pmgit "), "\(bindings)")
    }
  }
#endif
