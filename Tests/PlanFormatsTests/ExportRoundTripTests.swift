import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanFormats

@Suite("Exports that are imported again")
struct ExportRoundTripTests {
  /// The formats that carry enough, each with its reader.
  private static let formats: [(ExportFormat, TrackerFormat)] = [
    (.todoTxt, .todoTxt), (.taskwarrior, .taskwarrior), (.csv, .csv),
  ]

  /// Returns plans like those of a real board, and some whose texts look like syntax.
  private static func documents(seed: UInt64) -> [PlanID: PlanDocument] {
    var edits = RandomPlanEdits(seed: seed)
    var documents: [PlanID: PlanDocument] = [:]
    for _ in 0..<4 {
      let id = PlanID.random(using: &edits.random)
      var document = edits.plan(id)
      document.apply(trickyEdits(&edits.random, documents.keys.sorted()), stamp: edits.stamp())
      if !Plan(document, id: id).isDeleted { documents[id] = document }
    }
    return documents
  }

  private static func trickyEdits(
    _ random: inout SeededGenerator, _ others: [PlanID]
  ) -> [Edit] {
    let titles = [
      "x done", "(A) urgent", "2026-12-01 due", "+tag @who due:2026-12-01", "pmgit:k7m2q9x4t1ab x",
      "50% of %20 and %2", "=SUM(A1)", "'=x", "a, b; \"c\"", "two   spaces", "로그인 👩‍👩‍👧", "-", "%",
      "e\u{301}", "a:b", "http://a.b/c?d=e",
    ]
    let labels = ["@home", "+x", "needs design", "a,b", "%41", "bug", "=1", "@", "한글", "a:b"]
    var edits: [Edit] = []
    if random.chance(70) { edits.append(.title(random.pick(titles))) }
    for _ in 0..<random.number(below: 3) { edits.append(.add(random.pick(labels), to: .labels)) }
    if random.chance(30) { edits.append(.add("gh:o/r #\(others.count)", to: .aliases)) }
    if random.chance(30) { edits.append(.add("A, B <a@b.c>", to: .assignees)) }
    if random.chance(30) { edits.append(.estimate(JSONNumber("0.50"))) }
    if random.chance(30) { edits.append(PlanField.start.write(.string("2026-11-20"))) }
    if random.chance(30), let other = others.randomElement(using: &random) {
      edits.append(.add("\(random.pick(Link.knownKinds)):\(other)", to: .links))
    }
    if random.chance(20) { edits.append(.add("relates:gh:x y", to: .links)) }
    if random.chance(20) {
      let rule = random.pick(["every week", "every 3 days from done", "every month on 31"])
      edits.append(PlanField.repeat.write(.string(rule)))
    }
    return edits
  }

  private static func read(
    _ formats: (ExportFormat, TrackerFormat), _ plans: [Plan], _ board: Board
  ) throws -> [UInt8] {
    let clocks = LocalClocks(minutesAheadOfUTC: 540)
    let export = PlanExport(
      plans, board: board, title: "App", now: ToolFixture.now, clocks: clocks)
    let bytes = Array(formats.0.text(of: export).utf8)
    let source = TrackerSource(name: "standard input", bytes: bytes)
    if !plans.isEmpty {
      #expect(TrackerFormat.recognizing(source).map(\.id) == [formats.1.id])
    }
    let options = FormatOptions(clocks: clocks, now: ToolFixture.now, board: board)
    return try formats.1.plans(of: source, options).lines
  }

  @Test("Importing an export changes nothing", arguments: Seeds.batches(100, of: 10))
  func unchanged(seeds: [UInt64]) throws {
    for seed in seeds {
      for formats in Self.formats {
        var board = FilledBoard(Self.documents(seed: seed))
        guard !board.documents.isEmpty else { continue }
        let files = board.files
        try board.importLines(try Self.read(formats, board.plans, board.board))
        #expect(board.files == files, "\(formats.1.id), seed \(seed)")
      }
    }
  }

  @Test("Another board gets the same plans", arguments: Seeds.batches(100, of: 10))
  func carried(seeds: [UInt64]) throws {
    for seed in seeds {
      let source = FilledBoard(Self.documents(seed: seed))
      guard !source.documents.isEmpty else { continue }
      for formats in Self.formats {
        var board = FilledBoard()
        try board.importLines(try Self.read(formats, source.plans, board.board))
        for (plan, copy) in zip(source.plans, board.plans) {
          expectSame(plan, copy, "\(formats.1.id), seed \(seed)")
        }
        #expect(board.plans.count == source.plans.count)
      }
    }
  }

  private func expectSame(_ plan: Plan, _ copy: Plan, _ note: Testing.Comment) {
    #expect(copy.id == plan.id, note)
    #expect(copy.title == plan.title, note)
    #expect(copy.state == plan.state, note)
    for property in PlanProperty.all where property.field != .lease {
      #expect(property.value(of: copy) == property.value(of: plan), note)
    }
    #expect(Set(copy.labels) == Set(plan.labels), note)
    #expect(Set(copy.assignees) == Set(plan.assignees), note)
    #expect(Set(copy.aliases) == Set(plan.aliases), note)
    #expect(Set(copy.links) == Set(plan.links), note)
    let day = { (plan: Plan) in
      plan.created?.at.map { LocalClocks(minutesAheadOfUTC: 540).day(of: $0) }
    }
    #expect(day(copy) == day(plan), note)
  }
}
