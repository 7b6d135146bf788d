import PlanModel
import PmgitTestSupport
import Testing

/// The documents of `--json` are a stable interface, so every key is listed here.
@Suite struct JSONOutputTests {
  private static let planKeys = [
    "aliases", "assignees", "body", "checklist", "comments", "conflicts", "created", "custom",
    "deleted", "due", "estimate", "files", "id", "iteration", "labels", "lease", "links",
    "milestone", "moved", "overdue", "owner", "priority", "rank", "repeat", "spent", "start",
    "state", "time", "title", "updated",
  ]

  /// Runs a command with `--json` and returns its document.
  private func document(_ pmgit: CommandRunner, _ arguments: [String]) async throws -> JSONObject {
    let result = await pmgit.run(arguments + ["--json", "-q"])
    #expect(result.messages == "")
    let value = try JSONReader.value(in: Array(result.output.utf8), maximumSize: .max)
    let object = try #require(value.object)
    #expect(object["format"] == .number(1))
    return object
  }

  /// Returns the document of 'status', ignoring warnings.
  private func statusDocument(_ pmgit: CommandRunner) async throws -> JSONObject {
    let result = await pmgit.run(["status", "--json", "-q"])
    let value = try JSONReader.value(in: Array(result.output.utf8), maximumSize: .max)
    return try #require(value.object)
  }

  private func board() async throws -> (pmgit: CommandRunner, id: String) {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("A plan", "--check", "a line", "--due", "2026-11-01")
    try await pmgit("comment", id, "-m", "a comment")
    return (pmgit, id)
  }

