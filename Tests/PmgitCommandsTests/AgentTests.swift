import Git
import PmgitTestSupport
import Testing

/// Changes by agents: programs that act for a person.
@Suite("Agents")
struct AgentTests {
  private static let agent = "agent-1"

  /// Returns the author, the committer's name, and the values of `Agent:` of the last commit.
  private func last(_ pmgit: CommandRunner) async throws -> String {
    try await pmgit.repository.git(
      "log", "-1", "--format=%an <%ae>, %cn, %(trailers:key=Agent,valueonly,separator=%x2C)",
      "pmgit/main")
  }

  private func tip(_ pmgit: CommandRunner) async throws -> String {
    try await pmgit.repository.git("rev-parse", "pmgit/main")
  }

  /// Creates a board with a plan, and returns the plan's id.
  private func board(_ pmgit: CommandRunner) async throws -> String {
    try await pmgit("init")
    try await pmgit("column", "add", "spare")
    let id = try await pmgit.add("Plan", "--label", "bug", "--check", "a", "--check", "b")
    try await pmgit("comment", id, "-m", "first", "--as", Self.agent)
    return id
  }

  @Test(
    "PMGIT_AGENT names the author of every change, and a trailer names the agent",
    arguments: [
      ["add", "New"], ["edit", "ID", "-p", "low"], ["move", "ID", "doing"],
      ["done", "ID"], ["comment", "ID", "-m", "x"], ["comment", "ID", "--edit", "1", "-m", "y"],
      ["comment", "ID", "--delete", "1"], ["check", "ID", "1"], ["check", "ID", "1", "--to", "2"],
      ["delete", "ID"], ["take", "ID"], ["label", "rename", "bug", "x"],
      ["label", "merge", "bug", "x"], ["config", "title", "T"], ["view", "add", "v", "#bug"],
      ["column", "add", "qa"], ["column", "edit", "doing", "--limit", "3"],
      ["column", "remove", "spare"], ["import", "-"],
    ])
  func environment(command: [String]) async throws {
    let pmgit = try await CommandRunner()
    let id = try await board(pmgit)
    let before = try await tip(pmgit)
    pmgit.environment["PMGIT_AGENT"] = Self.agent
    let result = await pmgit.run(
      command.map { $0 == "ID" ? id : $0 }, input: #"{"title":"Imported"}"#)
    #expect(result.exitCode == 0, "\(result)")
    #expect(try await tip(pmgit) != before)
    #expect(try await last(pmgit) == "agent-1 <>, Ada Lovelace, agent-1")
  }

  @Test("A person with an address is no agent; --as overrides the environment, and an empty one")
  func precedence() async throws {
    let pmgit = try await CommandRunner()
    let id = try await board(pmgit)
    pmgit.environment["PMGIT_AGENT"] = Self.agent
    try await pmgit("edit", id, "-p", "low", "--as", "Bob <bob@example.org>")
    #expect(try await last(pmgit) == "Bob <bob@example.org>, Ada Lovelace, ")
    try await pmgit("edit", id, "-p", "high", "--as", "agent-2")
    #expect(try await last(pmgit) == "agent-2 <>, Ada Lovelace, agent-2")
    try await pmgit("edit", id, "-p", "low", "--as", "me")
    #expect(try await last(pmgit).hasSuffix(", Ada Lovelace, "))
    #expect(try await last(pmgit).hasPrefix("Ada Lovelace <"))
    try await pmgit("edit", id, "--assign", "@me")
    #expect(try await pmgit("show", id).contains("assignee\tagent-1\n"))
    pmgit.environment["PMGIT_AGENT"] = ""
    try await pmgit("edit", id, "-p", "high")
    #expect(try await last(pmgit).hasPrefix("Ada Lovelace <"))
    pmgit.environment["PMGIT_AGENT"] = "Bob <bob@example.org>"
    try await pmgit("edit", id, "-p", "low")
    #expect(try await last(pmgit) == "Bob <bob@example.org>, Ada Lovelace, ")
  }

  @Test(
    "A wrong name in PMGIT_AGENT is an error that names the variable, and nothing is written",
    arguments: [
      " ", "<>", "a>b", "...", "A\nPlan: x", "A\u{1B}[31m", String(repeating: "x", count: 9999),
    ],
    [["add", "x"], ["list"], ["log"], ["undo"], ["status", "--json"]])
  func refused(name: String, command: [String]) async throws {
    let pmgit = try await CommandRunner()
    _ = try await board(pmgit)
    let before = try await tip(pmgit)
    pmgit.environment["PMGIT_AGENT"] = name
    let result = await pmgit.run(command)
    #expect(result.exitCode == 64, "\(result)")
    let said = command.last == "--json" ? result.output : result.messages
    #expect(said.contains("PMGIT_AGENT in the environment") && !said.contains("\u{1B}"))
    #expect(try await tip(pmgit) == before)
    // A name on the command line is used instead.
    let explicit = await pmgit.run(["add", "y", "--as", "agent-2"])
    #expect(explicit.exitCode == 0, "\(explicit)")
  }

  @Test("The trailer of an agent is in one block with the others, as its last line")
  func block() async throws {
    let pmgit = try await CommandRunner()
    let id = try await board(pmgit)
    pmgit.environment["PMGIT_AGENT"] = Self.agent
    try await pmgit("edit", id, "-p", "low")
    let change = try await tip(pmgit)
    try await pmgit("undo")
    let message = try await pmgit.repository.git("log", "-1", "--format=%B", "pmgit/main")
    #expect(message.hasSuffix("\n\nPlan: \(id)\nUndoes: \(change)\nAgent: agent-1\n"), "\(message)")
    try await pmgit("redo")
    #expect(try await last(pmgit) == "agent-1 <>, Ada Lovelace, agent-1")
    #expect(await pmgit.run(["doctor"]).exitCode == 0)
  }

  @Test("Commits of the code are recorded in the name of the agent of the environment, or of --as")
  func follow() async throws {
    let pmgit = try await CommandRunner()
    let id = try await board(pmgit)
    let commit = { (text: String) async throws in
      _ = try await pmgit.repository.git(
        "-c", "user.name=Somebody", "-c", "user.email=s@example.org", "commit", "-q",
        "--allow-empty", "-m", "Work\n\n\(text): \(id)")
    }
    try await commit("Starts")
    pmgit.environment["PMGIT_AGENT"] = Self.agent
    try await pmgit("hooks", "follow")
    #expect(try await last(pmgit) == "agent-1 <>, Ada Lovelace, agent-1")
    try await commit("Closes")
    pmgit.environment["PMGIT_AGENT"] = nil
    try await pmgit("hooks", "follow", "--as", "agent-2")
    #expect(try await last(pmgit) == "agent-2 <>, Ada Lovelace, agent-2")
  }

  @Test("The history shows the agent and the person for whom it acted")
  func shown() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("Plan", "--body", "one")
    try await pmgit("edit", id, "-p", "low", "--body", "one\ntwo", "--as", Self.agent)
    let events = try await pmgit("log", "--json", "--field", "priority", "--field", "title")
    #expect(events.contains(#""agent": "agent-1""#) && events.contains(#""agent": null"#))
    #expect(events.contains(#""for": "Ada Lovelace <"#) && events.contains(#""for": null"#))
    let blame = try await pmgit("show", "--blame", id, "--json")
    #expect(blame.contains(#""agent": "agent-1""#) && blame.contains(#""agent": null"#))
    // The last field of each line is the person, and no other field moved.
    for command in [["log"], ["log", "--oneline"], ["show", "--blame", id]] {
      let lines = await pmgit.run(command).output.split(separator: "\n")
      let fields = lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
      let count = fields.map(\.count).min() ?? 0
      let ofAgent = fields.filter { $0[2] == "agent-1 <>" }
      #expect(ofAgent.count > 0 && ofAgent.count < fields.count)
      #expect(ofAgent.allSatisfy { $0.count == count + 1 && $0[count].hasPrefix("Ada Lovelace <") })
      #expect(fields.count { $0.count == count } == fields.count - ofAgent.count)
    }
    pmgit.useTerminal()
    for command in [["log"], ["log", "--oneline"], ["show", "--blame", id], ["show", id]] {
      let output = await pmgit.run(command).output
      #expect(output.contains("agent-1 for Ada Lovelace"), "\(command): \(output)")
      #expect(output.contains(" Ada Lovelace "))
    }
    pmgit.useTerminal(widthInCells: 44)
    #expect(try await pmgit("log").contains("agent-1 for Ada Lovelace"))
  }

