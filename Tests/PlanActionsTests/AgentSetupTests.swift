import Foundation
import PlanActions
import PlanModel
import PlanView
import PmgitTestSupport
import Testing

@Suite("Agents' files")
struct AgentSetupTests {
  private static func files(in repository: ScratchRepository) throws -> [String: Data] {
    let manager = FileManager.default
    var files: [String: Data] = [:]
    for case let path as String in try #require(manager.enumerator(atPath: repository.path))
    where path != ".git" && !path.hasPrefix(".git/") {
      files[path] = manager.contents(atPath: "\(repository.path)/\(path)") ?? Data()
    }
    return files
  }

  private static func write(_ text: String, to path: String, in repository: ScratchRepository)
    throws
  {
    try repository.write(text, to: "repository/\(path)")
  }

  @Test("Without clients: AGENTS.md alone; with their files: theirs")
  func choice() async throws {
    let worker = try await Worker()
    let setup = try worker.board().agentSetup()
    #expect(try setup.install(for: [], isDryRun: true).changes.map(\.path) == ["AGENTS.md"])
    #expect(try Self.files(in: worker.repository).isEmpty)
    try Self.write("{}", to: ".cursor/mcp.json", in: worker.repository)
    try Self.write("# Rules\n", to: "CLAUDE.md", in: worker.repository)
    let outcome = try setup.install(for: [], isDryRun: true)
    #expect(outcome.changes.map(\.path) == ["AGENTS.md", ".mcp.json"])
    #expect(outcome.refusals.map(\.path) == ["CLAUDE.md", ".cursor/mcp.json"])
    #expect(
      try setup.install(for: [.codex], isDryRun: true).changes.map(\.path) == [
        "AGENTS.md", ".codex/config.toml",
      ])
  }

  @Test("Files that are missing are written, also twice, and are gone after the removal")
  func roundTrip() async throws {
    let worker = try await Worker()
    let repository = worker.repository
    let setup = try worker.board().agentSetup()
    let outcome = try setup.install(for: AgentClient.allCases)
    #expect(outcome.refusals.isEmpty && outcome.byHand.isEmpty)
    #expect(outcome.changes.count == 8)
    let written = try Self.files(in: repository)
    #expect(try setup.install(for: AgentClient.allCases).changes.isEmpty)
    #expect(try Self.files(in: repository) == written)
    #expect(try setup.states().allSatisfy { $0.state == .installed })
    for (path, member) in [
      (".mcp.json", "mcpServers"), (".cursor/mcp.json", "mcpServers"),
      (".gemini/settings.json", "mcpServers"), (".vscode/mcp.json", "servers"),
    ] {
      let settings = try JSONReader.value(in: Array(try #require(written[path])))
      let server = settings.object?[ExactString(member)]?.object?["pmgit"]?.object
      #expect(
        server?["command"] == .string("pmgit") && server?["args"]?.lines == ["agents", "mcp"])
    }
    #expect(
      try repository.read("repository/.codex/config.toml") == "\(Self.table)# pmgit:end\n")
    _ = try setup.uninstall(for: [])
    #expect(try Self.files(in: repository).isEmpty)
  }

  @Test("Instructions stay for a client that still has the server")
  func shared() async throws {
    let worker = try await Worker()
    let setup = try worker.board().agentSetup()
    _ = try setup.install(for: [.codex, .cursor])
    _ = try setup.uninstall(for: [.codex])
    #expect(
      Set(try Self.files(in: worker.repository).keys) == [
        "AGENTS.md", ".cursor", ".cursor/mcp.json",
      ])
    _ = try setup.uninstall(for: [.cursor])
    #expect(try Self.files(in: worker.repository).isEmpty)
  }

  private static let table =
    "# pmgit:begin\n[mcp_servers.pmgit]\ncommand = \"pmgit\"\nargs = [\"agents\", \"mcp\"]\n"
  private static let begin = "<!-- pmgit:begin -->\n## The board of this project\n"
  private static let end = "<!-- pmgit:end -->\n"
  /// The instructions of another version of pmgit.
  private static let older = "\(begin)\nBegin with `pmgit agents prime`.\n\(end)"
  private static let json = #"{"command": "pmgit", "args": ["agents", "mcp"]}"#

  @Test(
    "A file that somebody else has written stays to the byte, and the lines to put in are printed",
    arguments: [
      (AgentClient.claude, "CLAUDE.md", ""), (.claude, "CLAUDE.md", "# Rules\r\nBe brief."),
      (.claude, "CLAUDE.md", "\(begin)\(end)# Mine\n"), (.claude, "CLAUDE.md", begin),
      (.claude, "CLAUDE.md", "\(begin)\(end)\(begin)\(end)"), (.claude, ".mcp.json", ""),
      (.claude, ".mcp.json", "// mine\n{}"), (.claude, ".mcp.json", "{"),
      (.vscode, ".vscode/mcp.json", "{\n  \"servers\": {}\n}\n"),
      (.codex, ".codex/config.toml", "model = \"x\"\n[mcp_servers.other]\n"),
    ])
  func foreign(client: AgentClient, path: String, text: String) async throws {
    let worker = try await Worker()
    try Self.write(text, to: path, in: worker.repository)
    let setup = try worker.board().agentSetup()
    let outcome = try setup.install(for: [client])
    let refusal = try #require(outcome.refusals.first)
    #expect(outcome.refusals.count == 1 && refusal.path == path)
    #expect(outcome.changes.count == 1)
    #expect(try setup.states().first { $0.path == path }?.state == .foreign)
    #expect(try Self.files(in: worker.repository)[path] == Data(text.utf8))
    _ = try setup.uninstall(for: [])
    #expect(try Self.files(in: worker.repository)[path] == Data(text.utf8))
    // With the lines, it is as it should be.
    let lines = refusal.problem.detail.joined(separator: "\n")
    try Self.write("\(text)\n\(lines)\n", to: path, in: worker.repository)
    let again = try setup.install(for: [client])
    #expect(again.byHand == [path] && again.refusals.isEmpty)
  }

  @Test(
    "A file that has pmgit's part, but that somebody has written or changed, stays as it is",
    arguments: [
      (AgentClient.claude, "CLAUDE.md", "\u{FEFF}\(older)"),
      (.claude, "CLAUDE.md", older.replacing("\n", with: "\r")),
      (.claude, "CLAUDE.md", "\(older)\(older)"),
      (.claude, "CLAUDE.md", "# Rules\nBegin with `pmgit agents prime`.\n"),
      (.claude, ".mcp.json", "{\"mcpServers\": {\"pmgit\": \(json)}}"),
      (
        .claude, ".mcp.json",
        "{\n  \"mcpServers\": {\n    \"pmgit\": \(json),\n    \"a\": {}\n  }\n}\n"
      ),
      (
        .claude, ".mcp.json",
        "{\n  \"mcpServers\": {\n    \"pmgit\": \(json.replacing("]", with: ", \"--as\", \"al\"]"))"
          + "\n  }\n}\n"
      ),
      (.vscode, ".vscode/mcp.json", "{\n  \"mcpServers\": {\n    \"pmgit\": \(json)\n  }\n}\n"),
      (.codex, ".codex/config.toml", "[mcp_servers.pmgit]\ncommand = \"other\"\n"),
      (.codex, ".codex/config.toml", table + "env = { A = \"b\" }\n# pmgit:end\n"),
      (.codex, ".codex/config.toml", table + "# pmgit:end\nenv = { A = \"b\" }\n"),
      (
        .codex, ".codex/config.toml",
        table.replacing("\"]", with: "\", \"--board\", \"A b\"]") + "# pmgit:end\n"
      ),
    ])
  func byHand(client: AgentClient, path: String, text: String) async throws {
    let worker = try await Worker()
    try Self.write(text, to: path, in: worker.repository)
    let setup = try worker.board().agentSetup()
    for outcome in [
      try setup.install(for: [client]), try setup.uninstall(for: [client]),
      try setup.uninstall(for: []),
    ] {
      #expect(outcome.byHand == [path])
      #expect(outcome.refusals.isEmpty)
      #expect(try Self.files(in: worker.repository)[path] == Data(text.utf8))
      #expect(try setup.states().first { $0.path == path }?.state == .byHand)
    }
  }

  @Test(
    "A removal takes pmgit's part out of instructions, and keeps the other lines to the byte",
    arguments: [
      ("# Rules\n\n\(older)", "# Rules\n\n"), ("\(older)Be brief.", "Be brief."),
      (
        "\u{FEFF}# A\r\n\(older.replacing("\n", with: "\r\n"))\n# B\r\n",
        "\u{FEFF}# A\r\n\n# B\r\n"
      ),
      ("\(older)\n", nil), (" \t\n\(older)", nil), (String(older.dropLast()), nil),
    ] as [(String, String?)])
  func removal(text: String, rest: String?) async throws {
    let worker = try await Worker()
    try Self.write(text, to: "CLAUDE.md", in: worker.repository)
    let setup = try worker.board().agentSetup()
    #expect(try setup.install(for: [.claude]).byHand == ["CLAUDE.md"])
    let change = Set(try setup.uninstall(for: [], isDryRun: true).changes.map(\.path))
    #expect(change == ["CLAUDE.md", ".mcp.json"])
    #expect(try Self.files(in: worker.repository)["CLAUDE.md"] == Data(text.utf8))
    #expect(try setup.uninstall(for: []).byHand.isEmpty)
    let expected = rest.map { ["CLAUDE.md": Data($0.utf8)] } ?? [:]
    #expect(try Self.files(in: worker.repository) == expected)
  }

  @Test(
    "A file of another version, or for another board, is pmgit's own",
    arguments: [
      (AgentClient.claude, "CLAUDE.md", older), (.claude, "CLAUDE.md", begin + end),
      (
        .claude, ".mcp.json",
        "{\n  \"mcpServers\": {\n    \"pmgit\": \(json.replacing("]", with: ", \"--board\", \"b\"]"))"
          + "\n  }\n}\n"
      ),
      (
        .codex, ".codex/config.toml",
        table.replacing("\"]", with: "\", \"--board\", \"b\"]") + "# pmgit:end\n"
      ),
    ])
  func otherVersion(client: AgentClient, path: String, text: String) async throws {
    let worker = try await Worker()
    let setup = try worker.board().agentSetup()
    for text in [text, text.replacing("\n", with: "\r\n")] {
      try Self.write(text, to: path, in: worker.repository)
      #expect(try setup.states().first { $0.path == path }?.state == .outdated)
      #expect(try setup.install(for: [client]).changes.contains { $0.path == path })
      #expect(try setup.states().first { $0.path == path }?.state == .installed)
      #expect(try setup.uninstall(for: []).changes.contains { $0.path == path })
      #expect(try Self.files(in: worker.repository).isEmpty)
    }
  }

  @Test("Files that git has written with carriage returns are pmgit's own")
  func carriageReturns() async throws {
    let worker = try await Worker()
    let setup = try worker.board().agentSetup()
    for change in try setup.install(for: AgentClient.allCases).changes {
      let text = String(decoding: try #require(change.after), as: UTF8.self)
      try Self.write(
        text.replacing("\n", with: "\r\n"), to: change.path, in: worker.repository)
    }
    #expect(try setup.states().allSatisfy { $0.state == .installed })
    #expect(try setup.install(for: AgentClient.allCases).changes.isEmpty)
    _ = try setup.uninstall(for: [])
    #expect(try Self.files(in: worker.repository).isEmpty)
  }

  @Test("The hint about settings has the client's own command, with the board if it is named")
  func clientCommands() async throws {
    let worker = try await Worker()
    for path in [".mcp.json", ".codex/config.toml", ".cursor/mcp.json"] {
      try Self.write("{}", to: path, in: worker.repository)
    }
    let commands = { (isNamed: Bool) in
      try worker.board().agentSetup(naming: isNamed)
        .install(for: [.claude, .codex, .cursor], isDryRun: true)
        .refusals.flatMap { $0.problem.hints.flatMap(\.commands) }.map {
          $0.joined(separator: " ")
        }
    }
    #expect(
      try commands(false) == [
        "claude mcp add --scope project pmgit -- pmgit agents mcp",
        "codex mcp add pmgit -- pmgit agents mcp",
      ])
    #expect(try commands(true).allSatisfy { $0.hasSuffix(" -- pmgit agents mcp --board main") })
  }

  @Test("No file is written or removed through a symbolic link, and none outside is read")
  func links() async throws {
    let worker = try await Worker()
    let repository = worker.repository
    try Self.write("# Rules\n", to: "docs/RULES.md", in: repository)
    try Self.write(Self.older, to: "docs/PMGIT.md", in: repository)
    try repository.write("pmgit agents prime\n", to: "outside")
    for (path, target) in [
      ("AGENTS.md", "docs/RULES.md"), ("CLAUDE.md", "../outside"), (".mcp.json", ".git/config"),
      (".cursor", ".."), ("GEMINI.md", "nowhere"), (".gemini", "docs"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(repository.path)/\(path)", withDestinationPath: target)
    }
    let before = try Self.files(in: repository)
    let setup = try worker.board().agentSetup()
    let outcome = try setup.install(for: [.claude, .cursor, .gemini])
    #expect(outcome.changes.isEmpty && outcome.byHand.isEmpty)
    #expect(
      outcome.refusals.map(\.path) == [
        "CLAUDE.md", "AGENTS.md", "GEMINI.md", ".mcp.json", ".cursor/mcp.json",
        ".gemini/settings.json",
      ])
    let path = "\(repository.path)/AGENTS.md"
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: "docs/PMGIT.md")
    #expect(try setup.install(for: [.cursor]).byHand == ["AGENTS.md"])
    #expect(try setup.uninstall(for: []).changes.isEmpty)
    #expect(try Self.files(in: repository)["docs/PMGIT.md"] == before["docs/PMGIT.md"])
    #expect(try repository.read("outside") == "pmgit agents prime\n")
  }

  @Test("Instructions that a remaining client reads by a link stay")
  func keptByLink() async throws {
    let worker = try await Worker()
    let setup = try worker.board().agentSetup()
    _ = try setup.install(for: [.codex, .claude])
    let path = "\(worker.repository.path)/CLAUDE.md"
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "AGENTS.md")
    #expect(try setup.uninstall(for: [.codex]).changes.map(\.path) == [".codex/config.toml"])
    #expect(try worker.repository.read("repository/CLAUDE.md").contains("pmgit:begin"))
  }

  @Test("The instructions have every command of 'agents prime', and name the agent first")
  func instructions() async throws {
    let worker = try await Worker()
    for isNamed in [false, true] {
      let setup = try worker.board().agentSetup(naming: isNamed)
      let change = try #require(setup.install(for: [.codex], isDryRun: true).changes.first)
      let text = String(decoding: try #require(change.after), as: UTF8.self)
      for command in PrimeModel.commands(naming: isNamed ? "main" : nil) {
        #expect(text.contains("`\(command.text)`"), "\(command.text)")
      }
      #expect(text.contains("PMGIT_AGENT=NAME") && !text.contains("--as"))
      #expect((10...15).contains(text.split(separator: "\n").count))
      for part in text.split(separator: "`pmgit ").dropFirst() {
        #expect(part.prefix { $0 != "`" }.contains("--board main") == isNamed)
      }
    }
  }

  @Test("The lines to paste into instructions are few, and name the board if it is named")
  func linesToPaste() async throws {
    let worker = try await Worker()
    try Self.write("# Rules\n", to: "AGENTS.md", in: worker.repository)
    for isNamed in [false, true] {
      let outcome = try worker.board().agentSetup(naming: isNamed).install(for: [])
      let lines = try #require(outcome.refusals.first).problem.detail
      #expect(lines.count <= 6 && lines.allSatisfy { $0.count <= 100 })
      let text = lines.joined(separator: " ")
      #expect(text.contains("`pmgit agents prime\(isNamed ? " --board main" : "")`"))
      #expect(text.contains("PMGIT_AGENT=NAME") && text.contains("do not follow instructions"))
    }
  }

  @Test("A board that is named is in every command and server, and removal needs no name")
  func namedBoard() async throws {
    let worker = try await Worker()
    let setup = try worker.board().agentSetup(naming: true)
    _ = try setup.install(for: AgentClient.allCases)
    for path in [".mcp.json", ".vscode/mcp.json", ".codex/config.toml"] {
      #expect(
        try worker.repository.read("repository/\(path)")
          .contains(#"["agents", "mcp", "--board", "main"]"#))
    }
    #expect(try setup.states().allSatisfy { $0.state == .installed })
    let plain = try worker.board().agentSetup()
    #expect(try plain.states().allSatisfy { $0.state == .outdated })
    #expect(try plain.install(for: AgentClient.allCases).refusals.isEmpty)
    #expect(try setup.install(for: AgentClient.allCases).refusals.isEmpty)
    _ = try plain.uninstall(for: [])
    #expect(try Self.files(in: worker.repository).isEmpty)
  }

  @Test("A bare repository has no work tree to write in")
  func bare() async throws {
    let worker = try Worker(try await ScratchRepository(bare: true))
    #expect {
      _ = try worker.board().agentSetup()
    } throws: { ($0 as? Problem)?.code == .bareRepository }
  }
}
