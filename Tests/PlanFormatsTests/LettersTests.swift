import PmgitTestSupport
import Testing

@testable import PlanFormats
@testable import PlanModel

/// Imports of files whose names are written in other letters.
@Suite("Names of sources in other letters")
struct LettersTests {
  /// The sources without a row in `AliasKey.letters`, whose names are compared exactly.
  private static let exact: Set<String> = []

  private static func isDecided(_ alias: String) -> Bool {
    let source = String(alias.prefix { $0 != ":" })
    return AliasKey.letters[source] != nil || exact.contains(source)
  }

  @Test("How names are compared is decided for every format", arguments: ToolFixture.all)
  func decided(fixture: ToolFixture) throws {
    for alias in try fixture.plans().aliases { #expect(Self.isDecided(alias)) }
  }

  @Test("How names are compared is decided for every sample", arguments: Sample.all)
  func decidedForSamples(sample: Sample) throws {
    for alias in try sample.plans().aliases { #expect(Self.isDecided(alias)) }
  }

  /// Returns lines with other letters in all aliases and in links to them.
  private static func respelled(_ lines: [UInt8]) throws -> (bytes: [UInt8], isSame: Bool) {
    var isSame = true
    let texts = try lines.split(separator: 0x0A).map { line -> String in
      var object = try #require(try JSONReader.value(in: Array(line)).object)
      let aliases = object["aliases"]?.array?.compactMap(\.string).map(swapped) ?? []
      if !aliases.isEmpty {
        let old = object["aliases"]?.array?.compactMap(\.string) ?? []
        isSame = isSame && zip(old, aliases).allSatisfy { AliasKey($0) == AliasKey($1) }
        object["aliases"] = .strings(aliases)
      }
      if let links = object["links"]?.array?.compactMap(\.string) {
        object["links"] = .strings(
          links.map { text in
            guard let link = Link(text), PlanID(link.target) == nil else { return text }
            return "\(link.kind):\(swapped(link.target))"
          })
      }
      return CanonicalJSON.line(of: .object(object))
    }
    return (Array(texts.joined(separator: "\n").utf8), isSame)
  }

  /// Returns an alias with its name in other letters.
  private static func swapped(_ alias: String) -> String {
    guard let colon = alias.firstIndex(of: ":") else { return alias }
    let name = alias[colon...].map { letter -> String in
      let text = String(letter)
      guard letter.isASCII else { return text }
      return letter.isUppercase ? text.lowercased() : text.uppercased()
    }
    return alias[..<colon] + name.joined()
  }

  private func expectSamePlans(_ lines: [UInt8], board base: Board) throws {
    var board = FilledBoard()
    board.board = base
    try board.importLines(lines)
    let (files, count) = (board.files, board.plans.count)
    let (other, isSame) = try Self.respelled(lines)
    try board.importLines(other)
    if isSame {
      #expect(board.plans.count == count)
      #expect(board.files == files)
    }
    try board.importLines(lines)
    if isSame { #expect(board.files == files) }
    var twin = FilledBoard()
    twin.board = base
    try twin.importLines(other)
    if isSame { #expect(Set(twin.plans.map(\.id)) == Set(board.plans.map(\.id))) }
  }

  @Test("A file in other letters changes nothing, in any format", arguments: ToolFixture.all)
  func tools(fixture: ToolFixture) throws {
    try expectSamePlans(try fixture.plans().lines, board: ToolFixture.board)
  }

  @Test("A sample in other letters changes nothing", arguments: Sample.all)
  func samples(sample: Sample) throws {
    try expectSamePlans(try sample.plans().lines, board: Sample.board)
  }

  private static func issue(_ owner: String, _ number: Int, _ members: String = "") -> String {
    """
    {"number":\(number),"title":"Issue \(number)","state":"OPEN","createdAt":"2026-01-01T00:00:00Z",\
    "url":"https://github.com/\(owner)/issues/\(number)"\(members)}
    """
  }

  @Test("Links between issues stay when the letters of their repository change")
  func links() throws {
    var board = FilledBoard()
    for owner in ["Ferns/Shop", "ferns/shop", "FERNS/SHOP", "Ferns/Shop"] {
      let link =
        #","parent":null,"blockedBy":[{"number":2,"url":"https://github.com/\#(owner)/issues/2"}]"#
      let list = "[\(Self.issue(owner, 1, link)),\(Self.issue(owner, 2))]"
      try board.importLines(try plans(.github, "x.json", list).lines)
      #expect(board.plans.count == 2)
      let first = try #require(board.plans.first { $0.title == "Issue 1" })
      let second = try #require(board.plans.first { $0.title == "Issue 2" })
      #expect(first.links.map(\.description) == ["blocked-by:\(second.id)"], "\(owner)")
      #expect(first.aliases == ["github:Ferns/Shop#1"])
    }
    let list = #"[\#(Self.issue("ferns/shop", 1, #","parent":null,"blockedBy":[]"#))]"#
    try board.importLines(try plans(.github, "x.json", list).lines)
    #expect(board.plans.allSatisfy { $0.links.isEmpty })
  }

  @Test("What was changed here stays when a source changes its letters")
  func memory() throws {
    var board = FilledBoard()
    let list = { (owner: String) in
      try plans(.github, "x.json", "[\(Self.issue(owner, 1))]").lines
    }
    try board.importLines(try list("Ferns/Shop"))
    let id = try #require(board.plans.first?.id)
    board.edit(id, [.title("Mine")])
    try board.importLines(try list("ferns/shop"))
    #expect(board.plans.map(\.title) == ["Mine"])
    #expect(board.plans[0].conflicts.isEmpty)
    #expect(board.plans[0].isKnown(as: "github:FERNS/shop#1"))
  }

  @Test("Two records of one file that differ by case only are one plan where their source says so")
  func records() throws {
    let task = { (id: String) in
      ("tasks/\(id) - x.md", "---\nid: \(id)\ntitle: x\nstatus: To Do\n---\n")
    }
    let backlog = try plans(.backlogMD, folder: [task("task-1"), task("TASK-1")])
    #expect(backlog.count == 1)
    #expect(backlog.losses == ["records with the name of another one": 1])
    let cards = ["aB", "ab"].map {
      #"{"id":"c\#($0)","shortLink":"\#($0)","name":"x","idList":"l"}"#
    }
    let text = #"{"lists":[{"id":"l","name":"L"}],"cards":[\#(cards.joined(separator: ","))]}"#
    #expect(try plans(.trello, "x.json", text).count == 2)
  }

  @Test("What a source no longer has is closed, in whatever letters it writes its names")
  func missing() throws {
    var board = FilledBoard()
    let task = { (id: String) in
      ("tasks/\(id) - x.md", "---\nid: \(id)\ntitle: x\nstatus: To Do\n---\n")
    }
    try board.importLines(try plans(.backlogMD, folder: [task("task-1"), task("task-2")]).lines)
    let lines = try plans(.backlogMD, folder: [task("TASK-1")]).lines
    let file = ImportFile(lines, board: board.board, me: "", keepsUnknownStates: true)
    var random = SeededGenerator(seed: 1)
    let steps = try ImportSteps(
      of: file.headings, problems: [], existing: board.plans, board: board.board,
      restoresDeleted: false, now: ToolFixture.now, person: "", using: &random)
    let done = try #require(board.board.columns.first { $0.kind == .done })
    let closed = try steps.closeMissing(in: done, on: board.board)
    let second = try #require(board.plans.first { $0.aliases == ["backlog:task-2"] })
    #expect(closed.map(\.id) == [second.id])
  }
}
