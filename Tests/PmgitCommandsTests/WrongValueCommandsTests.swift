import PlanModel
import PmgitTestSupport
import Testing

/// Values that a person typed into a plan's file, and that no command shows.
@Suite("Values of a wrong kind") struct WrongValueCommandsTests {
  /// Adds a plan, edits its file by hand, and returns its id and its path.
  private func edited(
    _ pmgit: CommandRunner, adding members: [(String, String)], date: String? = nil
  ) async throws -> (id: String, path: String) {
    let id = try await pmgit.add("A plan")
    let path = "plans/\(id.prefix(2))/\(id).json"
    var text = try await pmgit.repository.git("show", "pmgit/main:\(path)") + "\n"
    for (old, new) in members { text = text.replacing(old, with: new) }
    try await pmgit.repository.commitToBoard(text, at: path, date: date)
    return (id, path)
  }

  /// Returns a replacement that inserts lines at the beginning of `"fields": {`.
  private func fields(_ text: String) -> (String, String) {
    (#""fields": {"#, "\"fields\": {\n\(text),")
  }

  private let typed =
    "\"due\": \"01/12/2026\",\n\"priority\": \"High\",\n\"estimate\": \"3\",\n\"body\": \"a\\nb\""

  @Test("'doctor', with a commit too, and 'show' name each with file, line, value and mend")
  func named() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let (id, path) = try await edited(pmgit, adding: [fields(typed)])
    pmgit.useTerminal(widthInCells: 2000)
    let range = "pmgit/main~1..pmgit/main"
    for command in [["doctor", "pmgit/main"], ["doctor"], ["show", id], ["doctor", range]] {
      let result = await pmgit.run(command)
      let words = result.output + result.messages
      #expect(
        words.contains(
          #"'\#(path)', line 3: due "01/12/2026" is not shown; it must be a day as "2026-12-01""#),
        "\(command): \(words)")
      #expect(
        words.contains(#"'\#(path)', line 4: priority "High" is not shown; it must be one of"#))
      #expect(words.contains(#"line 5: estimate "3" is not shown"#))
      #expect(words.contains(#"line 6: body "a\nb" is not shown"#))
      #expect(words.contains("'pmgit doctor --fix'"))
      #expect(words.contains("'pmgit edit \(id) --due none'") || command == ["doctor"])
      #expect(result.exitCode == (command[0] == "show" ? 0 : 1))
    }
    let listed = await pmgit.run(["list"])
    #expect(listed.exitCode == 0 && listed.messages == "")
  }

  @Test("'doctor' names them in a file by itself")
  func file() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let (_, path) = try await edited(pmgit, adding: [fields(typed)])
    let text = try await pmgit.repository.git("show", "pmgit/main:\(path)") + "\n"
    let name = String(path.split(separator: "/").last ?? "")
    try pmgit.repository.write(text, to: "repository/\(name)")
    let result = await pmgit.run(["doctor", name])
    let words = "'\(name)', line 4: priority \"High\" is not shown"
    #expect(result.output.contains(words), "\(result)")
  }

