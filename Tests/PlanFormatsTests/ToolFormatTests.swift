import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanFormats

@Suite("Files of tools without a server")
struct ToolFormatTests {
  @Test("A fixture becomes exactly these lines, and loses exactly this", arguments: ToolFixture.all)
  func lines(fixture: ToolFixture) throws {
    let plans = try fixture.plans()
    let lines = String(decoding: plans.lines, as: UTF8.self)
    #expect(lines == fixture.lines + "\n")
    let losses = plans.losses.map { ($0.key.text, $0.value) }
    #expect(Dictionary(uniqueKeysWithValues: losses) == fixture.losses)
  }

  @Test("One format recognizes a fixture", arguments: ToolFixture.all)
  func recognized(fixture: ToolFixture) {
    #expect(TrackerFormat.recognizing(fixture.source).map(\.id) == [fixture.format.id])
  }

  @Test(
    "No format recognizes a text that says nothing", arguments: ["", "text", "{}", "[]", "\u{0}"])
  func unrecognized(text: String) {
    for name in ["notes.txt", "notes.md", "notes.json", "standard input"] {
      let source = TrackerSource(name: name, bytes: Array(text.utf8))
      #expect(TrackerFormat.recognizing(source).map(\.id) == [], "\(name)")
    }
    #expect(TrackerFormat.recognizing(TrackerSource(folder: "folder", files: [])).isEmpty)
  }

  @Test("Importing twice changes nothing", arguments: ToolFixture.all)
  func twice(fixture: ToolFixture) throws {
    var board = FilledBoard()
    let plans = try fixture.plans()
    try board.importLines(plans.lines)
    #expect(board.documents.count == plans.plans.count)
    let files = board.files
    try board.importLines(plans.lines)
    #expect(board.files == files)
  }

  @Test("Links that close a cycle are left out, because an import refuses them")
  func cycle() throws {
    let lines = [("a", "b"), ("b", "c"), ("c", "a")].map { id, other in
      """
      {"id":"\(id)","title":"x","status":"open","created_at":"2026-10-01T12:00:00Z",\
      "dependencies":[{"depends_on_id":"\(other)","type":"blocks"}]}
      """
    }
    let source = TrackerSource(
      name: "issues.jsonl", bytes: Array(lines.joined(separator: "\n").utf8))
    let plans = try TrackerFormat.beads.plans(of: source, ToolFixture.options)
    #expect(plans.plans.flatMap { $0["links"]?.array ?? [] }.count == 2)
    #expect(plans.losses == ["links that close a cycle": 1])
  }

  @Test("Every format has a name of its own")
  func names() {
    #expect(Set(TrackerFormat.all.map(\.id)).count == TrackerFormat.all.count)
  }
}

/// A board in memory, into which lines are imported.
struct FilledBoard {
  var board = ToolFixture.board
  private(set) var documents: [PlanID: PlanDocument] = [:]
  private(set) var random = SeededGenerator(seed: 7)
  private var count = 0

  init(_ documents: [PlanID: PlanDocument] = [:]) { self.documents = documents }

  var plans: [Plan] { documents.map { Plan($1, id: $0) }.sorted { $0.id < $1.id } }

  var files: [PlanID: [UInt8]] { documents.mapValues { PlanFile.bytes(of: $0) } }

  /// Edits a plan here, after the imports so far.
  mutating func edit(_ id: PlanID, _ edits: [Edit]) {
    count += 1
    let now = Timestamp(milliseconds: ToolFixture.now.milliseconds + Int64(count) * 1000)
    documents[id]?.apply(edits, stamp: Stamp(at: now, using: &random))
  }

  /// Imports lines, whose columns the board need not have.
  mutating func importLines(_ bytes: [UInt8], bases: [PlanID: ImportBase] = [:]) throws {
    let lines = ImportFile(bytes, board: board, me: "Importer", keepsUnknownStates: true)
    count += 1
    let now = Timestamp(milliseconds: ToolFixture.now.milliseconds + Int64(count) * 1000)
    let plan = try ImportPlan(
      lines, existing: plans, board: board,
      ranks: Rank.spread(lines.lines.count, at: now, after: nil, using: &random),
      bases: bases, now: now, person: "Importer", using: &random)
    let stamp = Stamp(at: now, using: &random)
    for step in plan.steps + plan.relinked {
      let old = documents[step.id] ?? PlanDocument(id: ExactString(step.id.text))
      documents[step.id] = step.document(from: old, stamp: stamp)
    }
  }
}

