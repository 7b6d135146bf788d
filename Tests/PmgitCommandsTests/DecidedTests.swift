import PmgitTestSupport
import Testing

/// Conflicts that an edit resolves as a side effect.
@Suite("A decision that an edit makes in passing")
struct DecidedTests {
  /// Returns two clones that were synced after a command in each of them changed the same plan.
  private func pair(
    _ first: [String], _ second: [String], of id: inout String
  ) async throws -> SharedBoard {
    let pair = try await SharedBoard()
    id = try await pair.first.add("A plan", "--check", "a line", "--check", "another")
    try await pair.syncBoth()
    for (runner, words) in [(pair.first, first), (pair.second, second)] {
      let result = await runner.run(words.map { $0 == "ID" ? id : $0 } + ["-q"])
      try #require(result.exitCode == 0, "\(result)")
    }
    for runner in [pair.first, pair.second, pair.first] { try await runner("sync") }
    return pair
  }

  @Test(
    "is reported, with how many values waited, and is in the commit's subject",
    arguments: [
      (["edit", "ID", "--title", "C"], "its title (2 values waited)\n"),
      (["edit", "ID", "--title", "B"], "its title (2 values waited)\n"),
      (["edit", "ID", "--title", "C", "--due", "none"], "its title (2 values waited)\n"),
    ])
  func title(command: [String], words: String) async throws {
    var id = ""
    let pair = try await pair(
      ["edit", "ID", "--title", "A"], ["edit", "ID", "--title", "B"], of: &id)
    let result = await pair.first.run(command.map { $0 == "ID" ? id : $0 })
    #expect(result.messages.hasPrefix("edited "))
    #expect(result.messages.hasSuffix(", and decided " + words), "\(result)")
    #expect(try await pair.first("resolve", "--list") == "")
    let subject = try await pair.first.repository.git("log", "-1", "--format=%s", "pmgit/main")
    #expect(subject.contains("title decided"), "\(subject)")
  }

  @Test(
    "is in the commit's subject once, without the new value",
    arguments: [
      (["--due", "2026-12-07"], ["--due", "2026-12-08"], ["--due", "2026-12-09"], "due decided"),
      (["--state", "doing"], ["--state", "done"], ["--state", "todo"], "state decided"),
    ])
  func subject(first: [String], second: [String], last: [String], words: String) async throws {
    var id = ""
    let pair = try await pair(["edit", "ID"] + first, ["edit", "ID"] + second, of: &id)
    _ = await pair.first.run(["edit", id] + last)
    let subject = try await pair.first.repository.git("log", "-1", "--format=%s", "pmgit/main")
    #expect(subject.contains(words), "\(subject)")
    #expect(!subject.contains("2026") && !subject.contains("→"), "\(subject)")
  }

  @Test(
    "is in the log: as decided where the shown value stays, else as a change",
    arguments: [
      ("1", "title", "decided title: A"), ("2", "title", "title: A → B"),
      ("1", "state", "decided state: Doing"), ("2", "state", "moved from Doing to Done"),
      ("1", "body", "decided body"),
    ])
  func log(number: String, field: String, words: String) async throws {
    var id = ""
    let pair = try await pair(
      ["edit", "ID", "--title", "A", "--state", "doing", "--body", "A"],
      ["edit", "ID", "--title", "B", "--state", "done", "--body", "B"], of: &id)
    // The first clone wrote later, so its values are shown.
    #expect(try await pair.first.field("title", of: id) == "A")
    try await pair.first("resolve", id, field, "--take", number)
    pair.first.useTerminal(widthInCells: 120)
    // The changes are below the line of the commit.
    let log = try await pair.first("log", id).split(separator: "\n")
    #expect(log.count > 1 && log[1].hasSuffix("  " + words), "\(log)")
  }

  @Test("is told of a move, of a tick, and not of what decides nothing")
  func others() async throws {
    var id = ""
    let moved = try await pair(["move", "ID", "doing"], ["move", "ID", "done"], of: &id)
    let comment = await moved.first.run(["comment", id, "-m", "Hm"])
    #expect(!comment.messages.contains("decided"))
    let result = await moved.first.run(["move", id, "todo"])
    #expect(
      result.messages.hasSuffix("to Todo, and decided its state (2 values waited)\n"), "\(result)")

    let ticked = try await pair(
      ["check", "ID", "1"], ["edit", "ID", "--title", "Ticked"], of: &id)
    let nothing = await ticked.first.run(["check", id, "1", "--undo"])
    #expect(!nothing.messages.contains("decided"))
  }

  @Test("is told of several plans by their ids")
  func several() async throws {
    var id = ""
    let pair = try await pair(["move", "ID", "doing"], ["move", "ID", "done"], of: &id)
    let other = try await pair.first.add("Another", "--state", "doing")
    let result = await pair.first.run(["move", id, other, "todo"])
    let short = try #require(result.messages.split(separator: " ").dropFirst().first).dropLast()
    #expect(id.hasPrefix(short))
    #expect(
      result.messages.hasSuffix("to Todo, and decided \(short)'s state (2 values waited)\n"),
      "\(result)")
  }

  @Test("is told of the board's settings")
  func columns() async throws {
    var id = ""
    let pair = try await pair(
      ["column", "edit", "doing", "--title", "Work"],
      ["column", "edit", "doing", "--title", "At it"], of: &id)
    let result = await pair.first.run(["column", "edit", "doing", "--title", "Now"])
    #expect(
      result.messages.hasSuffix(
        ", and decided the board's columns/doing/title (2 values waited)\n"), "\(result)")
    let json = await pair.second.run(
      ["column", "edit", "doing", "--title", "Then", "--json", "-q"])
    #expect(json.output.contains("\"field\": \"columns/doing/title\""), "\(json)")
  }

  @Test("is in the document for programs; who decides on purpose is not told twice")
  func json() async throws {
    var id = ""
    let pair = try await pair(
      ["edit", "ID", "--title", "A"], ["edit", "ID", "--title", "B"], of: &id)
    let resolved = await pair.second.run(["resolve", id, "--take", "1"])
    #expect(resolved.messages.hasPrefix("resolved title of "))
    #expect(!resolved.messages.contains("decided"))
    let json = await pair.first.run(["edit", id, "--title", "C", "--json", "-q"])
    #expect(
      json.output.contains(
        """
          "decided": [
            {
              "field": "title",
              "plan": "\(id)",
              "values": 2
            }
          ],
        """), "\(json)")
    #expect(
      await pair.first.run(["edit", id, "--due", "none", "--json"]).output
        .contains("\"decided\": []"))
  }
}
