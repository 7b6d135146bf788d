import PlanModel
import PmgitTestSupport
import Testing

@Suite("Canonical JSON")
struct CanonicalJSONTests {
  @Test("One member or element a line, two spaces a level, and a final line feed")
  func layout() {
    let value = JSONValue.object([
      "b": .array([.number(1), .array([.null]), .object(["x": .bool(true)])]), "a": .string("s"),
    ])
    let expected = """
      {
        "a": "s",
        "b": [
          1,
          [
            null
          ],
          {
            "x": true
          }
        ]
      }

      """
    #expect(text(CanonicalJSON.file(of: value)) == expected)
    #expect(CanonicalJSON.bytes(of: value) == utf8(expected).dropLast())
    #expect(CanonicalJSON.line(of: value) == #"{"a":"s","b":[1,[null],{"x":true}]}"#)
  }

  @Test("Empty containers have nothing between their brackets")
  func emptyContainers() {
    let value = JSONValue.array([.array([]), .object([:])])
    #expect(text(CanonicalJSON.file(of: value)) == "[\n  [],\n  {}\n]\n")
    #expect(text(CanonicalJSON.file(of: .object([:]))) == "{}\n")
    #expect(text(CanonicalJSON.file(of: .array([]))) == "[]\n")
    #expect(CanonicalJSON.line(of: value) == "[[],{}]")
  }

  @Test("Keys are in the order of their UTF-8 bytes")
  func keyOrder() {
    // UTF-16 order would put U+10000 before U+FFFD; collation would put é next to e, and a before
    // B.
    let sorted: [ExactString] = [
      "", "\u{0}", " ", "A", "B", "a", "a\u{0}", "aa", "e\u{301}", "z", "\u{7F}", "\u{E9}", "한",
      "\u{FFFD}", "\u{10000}", "\u{10FFFF}",
    ]
    var random = SeededGenerator(seed: 1)
    for _ in 0..<50 {
      var object = JSONObject()
      for key in sorted.shuffled(using: &random) { object[key] = .null }
      #expect(object.members.map(\.key) == sorted)
    }
    let backwards =
      "{"
      + sorted.reversed().map { CanonicalJSON.line(of: .string($0)) + ":null" }
      .joined(separator: ",") + "}"
    let read = try? JSONReader.value(in: utf8(backwards))
    #expect(read?.object?.members.map(\.key) == sorted)
  }

  @Test("A key in its composed and in its decomposed form is two keys, in the order of bytes")
  func normalization() {
    let object: JSONObject = ["\u{E9}": .number(1), "e\u{301}": .number(2)]
    let line = CanonicalJSON.line(of: .object(object))
    #expect(utf8(line) == utf8("{\"e\u{301}\":2,\"\u{E9}\":1}"))
  }

  /// The scalars that data-format.md lists as escaped.
  private static let escaped: [ClosedRange<UInt32>] = [
    0x00...0x1F, 0x22...0x22, 0x5C...0x5C, 0x7F...0x9F, 0x2028...0x2029, 0x202A...0x202E,
    0x2066...0x2069,
  ]

  @Test("Exactly the listed characters are escaped, alone and among others")
  func escapes() {
    for code in UInt32(0)...0x10FFFF where code < 0x3000 || code % 997 == 0 || code > 0x10FFF0 {
      guard let scalar = Unicode.Scalar(code) else { continue }
      let digits = String(code, radix: 16)
      let escape =
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\n": "\\n"
        default: "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
      let isEscaped = Self.escaped.contains { $0.contains(code) }
      let written = isEscaped ? escape : String(Character(scalar))
      for (prefix, suffix) in [("", ""), ("x/", "é")] {
        let value = JSONValue.string(prefix + String(Character(scalar)) + suffix)
        let line = CanonicalJSON.line(of: value)
        if utf8(line) != utf8("\"\(prefix)\(written)\(suffix)\"") {
          Issue.record("U+\(digits) is written as \(line)")
        }
        if (try? JSONReader.value(in: utf8(line))) != value { Issue.record("U+\(digits) is lost") }
      }
    }
  }

  @Test("Keys are escaped like other strings")
  func escapedKeys() {
    let value = JSONValue.object(["a\n\u{202E}": .null])
    #expect(CanonicalJSON.line(of: value) == #"{"a\n\u202e":null}"#)
  }

  @Test("Values survive writing and reading, in a file and on a line", arguments: 0..<8)
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for round in 0..<200 {
      let value = random.jsonValue(depth: 4)
      let file = CanonicalJSON.file(of: value)
      let line = utf8(CanonicalJSON.line(of: value))
      #expect(
        try JSONReader.value(in: file) == value, "seed \(seed), round \(round): \(text(file))")
      #expect(
        try JSONReader.value(in: line) == value, "seed \(seed), round \(round): \(text(line))")
      #expect(!line.contains(0x0A), "seed \(seed), round \(round)")
      let again = CanonicalJSON.file(of: try JSONReader.value(in: line))
      #expect(again == file, "seed \(seed), round \(round)")
    }
  }

  @Test("Equal strings are those of equal bytes, whatever they look like")
  func exactStrings() {
    #expect(ExactString("\u{E9}") != ExactString("e\u{301}"))
    #expect(Set<ExactString>(["\u{E9}", "e\u{301}", "\u{212B}", "\u{C5}"]).count == 4)
    #expect(ExactString("e\u{301}") < ExactString("\u{E9}"))
    #expect(!(ExactString("\u{10000}") < ExactString("\u{FFFD}")))
  }

  @Test("An object's members are found, replaced and removed by their exact key", arguments: 0..<4)
  func objectMembers(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var object = JSONObject()
    var model: [ExactString: JSONValue] = [:]
    for step in 0..<500 {
      let key = random.trickyText()
      let value = random.chance(60) ? JSONValue.number(step) : nil
      object[key] = value
      model[key] = value
      #expect(object[key] == value, "seed \(seed), step \(step)")
    }
    #expect(object.members.map(\.key) == model.keys.sorted())
    #expect(object.members.allSatisfy { model[$0.key] == $0.value })
    #expect(object.count == model.count && object.isEmpty == model.isEmpty)
  }

  /// Returns a string as the rules of `docs/data-format.md` say it, scalar by scalar.
  private static func written(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "\"") { result, scalar in
      switch scalar.value {
      case 0x22: result += "\\\""
      case 0x5C: result += "\\\\"
      case 0x0A: result += "\\n"
      case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    } + "\""
  }

  @Test("Every scalar is written by the rules, wherever it stands")
  func everyScalar() {
    let scalars = ((0...0x3000) as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
    for scalar in scalars + ["가", "😀", "\u{FEFF}", "\u{10FFFF}"] {
      for text in ["\(scalar)", "a\(scalar)", "\(scalar)b", "é\(scalar)\(scalar)\n"] {
        let line = CanonicalJSON.line(of: .string(ExactString(text)))
        #expect(Array(line.utf8) == Array(Self.written(text).utf8), "\(scalar.value)")
      }
    }
  }
}