@Suite("Hostile files of other tools")
struct HostileToolFileTests {
  /// The lines of an import must be valid whatever a file has: one wrong line would refuse them
  /// all.
  private func expectValidLines(
    _ format: TrackerFormat, _ source: TrackerSource, _ note: Testing.Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    _ = TrackerFormat.recognizing(source)
    var options = ToolFixture.options
    options.origin = "app"
    guard let plans = try? format.plans(of: source, options) else { return }
    let file = ImportFile(
      plans.importLines, board: ToolFixture.board, me: "Importer", keepsUnknownStates: true)
    #expect(file.problems.map(\.reason) == [], note, sourceLocation: sourceLocation)
    #expect(file.lines.count == plans.count, note, sourceLocation: sourceLocation)
  }

  @Test("Changed bytes make no crash and no invalid line", arguments: Seeds.batches(80, of: 10))
  func changed(seeds: [UInt64]) {
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      for fixture in ToolFixture.all {
        let files = fixture.files.map { path, text in
          (path: path, bytes: ByteChanges.changed(Array(text.utf8), &random))
        }
        expectValidLines(
          fixture.format, ToolFixture.source(of: files, fixture.isFolder),
          "\(fixture.format.id), seed \(seed)")
      }
    }
  }

  @Test("Random bytes make no crash and no invalid line", arguments: Seeds.batches(40, of: 10))
  func random(seeds: [UInt64]) {
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      let bytes = (0..<random.number(below: 2000)).map { _ in UInt8(random.number(below: 256)) }
      for fixture in ToolFixture.all {
        let files = fixture.files.map { (path: $0.path, bytes: bytes) }
        expectValidLines(
          fixture.format, ToolFixture.source(of: files, fixture.isFolder),
          "\(fixture.format.id), seed \(seed)")
      }
    }
  }

  /// Texts that are long, deep, or mean something to the importer.
  static let values: [String] = [
    String(repeating: "x", count: 1 << 20), String(repeating: "é ", count: 5000),
    "\u{0}\u{1B}[31m\u{7F}\u{85}\u{2028}", "@me", "-rf", "--as", "\u{202E}evil", "\u{FEFF}", "   ",
    "=cmd|' /C calc'!A0", "commit:", ":", "a:", ":a", "99999999999999999999", "1e999", "0001-01-01",
    "9999-12-31", "2026-02-30", "none", "current", "k7m2q9x4t1ab", "[[[[[[[[", "<script>",
    String(repeating: "👩‍👩‍👧", count: 400), "\"", "'", "\\", "%00%zz%", "a\u{301}", "- [ ] x",
  ]

  @Test("A hostile value in the place of any word makes no invalid line", arguments: values.indices)
  func value(index: Int) {
    let value = Self.values[index]
    for fixture in ToolFixture.all {
      for word in ["Fix login", "ada", "bug", "Old", "2026-12-01", "high", "e1whefhcf3qd", "app"] {
        let files = fixture.files.map { path, text in
          (path: path, bytes: Array(text.replacing(word, with: value).utf8))
        }
        expectValidLines(
          fixture.format, ToolFixture.source(of: files, fixture.isFolder),
          "\(fixture.format.id), \(word)")
      }
    }
  }

  @Test("Many lines, members and levels end soon")
  func large() {
    let texts = [
      String(repeating: "- [ ] x\n", count: 10_000), String(repeating: "* TODO x\n", count: 10_000),
      (1...3000).map { String(repeating: "*", count: $0) + " TODO x\n" }.joined(),
      "- [ ] x\n" + String(repeating: "  - [ ] y\n", count: 10_000),
      String(repeating: "x +a @b due:2026-12-01 ", count: 20_000),
      "title,b\n" + String(repeating: "x,\n", count: 20_000),
      "* TODO x\n:PROPERTIES:\n" + (0..<20_000).map { ":P\($0): x\n" }.joined() + ":END:\n",
    ]
    for text in texts {
      for format in [TrackerFormat.todoTxt, .org, .markdown, .csv] {
        let source = TrackerSource(name: "x.org", bytes: Array(text.utf8))
        expectValidLines(format, source, "\(format.id), \(text.prefix(20))")
      }
    }
  }
}

/// Changes that a broken disk, or a stranger, makes to a file.
enum ByteChanges {
  static func changed(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0...random.number(below: 6) where !bytes.isEmpty {
      let place = random.number(below: bytes.count)
      switch random.number(below: 6) {
      case 0: bytes[place] = UInt8(random.number(below: 256))
      case 1: bytes[place] = random.pick(Array("\n\t\"'{}[]:-,#*|>&!%@`\\ 0".utf8))
      case 2: bytes.remove(at: place)
      case 3: bytes.insert(random.pick(Array("\n\"'{[:-,#*".utf8)), at: place)
      case 4: bytes.removeSubrange(place..<min(bytes.count, place + random.number(below: 40)))
      default:
        let end = min(bytes.count, place + random.number(below: 80))
        bytes.insert(contentsOf: bytes[place..<end], at: random.number(below: bytes.count))
      }
    }
    return bytes
  }
}
