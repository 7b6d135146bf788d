import Foundation
import PmgitTestSupport
import Testing

@Suite("pmgit agents")
struct AgentsCommandTests {
  @Test("Install, state and uninstall, from a subfolder")
  func lifecycle() async throws {
    let pmgit = try await CommandRunner.withBoard()
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

  @Test("A dry run shows the lines of the files as they are, however narrow the terminal is")
  func narrow() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let arguments = ["agents", "install", "--dry-run", "--for", "claude"]
    pmgit.useTerminal(widthInCells: 300)
    let wide = await pmgit.run(arguments).output
    pmgit.useTerminal(widthInCells: 40)
    #expect(await pmgit.run(arguments).output == wide)
  }

  @Test("Documents for programs")
  func json() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let shown = try await pmgit("agents", "install", "--json", "--dry-run", "--for", "codex")
    #expect(shown.contains(#""change": "created""#))
    #expect(shown.contains(#""dryRun": true"#))
    let table = #"[mcp_servers.pmgit]\ncommand = \"pmgit\"\nargs = [\"agents\", \"mcp\"]"#
    #expect(shown.contains(table))
    #expect(try await pmgit("agents", "--json").contains(#""state": "absent""#))
  }

  @Test("--board is in what is written; the board of git's configuration is not")
  func named() async throws {
    let pmgit = try await CommandRunner()
    try await pmgit("init", "--board", "other")
    let named = try await pmgit(
      "agents", "install", "--dry-run", "--for", "claude", "--board", "other")
    #expect(named.contains(#""args": ["agents", "mcp", "--board", "other"]"#))
    #expect(named.contains("`pmgit agents prime --board other`"))
    try await pmgit.repository.git("config", "pmgit.board", "other")
    let plain = try await pmgit("agents", "install", "--dry-run", "--for", "claude")
    #expect(plain.contains("branch `pmgit/other`") && !plain.contains("--board"))
  }

  @Test("A file of somebody else is an error with the lines to paste, and the others are written")
  func foreign() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try pmgit.repository.write("# Rules\n", to: "repository/CLAUDE.md")
    try pmgit.repository.write("// mine\n{}\n", to: "repository/.mcp.json")
    let result = await pmgit.run(["agents", "install", "--for", "claude", "--for", "cursor"])
    #expect(result.exitCode == 1)
    #expect(result.messages.hasPrefix("created 'AGENTS.md'\ncreated '.cursor/mcp.json'\n"))
    #expect(
      result.messages.contains(
        """
        pmgit: 'CLAUDE.md' stays as it is: pmgit did not write it
        hint: put these lines in by hand
        pmgit: '.mcp.json' stays as it is: pmgit did not write it
        hint: put this line into 'mcpServers' by hand, or run 'claude mcp add --scope project pmgit \
        -- pmgit agents mcp'

        """))
    #expect(result.output.hasPrefix("\n## The board of this project\n\n"))
    let server = #""pmgit": {"command": "pmgit", "args": ["agents", "mcp"]}"#
    #expect(result.output.hasSuffix("\n\n\(server)\n"))
    #expect(try await pmgit("agents").contains("CLAUDE.md\tforeign\tclaude\n"))
    let json = await pmgit.run(["agents", "install", "--for", "claude", "--json"])
    #expect(json.exitCode == 1)
    #expect(json.output.contains(#""refused": ["#))
    #expect(json.output.contains(###""## The board of this project""###))
    // The output can be appended to a file that people wrote.
    try pmgit.repository.write("# Rules\n\(result.output)", to: "repository/CLAUDE.md")
    try pmgit.repository.write("{}\n", to: "repository/.mcp.json")
    #expect(try await pmgit("agents").contains("CLAUDE.md\tby-hand\tclaude\n"))
  }

  @Test("A file that was written by hand and has pmgit's part is reported, and no failure")
  func byHand() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let server =
      #"{"mcpServers": {"pmgit": {"command": "pmgit", "args": ["agents", "mcp", "--as", "al"]}}}"#
    try pmgit.repository.write(server, to: "repository/.mcp.json")
    let words = "'.mcp.json' mentions pmgit, but has other lines, too: it stays as it is\n"
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
