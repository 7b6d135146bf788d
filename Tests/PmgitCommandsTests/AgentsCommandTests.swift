import Foundation
import PmgitTestSupport
import Testing

@Suite("pmgit agents")
struct AgentsCommandTests {
  @Test("Install, state and uninstall, from a subfolder")
  func lifecycle() async throws {
    let pmgit = try await CommandRunner()
    try await pmgit("init")
    let folder = "\(pmgit.directory)/deep/er"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    pmgit.directory = folder
    let shown = await pmgit.run(["agents", "install", "--dry-run", "--for", "claude"])
    #expect(shown.output.hasPrefix("--- /dev/null\n+++ CLAUDE.md\n@@ line 1 @@\n+<!-- pmgit:begin"))
    #expect(!FileManager.default.fileExists(atPath: "\(pmgit.repository.path)/CLAUDE.md"))
    let installed = await pmgit.run(["agents", "install", "--for", "claude"])
    #expect(installed.output == "")
    #expect(installed.messages == "created 'CLAUDE.md'\ncreated '.mcp.json'\n")
    #expect(
      try pmgit.repository.read("repository/CLAUDE.md").split(separator: "\n").count
        <= 15)
    let again = await pmgit.run(["agents", "install"])
    #expect(again.messages == "all is there already\n")
    let states = try await pmgit("agents")
    #expect(states.contains("CLAUDE.md\tinstalled\tclaude\n"))
    #expect(states.contains(".cursor/mcp.json\tabsent\tcursor\n"))
    let removed = await pmgit.run(["agents", "uninstall"])
    #expect(removed.messages == "removed 'CLAUDE.md'\nremoved '.mcp.json'\n")
    #expect(await pmgit.run(["agents", "uninstall"]).messages == "nothing is there\n")
  }

  @Test("Documents for programs")
  func json() async throws {
    let pmgit = try await CommandRunner()
    try await pmgit("init")
    let shown = try await pmgit("agents", "install", "--json", "--dry-run", "--for", "codex")
    #expect(shown.contains(#""change": "created""#))
    #expect(shown.contains(#""dryRun": true"#))
    #expect(shown.contains(#"[mcp_servers.pmgit]\ncommand = \"pmgit\"\nargs = [\"mcp\"]"#))
    #expect(try await pmgit("agents", "--json").contains(#""state": "absent""#))
  }

  @Test("--board is in what is written; the board of git's configuration is not")
  func named() async throws {
    let pmgit = try await CommandRunner()
    try await pmgit("init", "--board", "other")
    let named = try await pmgit(
      "agents", "install", "--dry-run", "--for", "claude", "--board", "other")
    #expect(named.contains(#""args": ["mcp", "--board", "other"]"#))
    #expect(named.contains("`pmgit prime --board other`"))
    try await pmgit.repository.git("config", "pmgit.board", "other")
    let plain = try await pmgit("agents", "install", "--dry-run", "--for", "claude")
    #expect(plain.contains("branch `pmgit/other`") && !plain.contains("--board"))
  }

  @Test("A refused file is an error with the text to put in, and the others are written")
  func refused() async throws {
    let pmgit = try await CommandRunner()
    try await pmgit("init")
    try pmgit.repository.write("// mine\n{}\n", to: "repository/.mcp.json")
    let result = await pmgit.run(["agents", "install", "--for", "claude"])
    #expect(result.exitCode == 1)
    #expect(result.messages.contains("created 'CLAUDE.md'"))
    #expect(result.messages.contains("'.mcp.json' is not plain JSON"))
    #expect(result.messages.contains(#""pmgit": {"command": "pmgit", "args": ["mcp"]}"#))
    let json = await pmgit.run(["agents", "install", "--for", "claude", "--json"])
    #expect(json.exitCode == 1)
    #expect(json.output.contains(#""refused": ["#))
  }

  @Test("A server that was written by hand is reported, and no failure")
  func byHand() async throws {
    let pmgit = try await CommandRunner()
    try await pmgit("init")
    let server = #"{"mcpServers": {"pmgit": {"command": "pmgit", "args": ["mcp", "--as", "al"]}}}"#
    try pmgit.repository.write(server, to: "repository/.mcp.json")
    let words = "'.mcp.json' has a server 'pmgit' that was written by hand, and stays as it is\n"
    let installed = await pmgit.run(["agents", "install", "--for", "claude"])
    #expect(installed.exitCode == 0)
    #expect(installed.messages == "created 'CLAUDE.md'\n\(words)")
    #expect(try await pmgit("agents").contains(".mcp.json\tby-hand\tclaude\n"))
    #expect(try await pmgit("agents", "--json").contains(#""state": "by-hand""#))
    let document = try await pmgit("agents", "install", "--for", "claude", "--json")
    #expect(document.filter { !$0.isWhitespace }.contains(#""byHand":[".mcp.json"]"#))
    #expect(await pmgit.run(["agents", "uninstall"]).messages == "removed 'CLAUDE.md'\n\(words)")
    #expect(await pmgit.run(["agents", "uninstall"]).messages == words)
    #expect(try pmgit.repository.read("repository/.mcp.json") == server)
  }

  @Test("An unknown client is a usage error, and a bare repository has no work tree")
  func wrong() async throws {
    let pmgit = try await CommandRunner()
    #expect(await pmgit.run(["agents", "install", "--for", "emacs"]).exitCode == 64)
    let bare = try await CommandRunner(bare: true)
    let result = await bare.run(["agents", "install"])
    #expect(result.exitCode == 1)
    #expect(result.messages.contains("has no work tree"))
  }
}
