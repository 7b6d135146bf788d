import Foundation
import PlanActions
import PlanModel
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
    #expect(try setup.install(for: [], isRehearsal: true).changes.map(\.path) == ["AGENTS.md"])
    #expect(try Self.files(in: worker.repository).isEmpty)
    try Self.write("{}", to: ".cursor/mcp.json", in: worker.repository)
    try Self.write("# Rules\n", to: "CLAUDE.md", in: worker.repository)
    #expect(
      try setup.install(for: [], isRehearsal: true).changes.map(\.path) == [
        "CLAUDE.md", "AGENTS.md", ".mcp.json", ".cursor/mcp.json",
      ])
    #expect(
      try setup.install(for: [.codex], isRehearsal: true).changes.map(\.path) == [
        "AGENTS.md", ".codex/config.toml",
      ])
  }

  @Test("Installed twice and removed, every file has its own bytes, and new ones are gone")
  func roundTrip() async throws {
    let worker = try await Worker()
    let repository = worker.repository
    try Self.write("# Rules\r\nBe brief.", to: "AGENTS.md", in: repository)
    try Self.write("", to: "CLAUDE.md", in: repository)
    try Self.write(
      "{\n\t\"mcpServers\": {\n\t\t\"other\": {\"command\": \"x\"}\n\t}\n}", to: ".mcp.json",
      in: repository)
    try Self.write("model = \"x\"\n[mcp_servers.other]\n", to: ".codex/config.toml", in: repository)
    let before = try Self.files(in: repository)
    let setup = try worker.board().agentSetup()
    let outcome = try setup.install(for: AgentClient.allCases)
    #expect(outcome.refusals.isEmpty)
    #expect(outcome.changes.count == 8)
    let between = try Self.files(in: repository)
    #expect(try setup.install(for: AgentClient.allCases).changes.isEmpty)
    #expect(try Self.files(in: repository) == between)
    #expect(try setup.states().allSatisfy { $0.state == .installed })
    let server = try JSONReader.value(in: Array(try #require(between[".vscode/mcp.json"])))
    #expect(
      server.object?["servers"]?.object?["pmgit"]?.object?["command"] == .string("pmgit"))
    _ = try setup.uninstall(for: [])
    #expect(try Self.files(in: repository) == before)
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

  @Test(
    "What can't be changed without harm is left, with the text to put in by hand",
    arguments: [
      (AgentClient.claude, ".mcp.json", "// mine\n{}"), (.claude, ".mcp.json", ""),
      (.claude, ".mcp.json", #"{"mcpServers": {"pmgit": {"command": "other"}}}"#),
      (.codex, ".codex/config.toml", "[mcp_servers.pmgit]\ncommand = \"other\"\n"),
      (.codex, ".codex/config.toml", "[ mcp_servers . \"pmgit\" ]\n"),
      (.codex, ".codex/config.toml", "mcp_servers.pmgit.command = \"x\"\n"),
      (.codex, ".codex/config.toml", "[mcp_servers]\npmgit = {}\n"),
      (.codex, ".codex/config.toml", "mcp_servers = {}\n"),
      (.claude, "CLAUDE.md", "<!-- pmgit:begin -->\n"),
    ])
  func refused(client: AgentClient, path: String, text: String) async throws {
    let worker = try await Worker()
    try Self.write(text, to: path, in: worker.repository)
    let outcome = try worker.board().agentSetup().install(for: [client])
    #expect(outcome.refusals.map(\.path) == [path])
    #expect(outcome.refusals.allSatisfy { !$0.problem.detail.isEmpty })
    #expect(try Self.files(in: worker.repository)[path] == Data(text.utf8))
  }

  @Test("Links are followed inside the work tree only, and modes stay")
  func links() async throws {
    let worker = try await Worker()
    let repository = worker.repository
    let manager = FileManager.default
    try Self.write("# Rules\n", to: "docs/RULES.md", in: repository)
    try repository.write("secret\n", to: "outside")
    let link = { (path: String, target: String) in
      try manager.createSymbolicLink(
        atPath: "\(repository.path)/\(path)", withDestinationPath: target)
    }
    try link("AGENTS.md", "docs/RULES.md")
    try link("CLAUDE.md", "../outside")
    try link(".mcp.json", ".git/config")
    try link(".cursor", "..")
    try link("GEMINI.md", "nowhere")
    try manager.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: "\(repository.path)/docs/RULES.md")
    let setup = try worker.board().agentSetup()
    let outcome = try setup.install(for: [.claude, .cursor, .gemini])
    #expect(outcome.changes.map(\.path) == ["AGENTS.md", ".gemini/settings.json"])
    #expect(
      outcome.refusals.map(\.path) == ["CLAUDE.md", "GEMINI.md", ".mcp.json", ".cursor/mcp.json"])
    #expect(try repository.read("outside") == "secret\n")
    #expect(try repository.read("repository/docs/RULES.md").hasPrefix("# Rules\n\n<!-- pmgit"))
    let mode = try manager.attributesOfItem(atPath: "\(repository.path)/docs/RULES.md")
    #expect(mode[.posixPermissions] as? Int == 0o600)
    #expect(
      try manager.destinationOfSymbolicLink(atPath: "\(repository.path)/AGENTS.md")
        == "docs/RULES.md")
    _ = try setup.uninstall(for: [])
    #expect(try repository.read("repository/docs/RULES.md") == "# Rules\n")
  }

  @Test("A bare repository has no work tree to write in")
  func bare() async throws {
    let worker = try Worker(try await ScratchRepository(bare: true))
    #expect {
      _ = try worker.board().agentSetup()
    } throws: { ($0 as? Problem)?.code == .bareRepository }
  }
}
