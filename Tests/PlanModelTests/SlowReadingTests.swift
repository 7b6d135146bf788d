import PlanModel
import PmgitTestSupport
import Testing

@Suite("Plan files are read as by a slow reader")
struct SlowReadingTests {
  private static func check(_ file: [UInt8], _ seed: UInt64 = 0) {
    guard let difference = differenceFromSlowReading(of: file) else { return }
    Issue.record("PMGIT_SEED=\(seed): \(difference)\n\(text(file))\n\(file)")
  }

  private static func accepts(_ file: [UInt8]) -> Bool { (try? PlanFile.read(file)) != nil }

  @Test("Files of random documents, as pmgit writes them and in any other order of members")
  func documents() throws {
    for seed in Seeds.each(20) {
      var random = SeededGenerator(seed: seed)
      for _ in 0..<40 {
        let file = PlanFile.bytes(of: random.planDocument())
        Self.check(file, seed)
        #expect(Self.accepts(file))
        let shuffled = random.unorderly(try SlowJSON(in: file))
        Self.check(utf8(shuffled), seed)
        #expect(Self.accepts(utf8(shuffled)))
      }
    }
  }

  @Test("Plans with known members: stamps, conflicts, deletions, checklists and comments")
  func plans() {
    for seed in Seeds.each(20) {
      var random = SeededGenerator(seed: seed)
      for _ in 0..<40 {
        var document = random.livelyPlan()
        Self.check(PlanFile.bytes(of: document), seed)
        document.apply(
          [document.deletion(at: Timestamp(milliseconds: 0), by: "A")], stamp: random.stamp())
        Self.check(PlanFile.bytes(of: document), seed)
        document.apply([.title("changed since")], stamp: random.stamp())
        Self.check(PlanFile.bytes(of: document), seed)
      }
    }
  }

  @Test("Damaged files: bytes flipped, taken, doubled, exchanged and put in")
  func damage() {
    var (read, refused) = (0, 0)
    for seed in Seeds.each(20) {
      var random = SeededGenerator(seed: seed)
      for _ in 0..<150 {
        let document = random.chance(50) ? random.planDocument() : random.livelyPlan()
        let file = random.damaged(PlanFile.bytes(of: document))
        Self.check(file, seed)
        if Self.accepts(file) { read += 1 } else { refused += 1 }
      }
    }
    #expect(read > 20 && refused > 100 || Seeds.replayed != nil)
  }

  @Test(
    "Files cut off after every byte",
    arguments: [SampleFile.documented, SampleFile.everything, SampleFile.everything.compact])
  func truncation(file: String) {
    for length in 0...utf8(file).count { Self.check(Array(utf8(file).prefix(length))) }
  }

  @Test("Every byte replaced by each that means something in JSON")
  func replacement() {
    let file = utf8(SampleFile.everything.compact)
    for index in file.indices {
      for byte in [0x00, 0x0A, 0x22, 0x5C, 0x2C, 0x30, 0x5B, 0x7D, 0x80, 0xED, 0xFF] as [UInt8] {
        var changed = file
        changed[index] = byte
        Self.check(changed)
      }
    }
  }

