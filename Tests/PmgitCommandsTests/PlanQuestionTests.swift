import Foundation
import PmgitTestSupport
import Testing

@Suite("A choice among several plans")
struct PlanQuestionTests {
  /// Three plans about a login, one of them done, and one about something else.
  private func board() async throws -> (CommandRunner, [String]) {
    let pmgit = try await CommandRunner()
    try await pmgit("init")
    let ids = [
      try await pmgit.add("Fix login", "--state", "done"),
      try await pmgit.add("Fix login twice"),
      try await pmgit.add("Test login", "--state", "doing"),
      try await pmgit.add("Write docs"),
    ]
    _ = try await pmgit.repository.git("config", "pmgit.chooser", "none")
    return (pmgit, ids)
  }

  @Test("On a terminal a number is asked for, open plans first, until one of the list is typed")
  func number() async throws {
    let (pmgit, ids) = try await board()
    pmgit.answers = ["0", "4", "x", "2"]
    let result = await pmgit.run(["edit", "login", "--priority", "high"])
    #expect(result.exitCode == 0)
    #expect(result.output == "")
    let lines = result.messages.split(separator: "\n").map(String.init)
    #expect(
      Array(lines.prefix(5)) == [
        "several plans' titles have 'login':",
        "  1  \(ids[2].prefix(4))  Doing  Test login",
        "  2  \(ids[1].prefix(4))  Todo   Fix login twice",
        "  3  \(ids[0].prefix(4))  Done   Fix login",
        "which one? [1-3] which one? [1-3] which one? [1-3] which one? [1-3] edited \(ids[1].prefix(4))",
      ])
    pmgit.answers = nil
    #expect(try await pmgit("list", "priority:high").hasPrefix(ids[1]))
  }

  @Test("No answer chooses none, and nothing is changed", arguments: [[], [""], ["7", ""]])
  func declined(answers: [String]) async throws {
    let (pmgit, _) = try await board()
    let before = try await pmgit.repository.git("rev-parse", "pmgit/main")
    pmgit.answers = answers
    let result = await pmgit.run(["delete", "login"])
    #expect(result.exitCode == 1)
    #expect(result.messages.hasSuffix("pmgit: no plan was chosen\n"))
    #expect(try await pmgit.repository.git("rev-parse", "pmgit/main") == before)
  }

  @Test("Wherever a plan is named, and several times in one command")
  func everywhere() async throws {
    let (pmgit, ids) = try await board()
    pmgit.answers = ["1"]
    #expect(try await pmgit("show", "login").contains("Test login"))
    _ = try await pmgit.repository.git("commit", "-q", "--allow-empty", "-m", "start")
    #expect(try await pmgit("branch", "login").contains("test-login"))
    try await pmgit("comment", "login", "-m", "Seen")
    try await pmgit("move", ids[3], "doing", "--before", "login")
    try await pmgit("edit", ids[3], "--link", "blocks:login")
    try await pmgit("take", "login")
    try await pmgit("edit", "login", "--check", "line")
    try await pmgit("check", "login", "1")
    let shown = try await pmgit("show", ids[2])
    for words in ["\tSeen\n", "blocked-by", "owner\tAda", "\tdone\tline"] {
      #expect(shown.contains(words), "\(words) in \(shown)")
    }
    // A question for each text, in one run.
    pmgit.answers = ["1", "1"]
    let result = await pmgit.run(["done", "login", "fix"])
    #expect(result.messages.contains("several plans' titles have 'fix':"))
    #expect(result.messages.contains("moved \(ids[2].prefix(4)), \(ids[1].prefix(4)) to Done"))
  }

  @Test("A program that reads JSON, and a pipe, get the error with the candidates")
  func noTerminal() async throws {
    let (pmgit, ids) = try await board()
    let piped = await pmgit.run(["show", "login"])
    #expect(piped.exitCode == 1)
    for id in ids.prefix(3) { #expect(piped.messages.contains("hint: \(id)  ")) }
    pmgit.answers = ["1"]
    let json = await pmgit.run(["show", "login", "--json"])
    #expect(json.exitCode == 1)
    #expect(json.output.contains("\"ambiguous-plan\""))
  }

  @Test("A program chooses: by its line, by nothing; one that fails is an error")
  func program() async throws {
    let (pmgit, ids) = try await board()
    pmgit.answers = []
    func chooses(_ command: String) async throws -> CommandRunner.Result {
      _ = try await pmgit.repository.git("config", "pmgit.chooser", command)
      return await pmgit.run(["show", "login"])
    }
    #expect(try await chooses("grep Done").output.contains("Fix login"))
    #expect(try await chooses("head -n 1").output.contains("Test login"))
    for left in ["true", "exit 130", "cat >/dev/null; exit 1", "cat >/dev/null; echo other"] {
      let result = try await chooses(left)
      #expect(result.exitCode == 1, "\(left)")
      #expect(result.messages.hasSuffix("pmgit: no plan was chosen\n"), "\(left)")
    }
    let failed = try await chooses("exit 7")
    #expect(failed.exitCode == 1)
    #expect(failed.messages.contains("'exit 7' failed; no plan was chosen"))
    #expect(failed.messages.contains("hint: choose by number with 'git config pmgit.chooser none'"))
    pmgit.answers = ["3"]
    #expect(try await chooses("exit 127").output.contains(ids[0]))
  }

  @Test("Where the usual program is not installed, by number")
  func notInstalled() async throws {
    let (pmgit, ids) = try await board()
    _ = try await pmgit.repository.git("config", "--unset", "pmgit.chooser")
    // A folder with nothing but a shell.
    let folder = pmgit.repository.path + "/bin"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/sh", withDestinationPath: "/bin/sh")
    pmgit.environment["PATH"] = folder
    pmgit.answers = ["3"]
    #expect(try await pmgit("show", "login", "--no-pager").contains(ids[0]))
  }

  @Test("A deleted plan is restored by words of its title")
  func restore() async throws {
    let (pmgit, ids) = try await board()
    try await pmgit("delete", ids[3], ids[0])
    let result = await pmgit.run(["restore", "write docs"])
    #expect(result.exitCode == 0)
    #expect(result.messages.hasPrefix("restored \(ids[3].prefix(4))"))
    // Live plans with these words are not meant.
    #expect(
      await pmgit.run(["restore", "login"]).messages.hasPrefix("restored \(ids[0].prefix(4))"))
    #expect(await pmgit.run(["restore", "write"]).exitCode == 1)
  }
}