  @Test("by:agent means any agent, and by:@agent the one of that name; so does log --by")
  func any() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let own = try await pmgit.add("Own")
    let agents = try await pmgit.add("By an agent", "--as", "robot")
    let smith = try await pmgit.add("By Smith", "--as", "Agent Smith <smith@example.org>")
    func found(_ query: String) async throws -> Set<String> {
      Set(try await pmgit("list", query).split(separator: "\n").map { String($0.prefix(12)) })
    }
    #expect(try await found("by:agent") == [agents])
    #expect(try await found("-by:agent") == [own, smith])
    #expect(try await found("by:robot") == [agents])
    #expect(try await found("by:@agent") == [smith])
    #expect(try await found(#"by:"agent""#) == [smith])
    let noted = await pmgit.run(["list", "by:agent"])
    #expect(noted.messages.contains("by:@agent"), "\(noted.messages)")
    // A person is the last one who changed the plan.
    try await pmgit("edit", agents, "-p", "high")
    func changed(_ words: String...) async -> Set<String> {
      let lines = await pmgit.run(["log", "--oneline"] + words).output.split(separator: "\n")
      return Set(lines.map { line in line.split(separator: "\t")[3...].prefix(1).joined() })
    }
    for (name, plan) in [
      ("agent", agents), ("AGENT", agents), ("@agent", smith), ("robot", agents),
    ] {
      #expect(await changed("--by", name) == [plan])
      #expect(await changed("by:\(name)") == [plan])
    }
    #expect(await changed(#"by:"agent""#) == [smith])
    #expect(await changed("by:agent", agents) == [agents])
    #expect(await changed("by:agent", "-title:agent") == [])
    #expect(await changed("by:agent OR title:own") == [own])
  }

  @Test("A trailer alone makes nobody an agent, nor does an author without an address")
  func forged() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("add", "Plan", "--as", Self.agent)
    let git = try pmgit.repository.open()
    let tip = try #require(try git.reference("refs/heads/pmgit/main"))
    let head = try git.commit(tip)
    let made = [
      (Self.agent, "m@example.org", "add\n\nPlan: x\nAgent: agent-1\n"), (Self.agent, "", "add\n"),
      (Self.agent, "", "Agent: agent-1\n"), (Self.agent, "", "add\n\nAgent: agent-1\n\nmore\n"),
      (Self.agent, "", "add\n\nAgent: other\n"), (Self.agent, "", "add\n\nagent: agent-1\n"),
    ]
    for (name, address, message) in made {
      let author = Signature(name: name, email: address, seconds: 1_795_165_200, offsetMinutes: 0)
      let commit = try git.writeCommit(
        CommitDraft(
          tree: head.tree, parents: head.parents, author: author, committer: head.committer,
          message: message))
      try await pmgit.repository.git("update-ref", "refs/heads/pmgit/main", commit.hex)
      let log = try await pmgit("log", "--json")
      #expect(
        log.contains(#""agent": null"#) && !log.contains(#""agent": ""#), "\(message): \(log)")
      #expect(try await pmgit("log", "--by", "agent") == "")
    }
  }

  @Test("stats --by agent counts finished plans for the agents that finished them")
  func statistics() async throws {
    let pmgit = try await CommandRunner.withBoard()
    var ids: [String] = []
    for number in 1...5 { ids.append(try await pmgit.add("Plan \(number)", "--as", "maker")) }
    for (id, agent) in zip(ids, ["robot", "robot", "other", "me", "me"]) {
      try await pmgit("move", id, "--as", agent == "robot" ? "me" : "robot", "doing")
      if id != ids[4] { try await pmgit("done", id, "--as", agent) }
    }
    let groups = try await pmgit("stats", "--by", "agent").split(separator: "\n")
      .filter { $0.hasPrefix("group") }
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    #expect(groups.map { $0[1] } == ["other", "robot", ""])
    #expect(groups.map { $0[2] } == ["1", "2", "1"])
    // The plan in progress was started by the robot.
    #expect(groups.map { $0.last } == ["0", "1", "0"])
    pmgit.useTerminal()
    #expect(try await pmgit("stats", "--by", "agent").contains("(people)"))
  }
}
