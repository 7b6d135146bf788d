/// A program that runs a coding agent, and the files that it reads in a project.
package enum AgentClient: String, CaseIterable, Sendable {
  case claude, codex, cursor, gemini, vscode

  /// The file with instructions for the agent.
  var instructions: String {
    switch self {
    case .claude: "CLAUDE.md"
    case .gemini: "GEMINI.md"
    case .codex, .cursor, .vscode: Self.commonInstructions
    }
  }

  /// The file with instructions that many clients read.
  static let commonInstructions = "AGENTS.md"

  /// The file with the MCP servers of the project.
  var settings: String {
    switch self {
    case .claude: ".mcp.json"
    case .codex: ".codex/config.toml"
    case .cursor: ".cursor/mcp.json"
    case .gemini: ".gemini/settings.json"
    case .vscode: ".vscode/mcp.json"
    }
  }

  /// The JSON member of the settings that lists the servers; nil if the settings are TOML.
  var serversMember: String? {
    switch self {
    case .codex: nil
    case .vscode: "servers"
    case .claude, .cursor, .gemini: "mcpServers"
    }
  }

  /// Files and folders that show that the client is used in a project.
  var traces: [String] {
    switch self {
    case .claude: ["CLAUDE.md", ".claude", ".mcp.json"]
    case .codex: [".codex"]
    case .cursor: [".cursor"]
    case .gemini: ["GEMINI.md", ".gemini"]
    case .vscode: [".vscode"]
    }
  }

  /// Returns the client's own command that adds pmgit's server, as part of a hint; nil if pmgit
  /// suggests none.
  ///
  /// - Parameter server: The command that starts the server.
  func advice(adding server: [String]) -> Hint? {
    switch self {
    case .claude:
      Hint([.command(["claude", "mcp", "add", "--scope", "project", "pmgit", "--"] + server)])
    case .codex:
      Hint([.command(["codex", "mcp", "add", "pmgit", "--"] + server), .text(" for you alone")])
    case .cursor, .gemini, .vscode: nil
    }
  }
}