  @Test(
    "Texts that readers like to differ about",
    arguments: [
      #"{"format":1,"id":"\ud83d\ude00"}"#, #"{"format":1,"id":"\ud83d"}"#,
      #"{"format":1,"id":"\ud83d\ud83d"}"#, #"{"format":1,"id":"\ude00\ud83d"}"#,
      #"{"format":1,"id":"\ud83d\u12"}"#, #"{"format":1,"id":"\ud83dx"}"#,
      #"{"format":1,"id":"\u0000"}"#, #"{"format":1,"id":"a\qb"}"#, #"{"format":1,"id":"\"#,
      #"{"format":1e0,"id":"a"}"#, #"{"format":1.0,"id":"a"}"#, #"{"format":-1,"id":"a"}"#,
      #"{"format":99999999999999999999999999,"id":"a"}"#, #"{"format":01,"id":"a"}"#,
      #"{"format":1,"id":"a","fields":{"estimate":1E+400,"x":-0.0e-0,"y":1.}}"#,
      #"{"format":1,"id":"a","fields":{"b":1,"a":2,"b":3}}"#,
      #"{"format":1,"id":"a","fields":{"b":{"d":1,"c":2},"a":2},"x":{"b":1,"a":2}}"#,
      #"{"format":1,"id":"a","f":{"\u0062":1,"b":3}}"#, #"{"id":"a","id":"b"}"#,
      #"{"id":"a","fields":{"a":1,"a":2},"id":"b"}"#, #"{"é":1,"é":2,"format":1,"id":"x"}"#,
      #"{"format":1,"id":"a","sets":{"labels":["b","a","b"]},"stamps":{"sets":{"labels":{"b":["s","s"]}}}}"#,
      #"{"format":1,"id":"a","stamps":{"other":{"id":"s"}}}"#,
      #"{"format":1,"id":"a","stamps":{"x":{}}}"#,
      #"{"format":1,"id":"a","stamps":{"fields":{"title":[]}}}"#,
      #"{"format":1,"id":"a","conflicts":{"fields":{"title":[{"at":"s","value":1}]}}}"#,
      #"{"format":1,"id":"a","conflicts":{"fields":{"title":[]},"sets":{"labels":{"a":[]}}}}"#,
      #"{"format":1,"id":"a","conflicts":{"fields":{"title":[{"at":1,"value":1}]}}}"#,
      #"{"format":1,"id":"a","items":{"checklist":{"c":{"gone":"x"}},"comments":{"c":{}}}}"#,
      " ", "", "[]", "nul", "\u{FEFF}{}", "{\"a\":1}\u{0}", "{\"a\":tru}", "{,}", "[1,]",
    ])
  func peculiar(text: String) { Self.check(utf8(text)) }

  @Test("Values as deep as is allowed, and deeper, in every section")
  func depth() {
    for depth in [24, 25, 26, 31, 32, 33] {
      let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      for members in [
        "\"x\":\(deep)", "\"fields\":{\"title\":\(deep)}", "\"fields\":\(deep)",
        "\"items\":{\"l\":{\"i\":{\"m\":\(deep)}}},\"a\":\(deep)",
        "\"conflicts\":{\"fields\":{\"x\":[{\"at\":\"s\",\"value\":\(deep)}]}}",
      ] {
        Self.check(utf8("{\"format\":1,\"id\":\"a\",\(members)}"))
      }
    }
  }

