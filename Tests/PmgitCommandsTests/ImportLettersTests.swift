import Foundation
import PlanModel
import PmgitTestSupport
import Testing

@Suite("'import' of names in other letters, and of other bytes")
struct ImportLettersTests {
  private static func issue(_ repository: String) -> String {
    """
    [{"number":1,"title":"Water","body":"","state":"OPEN","labels":[],\
    "createdAt":"2026-01-01T00:00:00Z","url":"https://github.com/\(repository)/issues/1"}]
    """
  }

  @Test("A plan is found by its name in any letters of its source, also in the index and in links")
  func names() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("import", "-", "--format", "github", input: Self.issue("Ferns/Shop"))
    let id = PlanID.imported(as: "github:ferns/shop#1").text
    for name in ["github:ferns/shop#1", "github:FERNS/SHOP#1", "GitHub:Ferns/Shop#1"] {
      let shown = await pmgit.run(["show", name])
      #expect(shown.output.contains(id), "\(shown)")
      #expect(shown.messages == "", "\(shown)")
    }
    let other = try await pmgit.add("Rain barrel", "--link", "blocked-by:github:FERNS/shop#1")
    let found = try await pmgit("export", "link:blocked-by:github:ferns/SHOP#1")
    #expect(found.contains(other) && found.contains("blocked-by:\(id)"))
    #expect(await pmgit.run(["show", "github:ferns/shop#2"]).exitCode != 0)
    let again = await pmgit.run(
      ["import", "-", "--format", "github"], input: Self.issue("ferns/shop"))
    #expect(again.messages.contains("nothing to import: 1 plan unchanged"), "\(again)")
    try await pmgit("edit", id, "--no-alias", "github:FERNS/shop#1")
    #expect(await pmgit.run(["show", "github:ferns/shop#1"]).exitCode != 0)
  }

  @Test("'--close-missing' spares a plan whose name the source writes in other letters")
  func closeMissing() async throws {
    let pmgit = try await CommandRunner.withBoard()
    for id in ["task-1", "task-2"] {
      try pmgit.repository.write(
        "---\nid: \(id)\ntitle: \(id)\nstatus: To Do\n---\nx\n", to: "backlog/tasks/\(id) - x.md")
    }
    let folder = pmgit.repository.folder + "/backlog"
    try await pmgit("import", folder)
    try await pmgit("comment", "backlog:TASK-1", "-m", "done by hand")
    try pmgit.repository.write(
      "---\nid: TASK-1\ntitle: task-1\nstatus: To Do\n---\nx\n", to: "backlog/tasks/task-1 - x.md")
    try FileManager.default.removeItem(
      atPath: folder + "/tasks/task-2 - x.md")
    try await pmgit("import", folder, "--close-missing")
    let titles = try await pmgit("list", "--fields", "title", "--json")
    #expect(titles.contains("task-1") && !titles.contains("task-2"))
  }

  @Test("The hint of an import says which columns got which kind")
  func kinds() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let names = ["Ideas", "Build", "Erledigt", "Parking lot"]
    let lists = names.enumerated().map { #"{"id":"l\#($0)","name":"\#($1)","pos":\#($0)}"# }
    let cards = names.indices.map {
      #"{"id":"c\#($0)","shortLink":"s\#($0)","name":"Card \#($0)","idList":"l\#($0)"}"#
    }
    let board =
      #"{"lists":[\#(lists.joined(separator: ","))],"cards":[\#(cards.joined(separator: ","))]}"#
    let result = await pmgit.run(["import", "-", "--add-columns"], input: board)
    #expect(
      result.unbroken.contains(
        "hint: kind todo: ideas; kind doing: build, parking-lot; kind done: erledigt; "
          + "for another kind, run 'pmgit column edit ideas --kind done'"), "\(result)")
    let open = try await pmgit("list", "--json")
    for number in [0, 1, 3] { #expect(open.contains("Card \(number)")) }
    #expect(!open.contains("Card 2"))
  }

  @Test("The hint of an import offers a kind that the added column does not have")
  func otherKind() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let board = #"""
      {"lists":[{"id":"l0","name":"Erledigt","pos":0}],
       "cards":[{"id":"c0","shortLink":"s0","name":"Card","idList":"l0"}]}
      """#
    let result = await pmgit.run(["import", "-", "--add-columns"], input: board)
    #expect(
      result.unbroken.contains(
        "kind done: erledigt; "
          + "for another kind, run 'pmgit column edit erledigt --kind doing'"), "\(result)")
  }

  @Test("Columns without a Latin letter are added, with their titles, and found again")
  func otherScripts() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let names = ["할 일", "진행 중", "הושלם"]
    let lists = names.enumerated().map { #"{"id":"l\#($0)","name":"\#($1)","pos":\#($0)}"# }
    let cards = names.indices.map {
      #"{"id":"c\#($0)","shortLink":"s\#($0)","name":"Card \#($0)","idList":"l\#($0)"}"#
    }
    let board =
      #"{"lists":[\#(lists.joined(separator: ","))],"cards":[\#(cards.joined(separator: ","))]}"#
    let result = await pmgit.run(["import", "-", "--add-columns"], input: board)
    #expect(result.exitCode == 0 && result.messages.contains("imported 3 new"), "\(result)")
    let settings = try await pmgit("config")
    for name in names { #expect(settings.contains("\t\(name) ("), "\(settings)") }
    let again = await pmgit.run(["import", "-", "--add-columns"], input: board)
    #expect(again.messages.contains("nothing to import"), "\(again)")
    try await pmgit("move", "Card 0", "진행 중")
  }

  @Test("JSON Lines of pmgit are read in UTF-16 of both orders, with a mark and without")
  func wide() async throws {
    let text = "{\"title\":\"Water the f\u{e9}rns 🌿\"}\n{\"title\":\"Sweep\"}\n"
    var (little, big): ([UInt8], [UInt8]) = ([], [])
    for unit in text.utf16 {
      little += [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      big += [UInt8(unit >> 8), UInt8(unit & 0xFF)]
    }
    for bytes in [[0xFF, 0xFE] + little, [0xFE, 0xFF] + big, little, big] {
      for format in [[], ["--format", "pmgit"]] {
        let pmgit = try await CommandRunner.withBoard()
        let file = pmgit.repository.path + "/plans.jsonl"
        try Data(bytes).write(to: URL(filePath: file))
        let result = await pmgit.run(["import", file] + format)
        #expect(result.exitCode == 0, "\(result)")
        #expect(try await pmgit("list").contains("Water the f\u{e9}rns 🌿"))
      }
    }
  }

  @Test("A faulty line in UTF-16 is named by its number")
  func wideFault() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let text = "{\"title\":\"A\"}\n{\"title\":7}\n"
    var bytes: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    let file = pmgit.repository.path + "/plans.jsonl"
    try Data(bytes).write(to: URL(filePath: file))
    let result = await pmgit.run(["import", file])
    #expect(result.exitCode != 0 && result.messages.contains("line 2"), "\(result)")
  }
}