  @Test(
    "Commands about one plan give the commit and the plan",
    arguments: [
      ["show"], ["edit", "--owner", "Dev"], ["delete"], ["comment", "-m", "x"], ["check", "1"],
    ])
  func onePlan(command: [String]) async throws {
    let (pmgit, id) = try await board()
    let document = try await document(pmgit, [command[0], id] + command.dropFirst())
    let isChange = command[0] != "show"
    #expect(
      keys(.object(document))
        == ["commit"] + (isChange ? ["decided", "dryRun", "format", "notices"] : ["format"])
        + ["plan"] + (isChange ? ["rules"] : []))
    let plan = document["plan"]
    #expect(keys(plan) == Self.planKeys)
    #expect(plan?.object?["id"] == .string(id))
    #expect(plan?.object?["overdue"] == .bool(true))
    #expect(keys(plan?.object?["checklist"]?.array?.first) == ["done", "id", "text"])
    #expect(keys(plan?.object?["comments"]?.array?.first) == ["at", "by", "id", "text"])
    #expect(keys(plan?.object?["created"]) == ["at", "by"])
    let expected = command[0] == "delete" ? ["at", "by", "holds"] : []
    #expect(keys(plan?.object?["deleted"]) == expected)
  }

  @Test("'attach' gives the plan, the list of its files, and the place of a saved one")
  func attach() async throws {
    let (pmgit, id) = try await board()
    let result = await pmgit.run(
      ["attach", id, "-", "--name", "a.txt", "--json", "-q"], input: "x")
    let value = try JSONReader.value(in: Array(result.output.utf8), maximumSize: .max)
    let fileKeys = ["at", "blob", "by", "id", "name", "size", "type"]
    let plan = value.object?["plan"]?.object
    #expect(keys(value) == ["commit", "decided", "dryRun", "format", "notices", "plan", "rules"])
    #expect(keys(plan?["files"]?.array?.first) == fileKeys)
    let list = try await document(pmgit, ["attach", id, "--list"])
    #expect(keys(.object(list)) == ["board", "commit", "files", "format", "plan"])
    #expect(
      keys(list["files"]?.array?.first) == (fileKeys + ["present"]).sorted())
    let saved = try await document(pmgit, ["attach", id, "--get", "a.txt"])
    #expect(keys(.object(saved)) == ["file", "format", "path", "plan"])
    #expect(keys(saved["file"]) == fileKeys)
  }

  @Test("'add' and 'move' give the plan; 'move' of several gives the plans")
  func addAndMove() async throws {
    let (pmgit, id) = try await board()
    let added = try await document(pmgit, ["add", "Another"])
    #expect(keys(.object(added)) == ["commit", "format", "plan", "rules"])
    let other = try #require(added["plan"]?.object?["id"]?.string)
    #expect(keys(.object(try await document(pmgit, ["move", id, "doing"]))).contains("plan"))
    let moved = try await document(pmgit, ["move", id, other, "done"])
    #expect(
      keys(.object(moved)) == [
        "board", "commit", "decided", "dryRun", "format", "notices", "plans", "rules",
      ])
    #expect(moved["decided"] == .array([]))
    #expect(moved["plans"]?.array?.count == 2)
  }

  @Test("'list' and 'board' give whole plans")
  func listAndBoard() async throws {
    let (pmgit, _) = try await board()
    let list = try await document(pmgit, ["list"])
    #expect(keys(.object(list)) == ["board", "commit", "finishedLeftOut", "format", "plans"])
    #expect(keys(list["plans"]?.array?.first) == Self.planKeys)
    let board = try await document(pmgit, ["board"])
    #expect(keys(.object(board)) == ["board", "columns", "commit", "format"])
    let columns = try #require(board["columns"]?.array)
    #expect(columns.map { $0.object?["id"]?.string } == ["todo", "doing", "done"])
    #expect(
      keys(columns[0]) == ["count", "from", "id", "kind", "limit", "matches", "plans", "title"])
    #expect(keys(columns[0].object?["plans"]?.array?.first) == Self.planKeys)
    let grouped = try await document(pmgit, ["board", "--group-by", "priority"])
    #expect(
      keys(.object(grouped)) == ["board", "columns", "commit", "format", "groupedBy", "groups"])
    #expect(keys(grouped["groups"]?.array?.first) == ["plans", "value"])
  }

  @Test("'list --tree' gives flat rows, each plan once, and the cycles")
  func tree() async throws {
    let (pmgit, id) = try await board()
    try await pmgit("add", "Child", "--link", "parent:\(id)", "-q")
    let tree = try await document(pmgit, ["list", "--tree"])
    #expect(
      keys(.object(tree)) == [
        "board", "commit", "cycles", "format", "plans", "repeatsLeftOut", "rows",
      ])
    #expect(tree["cycles"] == .array([]))
    #expect(keys(tree["plans"]?.array?.first) == Self.planKeys)
    let rows = try #require(tree["rows"]?.array)
    #expect(
      keys(rows.first) == [
        "children", "cycle", "depth", "done", "matches", "parent", "plan", "repeats",
      ])
    #expect(rows.map { $0.object?["depth"] } == [.number(0), .number(1)])
    #expect(rows.map { $0.object?["parent"] } == [.null, .string(id)])
  }

  @Test("'log' gives an event for each field")
  func log() async throws {
    let (pmgit, id) = try await board()
    try await pmgit("move", id, "doing")
    let events = try #require(try await document(pmgit, ["log", id])["events"]?.array)
    #expect(
      keys(events.first) == [
        "agent", "at", "by", "commit", "field", "for", "new", "old", "plan", "title", "undo",
      ])
    let moved = try #require(events.first { $0.object?["field"] == .string("state") }?.object)
    #expect(moved["old"] == .string("todo"))
    #expect(moved["new"] == .string("doing"))
    #expect(moved["plan"] == .string(id))
  }

  @Test("'show --blame' gives a value for each row, 'diff' the changes of each plan")
  func past() async throws {
    let (pmgit, id) = try await board()
    let then = try await pmgit.repository.git("rev-parse", "pmgit/main")
    try await pmgit("edit", id, "--body", "a line")
    let blame = try await document(pmgit, ["show", "--blame", id])
    #expect(keys(.object(blame)) == ["board", "commit", "format", "plan", "values"])
    let values = try #require(blame["values"]?.array)
    #expect(
      keys(values.first) == ["agent", "at", "by", "commit", "field", "for", "line", "value"])
    let line = try #require(values.last { $0.object?["field"] == .string("body") }?.object)
    #expect(line["line"] == .number(1) && line["value"] == .string("a line"))
    let diff = try await document(pmgit, ["diff", then])
    #expect(keys(.object(diff)) == ["board", "format", "from", "plans", "since", "to", "until"])
    let plan = try #require(diff["plans"]?.array?.first)
    #expect(keys(plan) == ["changes", "plan", "title"])
    #expect(keys(plan.object?["changes"]?.array?.first) == ["field", "new", "old"])
  }

  @Test("'status', 'init', 'config' and 'import' have their keys")
  func others() async throws {
    let (pmgit, _) = try await board()
    let status = try await document(pmgit, ["status"])
    #expect(
      keys(.object(status)) == [
        "ahead", "behind", "board", "bridges", "columns", "commit", "conflicts", "format", "home",
        "remote", "unreadable",
      ])
    #expect(status["remote"] == .null)
    #expect(keys(status["columns"]?.array?.first) == ["count", "id"])
    let boards = try await document(pmgit, ["config", "board"])
    #expect(keys(.object(boards)) == ["boards", "current", "format"])
    #expect(keys(boards["boards"]?.array?.first) == ["local", "name", "remote"])
    let created = try await document(pmgit, ["init"])
    #expect(keys(.object(created)) == ["board", "commit", "format", "result"])
    #expect(created["result"] == .string("existed"))
    let config = try await document(pmgit, ["config"])
    #expect(
      keys(.object(config)) == [
        "columns", "fields", "fileLimit", "format", "iterations", "milestones", "rules", "settings",
        "views",
      ])
    #expect(keys(config["views"]?.array?.first) == ["name", "origin", "query"])
    #expect(keys(config["columns"]?.array?.first) == ["from", "id", "kind", "limit", "title"])
    let file = try pmgit.repository.write("{\"title\":\"x\"}\n", to: "plans.jsonl")
    let imported = try await document(pmgit, ["import", file])
    #expect(
      keys(.object(imported)) == [
        "added", "addedColumns", "addedMilestones", "board", "changedSinceDeletion", "closed",
        "commit", "conflicts", "danglingLinks", "dryRun", "format", "from", "ignored", "kept",
        "leftOut", "linked", "noted", "removedColumns", "restored", "settings", "unchanged",
        "unknown", "updated",
      ])
    #expect(imported["added"] == .number(1))
    #expect(imported["from"]?.isNull == true)
    let issues = #"[{"number":1,"title":"x","state":"OPEN","isPinned":true}]"#
    let export = try pmgit.repository.write(issues, to: "issues.json")
    let from = try await document(pmgit, ["import", export, "--from", "o/r"])["from"]
    #expect(keys(from) == ["format", "losses", "name", "plans"])
    #expect(keys(from?.object?["losses"]?.array?.first) == ["count", "what"])
  }

  @Test("'branch' and 'hooks' have their keys")
  func code() async throws {
    let (pmgit, id) = try await board()
    try await pmgit.repository.git("commit", "--quiet", "--allow-empty", "-m", "code")
    let branch = try await document(pmgit, ["branch", id])
    #expect(keys(.object(branch)) == ["branch", "commit", "created", "format", "plan"])
    #expect(branch["created"] == .bool(true))
    #expect(try await document(pmgit, ["branch", id])["created"] == .bool(false))
    let hooks = try await document(pmgit, ["hooks", "install"])
    #expect(keys(.object(hooks)) == ["folder", "format", "hooks", "manager"])
    #expect(keys(hooks["hooks"]?.array?.first) == ["kept", "name", "state"])
    #expect(
      hooks["hooks"]?.array?.allSatisfy { $0.object?["state"] == .string("installed") } == true)
    #expect(try await document(pmgit, ["hooks", "status"]) == hooks)
  }

  @Test("'sync' and 'resolve' have their keys")
  func sharing() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.conflict()
    let conflicts = try await document(pair.second, ["resolve", "--list"])
    #expect(keys(.object(conflicts)) == ["conflicts", "format"])
    let conflict = try #require(conflicts["conflicts"]?.array?.first)
    #expect(keys(conflict) == ["field", "plan", "shown", "title", "values"])
    #expect(conflict.object?["shown"] == .string("Theirs"))
    let values = try #require(conflict.object?["values"]?.array)
    #expect(values.map { $0.object?["value"] } == [.string("Theirs"), .string("Ours")])
    #expect(keys(values[0]) == ["at", "by", "value"])
    #expect(
      values.map { $0.object?["by"] } == [
        .string("Dev Two <two@example.org>"), .string("Dev One <one@example.org>"),
      ])
    let sync = try await document(pair.second, ["sync"])
    #expect(
      keys(.object(sync)) == [
        "commit", "conflicts", "decidedTexts", "fetched", "format", "notices", "pushed", "removed",
        "result", "setAside", "unreadable",
      ])
    #expect(sync["result"] == .string("up-to-date"))
    #expect(
      sync["notices"]?.array?.map { $0.object?["message"] } == [.string("1 conflict to decide")])
    #expect(keys(sync["conflicts"]?.array?.first) == keys(conflict))
    let resolved = try await document(pair.second, ["resolve", id, "--take", "1"])
    #expect(resolved["plan"]?.object?["conflicts"] == .array([]))
    #expect(keys(resolved["decided"]?.array?.first) == ["field", "plan", "values"])
  }

  @Test("'sync' names what can't be read and what was removed, with the commits")
  func broken() async throws {
    let pair = try await SharedBoard()
    let broken = try await pair.first.add("To be broken")
    let removed = try await pair.first.add("To be removed")
    try await pair.syncBoth()
    let git = pair.first.repository
    let path = "plans/\(broken.prefix(2))/\(broken).json"
    try await git.commitToBoard("{", at: path)
    let commit = try await git.git("rev-parse", "pmgit/main")
    try await git.removeFromBoard("plans/\(removed.prefix(2))/\(removed).json")
    try await pair.first("sync", "--push", "-q")
    let sync = await pair.second.run(["sync", "--json", "-q"])
    let value = try JSONReader.value(in: Array(sync.output.utf8), maximumSize: .max)
    let expected = ["at", "by", "commit", "path", "plan", "reason", "title"]
    let unreadable = try #require(value.object?["unreadable"]?.array)
    #expect(unreadable.map(keys) == [expected])
    #expect(unreadable[0].object?["path"] == .string(path))
    #expect(unreadable[0].object?["plan"] == .string(broken))
    #expect(unreadable[0].object?["title"] == .string("To be broken"))
    #expect(unreadable[0].object?["commit"] == .string(commit))
    #expect(unreadable[0].object?["by"] == .string("Dev One <one@example.org>"))
    let gone = try #require(value.object?["removed"]?.array)
    #expect(gone.map(keys) == [expected])
    #expect(gone[0].object?["plan"] == .string(removed))
    #expect(gone[0].object?["title"] == .string("To be removed"))
    // Programs get the unreadable plans each time, not only once.
    let again = try await document(pair.second, ["sync"])
    #expect(again["unreadable"] == .array(unreadable))
    #expect(try await statusDocument(pair.second)["unreadable"] == .array(unreadable))
  }
}
