import PlanModel
import PmgitTestSupport
import Testing

/// Commands and the fields that a board defines.
@Suite("Commands and custom fields")
struct CustomFieldCommandTests {
  /// Returns a board with a field of each kind.
  static func board(seed: UInt64 = 1) async throws -> CommandRunner {
    let pmgit = try await CommandRunner.withBoard(seed: seed)
    let add = ["field", "add"]
    for arguments in [
      ["points", "--kind", "number", "--title", "Story points", "--card"],
      ["size", "--kind", "choice", "--option", "S", "--option", "M", "--option", "L", "--card"],
      ["parts", "--kind", "choices", "--option", "server", "--option", "page"],
      ["reviewed", "--kind", "day"], ["customer", "--kind", "text", "--help-text", "Who asked"],
      ["tester", "--kind", "person"], ["billable", "--kind", "yes-no"], ["spec", "--kind", "url"],
    ] {
      let result = await pmgit.run(add + arguments)
      try #require(result.exitCode == 0, "\(result)")
    }
    return pmgit
  }

  private func plan(_ pmgit: CommandRunner, _ id: String) async throws -> JSONObject {
    let text = try await pmgit("show", id, "--json")
    let document = try JSONReader.value(in: Array(text.utf8)).object
    return try #require(document?["plan"]?.object)
  }

  private func custom(_ pmgit: CommandRunner, _ id: String) async throws -> JSONValue? {
    try await plan(pmgit, id)["custom"]
  }

  @Test("Fields are defined, listed, changed, removed and brought back; each can be undone")
  func definitions() async throws {
    let pmgit = try await Self.board()
    let list = try await pmgit("field", "list")
    #expect(list.hasPrefix("points\tStory points\tnumber\tyes\t\n"), "\(list)")
    #expect(list.contains("size\tsize\tchoice\tyes\t\tS\tM\tL\n"))
    #expect(try await pmgit("field") == list)
    #expect(try await pmgit("config").contains("field.size\tsize (choice: S, M, L; on cards)\n"))
    try await pmgit("field", "edit", "Story points", "--title", "Effort", "--no-card")
    #expect(try await pmgit("field", "list").hasPrefix("points\tEffort\tnumber\tno"))
    try await pmgit("undo")
    #expect(try await pmgit("field", "list") == list)
    let id = try await pmgit.add("A", "--field", "points=3")
    let removed = await pmgit.run(["field", "remove", "points"])
    #expect(removed.messages.contains("1 plan keeps a value of 'points'"), "\(removed)")
    #expect(try await custom(pmgit, id)?.object?["points"] == nil)
    try await pmgit("field", "add", "points")
    #expect(try await pmgit("field", "list") == list)
    #expect(try await custom(pmgit, id)?.object?["points"] == .number(3))
  }

  @Test("A field of people may have the name that another tracker gives to labels")
  func peopleInForeignKeys() async throws {
    let pmgit = try await Self.board()
    try await pmgit("field", "add", "tag", "--kind", "person")
    let id = try await pmgit.add("Of somebody", "--field", "tag=@me")
    #expect(try await pmgit("list", "tag:@me", "--fields", "id") == "\(id)\n")
    let other = try await pmgit.add("Of nobody")
    #expect(try await pmgit("list", "tag:none", "--fields", "id") == "\(other)\n")
  }

  @Test(
    "Wrong definitions are refused with a reason and a hint",
    arguments: [
      (["state", "--kind", "text"], "'state' is a word of pmgit"),
      (["DUE", "--kind", "day"], "'due' is a word of pmgit"),
      (["labels", "--kind", "text"], "'labels' is a word of pmgit"),
      (["Story points", "--kind", "number"], "'Story points' is not the id of a field"),
      (["3d", "--kind", "number"], "'3d' is not the id"),
      (["x"], "the kind of field 'x' is missing"),
      (["x", "--kind", "choice"], "field 'x' needs options"),
      (["x", "--kind", "text", "--option", "a"], "a field of kind text has no options"),
      (["x", "--kind", "choice", "--option", "a,b"], "can't be typed as a value"),
      (["size", "--kind", "text"], "there is a field 'size' already"),
    ])
  func wrongDefinitions(arguments: [String], reason: String) async throws {
    let pmgit = try await Self.board()
    let before = try await pmgit.repository.git("rev-parse", "pmgit/main")
    let result = await pmgit.run(["field", "add"] + arguments)
    #expect(result.exitCode == 64 || result.exitCode == 1)
    #expect(result.unbroken.contains(reason), "\(result.messages)")
    #expect(try await pmgit.repository.git("rev-parse", "pmgit/main") == before)
  }

