import Foundation
import PmgitTestSupport
import Testing

#if os(Linux)
  /// How `make build` links libgit2: statically or dynamically.
  @Suite("Linking libgit2")
  struct LinkingTests {
    /// The libraries that libgit2 needs for connections.
    private static let transports = [
      "libssh2.", "libssl.", "libcrypto.", "libmbedtls.", "libgssapi",
    ]

    @Test("A program that libgit2 is built into loads the C library and no other")
    func loadedLibraries() async throws {
      let scratch = try await ScratchRepository()
      let said = try await Binary(repository: scratch).shell(#"ldd "$(command -v pmgit)""#)
      let names = said.output.split(separator: "\n").compactMap { line in
        line.split(separator: " ").first?.split(separator: "/").last?
          .trimmingCharacters(in: .whitespaces)
      }
      try #require(said.exitCode == 0 && names.contains { $0.hasPrefix("libc.") }, "\(said)")
      if names.contains(where: { $0.hasPrefix("libgit2.") }) {
        #expect(!Self.isMadeStatic, "libgit2 is loaded: \(names)")
        try Test.cancel("libgit2 is not built into this program")
      }
      let own = ["linux-vdso", "ld-linux", "libc.", "libm.", "libgcc_s.", "libdl.", "libpthread."]
      let others = names.filter { name in !own.contains { name.hasPrefix($0) } }
      #expect(others == [] || others == ["libstdc++.so.6"])
    }

    /// Whether the program is a release build for which 'make build' prepared a static libgit2.
    private static var isMadeStatic: Bool {
      let folder = URL(filePath: Binary.folder)
      let library = folder.appending(path: "../../static/libgit2.a").standardizedFileURL
      return folder.lastPathComponent == "release"
        && FileManager.default.fileExists(atPath: library.path(percentEncoded: false))
    }

    @Test("Connections of a libgit2 that is built in fail, and load nothing")
    func connections() async throws {
      let made = try await linking("static")
      if !made.files.contains("libgit2.a") { try Test.cancel("not here: \(made.messages)") }
      let said = try await made.shell(
        """
        \(SystemPath.compiler) $(pkg-config --cflags libgit2) -Wall -Werror '\(Self.program)' -L. -lgit2 -o connect &&
          ldd ./connect >&2 && ./connect
        """)
      #expect(said.exitCode == 0, "\(said.messages)")
      let rows = said.output.split(separator: "\n").map { $0.split(separator: "\t") }
      #expect(rows.map { $0.first ?? "" } == ["https", "ssh"])
      #expect(rows.map { $0.dropFirst().first ?? "" } == ["-1", "-1"])
      let reasons = rows.map { $0.last.map(String.init) ?? "" }
      #expect(reasons.first?.hasSuffix("The requested feature is not available") == true)
      #expect(reasons.last == "failed to initialize SSH session")
      #expect(!said.messages.contains("libgit2"))
      for library in Self.transports { #expect(!said.messages.contains(library)) }
    }

    private static let program = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Programs/connect.c").path(percentEncoded: false)

    @Test("LIBGIT2=shared leaves nothing that would be built in, and has the program linked anew")
    func shared() async throws {
      let made = try await linking("static", then: "shared")
      #expect(!made.files.contains("libgit2.a") && !made.files.contains("libgit2.pc"))
      #expect(!made.files.contains("program"))
      #expect(made.messages.contains("libgit2 is loaded when pmgit starts, not built in"))
      #expect(made.arguments.isEmpty)
    }

    @Test("Where an archive is missing libgit2 is loaded, and it is said which one")
    func missingArchive() async throws {
      let made = try await linking("static") { folder in
        let description = "Name: libgit2\nDescription: x\nVersion: 1.5.1\nLibs: -lgit2 -lnowhere\n"
        try description.write(
          to: folder.appending(path: "libgit2.pc"), atomically: true, encoding: .utf8)
        return ["PKG_CONFIG_PATH": folder.path(percentEncoded: false)]
      }
      #expect(!made.files.contains("libgit2.a"))
      #expect(made.messages.contains("there is no libnowhere.a"), "\(made.messages)")
    }

    @Test("The program is linked anew only if other archives are built in")
    func linkedAnew() async throws {
      let made = try await linking("static", then: "static")
      #expect(made.files.contains("program"))
    }
  }

  extension LinkingTests {
    /// The files that the script of 'make build' made in a folder, and what it printed.
    private struct Made {
      let folder: URL
      let files: Set<String>
      let arguments: String
      let messages: String
      let binary: Binary

      func shell(_ script: String) async throws -> (
        output: String, messages: String, exitCode: Int32
      ) {
        try await binary.shell("cd '\(folder.path(percentEncoded: false))'\n" + script)
      }
    }

    /// Runs `static-libgit2.sh` in a new folder, once or twice. Before the second run, an empty
    /// file is put in the place of the program.
    ///
    /// - Parameter variables: Prepares a folder for the script, and returns environment variables
    ///   for it.
    private func linking(
      _ kind: String, then second: String? = nil,
      with variables: (URL) throws -> [String: String] = { _ in [:] }
    ) async throws -> Made {
      let scratch = try await ScratchRepository()
      let folder = URL(filePath: scratch.path).appending(path: "linked")
      let descriptions = folder.appending(path: "descriptions")
      try FileManager.default.createDirectory(at: descriptions, withIntermediateDirectories: true)
      let binary = Binary(repository: scratch)
      let path = folder.path(percentEncoded: false)
      var said = (output: "", messages: "", exitCode: Int32(0))
      for (turn, kind) in [kind, second].compactMap(\.self).enumerated() {
        if turn == 1 { try Data().write(to: folder.appending(path: "program")) }
        said = try await binary.shell(
          "'\(Self.script)' \(kind) '\(path)' '\(path)/program'",
          adding: try variables(descriptions))
      }
      let files = try FileManager.default.subpathsOfDirectory(atPath: path)
        .filter { !$0.hasPrefix("descriptions") }
      return Made(
        folder: folder,
        files: Set(files.compactMap { $0.split(separator: "/").last.map(String.init) }),
        arguments: said.output, messages: said.messages, binary: binary)
    }

    private static let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Scripts/static-libgit2.sh").standardizedFileURL
      .path(percentEncoded: false)
  }
#endif
