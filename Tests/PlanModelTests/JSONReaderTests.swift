import PlanModel
import PmgitTestSupport
import Testing

@Suite("Reading JSON")
struct JSONReaderTests {
  static func error(in bytes: [UInt8]) -> JSONError? {
    do {
      _ = try JSONReader.value(in: bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "Every kind of value is read",
    arguments: [
      ("null", .null), ("true", .bool(true)), (" false ", .bool(false)), ("[]", .array([])),
      ("{}", .object([:])), ("\"\"", .string("")), ("\t\r\n0\n", .number(0)),
      ("[null,[ ]]", .array([.null, .array([])])),
      ("{\"a\" : 1 , \"b\":[true]}", .object(["a": .number(1), "b": .array([.bool(true)])])),
      ("{\"\":\"\"}", .object(["": .string("")])),
    ] as [(String, JSONValue)])
  func values(text: String, expected: JSONValue) throws {
    #expect(try JSONReader.value(in: utf8(text)) == expected)
  }

  @Test(
    "A number keeps its lexeme",
    arguments: [
      "0", "-0", "0.10", "-0.0", "1E400", "1e+400", "1e-400", "0e0", "1E1", "12.5e007",
      "123456789012345678901234567890", "0.30000000000000000000000000000",
    ])
  func lexemes(lexeme: String) throws {
    let value = try JSONReader.value(in: utf8("[\(lexeme)]"))
    guard case .number(let number)? = value.array?.first else {
      Issue.record("\(lexeme) is no number")
      return
    }
    #expect(number.lexeme == lexeme)
    #expect(CanonicalJSON.line(of: value) == "[\(lexeme)]")
    #expect(JSONNumber(lexeme)?.lexeme == lexeme)
  }

  @Test("Numbers of one value and two lexemes are two values")
  func numbersDiffer() {
    #expect(JSONNumber("1.0") != JSONNumber("1"))
    #expect(JSONNumber("1e2") != JSONNumber("1E2"))
    #expect(JSONNumber("0") != JSONNumber("-0"))
  }

  @Test("Only an integer that fits is one")
  func integers() throws {
    #expect(JSONNumber("-12")?.integer == -12)
    #expect(JSONNumber("9223372036854775807")?.integer == Int.max)
    #expect(JSONNumber("9223372036854775808")?.integer == nil)
    #expect(try #require(JSONNumber("1.0")).integer == nil)
    #expect(try #require(JSONNumber("1e0")).integer == nil)
  }

  @Test(
    "What is no number of JSON is none here",
    arguments: ["", " 1", "1 ", "+1", "01", "1.", ".5", "1e", "0x1", "NaN", "١", "1\n", "\"1\""])
  func notNumbers(text: String) {
    #expect(JSONNumber(text) == nil)
  }

  @Test(
    "Escapes are read",
    arguments: [
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
      (#""\u0041\u00e9\u00E9""#, "A\u{E9}\u{E9}"),
      (#""\ud83d\ude00\uDBFF\uDFFF""#, "😀\u{10FFFF}"),
      (#""\u0000\uFEFF\uffff""#, "\u{0}\u{FEFF}\u{FFFF}"),
      (#""é\u0301ê""#, "é\u{301}ê"),
    ])
  func escapes(text: String, expected: String) throws {
    let value = try JSONReader.value(in: utf8(text))
    #expect(value == .string(ExactString(expected)))
  }

  @Test(
    "What is no JSON is refused with its place and reason",
    arguments: [
      ("", 1, 1, "the text ends where a value should be"),
      (" \n ", 2, 2, "the text ends where a value should be"),
      ("1 2", 1, 3, "unexpected text after the value"),
      ("{}\n{}", 2, 1, "unexpected text after the value"),
      ("[1,]", 1, 4, "a comma before ']'"),
      ("{\n  \"a\": 1,\n}", 3, 1, "a comma before '}'"),
      ("[,1]", 1, 2, "expected a value"),
      ("[1 2]", 1, 4, "expected ',' or ']'"),
      ("{\"a\":1 \"b\":2}", 1, 8, "expected ',' or '}'"),
      ("{\"a\" 1}", 1, 6, "expected ':'"),
      ("{a:1}", 1, 2, "expected a key in double quotes"),
      ("{'a':1}", 1, 2, "expected a key in double quotes"),
      ("{\"a\":1,,}", 1, 8, "expected a key in double quotes"),
      ("[\"é😀\", x]", 1, 8, "expected a value"),
      ("NaN", 1, 1, "expected a value"),
      ("[-Infinity]", 1, 3, "expected a digit"),
      ("nul", 1, 1, "expected a value"),
      ("[nul]", 1, 2, "expected a value"),
      ("truex", 1, 5, "unexpected text after the value"),
      ("[1, // one\n2]", 1, 5, "expected a value"),
      ("/* */ 1", 1, 1, "expected a value"),
      ("01", 1, 2, "unexpected text after the value"),
      ("[1.]", 1, 4, "expected a digit"),
      ("[1e+]", 1, 5, "expected a digit"),
      ("[+1]", 1, 2, "expected a value"),
      ("[.5]", 1, 2, "expected a value"),
      ("\"a\tb\"", 1, 3, "a control character in a string"),
      ("[\n\"a\nb\"]", 2, 3, "a control character in a string"),
      ("\"a\u{0}\"", 1, 3, "a control character in a string"),
      ("\"\\n\u{1F}\"", 1, 4, "a control character in a string"),
      ("\"ab", 1, 4, "the text ends inside a string"),
      ("\"a\\n", 1, 5, "the text ends inside a string"),
      ("\"\\", 1, 3, "the text ends where an escape should be"),
      ("\"\\x\"", 1, 2, "an unknown escape in a string"),
      ("\"\\u12g4\"", 1, 4, "expected four hexadecimal digits"),
      ("\"\\u12", 1, 4, "expected four hexadecimal digits"),
      ("\"\\u+123\"", 1, 4, "expected four hexadecimal digits"),
      ("{\"a\":1,\"b\":2,\n \"a\":3}", 2, 2, "key 'a' is there twice"),
      ("{\"a\":{\"x\":1,\"\\u0078\":1}}", 1, 13, "key 'x' is there twice"),
      ("{\"é\":1, \"é\":2}", 1, 9, "key 'é' is there twice"),
      ("<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> b\n", 1, 1, "expected a value"),
      (
        "{\n  \"a\": 1,\n<<<<<<< HEAD\n  \"b\": 1\n=======\n", 3, 1,
        "expected a key in double quotes"
      ),
      ("\u{FEFF}{}", 1, 1, "a byte order mark"),
      ("{}\u{FEFF}", 1, 3, "unexpected text after the value"),
      ("\u{A0}1", 1, 1, "expected a value"),
    ] as [(String, Int, Int, String)])
  func refusals(text: String, line: Int, column: Int, reason: String) throws {
    let error = try #require(Self.error(in: utf8(text)))
    #expect(error.description == "line \(line), column \(column): \(reason)")
  }

  @Test("Files of other programs have limits of their own")
  func limits() throws {
    let deep = Array((String(repeating: "[", count: 40) + String(repeating: "]", count: 40)).utf8)
    #expect(throws: JSONError.self) { try JSONReader.value(in: deep) }
    var limits = JSONLimits()
    limits.depth = 40
    #expect(try JSONReader.countedValue(in: deep, limits).count == 40)
    limits.depth = 39
    #expect(throws: JSONError.self) { try JSONReader.countedValue(in: deep, limits) }
    limits.count = 4
    let list = Array(#"{"a":[1,2]}"#.utf8)
    let error = try #require(throws: JSONError.self) {
      try JSONReader.countedValue(in: list, limits)
    }
    #expect(error.description == "line 1, column 9: more than 4 values")
    limits.count = 5
    #expect(try JSONReader.countedValue(in: list, limits).count == 5)
  }

  @Test(
    "Half of a surrogate pair becomes a replacement character on request",
    arguments: [
      (#""\ud83d""#, "\u{FFFD}"), (#""a\ude00b""#, "a\u{FFFD}b"),
      (#""\ud83d\ud83d\ude00""#, "\u{FFFD}\u{1F600}"), (#""\ud83d\u0041""#, "\u{FFFD}A"),
    ])
  func mended(text: String, value: String) throws {
    var limits = JSONLimits()
    limits.mendsSurrogates = true
    #expect(try JSONReader.countedValue(in: Array(text.utf8), limits).value == .string(value))
  }

  @Test(
    "Half of a surrogate pair is refused where it stands",
    arguments: [
      #""a\ud83d""#, #""a\ude00""#, #""a\ude00\ud83d""#, #""a\ud83d\ud83d\ude00""#, #""a\ud83dx""#,
      #""a\ud83d\n""#, #""a\uD800\u0041""#,
    ])
  func surrogates(text: String) throws {
    let error = try #require(Self.error(in: utf8(text)))
    #expect(error.description == "line 1, column 3: half of a surrogate pair")
  }

  @Test(
    "Invalid UTF-8 is refused, with or without an escape before it",
    arguments: [
      [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0xAF], [0xF0, 0x80, 0x80, 0xAF], [0xED, 0xA0, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0x80], [0xBF], [0xFF], [0xFE],
      [0xF8, 0x88, 0x80, 0x80, 0x80],
    ] as [[UInt8]])
  func invalidUTF8(bytes: [UInt8]) throws {
    for prefix in ["", "ab", "\\n"] {
      for suffix in ["", "c", "\\n"] {
        let file = utf8("{\n  \"a\": \"\(prefix)") + bytes + utf8("\(suffix)\"\n}")
        let error = try #require(Self.error(in: file))
        #expect(error.line == 2 && error.column == 9)
        #expect(error.reason == "a string that is not valid UTF-8")
        #expect(Self.error(in: utf8("{\"\(prefix)") + bytes + utf8("\":1}")) != nil)
      }
    }
    #expect(Self.error(in: bytes)?.reason == "expected a value")
  }

  @Test("Keys that only look alike are two keys")
  func canonicallyEquivalentKeys() throws {
    let file = utf8("{\"e\u{301}\":1,\"\u{E9}\":2}")
    let object = try #require(try JSONReader.value(in: file).object)
    #expect(object.count == 2)
    #expect(object["\u{E9}"] == .number(2))
    #expect(object["e\u{301}"] == .number(1))
  }

  @Test(
    "Thirty-two levels are read, one more is refused", arguments: [("[", "]"), ("{\"a\":", "}")])
  func depth(open: String, close: String) throws {
    func nested(_ levels: Int) -> [UInt8] {
      let inner = open == "[" ? "" : "1"
      return utf8(
        String(repeating: open, count: levels) + inner + String(repeating: close, count: levels))
    }
    #expect(Self.error(in: nested(32)) == nil)
    let error = try #require(Self.error(in: nested(33)))
    #expect(error.line == 1 && error.column == 32 * open.utf8.count + 1)
    #expect(error.reason == "nested deeper than 32 levels")
    #expect(Self.error(in: nested(50_000))?.reason == "nested deeper than 32 levels")
    // Closed levels no longer count.
    #expect(Self.error(in: utf8("[") + nested(31) + utf8(",") + nested(31) + utf8("]")) == nil)
  }

  @Test("A mebibyte is read, one byte more is refused")
  func size() throws {
    let filler = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
    #expect(Self.error(in: filler.dropLast() + utf8("1")) == nil)
    let error = try #require(Self.error(in: filler + utf8("1")))
    #expect(error.description == "line 1, column 1: longer than 1048576 bytes")
    #expect(try JSONReader.value(in: filler + utf8("1"), maximumSize: 1 << 21) == .number(1))
  }

  @Test(
    "A file cut off anywhere is refused", arguments: [SampleFile.documented, SampleFile.everything])
  func truncation(file: String) {
    let bytes = Array(utf8(file).dropLast())
    #expect(Self.error(in: bytes) == nil)
    for length in 0..<bytes.count where Self.error(in: Array(bytes.prefix(length))) == nil {
      Issue.record("\(length) bytes of \(bytes.count) were read")
    }
  }

  @Test("A damaged file is refused, or read and written the same from then on", arguments: 0..<20)
  func damage(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let original = utf8(SampleFile.everything).filter { $0 != 0x20 }
    var readable = 0
    for round in 0..<1000 {
      let damaged = Self.damaged(original, using: &random)
      guard let document = try? PlanFile.read(damaged) else { continue }
      readable += 1
      let file = PlanFile.bytes(of: document)
      if (try? PlanFile.read(file)) != document {
        Issue.record("seed \(seed), round \(round): read differently again\n\(text(damaged))")
      }
    }
    #expect(readable > 50, "seed \(seed): the damage was too much to say anything")
  }

  /// Returns a file with one to three random errors: bytes are changed, removed or copied to
  /// another place, or replaced by tokens.
  private static func damaged(_ file: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
    var file = file
    for _ in 0...random.number(below: 3) {
      let start = random.number(below: file.count)
      let end = min(file.count, start + 1 + random.number(below: 12))
      switch random.number(below: 6) {
      case 0, 1: file[start] ^= 1 << UInt8(random.number(below: 8))
      case 2: file[start] = UInt8(random.number(below: 256))
      case 3: file.removeSubrange(start..<end)
      case 4: file.insert(contentsOf: file[start..<end], at: random.number(below: file.count))
      default:
        let tokens = ["\"", "{", "}", "[", "]", ",", ":", "null", "\\", "\"at\"", "fields", "1"]
        file.replaceSubrange(start..<start + 1, with: utf8(random.pick(tokens)))
      }
      if file.isEmpty { return file }
    }
    return file
  }

  @Test("Keys that are only canonically equivalent do not make reading slow")
  func collidingKeys() throws {
    // 5,040 orders of seven combining marks are one text in Unicode, and different texts for pmgit.
    var marks: [[Character]] = [[]]
    for scalar in (0x0316...0x031C).compactMap({ Unicode.Scalar($0) }) {
      marks = marks.flatMap { order in
        (0...order.count).map { index in
          var longer = order
          longer.insert(Character(scalar), at: index)
          return longer
        }
      }
    }
    let labels = marks.map { order in
      ExactString("a" + String(String.UnicodeScalarView(order.flatMap(\.unicodeScalars))))
    }
    var set: Set<ExactString> = []
    let elapsed = processorTime { set = Set(labels) }
    #expect(set.count == 5040)
    #expect(elapsed < .seconds(2))
  }
}
