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
    try Self.write(" \n", to: ".cursor/mcp.json", in: repository)
    try Self.write("", to: ".gemini/settings.json", in: repository)
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
      (AgentClient.claude, ".mcp.json", "// mine\n{}"), (.claude, ".mcp.json", "{"),
      (.codex, ".codex/config.toml", "mcp_servers = {}\n"),
      (.codex, ".codex/config.toml", "mcp_servers = { a = {command=\"x\"} }\n"),
      (.codex, ".codex/config.toml", "[[mcp_servers]]\n"),
      (.codex, ".codex/config.toml", "x = \"\"\"\n[mcp_servers.pmgit]\n\"\"\"\n"),
      (.codex, ".codex/config.toml", "x = '''\n# pmgit:begin\n# pmgit:end\n'''\n"),
      (.codex, ".codex/config.toml", "x = \"\"\"\n"),
      (.codex, ".codex/config.toml", "x = \"\"\"a\\\"\"\""),
      (.codex, ".codex/config.toml", "x = [1,\n"), (.codex, ".codex/config.toml", "x = 'a\n"),
      (.codex, ".codex/config.toml", "[a] x = 1\n"), (.codex, ".codex/config.toml", "x\n"),
      (.codex, ".codex/config.toml", "# pmgit:begin\n[other]\n# pmgit:end\n"),
      (.codex, ".codex/config.toml", "# pmgit:end\n"),
      (.claude, "CLAUDE.md", "```\n"),
      (.claude, "CLAUDE.md", "<!-- pmgit:begin -->\n# Mine\n<!-- pmgit:end -->\n"),
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

  @Test("The message about servers that are no tables says what to do")
  func advice() async throws {
    let worker = try await Worker()
    let setup = try worker.board().agentSetup()
    for (text, words) in [
      ("mcp_servers = {}\n", "as a value"), ("[[mcp_servers]]\n", "an array"),
    ] {
      try Self.write(text, to: ".codex/config.toml", in: worker.repository)
      let outcome = try setup.install(for: [.codex], isRehearsal: true)
      let problem = try #require(outcome.refusals.first?.problem)
      #expect(problem.message.contains(words))
      #expect(problem.hints.map { $0.text() }.joined().contains("as tables"))
      #expect(try setup.uninstall(for: []).refusals.isEmpty)
    }
  }

  private static let table =
    "# pmgit:begin\n[mcp_servers.pmgit]\ncommand = \"pmgit\"\nargs = [\"mcp\"]\n"

  @Test(
    "A server that somebody has written or changed stays as it is, which is no failure",
    arguments: [
      (
        AgentClient.claude,
        #"{"mcpServers": {"pmgit": {"command": "pmgit", "args": ["mcp", "--as", "alice"]}}}"#
      ),
      (.claude, #"{"mcpServers": {"pmgit": {"command": "other"}}}"#),
      (.claude, #"{"mcpServers": {"pmgit": {"command": "/bin/pmgit", "args": ["mcp"]}}}"#),
      (.claude, #"{"mcpServers": {"pmgit": {"command": "pmgit", "args": ["mcp"], "env": {}}}}"#),
      (.claude, #"{"mcpServers": {"pmgit": {"command": "pmgit", "args": ["mcp", "--board"]}}}"#),
      (.vscode, #"{"servers": {"pmgit": {"type": "stdio", "command": "pmgit", "args": ["mcp"]}}}"#),
      (.codex, "[mcp_servers.pmgit]\ncommand = \"pmgit\"\nargs = [\"mcp\"]\n"),
      (.codex, "[mcp_servers.pmgit]\ncommand = \"other\"\n"),
      (.codex, "[ mcp_servers . \"pmg\\u0069t\" ] # mine\n"),
      (.codex, "mcp_servers.pmgit.command = \"x\"\n"),
      (.codex, "[mcp_servers]\n'pmgit' = {}\n"),
      (.codex, "x = [ # ]\n 1, '[', ]\nmcp_servers = { a.b = 1, pmgit = { c = [ \"}\" ] } }"),
      (.codex, table + "env = { A = \"b\" }\n# pmgit:end\n"),
      (.codex, table + "# pmgit:end\nenv = { A = \"b\" }\n"),
      (.codex, table + "# pmgit:end\n\n[a]\n[mcp_servers.pmgit.env]\nA = \"b\"\n"),
      (.codex, table.replacing("\"]", with: "\", \"--as\", \"a\"]") + "# pmgit:end\n"),
    ])
  func byHand(client: AgentClient, text: String) async throws {
    let worker = try await Worker()
    let paths: [AgentClient: String] = [
      .claude: ".mcp.json", .codex: ".codex/config.toml", .vscode: ".vscode/mcp.json",
    ]
    let path = try #require(paths[client])
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
    "A server for another board is pmgit's own",
    arguments: [
      (
        AgentClient.claude, ".mcp.json",
        #"{"mcpServers": {"pmgit": {"command": "pmgit", "args": ["mcp", "--board", "b"]}}}"#
      ),
      (
        .codex, ".codex/config.toml",
        table.replacing("\"]", with: "\", \"--board\", \"b\"]") + "# pmgit:end\n[other]\n"
      ),
    ])
  func otherBoard(client: AgentClient, path: String, text: String) async throws {
    let worker = try await Worker()
    try Self.write(text, to: path, in: worker.repository)
    let setup = try worker.board().agentSetup()
    #expect(try setup.states().first { $0.path == path }?.state == .outdated)
    #expect(try setup.install(for: [client]).changes.contains { $0.path == path })
    #expect(try setup.states().first { $0.path == path }?.state == .installed)
    #expect(try setup.uninstall(for: []).changes.contains { $0.path == path })
  }

  @Test(
    "Any valid TOML without the server gets the table at its end, and its bytes back",
    arguments: [
      "", "\n", "# no line feed", "\u{FEFF}model = \"x\"\r\n\r\n[a.\"b.c\\\\\"]\r\n",
      "x = \"\"\"\n[a]\n\\\"\"\" y\"\"\"\nz = 1", "x = '''\na = \"\"\" \\'''''\n",
      "x = [\n  [1, 2], # ]\n  { a = '}', b.c = \"\\\"]\" },\n]\n",
      "t = 1979-05-27 07:32:00Z # time\ny = -inf\n'q' . \"r\" = true\n",
      "[mcp_servers]\nother = { command = \"pmgit\" }\n[[a]]\npmgit = 1\n[a.mcp_servers.pmgit]\n",
      "[mcp_servers.other]\npmgit = 1\n# [mcp_servers.pmgit]\n",
    ])
  func tables(text: String) async throws {
    let worker = try await Worker()
    try Self.write(text, to: ".codex/config.toml", in: worker.repository)
    let setup = try worker.board().agentSetup()
    let outcome = try setup.install(for: [.codex])
    #expect(outcome.refusals.isEmpty && outcome.byHand.isEmpty)
    let path = ".codex/config.toml"
    let bytes = try #require(try Self.files(in: worker.repository)[path])
    #expect(bytes.starts(with: text.utf8))
    let written = String(decoding: bytes, as: UTF8.self)
    #expect(written.replacing("\r\n", with: "\n").contains("\n\(Self.table)# pmgit:end"))
    #expect(try setup.install(for: [.codex]).changes.isEmpty)
    _ = try setup.uninstall(for: [])
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
    #expect(outcome.changes.map(\.path) == ["docs/RULES.md", ".gemini/settings.json"])
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

  @Test("Whatever leads to whatever, and when the links are made: nothing is left of pmgit")
  func linkedInstructions() async throws {
    let names = ["AGENTS.md", "CLAUDE.md", "GEMINI.md"]
    let manager = FileManager.default
    for number in 0..<24 {
      let isEarly = number % 2 == 0
      let hasText = number / 2 % 2 == 0
      let worker = try await Worker()
      let path = worker.repository.path
      // A chain of links: the first name is the file.
      let order = Self.orders[number / 4].map { names[$0] }
      let link = {
        for (name, target) in zip(order.dropFirst(), order) {
          try? manager.removeItem(atPath: "\(path)/\(name)")
          try manager.createSymbolicLink(
            atPath: "\(path)/\(name)", withDestinationPath: target)
        }
      }
      if hasText || isEarly {
        try Self.write(hasText ? "# Rules\n" : "", to: order[0], in: worker.repository)
      }
      if isEarly { try link() }
      let before = try Self.files(in: worker.repository)
      let setup = try worker.board().agentSetup()
      _ = try setup.install(for: AgentClient.allCases)
      if isEarly {
        let section = try String(contentsOfFile: "\(path)/\(order[0])", encoding: .utf8)
        #expect(section.split(separator: "pmgit:begin").count == 2)
        #expect(try setup.install(for: AgentClient.allCases).changes.isEmpty)
      } else {
        try link()
      }
      let removed = try setup.uninstall(for: [])
      #expect(removed.refusals.isEmpty)
      #expect(Set(removed.changes.map(\.path)).count == removed.changes.count)
      if hasText || isEarly {
        var expected = before
        for name in order.dropFirst() { expected[name] = before[order[0]] }
        #expect(try Self.files(in: worker.repository) == expected, "\(number)")
      } else {
        #expect(try manager.contentsOfDirectory(atPath: path) == [".git"], "\(number)")
        #expect(removed.changes.map(\.path).contains(order[2]))
      }
    }
  }

  private static let orders = [
    [0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0],
  ]

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

  @Test("The instructions have every command of 'prime', and name the agent first")
  func instructions() async throws {
    let worker = try await Worker()
    for isNamed in [false, true] {
      let setup = try worker.board().agentSetup(naming: isNamed)
      let change = try #require(setup.install(for: [.codex], isRehearsal: true).changes.first)
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

  @Test("A board that is named is in every command and server, and removal needs no name")
  func namedBoard() async throws {
    let worker = try await Worker()
    let setup = try worker.board().agentSetup(naming: true)
    _ = try setup.install(for: AgentClient.allCases)
    for path in [".mcp.json", ".vscode/mcp.json", ".codex/config.toml"] {
      #expect(
        try worker.repository.read("repository/\(path)")
          .contains(#"["mcp", "--board", "main"]"#))
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