  @Test("Values are set, replaced, added to and cleared, by id or title, in one commit with words")
  func values() async throws {
    let pmgit = try await Self.board()
    let id = try await pmgit.add(
      "A", "--field", "Story points=2.5", "--field", "size=m", "--field", "parts=server,page",
      "--field", "reviewed=2026-12-01", "--field", "customer=a = b", "--field", "tester=@me",
      "--field", "billable=yes", "--field", "spec=https://example.com/a")
    let value = try await custom(pmgit, id)
    #expect(
      value.map(CanonicalJSON.line)
        == #"{"billable":true,"customer":"a = b","parts":["server","page"],"points":2.5,"reviewed":"2026-12-01","size":"M","spec":"https://example.com/a","tester":"Ada Lovelace <ada@example.org>"}"#
    )
    try await pmgit(
      "edit", id, "--field", "parts=-server", "--field", "points=", "--field", "size=L")
    let subject = try await pmgit.repository.git("log", "-1", "--format=%s", "pmgit/main")
    #expect(subject.contains("no points, size L, -server"), "\(subject)")
    let log = try await pmgit("log", id, "--field", "points")
    #expect(log.contains("custom.points"), "\(log)")
    try await pmgit("undo")
    #expect(try await custom(pmgit, id) == value)
    try await pmgit("edit", id, "--field", "parts=page")
    #expect(try await custom(pmgit, id)?.object?["parts"] == .strings(["page"]))
    try await pmgit("edit", id, "--field", "parts=+server", "--field", "parts=-page")
    #expect(try await custom(pmgit, id)?.object?["parts"] == .strings(["server"]))
    try await pmgit("edit", id, "--field", "parts=")
    #expect(try await custom(pmgit, id)?.object?["parts"] == .array([]))
  }

  @Test(
    "Wrong values are refused with a hint, and nothing is written",
    arguments: [
      (["points=many"], "points 'many' is not a number"),
      (["size=XL"], "size 'XL' is not an option"),
      (["parts=+pages"], "did you mean 'page'?"), (["reviewed=someday"], "'someday'"),
      (["billable=perhaps"], "is neither yes nor no"), (["spec=javascript:x"], "is not an address"),
      (["points=1", "points=2"], "field 'points' is given twice"),
      (["pionts=3"], "the board has no field 'pionts'"), (["due=fri"], "--due"),
      (["points"], "is not NAME=VALUE"),
      (["parts=+page", "parts=-page"], "both added and removed"),
    ])
  func wrongValues(fields: [String], reason: String) async throws {
    let pmgit = try await Self.board()
    let id = try await pmgit.add("A")
    let before = try await pmgit.repository.git("rev-parse", "pmgit/main")
    let result = await pmgit.run(["edit", id] + fields.flatMap { ["--field", $0] })
    #expect(result.exitCode != 0)
    #expect(result.unbroken.contains(reason), "\(result.messages)")
    #expect(try await pmgit.repository.git("rev-parse", "pmgit/main") == before)
  }

  @Test("A value that does not fit any more is kept, reported, and fits again later")
  func misfits() async throws {
    let pmgit = try await Self.board()
    let id = try await pmgit.add("A", "--field", "size=L", "--field", "parts=page")
    let changed = await pmgit.run(
      ["field", "edit", "size", "--option", "S", "--option", "M"])
    #expect(
      changed.messages.contains("1 plan has a value of 'size' that does not fit"), "\(changed)")
    #expect(try await custom(pmgit, id)?.object?["size"] == .null)
    let shown = await pmgit.run(["show", id])
    #expect(shown.messages.contains("custom.size \"L\" is not shown; it must be one of S and M"))
    #expect(shown.messages.contains("pmgit edit \(id) --field size=VALUE"), "\(shown.messages)")
    for command in [["doctor"], ["doctor", "pmgit/main"]] {
      let found = await pmgit.run(command)
      #expect((found.output + found.messages).contains("custom.size"), "\(command): \(found)")
    }
    // Edits of other fields leave it alone.
    try await pmgit("edit", id, "--title", "B", "--field", "points=1")
    #expect(
      try await plan(pmgit, id)["unknown"].map(CanonicalJSON.line)
        == #"{"fields":{"custom.size":"L"}}"#)
    #expect(try await pmgit("list", "--fields", "id", "size:L").contains(id))
    try await pmgit("field", "edit", "size", "--option", "M", "--option", "L")
    #expect(try await custom(pmgit, id)?.object?["size"] == .string("L"))
    #expect(await pmgit.run(["doctor"]).exitCode == 0)
  }

  @Test("An option is added or removed without naming the others")
  func options() async throws {
    let pmgit = try await Self.board()
    func options() async throws -> [String] {
      let fields = try await pmgit("field", "list").split(separator: "\n")
      let size = fields.first { $0.hasPrefix("size\t") }
      return size?.split(separator: "\t").suffix(from: 4).map(String.init) ?? []
    }
    func edit(_ words: String...) async -> CommandRunner.Result {
      await pmgit.run(["field", "edit", "size"] + words)
    }
    let before = try await options()
    #expect(await edit("--add-option", "XL").exitCode == 0)
    #expect(try await options() == before + ["XL"])
    #expect(await edit("--remove-option", "s", "--add-option", "XXL").exitCode == 0)
    #expect(try await options() == before.filter { $0 != "S" } + ["XL", "XXL"])
    for (words, reason) in [
      (["--remove-option", "S"], "there is no option 'S'"),
      (["--add-option", "xl"], "is there twice"),
      (["--option", "A", "--add-option", "B"], "--option gives all options"),
    ] {
      let refused = await pmgit.run(["field", "edit", "size"] + words)
      #expect(refused.exitCode != 0 && refused.unbroken.contains(reason), "\(refused)")
    }
    #expect(try await options() == before.filter { $0 != "S" } + ["XL", "XXL"])
  }

  @Test("Lists, boards, statistics and tables show fields, sums and groups")
  func views() async throws {
    let pmgit = try await Self.board()
    let a = try await pmgit.add("A", "--field", "points=0.1", "--field", "size=L")
    let b = try await pmgit.add("B", "--field", "points=0.2", "--field", "size=S")
    let c = try await pmgit.add("C", "--state", "done", "--field", "points=5")
    #expect(
      try await pmgit("list", "--fields", "id,points", "--sum", "points", "sort:size")
        == "\(b)\t0.2\n\(a)\t0.1\nsum\tpoints\t0.3\t2\n")
    let list = try JSONReader.value(
      in: Array(
        try await pmgit(
          "list", "--all", "--json", "--sum", "points,estimate", "--fields", "id,points"
        )
        .utf8))
    #expect(
      list.object?["sums"]
        == .object(["estimate": .number(0), "points": .number(JSONNumber("5.3") ?? JSONNumber(0))]))
    #expect(
      list.object?["plans"]?.array?.last?.object
        == ["id": .string(c), "custom": .object(["points": .number(5)])])
    pmgit.useTerminal()
    let board = try await pmgit("board", "--sum", "points", "--group-by", "size")
    #expect(board.contains("Todo 2, 0.3 points"), "\(board)")
    let (small, large) = (board.firstRange(of: "\nS "), board.firstRange(of: "\nL "))
    #expect(small?.lowerBound ?? board.endIndex < large?.lowerBound ?? board.startIndex, "\(board)")
    #expect(board.contains("Story points 0.1"))
    #expect(
      try await pmgit("list", "--sum", "points").contains("Story points: 0.3 in 2 of 2 plans"))
    let shown = try await pmgit("show", a)
    #expect(shown.contains("Story points"), "\(shown)")
    #expect(try await pmgit("stats", "--by", "size").contains("size"))
    for (arguments, reason) in [
      (["board", "--group-by", "points"], "plans can't be grouped by 'points'"),
      (["list", "--sum", "size"], "'size' is not a field with numbers"),
      (["list", "--fields", "id,pionts"], "'pionts' is not a field of a plan"),
      (["stats", "--by", "sizes"], "plans can't be grouped by 'sizes'"),
    ] {
      let result = await pmgit.run(arguments)
      #expect(result.exitCode == 64 && result.unbroken.contains(reason), "\(result)")
    }
  }

  @Test("Of very many fields the first 200 are read, the doctor reports the others, none is added")
  func tooMany() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("x")
    let text = try await pmgit.repository.git("show", "pmgit/main:board.json")
    let fields = (1...201).map { #""f\#($0)": {"kind": "number", "rank": "m\#($0)"}"# }
    try await pmgit.repository.commitToBoard(
      text.replacing(
        "\"items\": {", with: "\"items\": {\"fields\": {\(fields.joined(separator: ","))},",
        maxReplacements: 1) + "\n", at: "board.json")
    #expect(try await custom(pmgit, id)?.object?.members.count == 200)
    let doctor = await pmgit.run(["doctor"])
    #expect(doctor.exitCode == 1)
    #expect(
      doctor.output.contains("the board has 201 fields, and only the first 200 are read"),
      "\(doctor)")
    let add = ["field", "add", "more", "--kind", "text"]
    for name in ["f1", "f2"] {
      let refused = await pmgit.run(add)
      #expect(refused.exitCode == 1 && refused.unbroken.contains("at most 200 are read"))
      try await pmgit("field", "remove", name)
    }
    #expect(await pmgit.run(add).exitCode == 0)
    #expect(try await !pmgit("doctor", "--fix").contains("fields"))
  }

  @Test("Statistics put equal numbers into one group, however they are written")
  func equalNumbers() async throws {
    let pmgit = try await Self.board()
    for number in ["3.0", "3", "30e-1", "-0", "0", "20", "100"] {
      _ = try await pmgit.add("x", "--state", "doing", "--field", "points=\(number)")
    }
    let document = try JSONReader.value(
      in: Array(try await pmgit("stats", "--by", "points", "--json").utf8))
    let found = document.object?["groups"]?.array?.compactMap(\.object)
    let groups = try #require(found)
    #expect(groups.map { $0["name"]?.string } == ["0", "3", "20", "100"])
    #expect(groups.map { $0["inProgress"] } == [2, 3, 1, 1].map { .number($0) })
  }

  @Test("The editor's page has a line for each field, and changes only what was changed")
  func editor() async throws {
    let pmgit = try await Self.board()
    let id = try await pmgit.add("A", "--field", "points=3", "--field", "parts=server")
    pmgit.environment["GIT_EDITOR"] =
      "sed -i -e 's/^points: 3$/points: 8/' -e 's/^parts: server$/parts: page/' -e 's/^size:$/size: s/'"
    try await pmgit("edit", id)
    let value = try await custom(pmgit, id)?.object
    #expect(value?["points"] == .number(8) && value?["parts"] == .strings(["page"]))
    #expect(value?["size"] == .string("S") && value?["customer"] == .null)
    pmgit.environment["GIT_EDITOR"] = "sed -i -e 's/^points: 8$/points: lots/'"
    let wrong = await pmgit.run(["edit", id])
    #expect(
      wrong.exitCode != 0 && wrong.messages.contains("points 'lots' is not a number"), "\(wrong)")
  }

  @Test("Batches take the form of documents; blame and diff call fields by their titles")
  func batchAndWords() async throws {
    let pmgit = try await Self.board()
    let lines = #"""
      {"add":{"title":"A","custom":{"points":3,"parts":["page"],"billable":true}},"as":"a"}
      {"edit":{"plan":"$a","custom":{"points":null,"parts":{"add":["server"]},"size":"m"}}}
      """#
    let result = await pmgit.run(["batch", "--json"], input: lines)
    try #require(result.exitCode == 0, "\(result)")
    let id = try #require(try await pmgit("list").split(separator: "\t").first).description
    let value = try await custom(pmgit, id)?.object
    #expect(value?["points"] == .null && value?["size"] == .string("M"))
    #expect(value?["parts"] == .strings(["server", "page"]))
    let wrong = await pmgit.run(["batch"], input: #"{"add":{"title":"B","custom":{"parts":[1]}}}"#)
    #expect(wrong.exitCode != 0 && wrong.messages.contains("are not a list of texts"), "\(wrong)")
    try await pmgit("edit", id, "--field", "points=5")
    pmgit.useTerminal()
    #expect(try await pmgit("show", "--blame", id).contains("Story points"))
    #expect(try await pmgit("log", id).contains("Story points: 5"))
  }

  @Test("Two clones: one value is a conflict with the field's name; options of both stay")
  func merging() async throws {
    let pair = try await SharedBoard()
    try await pair.first("field", "add", "points", "--kind", "number")
    try await pair.first(
      "field", "add", "parts", "--kind", "choices", "--option", "a", "--option", "b")
    let id = try await pair.first.add("A", "--field", "points=1")
    try await pair.syncBoth()
    try await pair.first("edit", id, "--field", "points=2", "--field", "parts=+a")
    pair.second.now = pair.first.now
    try await pair.second("edit", id, "--field", "points=3", "--field", "parts=+b")
    try await pair.syncBoth()
    #expect(try await custom(pair.second, id)?.object?["parts"] == .strings(["a", "b"]))
    #expect(try await pair.second("resolve", "--list").contains("custom.points"))
    let wrong = await pair.second.run(["resolve", id, "points", "--value", "many"])
    #expect(wrong.exitCode != 0 && wrong.messages.contains("is not a number"), "\(wrong)")
    try await pair.second("resolve", id, "points", "--value", "5")
    #expect(try await custom(pair.second, id)?.object?["points"] == .number(5))
  }

  @Test("An export with settings gives an empty board the fields and the values, hostile ones too")
  func roundTrip() async throws {
    let pmgit = try await Self.board()
    _ = try await pmgit.add("A", "--field", "points=-0.50", "--field", "parts=page,server")
    let id = try await pmgit.add(
      "B", "--field", "size=L", "--field", "customer=\u{202E}evil\u{200B}")
    try await pmgit("field", "edit", "size", "--option", "S")
    try await pmgit("field", "add", "gone", "--kind", "text")
    try await pmgit("edit", id, "--field", "gone=x")
    try await pmgit("field", "remove", "gone")
    let exported = try await pmgit("export", "is:any", "--settings")
    let target = try await CommandRunner(seed: 77)
    target.now = pmgit.now
    try await target("init")
    try await target("import", "-", "--settings", input: exported)
    #expect(try await target("export", "is:any", "--settings") == exported)
    let again = await target.run(["import", "-", "--settings"], input: exported)
    #expect(again.messages.contains("nothing to import"), "\(again)")
  }

  @Test("An import with wrong values lists all of them, and imports nothing")
  func wrongImport() async throws {
    let pmgit = try await Self.board()
    let before = try await pmgit.repository.git("rev-parse", "pmgit/main")
    let lines = #"""
      {"title":"a","custom":{"points":3}}
      {"title":"b","custom":{"points":"many"}}
      {"title":"c","custom":{"size":"huge"}}
      """#
    let result = await pmgit.run(["import", "-"], input: lines)
    #expect(result.exitCode == 1)
    #expect(
      result.messages.contains("line 2: ") && result.messages.contains("line 3: "), "\(result)")
    #expect(try await pmgit.repository.git("rev-parse", "pmgit/main") == before)
  }

  @Test("Words complete to fields, their options, and queries about them")
  func completion() async throws {
    let pmgit = try await Self.board()
    let id = try await pmgit.add("A")
    #expect(await pmgit.completions("edit", id, "--field", "p") == ["points=", "parts="])
    #expect(
      await pmgit.completions("edit", id, "--field", "size=") == ["size=S", "size=M", "size=L"])
    #expect(
      await pmgit.completions("edit", id, "--field", "parts=+server,") == ["parts=+server,page"])
    #expect(await pmgit.completions("edit", id, "--field=billable=y") == ["--field=billable=yes"])
    #expect(await pmgit.completions("list", "siz") == ["size:"])
    #expect(await pmgit.completions("list", "--sum", "") == ["estimate", "points"])
    #expect(await pmgit.completions("list", "--fields", "id,poi") == ["id,points"])
    #expect(await pmgit.completions("board", "--group-by", "s") == ["size"])
    #expect(await pmgit.completions("stats", "--by", "si") == ["size"])
    #expect(await pmgit.completions("field", "edit", "rev") == ["reviewed"])
  }

  @Test("People in the board's own fields are found by a part of their name, and listed")
  func people() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("field", "add", "tester", "--kind", "person")
    let id = try await pmgit.add("Tested", "--field", "tester=Bob Old <bob@old.org>")
    for name in ["bob", "\"Bob Old\"", "bob@old.org"] {
      #expect(try await pmgit("list", "tester:\(name)").hasPrefix(id), "\(name)")
    }
    let other = try await pmgit.add("Other", "--field", "tester=bob")
    #expect(try await pmgit("show", other).contains("tester\tBob Old <bob@old.org>"))
    #expect(try await pmgit("people").contains("Bob Old <bob@old.org>\t0\t0\t2\n"))
  }

  @Test("Hints about fields work as typed")
  func hints() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("Plan")
    let kind = await pmgit.run(["field", "add", "due", "--kind", "day"])
    #expect(kind.unbroken.contains("--kind day"), "\(kind)")
    let set = await pmgit.run(["edit", id, "--field", "labels=a"])
    #expect(set.messages.contains("--label VALUE"), "\(set)")
    for name in ["Größe", "labels"] {
      let refused = await pmgit.run(["field", "add", name, "--kind", "text"])
      let hint = try #require(refused.messages.firstMatch(of: /pmgit (field add [^']*)'/)?.1)
      let done = await pmgit.run(hint.split(separator: " ").map(String.init))
      #expect(done.exitCode == 0, "\(done)")
    }
    for field in ["one", "two"] {
      try await pmgit("field", "add", field, "--title", "Same", "--kind", "text")
    }
    let several = await pmgit.run(["edit", id, "--field", "Same=a"])
    #expect(several.messages.contains("several fields are called 'Same'"), "\(several)")
    #expect(several.messages.contains("one, two"), "\(several)")
  }
}
