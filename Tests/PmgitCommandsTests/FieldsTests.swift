import PlanModel
import PmgitTestSupport
import Testing

/// The option `--fields`, and several plans in `show`.
@Suite("Fields of plans")
struct FieldsTests {
  /// Creates a board with three plans and returns their ids: one with all kinds of values, one in
  /// progress, and a finished one.
  private func board(_ pmgit: CommandRunner) async throws -> [String] {
    try await pmgit("init")
    let first = try await pmgit.add(
      "First\u{202E}", "--label", "bug", "--label", "ui", "--due", "2026-12-01", "-p", "high",
      "--body", "one\ntwo", "--check", "a", "--assign", "@me")
    try await pmgit("comment", first, "-m", "seen")
    let second = try await pmgit.add("Second", "--state", "doing", "--link", "blocked-by:\(first)")
    let third = try await pmgit.add("Third", "--state", "done")
    return [first, second, third]
  }

  private func json(_ text: String) throws -> JSONObject {
    try #require(try JSONReader.value(in: Array(text.utf8), maximumSize: .max).object)
  }

  @Test("With --json each plan has only these keys, in the order of the document")
  func documents() async throws {
    let pmgit = try await CommandRunner()
    let ids = try await board(pmgit)
    let fields = ["--fields", "title,id,labels", "--json"]
    let list = try json(await pmgit.run(["list", "--all"] + fields).output)
    #expect(list.members.map(\.key) == ["board", "commit", "finishedLeftOut", "format", "plans"])
    #expect(
      list["plans"]?.array?.map(keys) == Array(repeating: ["id", "labels", "title"], count: 3))
    let next = try json(await pmgit.run(["next"] + fields).output)
    #expect(keys(next["next"]?.array?.first?.object?["plan"]) == ["id", "labels", "title"])
    #expect(keys(next["next"]?.array?.first) == ["plan", "reasons"])
    let board = try json(await pmgit.run(["board", "--group-by", "label"] + fields).output)
    let plans = board["columns"]?.array?.flatMap { $0.object?["plans"]?.array ?? [] } ?? []
    #expect(plans.map(keys) == Array(repeating: ["id", "labels", "title"], count: 3))
    let one = try json(await pmgit.run(["show", ids[0]] + fields).output)
    #expect(one.members.map(\.key) == ["commit", "format", "plan"])
    #expect(keys(one["plan"]) == ["id", "labels", "title"])
    let two = try json(await pmgit.run(["show", ids[2], ids[0]] + fields).output)
    #expect(two.members.map(\.key) == ["board", "commit", "format", "plans"])
    #expect(two["plans"]?.array?.map { $0.object?["id"]?.string } == [ids[2], ids[0]])
  }

  @Test("Each field has the value of the whole document, alone and with all others")
  func values() async throws {
    let pmgit = try await CommandRunner()
    let ids = try await board(pmgit)
    let whole = try json(try await pmgit("show", ids[0], "--json"))["plan"]?.object
    let all = try json(
      try await pmgit(
        "list", "--all", "--json", "--fields", PlanMembers.all.joined(separator: ",")))
    #expect(all["plans"]?.array?.compactMap(\.object).first { $0["id"] == whole?["id"] } == whole)
    for name in PlanMembers.all {
      let plans = try json(try await pmgit("list", "--all", "--json", "--fields", name))["plans"]
      let own = try #require(plans?.array?[0].object)
      #expect(own.members.map(\.key) == [ExactString(name)])
      #expect(own[ExactString(name)] == whole?[ExactString(name)], "\(name)")
    }
  }

  @Test("In a pipe the columns are those fields in that order, in full and escaped")
  func pipe() async throws {
    let pmgit = try await CommandRunner()
    let ids = try await board(pmgit)
    #expect(
      try await pmgit("list", "--fields", "title, due ,labels,id", "--fields", "body,overdue")
        == """
        First\\u202e\t2026-12-01\tbug,ui\t\(ids[0])\tone\\ntwo\tfalse
        Second\t\t\t\(ids[1])\t\tfalse

        """)
    #expect(
      try await pmgit("board", "--fields", "state,id")
        == "todo\t\(ids[0])\ndoing\t\(ids[1])\ndone\t\(ids[2])\n")
    #expect(
      try await pmgit("board", "--columns", "done", "--fields", "id,id") == "\(ids[2])\n")
    #expect(try await pmgit("next", "--fields", "priority,id") == "high\t\(ids[0])\n")
    #expect(
      try await pmgit("show", ids[1], ids[0], ids[1], "--fields", "id,links")
        == "\(ids[1])\tblocked-by:\(ids[0])\n\(ids[0])\t\n")
    let checklist = try await pmgit("show", ids[0], "--fields", "checklist")
    #expect(checklist.hasPrefix(#"[{"done":false,"id":""#), "\(checklist)")
    #expect(try await pmgit("list", "--fields", "id", "#nothing") == "")
  }

  @Test("On a terminal they are aligned, with a heading, and fit", arguments: [200, 80, 40, 20])
  func terminal(width: Int) async throws {
    let pmgit = try await CommandRunner()
    let ids = try await board(pmgit)
    pmgit.useTerminal(widthInCells: width)
    let names = "id,title,state,labels,due,created,body,checklist,comments,assignees,links"
    for command in [["list"], ["board"], ["next"], ["show", ids[0]]] {
      let output = await pmgit.run(command + ["--fields", names, "--no-pager"]).output
      let lines = output.split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= width }, "\(output)")
      #expect(lines[0].hasPrefix("id"))
      #expect(!output.unicodeScalars.contains("\u{202E}"))
      guard width == 200 else { continue }
      #expect(output.contains("#bug #ui") && output.contains("Ada Lovelace"), "\(output)")
      let heading = try #require(lines[0].firstRange(of: "state"))
      let column = lines[0].distance(from: lines[0].startIndex, to: heading.lowerBound)
      #expect(lines[1].dropFirst(column).hasPrefix("Todo"), "\(output)")
    }
    let none = await pmgit.run(["list", "#nothing", "--fields", names])
    #expect(none.output == "no plans match\n")
  }

  @Test(
    "An unknown field is wrong usage: the nearest name, and all names",
    arguments: [
      ("titel", "did you mean 'title'?"), ("id,sate", "did you mean 'state'?"),
      ("status", "did you mean 'state'?"), ("xyzzy", nil), ("", nil), ("id,,title", nil),
      ("id,", nil), ("Title", "did you mean 'title'?"), ("id;title", nil), ("unknown", nil),
    ])
  func unknown(names: String, near: String?) async throws {
    let pmgit = try await CommandRunner()
    let ids = try await board(pmgit)
    for command in [["list"], ["board"], ["next"], ["show", ids[0]]] {
      let result = await pmgit.run(command + ["--fields", names])
      #expect(result.exitCode == 64 && result.output == "", "\(result)")
      #expect(result.unbroken.contains("the fields are aliases, assignees, body"))
      if let near { #expect(result.messages.contains(near), "\(result)") }
      let document = await pmgit.run(command + ["--fields", names, "--json"])
      #expect(document.exitCode == 64 && document.messages == "")
      #expect(document.output.contains(#""code": "usage""#))
    }
  }

  @Test("Several plans are shown one after another; an unknown one stops all of it")
  func several() async throws {
    let pmgit = try await CommandRunner()
    let ids = try await board(pmgit)
    let both = try await pmgit("show", ids[0], ids[1])
    #expect(try await pmgit("show", ids[0]) + pmgit("show", ids[1]) == both)
    #expect(try await pmgit("show", ids[0], ids[0]) == pmgit("show", ids[0]))
    for names in [[ids[0], "zzzz"], ["zzzz", ids[0]], [ids[0], ids[1], "0"]] {
      for extra in [[], ["--json"], ["--fields", "id"]] {
        let result = await pmgit.run(["show"] + names + extra)
        #expect(result.exitCode == 1)
        #expect(!(result.output + result.messages).contains("First"))
        #expect(
          (result.output + result.messages).contains(names.contains("zzzz") ? "'zzzz'" : "'0'"))
      }
    }
    #expect(await pmgit.run(["show"]).exitCode == 64)
    pmgit.useTerminal()
    let shown = try await pmgit("show", ids[0], ids[1], "--no-pager")
    #expect(shown.contains("────") && shown.contains("Second"))
    #expect(!(try await pmgit("show", ids[0], "--no-pager")).contains("────"))
  }

  @Test("--fields excludes what draws cards")
  func excluded() async throws {
    let pmgit = try await CommandRunner()
    _ = try await board(pmgit)
    for option in ["--compact", "--full", "--group-by=label"] {
      #expect(await pmgit.run(["board", option, "--fields", "id"]).exitCode == 64)
    }
    #expect(await pmgit.run(["list", "--fields", "--json"]).exitCode == 64)
  }
}
