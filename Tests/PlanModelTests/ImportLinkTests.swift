@testable import PlanModel
import PmgitTestSupport
import Testing

@Suite("Links of imports")
struct ImportLinkTests {
  static let first = #"{"title":"A","aliases":["gh:1"],"links":["blocked-by:gh:2"]}"#
  static let second = #"{"title":"B","aliases":["gh:2"]}"#

  @Test(
    "A link to an alias becomes one to the plan that has it, whichever file comes first",
    arguments: [[0, 1], [1, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1]])
  func orders(order: [Int]) throws {
    var board = ImportedBoard()
    for file in order { try board.importLines([[Self.first, Self.second][file]]) }
    #expect(board.linksByTitle == ["A": ["blocked-by:B"], "B": []])
  }

  @Test("A link of a plan that no line is about is named, and made in the import of its target")
  func relinked() throws {
    var board = ImportedBoard()
    let before = try board.importLines([Self.first])
    #expect(before.danglingLinks.map(\.link.description) == ["blocked-by:gh:2"])
    let plan = try board.importLines([Self.second])
    #expect(plan.relinked.map(\.id) == before.steps.map(\.id))
  }

  @Test("An alias that somebody gave by hand is found when the link is imported again")
  func aliasByHand() throws {
    var board = ImportedBoard()
    try board.importLines([Self.first, #"{"title":"B"}"#])
    let id = try #require(board.plans.first { $0.title == "B" }).id
    board.documents[id]?.apply([.add("gh:2", to: .aliases)], stamp: Stamp("x"))
    try board.importLines([Self.first])
    #expect(board.linksByTitle["A"] == ["blocked-by:B"])
  }

  @Test("An import of neither end of a link leaves the link as it is")
  func unrelated() throws {
    var board = ImportedBoard()
    try board.importLines([Self.first, #"{"title":"B"}"#])
    let id = try #require(board.plans.first { $0.title == "B" }).id
    board.documents[id]?.apply([.add("gh:2", to: .aliases)], stamp: Stamp("x"))
    let plan = try board.importLines([#"{"title":"C","aliases":["gh:3"]}"#])
    #expect(plan.relinked.isEmpty)
  }

  @Test("A deleted plan keeps its links: it would be back")
  func deleted() throws {
    var board = ImportedBoard()
    let id = try board.importLines([Self.first]).steps[0].id
    board.delete(id)
    try board.importLines([Self.second])
    #expect(board.plans.first { $0.id == id }?.isDeleted == true)
  }

  @Test("A link to a commit is no link to a plan, and an id is one before an alias")
  func others() throws {
    var board = ImportedBoard()
    let plan = try board.importLines([
      #"{"id":"k7m2q9x4t1ab","title":"A","links":["commit:gh:2","relates:a00000000000"]}"#,
      #"{"title":"B","aliases":["gh:2","a00000000000"]}"#, #"{"id":"a00000000000","title":"C"}"#,
    ])
    #expect(plan.danglingLinks.isEmpty)
    let links = board.plans.first { $0.title == "A" }?.links.map(\.description)
    #expect(links == ["commit:gh:2", "relates:a00000000000"])
  }

  @Test(
    "Linked lines come to the same links in every split and order",
    arguments: 0..<200 as Range<UInt64>)
  func splits(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let count = 2 + random.number(below: 12)
    let lines = (0..<count).map { number in
      let links = (0..<random.number(below: 4)).map { _ in
        "\"\(random.pick(Link.knownKinds)):gh:\(random.number(below: count + 2))\""
      }
      return """
        {"title":"\(number)","aliases":["gh:\(number)"],"links":[\(links.joined(separator: ","))]}
        """
    }
    var whole = ImportedBoard()
    try whole.importLines(lines)

    var files = Array(repeating: [String](), count: 1 + random.number(below: 4))
    for line in lines { files[random.number(below: files.count)].append(line) }
    var order = Array(files.indices)
    for _ in 0..<random.number(below: 3) { order.append(random.number(below: files.count)) }
    order.shuffle(using: &random)
    var split = ImportedBoard()
    for file in order { try split.importLines(files[file]) }
    #expect(split.linksByTitle == whole.linksByTitle, "seed \(seed)")

    let before = split.files
    for file in order { try split.importLines(files[file]) }
    #expect(split.files == before, "seed \(seed)")
  }
}

extension ImportedBoard {
  /// Returns the links of each plan, with titles instead of plan ids.
  fileprivate var linksByTitle: [String: Set<String>] {
    let titles = Dictionary(uniqueKeysWithValues: plans.map { ($0.id.text, $0.title) })
    let named = plans.map { plan in
      (plan.title, Set(plan.links.map { "\($0.kind):\(titles[$0.target] ?? $0.target)" }))
    }
    return Dictionary(uniqueKeysWithValues: named)
  }

  mutating func delete(_ id: PlanID) {
    guard let document = documents[id] else { return }
    let at = Timestamp(milliseconds: Self.now.milliseconds + 500_000)
    documents[id]?.apply(
      [document.deletion(at: at, by: "Dev")], stamp: Stamp(ExactString("\(at)~aaaaa")))
  }
}