  @Test("'doctor --fix' writes what was meant, and the rest has a hint that mends it")
  func fixed() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let labels = (#"  "format": 1,"#, "\"format\": 1,\n\"labels\": [\"bug\", \"ui\"],")
    let (id, _) = try await edited(pmgit, adding: [fields(typed), labels])
    let mended = await pmgit.run(["doctor", "--fix"])
    #expect(mended.exitCode == 1)
    #expect(
      mended.messages.contains(#"labels ["bug","ui"] is not read here; it belongs under 'sets'"#))
    let shown = try await pmgit("show", id)
    for line in [
      "priority\thigh", "estimate\t3", "label\tbug", "label\tui", "title\tA plan",
    ] {
      #expect(shown.contains(line + "\n"), "\(shown)")
    }
    pmgit.useTerminal(widthInCells: 1000)
    let left = await pmgit.run(["doctor"]).output
    #expect(left.contains("'pmgit edit \(id) --due none'") && !left.contains("High"), "\(left)")
    try await pmgit("edit", id, "--due", "none")
    #expect(await pmgit.run(["doctor"]).exitCode == 0)
    #expect(try await pmgit("export").contains(#""body":"a\nb""#))
  }

  @Test("A title of two lines, of none, and a state have hints that mend them")
  func titles() async throws {
    let pmgit = try await CommandRunner.withBoard()
    // The commits are dated by the test's clock, because 'doctor' refuses later dates.
    let date = "2026-11-20T09:00:00Z"
    let (two, _) = try await edited(pmgit, adding: [("A plan", #"Two\nlines"#)], date: date)
    let (none, _) = try await edited(pmgit, adding: [("\"title\"", "\"name\"")], date: date)
    let doctor = await pmgit.run(["doctor", "--json"]).output
    #expect(doctor.contains(#"'pmgit edit \#(two) --title \"Two lines\"'"#), "\(doctor)")
    #expect(doctor.contains("'pmgit edit \(none) --title TITLE'"))
    #expect(doctor.contains("must be one line of text") && !doctor.contains("is not shown"))
    #expect(await pmgit.run(["doctor", "pmgit/main"]).exitCode == 1)
    try await pmgit("edit", two, "--title", "Two lines")
    try await pmgit("edit", none, "--title", "TITLE")
    let valid = await pmgit.run(["doctor", "pmgit/main"])
    #expect(valid.exitCode == 0, "\(valid)")
  }

  @Test("'sync' reports those that came and those that it shares, once")
  func shared() async throws {
    let pair = try await SharedBoard()
    let (_, path) = try await edited(pair.first, adding: [fields(typed)])
    let words = "warning: '\(path)', line 4: priority \"High\" is not shown"
    #expect(await pair.first.run(["sync"]).messages.contains(words))
    #expect(!(await pair.first.run(["sync"]).messages.contains("warning")))
    #expect(await pair.second.run(["sync"]).messages.contains(words))
    #expect(!(await pair.second.run(["sync"]).messages.contains("warning")))
    // Another edit of the plan does not repeat the warning.
    let id = String(path.suffix(17).prefix(12))
    try await pair.second("edit", id, "--owner", "Ben")
    #expect(!(await pair.second.run(["sync"]).messages.contains("warning")))
    #expect(!(await pair.first.run(["sync"]).messages.contains("warning")))
  }

  @Test("The board's own settings are named, and mended where that is sure")
  func settings() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let text = try await pmgit.repository.git("show", "pmgit/main:board.json") + "\n"
    let typed = text.replacing(#""kind": "doing","#, with: #""kind": "Doing", "limit": "many","#)
    try await pmgit.repository.commitToBoard(typed, at: "board.json")
    let found = await pmgit.run(["doctor", "--fix"])
    #expect(found.messages.contains(#"columns/doing/kind "Doing" is not shown"#), "\(found)")
    #expect(try await pmgit("config").contains("doing"))
    let left = await pmgit.run(["doctor", "--json"]).output
    #expect(left.contains("'pmgit column edit doing --limit none'"), "\(left)")
    try await pmgit("column", "edit", "doing", "--limit", "none")
    #expect(await pmgit.run(["doctor"]).exitCode == 0)
  }

  @Test("A file with thousands of them is examined and mended in one go")
  func many() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let lines = (0..<5000).map { "\"i\($0)\": {\"text\": \($0), \"done\": \"yes\"}" }
    let items = ", \"items\": {\"checklist\": {\(lines.joined(separator: ",\n"))}}, \"stamps\": {"
    let (id, _) = try await edited(pmgit, adding: [(#""id": "#, "\"other\": 1,\n\"id\": ")])
    let path = "plans/\(id.prefix(2))/\(id).json"
    let text = try await pmgit.repository.git("show", "pmgit/main:\(path)")
    try await pmgit.repository.commitToBoard(
      text.dropLast(2) + items + "}}\n", at: path)
    #expect(await pmgit.run(["doctor", "--fix", "-q"]).exitCode == 0)
    #expect(try await pmgit("export").contains(#""text":"4999""#))
  }
}
