import PmgitTestSupport
import Testing

@testable import PlanFormats
@testable import PlanModel

/// A file that was exported, while others go on changing the board.
@Suite("Importing an old export")
struct OldExportTests {
  private static let formats: [(ExportFormat, TrackerFormat)] = [
    (.todoTxt, .todoTxt), (.taskwarrior, .taskwarrior), (.csv, .csv),
  ]
  private static let commit = "0123456789abcdef0123456789abcdef01234567"

  private static func export(_ format: ExportFormat, _ plans: [Plan]) -> String {
    format.text(
      of: PlanExport(
        plans, board: ToolFixture.board, title: "App", now: ToolFixture.now,
        clocks: LocalClocks(minutesAheadOfUTC: 60), commit: commit))
  }

  private static func read(_ format: TrackerFormat, _ text: String) throws -> TrackerPlans {
    try plans(format, "standard input", text)
  }

  /// Returns plans with titles that no text of a file has by chance.
  private static func documents(seed: UInt64) -> [PlanID: PlanDocument] {
    var edits = RandomPlanEdits(seed: seed)
    var documents: [PlanID: PlanDocument] = [:]
    for number in 0..<4 {
      let id = PlanID.random(using: &edits.random)
      var document = edits.plan(id)
      document.apply([.title("Alpha\(number)"), .state("todo")], stamp: edits.stamp())
      if !Plan(document, id: id).isDeleted { documents[id] = document }
    }
    return documents
  }

  @Test("Each plan of an export has the commit that was exported")
  func commits() throws {
    let plan = ExportFormatTests.plan()
    for (export, format) in Self.formats {
      let found = try Self.read(format, Self.export(export, [plan]))
      #expect(found.exported.map(\.plan) == [plan.id], "\(format.id)")
      #expect(found.exported.map(\.commit) == ["0123456789abcdef"], "\(format.id)")
      #expect(found.texts("title") == [["Fix login"]], "\(format.id)")
    }
    let odd = "id,title,pmgit-at\nk7m2q9x4t1ab,x,--help\n"
    let found = try Self.read(.csv, odd)
    #expect(found.exported.map(\.commit) == [nil])
    #expect(found.losses == ["values of 'pmgit-at' that are not a commit": 1])
  }

  @Test(
    "What others changed since the export stays, and a line that was changed is taken",
    arguments: Seeds.batches(60, of: 10))
  func nothingIsReverted(seeds: [UInt64]) throws {
    for seed in seeds {
      for (export, format) in Self.formats {
        let old = Self.documents(seed: seed)
        guard let mine = old.keys.sorted().first else { continue }
        var edits = RandomPlanEdits(seed: seed &+ 1000)
        var now = old
        for (id, document) in old where id != mine {
          now[id]?.apply(edits.change(of: document), stamp: edits.stamp())
        }
        var board = FilledBoard(now)
        let files = board.files
        let title = try #require(old[mine].map { Plan($0, id: mine).title })
        let plans = old.map { Plan($1, id: $0) }.sorted { $0.id < $1.id }
        let text = Self.export(export, plans).replacing(title, with: "Omega")
        let bases = old.mapValues { ImportBase(document: $0) }
        try board.importLines(try Self.read(format, text).lines, bases: bases)
        for (id, file) in board.files where id != mine {
          #expect(file == files[id], "\(format.id), seed \(seed)")
        }
        #expect(board.plans.first { $0.id == mine }?.title == "Omega")
        // The same file again has no news.
        let after = board.files
        try board.importLines(try Self.read(format, text).lines, bases: bases)
        #expect(board.files == after, "\(format.id), seed \(seed)")
      }
    }
  }

  private static func changed(_ edits: [Edit]) throws -> FilledBoard {
    let old = documents(seed: 3)
    let id = try #require(old.keys.sorted().first)
    var now = old
    now[id]?.apply(edits, stamp: Stamp("2026-11-20T10:00:00.000Z~mine0"))
    return FilledBoard(now)
  }

  @Test("A value that was changed in the file and here is in conflict, and stays decided")
  func conflict() throws {
    let old = Self.documents(seed: 3)
    let id = try #require(old.keys.sorted().first)
    var board = try Self.changed([.title("Mine")])
    let plan = try #require(old[id].map { Plan($0, id: id) })
    let text = Self.export(.todoTxt, [plan]).replacing(plan.title, with: "Theirs")
    let lines = try Self.read(.todoTxt, text).lines
    var base = ImportBase(document: old[id])
    try board.importLines(lines, bases: [id: base])
    let found = try #require(board.plans.first { $0.id == id }?.conflicts.first)
    #expect(Set(found.values.map(\.value)) == [.string("Mine"), .string("Theirs")])
    // Somebody has decided for the title here, and the same file comes again.
    board = try Self.changed([.title("Mine")])
    base.past = [PlanField.title.path: [.string("Mine"), .string("Theirs")]]
    let files = board.files
    try board.importLines(lines, bases: [id: base])
    #expect(board.files == files)
  }

  @Test("If the export's commit is not known, only values that the plan never had are taken")
  func unknownBase() throws {
    let old = Self.documents(seed: 3)
    let id = try #require(old.keys.sorted().first)
    let plan = try #require(old[id].map { Plan($0, id: id) })
    var board = try Self.changed([.title("Mine"), .state("doing")])
    let past: ImportBase.Values = [
      PlanField.title.path: [.string(plan.title), .string("Mine")],
      PlanField.state.path: [.string("todo"), .string("doing")],
    ]
    let base = ImportBase(document: nil, past: past)
    let files = board.files
    let text = Self.export(.csv, [plan])
    try board.importLines(try Self.read(.csv, text).lines, bases: [id: base])
    #expect(board.files == files)
    let edited = text.replacing(plan.title, with: "New")
    try board.importLines(try Self.read(.csv, edited).lines, bases: [id: base])
    let after = try #require(board.plans.first { $0.id == id })
    #expect(after.title == "New" && after.state == "doing")
  }

  @Test("A comment and a line that were removed here since the export do not come back")
  func removedItems() throws {
    let old = Self.documents(seed: 3)
    let id = try #require(old.keys.sorted().first)
    var full = try #require(old[id])
    let time = Timestamp("2026-11-02T10:00:00Z") ?? Timestamp(seconds: 0)
    full.apply(
      Edit.comment("c1", text: ["Said"], at: time, by: "Ada")
        + Edit.checklistItem("i1", text: "Step", rank: "a0"),
      stamp: Stamp("2026-11-19T10:00:00.000Z~full0"))
    var less = full
    for (list, item) in [("comments", "c1"), ("checklist", "i1")] as [(ExactString, ExactString)] {
      less.apply(
        [less.removal(ofItem: item, in: list)], stamp: Stamp("2026-11-20T10:00:00.000Z~less0"))
    }
    for (export, format) in Self.formats {
      var board = FilledBoard([id: less])
      let files = board.files
      let text = Self.export(export, [Plan(full, id: id)])
      try board.importLines(
        try Self.read(format, text).lines, bases: [id: ImportBase(document: full)])
      #expect(board.files == files, "\(format.id)")
    }
  }
}