  @Test("Reading hostile files takes time in proportion to their size")
  func hostile() throws {
    let count = 40_000
    let keys = (0..<count).map { "\"\($0)\":0" }.reversed().joined(separator: ",")
    let escapes = Array(repeating: #""\n""#, count: 2 * count).joined(separator: ",")
    let objects = Array(repeating: #"{"b":0,"a":0}"#, count: count).joined(separator: ",")
    let deep =
      String(repeating: "{\"b\":[0],\"a\":", count: 16) + "0" + String(repeating: "}", count: 16)
    let nested = Array(repeating: deep, count: 3500).joined(separator: ",")
    let stamps = (0..<8000).map { "{\"at\":\"s\",\"value\":\($0)}" }.joined(separator: ",")
    let prefix = String(repeating: "k", count: 1000)
    let long = (0..<700).map { "\"\(prefix)\($0)\":0" }.reversed().joined(separator: ",")
    for members in [
      "\"fields\":{\(keys)}", "\"x\":[\(escapes)]", "\"x\":[\(objects)]", "\"x\":[\(nested)]",
      "\"fields\":{\"title\":\"t\"},\"conflicts\":{\"fields\":{\"title\":[\(stamps)]}}",
      "\"fields\":{\(long)}",
    ] {
      let file = utf8("{\"format\":1,\"id\":\"a\",\(members)}")
      #expect(file.count < 1 << 20)
      var accepted = false
      let elapsed = processorTime { accepted = Self.accepts(file) }
      #expect(accepted && elapsed < .seconds(3), "\(elapsed) for \(members.prefix(40))")
    }
  }
}

extension String {
  /// The JSON text without spaces and line feeds, also inside strings.
  fileprivate var compact: String { String(filter { !" \n".contains($0) }) }
}

extension SeededGenerator {
  /// Returns the JSON text with the members of objects in random order and with random white space.
  fileprivate mutating func unorderly(_ value: SlowJSON) -> String {
    let space = pick(["", " ", "\n\t", "\r\n"])
    switch value.content {
    case .array(let values):
      return "[" + values.map { space + unorderly($0) }.joined(separator: space + ",") + space + "]"
    case .object(let members):
      let texts = members.shuffled(using: &self).map { key, value in
        CanonicalJSON.line(of: .string(key.text)) + space + ":" + space + unorderly(value)
      }
      return "{" + space + texts.joined(separator: ",\(space)") + space + "}"
    default: return CanonicalJSON.line(of: value.tree)
    }
  }

  /// Returns a stamp, in most cases one that a command could have written.
  fileprivate mutating func stamp() -> Stamp {
    if chance(15) { return Stamp(trickyText()) }
    let time = Timestamp(milliseconds: 1_700_000_000_000 + Int64(number(below: 5000)))
    return Stamp(at: time, using: &self)
  }

  /// Returns a plan that several people changed, with mostly canonical values.
  fileprivate mutating func livelyPlan() -> PlanDocument {
    var document = PlanDocument(id: "k7m2q9x4t1ab")
    var edits: [Edit] = [
      .title("제목 \(trickyText())"), .body([trickyText().text, "line", ""]), .state("doing"),
      .rank(pick(["a0", "gVbZS7ZITmR", "no rank"])), .due(nil), .owner(pick([nil, "Dev One"])),
      .created(at: Timestamp(milliseconds: 1_600_000_000_000), by: "A <a@example.com>"),
      .add(trickyText().text, to: .labels), .add("blocked-by:k7m2q9x4t1ac", to: .links),
      .add("no link", to: .links),
      .write(.other(ExactString("x-\(trickyText())")), jsonValue(depth: 2)),
    ]
    for item in ["c1", "c2", "both"] {
      edits += Edit.checklistItem(item, text: trickyText().text, rank: pick(["a0", "a1"]))
    }
    for item in ["m1", "both"] {
      let time = Timestamp(milliseconds: Int64(number(below: 9)))
      edits += Edit.comment(item, text: ["one", trickyText().text], at: time, by: "B")
    }
    for edit in edits { document.apply([edit], stamp: chance(50) ? .none : stamp()) }
    for list in ["checklist", "comments"] as [ExactString] where chance(50) {
      document.apply([document.removal(ofItem: "both", in: list)], stamp: stamp())
    }
    for path in document.elements.keys.sorted() where chance(10) {
      if case .setMember = path { continue }
      document[path] += [StampedValue(stamp: stamp(), value: jsonValue(depth: 2))]
    }
    return document
  }

  /// Returns a file with one to four random errors.
  fileprivate mutating func damaged(_ file: [UInt8]) -> [UInt8] {
    var file = file
    for _ in 0...number(below: 4) where !file.isEmpty {
      let start = number(below: file.count)
      let end = min(file.count, start + 1 + number(below: 30))
      switch number(below: 7) {
      case 0, 1: file[start] ^= 1 << UInt8(number(below: 8))
      case 2: file[start] = UInt8(number(below: 256))
      case 3: file.removeSubrange(start..<end)
      case 4: file.insert(contentsOf: file[start..<end], at: number(below: file.count))
      case 5:
        // A duplicate line is often a duplicate member.
        let lines = file.split(separator: 0x0A, omittingEmptySubsequences: false)
        let line = Array(pick(lines)) + [0x0A]
        file.insert(contentsOf: line, at: lines[number(below: lines.count)].startIndex)
      default:
        let tokens = [
          "\"", "{", "}", "[", "]", ",", ":", "null", "\\", "\\ud800", "\\u0041", "1e999",
          "\u{ED}\u{A0}", "\"at\"", "\"fields\":", "[[[[[[[[[[[[[[[[",
        ]
        file.replaceSubrange(start..<start + 1, with: pick(tokens).utf8)
      }
    }
    return file
  }
}
