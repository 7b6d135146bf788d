import Foundation
import PmgitTestSupport
import Testing

@Suite("A choice among several plans")
struct PlanQuestionTests {
  /// Returns a board with three plans about a login, one of them done, and an unrelated plan.
  private func board() async throws -> (CommandRunner, [String]) {
    let pmgit = try await CommandRunner.withBoard()
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
    // Done plans are listed last, even if they were changed last.
    try await pmgit("comment", ids[0], "-m", "Well done")
    pmgit.answers = ["0", "4", "9z", "2"]
    let result = await pmgit.run(["edit", "login", "--priority", "high"])
    #expect(result.exitCode == 0)
    #expect(result.output == "")
    let lines = result.messages.split(separator: "\n").map(String.init)
    #expect(
      Array(lines.prefix(4)) == [
        "several plans' titles have 'login':",
        "  1  \(ids[2].prefix(4))  Doing  Test login",
        "  2  \(ids[1].prefix(4))  Todo   Fix login twice",
        "  3  \(ids[0].prefix(4))  Done   Fix login",
      ])
    let refused = "which one? [1-3, or an id] type a number from 1 to 3, or the beginning of an id;"
    #expect(lines.count { $0.hasPrefix(refused) } == 3)
    #expect(lines.contains("which one? [1-3, or an id] edited \(ids[1].prefix(4))"))
    pmgit.answers = nil
    #expect(try await pmgit("list", "priority:high").hasPrefix(ids[1]))
  }

  @Test("No answer chooses none, and nothing is changed", arguments: [[], [""], ["7", ""], ["q"]])
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
    // One command asks a question for each ambiguous text.
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
    // The chooser may cut the line after the id.
    #expect(try await chooses("grep Done | cut -c1-8").output.contains("Fix login"))
    for left in ["true", "exit 130", "cat >/dev/null; exit 1"] {
      let result = try await chooses(left)
      #expect(result.exitCode == 1, "\(left)")
      #expect(result.messages.hasSuffix("pmgit: no plan was chosen\n"), "\(left)")
    }
    for (command, reason) in [
      ("exit 7", "it ended with exit code 7"), ("cat >/dev/null; echo", "no plan was chosen"),
      ("cat >/dev/null; echo other", "it gave no line of the list"),
      ("kill -9 $$", "it was killed by signal 9"),
    ] {
      let failed = try await chooses(command)
      #expect(failed.exitCode == 1, "\(command)")
      #expect(failed.unbroken.contains(reason), "\(failed.messages)")
    }
    #expect(
      try await chooses("exit 7").messages.contains(
        "hint: choose by number with 'git config pmgit.chooser none'"))
    pmgit.answers = ["3"]
    #expect(try await chooses("exit 127").output.contains(ids[0]))
  }

  @Test("Where the usual program is not installed, by number")
  func notInstalled() async throws {
    let (pmgit, ids) = try await board()
    _ = try await pmgit.repository.git("config", "--unset", "pmgit.chooser")
    // A folder that contains only a shell.
    let folder = pmgit.repository.path + "/bin"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/sh", withDestinationPath: "/bin/sh")
    pmgit.environment["PATH"] = folder
    pmgit.answers = ["3"]
    #expect(try await pmgit("show", "login", "--no-pager").contains(ids[0]))
  }

  @Test("An id of the list is an answer, too")
  func byID() async throws {
    let (pmgit, ids) = try await board()
    pmgit.answers = [ids[3], String(ids[0].prefix(3))]
    #expect(try await pmgit("show", "login").contains(ids[0]))
  }

  @Test("The plans are those of the board that the text was looked up on")
  func past() async throws {
    let (pmgit, ids) = try await board()
    let before = try await pmgit.repository.git("rev-parse", "pmgit/main")
    try await pmgit("edit", ids[1], "--title", "Renamed")
    try await pmgit("edit", ids[2], "--title", "Renamed, too")
    pmgit.answers = ["2"]
    let result = await pmgit.run(["show", "login", "--at", before])
    #expect(result.exitCode == 0)
    #expect(result.messages.contains("2  \(ids[1].prefix(4))  Todo   Fix login twice\n"))
    #expect(result.output.contains("title\tFix login twice\n"))
  }

  @Test("A plan that can't be read is no choice, and takes none away")
  func broken() async throws {
    let (pmgit, ids) = try await board()
    let path = "plans/\(ids[0].prefix(2))/\(ids[0].prefix(2))000000000z.json"
    try pmgit.repository.commitHostile([HostileFile(path, "{")])
    pmgit.answers = ["2"]
    // Two plans have this prefix, but one can't be read, so no question is asked.
    let pair = await pmgit.run(["show", String(ids[0].prefix(2))])
    #expect(pair.exitCode == 1)
    #expect(pair.messages.contains("several plans' ids begin with"))
    #expect(await pmgit.run(["show", "login"]).exitCode == 0)
  }

  @Test("What was read from standard input is not asked for again")
  func input() async throws {
    let (pmgit, ids) = try await board()
    pmgit.answers = ["2"]
    pmgit.readsInputOnce = true
    try await pmgit("comment", ids[3], "login", "-m", "-", input: "Seen\n")
    for id in [ids[1], ids[3]] {
      #expect(try await pmgit("show", id).contains("\tSeen\n"), "\(id)")
    }
  }

  @Test("'take' on a shared board asks too")
  func shared() async throws {
    let (pair, _) = try await SharedBoard.withPlan()
    _ = try await pair.first.add("Another plan")
    try await pair.first("sync")
    _ = try await pair.first.repository.git("config", "pmgit.chooser", "none")
    pair.first.answers = ["1"]
    let taken = await pair.first.run(["take", "plan"])
    #expect(taken.exitCode == 0, "\(taken.messages)")
    #expect(taken.messages.contains("accepted it"))
  }

  @Test("A deleted plan is restored by words of its title")
  func restore() async throws {
    let (pmgit, ids) = try await board()
    try await pmgit("delete", ids[3], ids[0])
    let result = await pmgit.run(["restore", "write docs"])
    #expect(result.exitCode == 0)
    #expect(result.messages.hasPrefix("restored \(ids[3].prefix(4))"))
    // Plans that are not deleted are not considered.
    #expect(
      await pmgit.run(["restore", "login"]).messages.hasPrefix("restored \(ids[0].prefix(4))"))
    #expect(await pmgit.run(["restore", "write"]).exitCode == 1)
  }
}
