import PlanModel
import PmgitTestSupport
import Testing

/// The option `--brief`, and the silence of `--json`.
@Suite("Short answers of changes")
struct BriefTests {
  /// A command that changes the board, and the short ids that it prints; PLAN is the plan's.
  struct Case: Sendable {
    let command: [String]
    let ids: [String]

    init(_ command: [String], _ ids: [String] = ["PLAN"]) {
      (self.command, self.ids) = (command, ids)
    }
  }

  private static let cases = [
    Case(["edit", "PLAN", "-p", "low"]), Case(["move", "PLAN", "doing"]),
    Case(["move", "PLAN", "OTHER", "done"], ["PLAN", "OTHER"]), Case(["done", "PLAN"]),
    Case(["comment", "PLAN", "-m", "x"]), Case(["comment", "PLAN", "--edit", "1", "-m", "y"]),
    Case(["comment", "PLAN", "--delete", "1"]), Case(["check", "PLAN", "1"]),
    Case(["check", "PLAN", "1", "--reword", "x"]), Case(["delete", "PLAN"]),
    Case(["take", "PLAN"]),
    Case(["take", "--next"], ["OTHER"]), Case(["label", "rename", "bug", "x"]),
    Case(["label", "merge", "bug", "x"]), Case(["config", "title", "T"], ["board"]),
    Case(["view", "add", "v", "#bug"], ["board"]),
    Case(["column", "add", "qa"], ["board"]),
    Case(["column", "remove", "spare"], ["board"]), Case(["undo"]),
    Case(["edit", "--where", "#bug", "-p", "low"]),
    Case(["edit", "--where", "#no", "-p", "low"], []),
    Case(["people", "rename", "Bob", "Eve"]), Case(["restore", "GONE"], ["GONE"]),
    Case(["move", "PLAN", "todo"], []), Case(["edit", "PLAN", "-l", "bug"], []),
    Case(["edit", "PLAN", "-p", "low", "--dry-run"]),
  ]

  private struct Board {
    let pmgit: CommandRunner
    /// The whole ids by their names in commands.
    let ids: [String: String]

    func words(_ text: [String]) -> [String] { text.map { ids[$0] ?? $0 } }
    func short(_ text: [String]) -> [String] {
      text.map { ids[$0].map { String($0.prefix(4)) } ?? $0 }
    }
  }

  private func board() async throws -> Board {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("column", "add", "spare")
    let plan = try await pmgit.add("Plan", "--label", "bug", "--check", "a", "--assign", "Bob")
    let other = try await pmgit.add("Other")
    let gone = try await pmgit.add("Gone")
    try await pmgit("delete", gone)
    try await pmgit("comment", plan, "-m", "first")
    return Board(pmgit: pmgit, ids: ["PLAN": plan, "OTHER": other, "GONE": gone])
  }

  @Test("--brief prints the short id of each changed plan, and nothing else", arguments: cases)
  func brief(sample: Case) async throws {
    let board = try await board()
    let result = await board.pmgit.run(board.words(sample.command) + ["--brief"])
    #expect(result.exitCode == 0 && result.messages == "", "\(result)")
    #expect(result.output == board.short(sample.ids).map { $0 + "\n" }.joined())
  }

  @Test("On a terminal it is the same", arguments: cases)
  func terminal(sample: Case) async throws {
    let board = try await board()
    board.pmgit.useTerminal(errorIsTerminal: true)
    let result = await board.pmgit.run(board.words(sample.command) + ["--brief"])
    #expect(result.exitCode == 0 && result.messages == "", "\(result)")
    #expect(result.output == board.short(sample.ids).map { $0 + "\n" }.joined())
  }

  @Test(
    "With --json there are no messages, and with --brief plans have only their ids",
    arguments: cases)
  func json(sample: Case) async throws {
    let board = try await board()
    let words = board.words(sample.command)
    let result = await board.pmgit.run(words + ["--brief", "--json"])
    #expect(result.exitCode == 0 && result.messages == "", "\(result)")
    let document = try #require(
      try JSONReader.value(in: Array(result.output.utf8), maximumSize: .max).object)
    let plans = document["plan"].map { [$0] } ?? document["plans"]?.array ?? []
    #expect(plans.allSatisfy { $0.object?.members.map(\.key) == ["id"] }, "\(result.output)")
    let again = try await self.board()
    let whole = await again.pmgit.run(words + ["--json"])
    #expect(whole.exitCode == 0 && whole.messages == "", "\(whole)")
    let all = try #require(
      try JSONReader.value(in: Array(whole.output.utf8), maximumSize: .max).object)
    #expect(all.members.map(\.key) == document.members.map(\.key))
  }

  @Test("add, import and follow print short ids, too")
  func others() async throws {
    let board = try await board()
    let pmgit = board.pmgit
    let added = await pmgit.run(["add", "New", "--brief", "--assign", "Nobody"])
    #expect(added.messages == "" && added.output.count == 5, "\(added)")
    let id = String(added.output.dropLast())
    #expect(try await pmgit("show", id).contains("title\tNew\n"))
    let imported = await pmgit.run(
      ["import", "-", "--brief"],
      input: """
        {"title":"One"}
        {"id":"\(board.ids["OTHER"] ?? "")","title":"Other"}
        {"id":"\(board.ids["PLAN"] ?? "")","title":"Plan 2"}
        """)
    #expect(imported.messages == "", "\(imported)")
    let lines = imported.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 2 && lines[1] == board.short(["PLAN"])[0], "\(imported)")
    try await pmgit.repository.git(
      "commit", "-q", "--allow-empty", "-m", "x\n\nStarts: \(board.ids["OTHER"] ?? "")")
    let followed = await pmgit.run(["hooks", "follow", "--brief"])
    #expect(followed.messages == "" && followed.output == board.short(["OTHER"])[0] + "\n")
    #expect(await pmgit.run(["hooks", "follow", "--brief"]).output == "")
  }

  @Test("Warnings and errors are printed; -q silences the warnings")
  func warnings() async throws {
    let board = try await board()
    let pmgit = board.pmgit
    let line = #"{"title":"Sent","fields":{"effort":5}}"#
    let warned = await pmgit.run(["import", "-", "--brief"], input: line)
    #expect(warned.messages.hasPrefix("warning: "), "\(warned)")
    #expect(
      warned.messages.split(separator: "\n").allSatisfy {
        $0.first == " " || $0.hasPrefix("warning: ")
      })
    let silent = await pmgit.run(["import", "-", "--brief", "-q"], input: line)
    #expect(silent.messages == "" && silent.output.count == 5, "\(silent)")
    let failed = await pmgit.run(["move", "zzzz", "doing", "--brief"])
    #expect(failed.exitCode == 1 && failed.output == "" && failed.messages.contains("zzzz"))
  }
}
