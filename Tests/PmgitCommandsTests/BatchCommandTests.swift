import PlanModel
import PmgitTestSupport
import Testing

@Suite("'batch'")
struct BatchCommandTests {
  private func board() async throws -> (pmgit: CommandRunner, id: String) {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("A plan", "--check", "first", "--check", "second", "-l", "bug")
    return (pmgit, id)
  }

  @Test("Every verb does what the command of its name does")
  func verbs() async throws {
    let (pmgit, id) = try await board()
    let lines = """
      {"add": {"title": "New", "column": "doing", "labels": ["ui"], "due": "+3d", "priority": "high", "owner": "@me", "estimate": 2.5, "assignees": ["@me"], "body": "one\\ntwo", "links": ["blocked-by:\(id)"], "aliases": ["x:1"], "checklist": ["a", "b"], "top": true}, "as": "new"}
      {"edit": {"plan": "\(id)", "title": "Renamed", "label": ["late"], "noLabel": ["bug"], "due": "fri", "bodyAppend": "more", "check": ["third"]}}
      {"move": {"plans": ["$new"], "state": "todo", "before": "\(id)"}}
      {"check": {"plan": "\(id)", "item": "second"}}
      {"check": {"plan": "\(id)", "items": [1, "second"], "undo": true}}
      {"check": {"plan": "\(id)", "item": 1, "text": "reworded", "to": 3}}
      {"comment": {"where": "is:open", "text": "hello"}}
      {"comment": {"plan": "$new", "edit": 1, "text": "changed"}}
      {"comment": {"plan": "\(id)", "delete": 1}}
      {"spend": {"plan": "$new", "time": "1h30m", "on": "yesterday", "note": "Tried it"}}
      {"start": {"plan": "x:1"}}
      {"done": {"plan": "$new"}}
      {"delete": {"plan": "\(id)"}}
      {"restore": {"plan": "\(id)"}}
      {"edit": {"plan": "$new", "due": null, "owner": null, "estimate": null, "labels": null, "body": null}}
      {"add": {"from": "$new", "title": "Copy"}}
      """
    let result = await pmgit.run(["batch"], input: lines)
    #expect(result.exitCode == 0, "\(result.messages)")
    let ids = result.output.split(separator: "\n").map {
      $0.split(separator: "\t").map(String.init)
    }
    #expect(ids.map { $0[1] + $0[2] }.contains("done12"))
    let plan = try #require(
      try document(await pmgit.run(["show", ids[0][0], "--json"]))["plan"]?.object)
    #expect(plan["state"] == .string("done") && plan["priority"] == .string("high"))
    for cleared: ExactString in ["due", "owner", "estimate"] {
      #expect(plan[cleared]?.isNull == true)
    }
    #expect(plan["labels"] == .array([]) && plan["body"] == .string(""))
    #expect(plan["links"] == .strings(["blocked-by:\(id)"]))
    #expect(plan["comments"]?.array?.count == 1)
    let time = try #require(plan["time"]?.array?.first?.object)
    #expect(time["minutes"] == .number(90) && time["note"] == .string("Tried it"))
    #expect(plan["comments"]?.array?.first?.object?["text"] == .string("changed"))
    let old = try #require(try document(await pmgit.run(["show", id, "--json"]))["plan"]?.object)
    #expect(old["title"] == .string("Renamed") && old["labels"] == .strings(["late"]))
    #expect(old["due"] == .string("2026-11-27") && old["body"] == .string("more"))
    #expect(old["comments"] == .array([]))
    #expect(
      old["checklist"]?.array?.map { $0.object?["text"]?.string }
        == ["second", "third", "reworded"])
    #expect(
      old["checklist"]?.array?.map { $0.object?["done"] } == [
        .bool(false), .bool(false), .bool(false),
      ])
    #expect(
      try await pmgit.repository.git("log", "-1", "--format=%s", "pmgit/main")
        .hasPrefix("batch: add 2, edit 2, move 1, check 3, comment 3, spend 1, start 1, done 1, "))
  }

  @Test("The document has every line, and so has that of a batch whose line fails")
  func json() async throws {
    let (pmgit, id) = try await board()
    let lines = """
      {"add": {"title": "New"}, "as": "new"}
      {"move": {"plan": "\(id)", "column": "todo"}}
      {"move": {"plan": "$new", "column": "lost"}}
      """
    let failed = await pmgit.run(["batch", "--each", "--json"], input: lines)
    #expect(failed.exitCode == 64 && failed.messages == "")
    let whole = try document(failed)
    #expect(
      keys(.object(whole)) == [
        "board", "changed", "commit", "dryRun", "error", "format", "notices", "results",
      ])
    #expect(keys(whole["error"]) == ["code", "detail", "hints", "message"])
    let results = whole["results"]?.array
    #expect(results?.count == 2)
    #expect(
      keys(results?.first) == [
        "as", "changed", "commit", "decided", "line", "plans", "rules", "subject",
        "verb",
      ])
    #expect(results?.first?.object?["as"] == .string("new"))
    #expect(results?.first?.object?["commit"]?.string?.count == 40)
    #expect(results?.last?.object?["changed"] == .array([]))
    #expect(results?.last?.object?["subject"]?.isNull == true)
    let tip = try await pmgit.repository.git("rev-parse", "pmgit/main")

    let together = await pmgit.run(["batch", "--json"], input: lines)
    #expect(together.exitCode == 64)
    #expect(keys(.object(try document(together))) == ["error", "format"])
    #expect(try await pmgit.repository.git("rev-parse", "pmgit/main") == tip)

    let done = try document(
      await pmgit.run(["batch", "--json"], input: #"{"edit": {"plan": "\#(id)", "due": "fri"}}"#))
    #expect(done["error"] == nil && done["changed"] == .bool(true))
    #expect(done["results"]?.array?.first?.object?["commit"]?.isNull == true)
  }

  @Test("The names that a change may have are listed, with those that were given as null")
  func knownNames() async throws {
    let (pmgit, id) = try await board()
    let result = await pmgit.run(
      ["batch", "-"], input: #"{"edit": {"plan": "\#(id)", "due": null, "xyzzy": 1}}"#)
    #expect(result.exitCode == 1)
    #expect(result.messages.contains("known are 'plan'"))
    #expect(result.messages.contains("'due'"))
  }

  @Test("All faults are listed with their lines and what was meant")
  func faults() async throws {
    let (pmgit, id) = try await board()
    let lines = """
      {"add": {"tittle": "x"}, "as": "a"}

      {"mvoe": {"plan": "$a", "column": "doing"}}
      {"edit": {"plan": "\(id)", "duee": "fri"}}
      {"add": {"title": "y"}, "delete": {"plan": "\(id)"}}
      {"add": []}
      {"move": {"plan": "$b", "column": "doing", "place": "middle"}}
      {"move": {"plan": "\(id)", "plans": ["\(id)"], "column": "doing"}}
      {"move": {"plan": "\(id)", "column": "a", "state": "a"}}
      {"comment": {"plan": "\(id)"}}
      {"check": {"plan": "\(id)", "item": 1, "all": true}}
      {}
      oops
      [1]
      """
    let result = await pmgit.run(["batch", "-"], input: lines)
    #expect(result.exitCode == 1)
    let listed = result.messages.split(separator: "\n").map(String.init)
    #expect(listed.first == "pmgit: the batch has 13 errors")
    let expected = [
      "line 1: there is no 'tittle' here; did you mean 'title'?",
      "line 3: there is no verb 'mvoe'; did you mean 'move'?",
      "line 4: there is no 'duee' here; did you mean 'due'?",
      "line 5: the change has 'delete' beside its verb 'add'",
      "line 6: the value of 'add' is not an object",
      "line 7: 'place' is 'middle'; it is one of top, bottom",
      "line 8: name the plan in 'plan'", "line 9: 'state' and 'column' are the same",
      "line 10: 'text' is missing", "line 11: name the checklist lines",
      "line 12: the change has no verb", "line 13: a change must be a JSON object",
      "line 14: a change must be an object; \"jq -c '.[]'\"",
    ]
    for (line, start) in zip(listed.dropFirst(), expected) {
      #expect(line.hasPrefix("  " + start), "\(line)")
    }
    #expect(try await pmgit("list").split(separator: "\n").count == 1)
  }

  @Test("A text is read as by an import: a byte order mark, empty lines, CRLF; not invalid UTF-8")
  func text() async throws {
    let (pmgit, _) = try await board()
    let text = "\u{FEFF}\r\n{\"add\":{\"title\":\"One\"}}\r\n\r\n{\"add\":{\"title\":\"Two\"}}"
    try await pmgit("batch", input: text)
    #expect(try await pmgit("list").split(separator: "\n").count == 3)
    let pretty = await pmgit.run(["batch"], input: "{\n\"add\": {\"title\": \"x\"}}\n")
    #expect(
      pretty.messages.hasPrefix("pmgit: line 1: a change must stand on one line; \"jq -c .\""))
    let none = await pmgit.run(["batch"], input: "\n")
    #expect(none.exitCode == 0 && none.messages == "nothing to change\n" && none.output == "")
    let file = try pmgit.repository.write("{\"add\":{\"title\":\"\\ud800\"}}", to: "repository/bad")
    _ = file
    #expect(await pmgit.run(["batch", "bad"]).exitCode == 1)
    #expect(await pmgit.run(["batch", "missing"]).exitCode == 1)
  }

  @Test("With --brief: the short ids of what the lines changed, each once")
  func brief() async throws {
    let (pmgit, id) = try await board()
    let other = try await pmgit.add("Other")
    let lines = """
      {"edit": {"plan": "\(id)", "due": "fri"}}
      {"move": {"plan": "\(other)", "column": "todo"}}
      {"add": {"title": "New"}, "as": "new"}
      {"start": {"plans": ["$new", "\(id)"]}}
      """
    for arguments in [["--dry-run"], ["--dry-run", "--each"], []] {
      let result = await pmgit.run(["batch", "--brief"] + arguments, input: lines)
      #expect(result.exitCode == 0 && result.messages == "", "\(arguments) \(result.messages)")
      let ids = result.output.split(separator: "\n").map(String.init)
      #expect(ids.count == 2, "\(arguments) \(result.output)")
      #expect(ids.first == String(id.prefix(4)))
      #expect(!ids.contains(String(other.prefix(4))))
    }
    #expect(await pmgit.run(["batch", "--brief", "--json"], input: "").exitCode == 0)
  }

  @Test("A preview says what each line would do; a subject is for one commit")
  func options() async throws {
    let (pmgit, id) = try await board()
    let lines = #"{"start": {"plan": "\#(id)"}}"# + "\n" + #"{"add": {"title": "Two"}}"#
    let tip = try await pmgit.repository.git("rev-parse", "pmgit/main")
    let preview = await pmgit.run(["batch", "--dry-run"], input: lines)
    #expect(preview.messages.hasSuffix("would have made 2 changes; nothing was changed\n"))
    let done = preview.messages.split(separator: "\n").dropLast()
    #expect(done.count == 2 && done.allSatisfy { $0.hasPrefix("would have ") }, "\(preview)")
    #expect(try await pmgit.repository.git("rev-parse", "pmgit/main") == tip)
    #expect(await pmgit.run(["batch", "--each", "-m", "x"], input: lines).exitCode == 64)
    let named = await pmgit.run(["batch", "-m", "plan", "--as", "Bot"], input: lines)
    #expect(named.messages.hasSuffix("made 2 changes in one commit\n"))
    #expect(
      try await pmgit.repository.git("log", "-1", "--format=%an: %s", "pmgit/main") == "Bot: plan")
    let before = try await pmgit("export")
    try await pmgit("batch", input: lines.replacing("start", with: "done"))
    #expect(try await pmgit("list", "--all").split(separator: "\n").count == 3)
    try await pmgit("undo")
    let fields = { (text: String) in text.split(separator: ",").filter { $0.contains("\"state\"") }
    }
    #expect(fields(try await pmgit("export")) == fields(before))
    #expect(try await pmgit("list", "--all").split(separator: "\n").count == 2)
  }
}
