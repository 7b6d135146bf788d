import Foundation
import PlanModel
import PmgitTestSupport
import Testing

@Suite("'import' of other tools' files")
struct ImportFormatTests {
  private static let samples = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../PlanFormatsTests/Samples").standardizedFileURL

  private static func sample(_ name: String) -> String {
    samples.appending(path: name).path
  }

  private func empty() async throws -> CommandRunner {
    let pmgit = try await CommandRunner.withBoard()
    return pmgit
  }

  private static let names: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(atPath: samples.path)
    return (names ?? []).filter { !$0.hasPrefix(".") }.sorted()
  }()

  @Test("A second import changes nothing, and one undo takes the first back", arguments: names)
  func twice(_ name: String) async throws {
    let pmgit = try await empty()
    let tip = try await pmgit.repository.git("rev-parse", "pmgit/main^{tree}")
    let mayLackSource = ["github", "gitlab", "kanboard", "vikunja"].contains { name.hasPrefix($0) }
    let arguments =
      ["import", Self.sample(name), "--add-columns"]
      + (mayLackSource ? ["--from", "acme/shop"] : [])
    let first = await pmgit.run(arguments)
    #expect(first.exitCode == 0, "\(first)")
    #expect(first.messages.contains("reads '"), "\(first)")
    let after = try await pmgit.repository.git("rev-parse", "pmgit/main")
    let second = await pmgit.run(arguments)
    #expect(second.messages.contains("nothing to import"), "\(second)")
    #expect(try await pmgit.repository.git("rev-parse", "pmgit/main") == after)
    try await pmgit("undo")
    #expect(try await pmgit("list") == "")
    #expect(tip != after)
  }

  @Test("What is not carried over is reported, and a dry run writes nothing")
  func losses() async throws {
    let pmgit = try await empty()
    let tip = try await pmgit.repository.git("rev-parse", "pmgit/main")
    let file = Self.sample("github.json")
    let result = await pmgit.run(["import", file, "--add-columns", "--dry-run"])
    #expect(result.exitCode == 0)
    let lines = result.messages.split(separator: "\n").map(String.init)
    #expect(lines.first?.hasSuffix("as GitHub issues") == true, "\(result)")
    #expect(lines.contains("warning: not carried over: 'isPinned' (1)"), "\(result)")
    #expect(try await pmgit.repository.git("rev-parse", "pmgit/main") == tip)
    let json = await pmgit.run(["import", file, "--add-columns", "--dry-run", "--json"])
    let from = try JSONReader.value(in: Array(json.output.utf8)).object?["from"]?.object
    #expect(from?["format"] == .string("github") && from?["plans"] == .number(3))
    let losses = from?["losses"]?.array?.compactMap { $0.object?["what"]?.string }
    #expect(losses?.contains("'isPinned'") == true)
  }

  @Test("A file that is not UTF-8 is refused, with its line and a command that converts it")
  func encoding() async throws {
    let pmgit = try await empty()
    let file = pmgit.repository.path + "/plans.csv"
    let bytes = Array("Title\nOne\nH".utf8) + [0xE9] + Array("llo\n".utf8)
    try Data(bytes).write(to: URL(filePath: file))
    let result = await pmgit.run(["import", file])
    #expect(result.exitCode == 1)
    #expect(result.messages.contains("is not UTF-8 on line 3"), "\(result)")
    #expect(result.messages.contains("iconv -f WINDOWS-1252 -t UTF-8"), "\(result)")
    #expect(try await pmgit("list") == "")
  }

  @Test("A list without the columns of a project keeps plans under way where they are")
  func keptColumns() async throws {
    let pmgit = try await empty()
    let issue = { (state: String, item: String) in
      #"[{"number":1,"title":"x","state":"\#(state)","url":"https://github.com/o/r/issues/1"\#(item)}]"#
    }
    let item = #","projectItems":[{"status":{"name":"Doing"},"title":"P"}]"#
    for members in [item, "", #","projectItems":[]"#] {
      let result = await pmgit.run(["import", "-"], input: issue("OPEN", members))
      #expect(result.exitCode == 0, "\(result)")
      #expect(try await pmgit("list", "state:doing").contains("x"), "\(members)")
    }
    _ = await pmgit.run(["import", "-"], input: issue("CLOSED", ""))
    #expect(try await pmgit("list", "state:done").contains("x"))
  }

  @Test("A wrong plan is named by its alias, and columns that are missing are named")
  func wrong() async throws {
    let pmgit = try await empty()
    let result = await pmgit.run(["import", Self.sample("github.json")])
    #expect(result.exitCode == 1)
    #expect(
      result.messages.contains("pmgit: github:acme/shop#12: state 'In progress' is not a column"),
      "\(result)")
    #expect(result.messages.contains("--add-columns"))
    #expect(try await pmgit("list") == "")
  }

  @Test("A file whose format is unknown, or not the given one, is refused with the formats")
  func unknown() async throws {
    let pmgit = try await empty()
    let text = try pmgit.repository.write("neither this nor that\n", to: "notes.bin")
    let unknown = await pmgit.run(["import", text])
    #expect(unknown.exitCode == 1 && unknown.messages.contains("no known format in '"))
    #expect(unknown.messages.contains("--format FORMAT"))
    #expect(unknown.messages.contains("github") && unknown.messages.contains("trello"))
    let table = try pmgit.repository.write("Summary;Who\nFix login;kim\n", to: "table.csv")
    let untitled = await pmgit.run(["import", table])
    #expect(untitled.exitCode == 1 && untitled.messages.contains("as in --map 'Summary=title'"))
    let wrong = await pmgit.run(["import", Self.sample("trello.json"), "--format", "github"])
    #expect(wrong.exitCode == 1 && wrong.messages.contains("as GitHub issues: expected"))
    let none = await pmgit.run(["import", text, "--format", "nonsense"])
    #expect(none.exitCode == 64 && none.messages.contains("'nonsense' is not a format"))
    let issues = #"[{"number":1,"title":"x","state":"OPEN"}]"#
    let nameless = await pmgit.run(["import", "-"], input: issues)
    #expect(nameless.exitCode == 1 && nameless.messages.contains("--from OWNER/REPO"))
    let named = await pmgit.run(["import", "-", "--from", "o/r"], input: issues)
    #expect(named.exitCode == 0 && named.messages.contains("'standard input' as GitHub issues"))
    #expect(try await pmgit("show", "github:o/r#1").contains("x"))
  }

  @Test(
    "pmgit's own lines are recognized first, and lines of scripts as before",
    arguments: [
      #"{"title":"x"}"#, #"{"board":{"title":"B"}}"# + "\n" + #"{"title":"x"}"#,
      #"{"title":"x","number":5,"aliases":["github:o/r#5"],"url":"https://example.com"}"#,
      #"{"title":"x","colour":"red"}"#, "\u{FEFF}\n" + #"{"title":"x","labels":["a"]}"#,
    ])
  func own(_ text: String) async throws {
    let pmgit = try await empty()
    let result = await pmgit.run(["import", "-"], input: text)
    #expect(result.exitCode == 0 && !result.messages.contains("reads '"), "\(result)")
    #expect(try await pmgit("list").contains("x"))
  }

  @Test("'--format pmgit' reads lines that look like another tool's")
  func forced() async throws {
    let pmgit = try await empty()
    let issue = #"{"number":1,"title":"x","url":"https://github.com/o/r/issues/1"}"#
    let result = await pmgit.run(["import", "-", "--format", "pmgit"], input: issue)
    #expect(result.exitCode == 0 && !result.messages.contains("reads '"), "\(result)")
  }

  @Test("A folder is read without following links, and a folder of nothing known is refused")
  func folders() async throws {
    let pmgit = try await empty()
    let outside = try pmgit.repository.write("secret", to: "outside.txt")
    let inside = try pmgit.repository.write("text", to: "folder/sub/a.bin")
    let folder = URL(filePath: inside).deletingLastPathComponent().deletingLastPathComponent()
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: folder.appending(path: "link.txt").path, withDestinationPath: outside)
    try files.createSymbolicLink(
      atPath: folder.appending(path: "sub/up").path, withDestinationPath: folder.path)
    let result = await pmgit.run(["import", folder.path])
    #expect(result.exitCode == 1, "\(result)")
    #expect(result.messages.contains("no known format in '"), "\(result)")
    let own = await pmgit.run(["import", folder.path, "--format", "pmgit"])
    #expect(own.exitCode == 64 && own.messages.contains("is a folder"), "\(own)")
  }

  @Test("A list of nothing imports nothing", arguments: ["[]", " [ ] \n", ""])
  func emptyList(_ input: String) async throws {
    let pmgit = try await empty()
    let result = await pmgit.run(["import", "-"], input: input)
    #expect(result.exitCode == 0 && result.messages == "nothing to import\n", "\(result)")
  }

  @Test("A name that a command would take for somebody known is kept, and reported")
  func namesake() async throws {
    let pmgit = try await empty()
    let table = try pmgit.repository.write(
      "title,assignees\nA,ada\nB,Ada Lovelace\nC,Nobody\nD,ADA\n", to: "people.csv")
    let result = await pmgit.run(["import", table])
    #expect(result.exitCode == 0)
    let notes = Lines.split(result.messages).filter { $0.contains("is a new person") }
    #expect(
      notes.count == 1 && notes[0].hasPrefix("note: 'ADA' is a new person, beside Ada Lovelace <"),
      "\(result)")
    #expect(result.messages.contains("pmgit people merge ADA "))
    // Once they are one person, nothing is left to report.
    try await pmgit("people", "merge", "ADA", "@me")
    #expect(try await pmgit("list", "assignee:none").split(separator: "\n").isEmpty)
    #expect(try await pmgit("list", "assignee:@me").split(separator: "\n").count == 3)
    #expect(!(await pmgit.run(["import", table]).messages.contains("new person")))
  }

  @Test("The name of an issue without that of its tracker suggests the alias")
  func nameWithoutTracker() async throws {
    let pmgit = try await empty()
    let table = "id,title\nAPP-1,Fix login\nAPP-11,Other\n"
    let file = try pmgit.repository.write(table, to: "table.csv")
    #expect(await pmgit.run(["import", file]).exitCode == 0)
    let result = await pmgit.run(["show", "app-1"])
    #expect(
      result.messages == """
        pmgit: no plan has the alias 'app-1'
        hint: did you mean 'csv:APP-1'?

        """)
    #expect(await pmgit.run(["show", "APP-2"]).messages.contains("no plan's id begins with"))
  }

  @Test("Columns with the names of other programs are found")
  func foreignColumns() async throws {
    let pmgit = try await empty()
    let header = "Title,Status,Assignee,Description,Tags,Due Date\n"
    let table = header + "Fix,Doing,Kim,Text,ui,2026-12-01\n"
    let file = try pmgit.repository.write(table, to: "table.csv")
    #expect(await pmgit.run(["import", file]).exitCode == 0)
    #expect(
      try await pmgit(
        "list", "state:doing", "assignee:Kim", "#ui", "due:2026-12-01", "body:Text"
      ).contains("Fix"))
    // A member's own column, and a field of the board, come first.
    let other = try await empty()
    try await other("field", "add", "status", "--kind", "text")
    let both = "title,Status,state,Description,body\nFix,good,doing,other,Text\n"
    let second = try other.repository.write(both, to: "table.csv")
    #expect(await other.run(["import", second]).exitCode == 0)
    let shown = try await other("list", "state:doing", "status:good", "body:Text")
    #expect(shown.contains("Fix"), "\(shown)")
  }

  @Test("The sign of a mention is no part of a name in a table")
  func mention() async throws {
    let pmgit = try await empty()
    let table = "title,assignees,owner\nFix,@nora,@kim\nOther,\"@nora,sam\",\n"
    let file = try pmgit.repository.write(table, to: "table.csv")
    #expect(await pmgit.run(["import", file]).exitCode == 0)
    let exported = try await pmgit("export")
    #expect(!exported.contains("@nora") && !exported.contains("@kim"), "\(exported)")
    #expect(try await pmgit("list", "assignee:nora").split(separator: "\n").count == 2)
  }

  @Test("A person whose name begins with @ is found by it, and can be merged as the hint writes")
  func nameWithSign() async throws {
    let pmgit = try await empty()
    let nora = "Nora New <nora@example.com>"
    let id = try await pmgit.add("A", "--assign", nora)
    let line = #"{"title":"B","assignees":["@nora"]}"#
    #expect(await pmgit.run(["import", "-"], input: line).exitCode == 0)
    let unclear = await pmgit.run(["edit", id, "--owner", "nora"])
    #expect(unclear.exitCode == 64)
    #expect(
      unclear.unbroken.contains("'pmgit people merge @nora \"\(nora)\"'"), "\(unclear)")
    try await pmgit("people", "merge", "@nora", nora)
    try await pmgit("edit", id, "--owner", "nora")
    #expect(try await pmgit("list", "assignee:nora").split(separator: "\n").count == 2)
  }

  @Test("An error names a row without an id by its title")
  func rowWithError() async throws {
    let pmgit = try await empty()
    let table = "title,state\nFix login,Nowhere\nOther,todo\n"
    let file = try pmgit.repository.write(table, to: "table.csv")
    let result = await pmgit.run(["import", file])
    #expect(result.exitCode == 1, "\(result)")
    #expect(result.messages.contains("pmgit: 'Fix login': state 'Nowhere'"), "\(result)")
  }

  @Test("'--from' is refused where the names of plans are the same everywhere")
  func origin() async throws {
    let pmgit = try await empty()
    let result = await pmgit.run(["import", Self.sample("trello.json"), "--from", "x"])
    #expect(result.exitCode == 64, "\(result)")
    #expect(result.messages.contains("'--from' is not for a Trello board"), "\(result)")
    let table = try pmgit.repository.write("id,title\n1,x\n", to: "table.csv")
    let numbers = await pmgit.run(["import", table])
    #expect(numbers.exitCode == 1 && numbers.messages.contains("'--from NAME'"), "\(numbers)")
    let named = await pmgit.run(["import", table, "--from", "app"])
    #expect(named.exitCode == 0, "\(named)")
    #expect(try await pmgit("show", "csv:app#1").contains("x"))
  }

  @Test("A file that suggests no settings says so, and '--add-columns' adds milestones")
  func settings() async throws {
    let pmgit = try await empty()
    let issue = { (members: String) in
      #"[{"number":1,"title":"x","state":"OPEN","url":"https://github.com/o/r/issues/1"\#(members)}]"#
    }
    let none = await pmgit.run(["import", "-", "--settings"], input: issue(""))
    #expect(none.exitCode == 1, "\(none)")
    #expect(none.messages.contains("GitHub issues without columns and milestones"), "\(none)")
    #expect(none.messages.contains("leave out '--settings'"), "\(none)")
    let milestone = issue(#","milestone":{"title":"v1","dueOn":"2026-12-01T00:00:00Z"}"#)
    let added = await pmgit.run(["import", "-", "--add-columns"], input: milestone)
    #expect(added.exitCode == 0, "\(added)")
    #expect(try await pmgit("milestone").contains("v1"))
  }

  private static func issue(_ number: Int, blockedBy other: Int?) -> String {
    let blockers = other.map { #"{"number":\#($0)}"# } ?? ""
    return """
      {"number":\(number),"title":"Issue \(number)","state":"OPEN","parent":null,\
      "url":"https://github.com/o/r/issues/\(number)","blockedBy":[\(blockers)]}
      """
  }

  @Test("A dependency that was turned round in the source is turned round here")
  func turned() async throws {
    let pmgit = try await empty()
    let before = "[\(Self.issue(1, blockedBy: 2)),\(Self.issue(2, blockedBy: nil))]"
    let after = "[\(Self.issue(1, blockedBy: nil)),\(Self.issue(2, blockedBy: 1))]"
    for issues in [before, after, after] {
      let result = await pmgit.run(["import", "-"], input: issues)
      #expect(result.exitCode == 0, "\(result)")
      #expect(!result.messages.contains("cycle"), "\(result)")
    }
    let one = try await pmgit("show", "github:o/r#1")
    let two = try await pmgit("show", "github:o/r#2")
    #expect(!one.contains("blocked-by") && two.contains("blocked-by"))
  }

  @Test("A link of the source that closes a cycle with a link here is left out, until that is gone")
  func closing() async throws {
    let pmgit = try await empty()
    let before = "[\(Self.issue(1, blockedBy: nil)),\(Self.issue(2, blockedBy: nil))]"
    let after = "[\(Self.issue(1, blockedBy: nil)),\(Self.issue(2, blockedBy: 1))]"
    #expect(await pmgit.run(["import", "-"], input: before).exitCode == 0)
    try await pmgit("edit", "github:o/r#1", "--link", "blocked-by:github:o/r#2")
    let left = await pmgit.run(["import", "-"], input: after)
    #expect(left.exitCode == 0, "\(left)")
    #expect(left.messages.contains("left out 1 link of the source that would close"), "\(left)")
    #expect(!(try await pmgit("show", "github:o/r#2").contains("blocked-by")))
    let again = await pmgit.run(["import", "-"], input: after)
    #expect(again.messages.contains("left out 1 link"), "\(again)")
    #expect(again.messages.contains("nothing to import"), "\(again)")
    try await pmgit("edit", "github:o/r#1", "--no-link", "blocked-by:github:o/r#2")
    #expect(await pmgit.run(["import", "-"], input: after).exitCode == 0)
    #expect(try await pmgit("show", "github:o/r#2").contains("blocked-by"))
  }

  @Test("A folder is taken for Org only by files in itself, or on request")
  func deepFolder() async throws {
    let pmgit = try await empty()
    let path = try pmgit.repository.write("* TODO One\n", to: "notes/deep/a.org")
    let folder = URL(filePath: path).deletingLastPathComponent().deletingLastPathComponent().path
    let unknown = await pmgit.run(["import", folder])
    #expect(unknown.exitCode != 0 && unknown.messages.contains("no known format"), "\(unknown)")
    let asked = await pmgit.run(["import", folder, "--format", "org"])
    #expect(asked.messages.contains("imported 1 new"), "\(asked)")
    try pmgit.repository.write("* TODO Two\n", to: "notes/b.org")
    let found = await pmgit.run(["import", folder])
    #expect(found.messages.contains("imported 1 new, 0 updated, 1 unchanged"), "\(found)")
  }

  @Test("A folder is read with names that are not UTF-8, and without files of other kinds")
  func namesOfFiles() async throws {
    let pmgit = try await empty()
    let first = try pmgit.repository.write("* TODO One\n", to: "notes/a.org")
    let folder = URL(filePath: first).deletingLastPathComponent()
    let name: [UInt8] = Array("caf".utf8) + [0xE9] + Array(".org".utf8)
    let path = Array(folder.path.utf8) + [UInt8(ascii: "/")] + name + [0]
    let descriptor = open(path.map { CChar(bitPattern: $0) }, O_WRONLY | O_CREAT, 0o644)
    try #require(descriptor >= 0)
    _ = Array("* TODO Two\n".utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
    // A video that is longer than an import reads.
    let video = folder.appending(path: "video.mp4").path
    #expect(FileManager.default.createFile(atPath: video, contents: nil))
    let handle = try #require(FileHandle(forWritingAtPath: video))
    try handle.truncate(atOffset: 1 << 30)
    try handle.close()
    let result = await pmgit.run(["import", folder.path])
    #expect(result.exitCode == 0 && result.messages.contains("imported 2 new"), "\(result)")
  }
}
