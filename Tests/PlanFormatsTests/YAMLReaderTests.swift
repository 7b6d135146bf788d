import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanFormats

@Suite("Reading YAML")
struct YAMLReaderTests {
  private static func json(_ text: String) throws -> String {
    CanonicalJSON.line(of: try YAMLReader.value(in: Array(text.utf8)))
  }

  @Test(
    "Scalars keep their spelling, and only plain words are null, true and false",
    arguments: [
      ("a: 1.50", #"{"a":"1.50"}"#), ("a: 2026-12-01", #"{"a":"2026-12-01"}"#),
      ("a: null\nb: ~\nc:\nd: 'null'", #"{"a":null,"b":null,"c":null,"d":"null"}"#),
      ("a: true\nb: \"true\"\nc: yes", #"{"a":true,"b":"true","c":"yes"}"#),
      ("[a, {b: [c]}, \"d\\\"e\"]", #"["a",{"b":["c"]},"d\"e"]"#),
      ("a: >-\n  one\n  two\nb: |\n  one\n  two\n", #"{"a":"one two","b":"one\ntwo\n"}"#),
      ("a: 1\na: 2", #"{"a":"2"}"#), ("", "null"), ("a: 1\n---\nb: 2\n", #"{"a":"1"}"#),
      ("- &x a\n- !!str 5\n", #"["a","5"]"#),
    ])
  func scalars(text: String, expected: String) throws {
    #expect(try Self.json(text) == expected)
  }

  @Test(
    "What is no YAML, or may be endless, is refused",
    arguments: [
      "a: [", "a: b: c", "? [a]\n: b", "a: *x", "a: &a [*a]", "\u{0}", "a: \u{1}", "\t- a",
    ])
  func refused(text: String) {
    #expect(throws: YAMLError.self) { try Self.json(text) }
  }

  @Test(
    "What is too deep, too long or too much is refused",
    arguments: [
      ("[", 40), ("- ", 40), ("{a: ", 5000), ("x\n", 1 << 20), ("- 1\n", YAMLReader.maximumCount),
    ])
  func tooMuch(text: String, count: Int) {
    #expect(throws: YAMLError.self) { try Self.json(String(repeating: text, count: count)) }
    let members = (0...YAMLReader.maximumMembers).map { "k\($0): 1\n" }.joined()
    #expect(throws: YAMLError.self) { try Self.json(members) }
  }

  @Test("A short text can't stand for billions of values")
  func billionLaughs() {
    var text = "a0: &a0 x\n"
    for level in 1...30 { text += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]\n" }
    #expect(throws: YAMLError(line: 2, reason: "aliases are not read")) { try Self.json(text) }
  }

  @Test("Invalid UTF-8 is refused")
  func encoding() {
    #expect(throws: YAMLError.self) {
      try YAMLReader.value(in: Array("a: ".utf8) + [0xC3, 0x28])
    }
  }

  @Test("Random texts of its characters make no crash", arguments: Seeds.batches(2000, of: 250))
  func random(seeds: [UInt64]) {
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      let pieces = [
        "a", "b: ", "- ", "? ", ": ", "[", "]", "{", "}", ", ", "&a ", "*a ", "!t ", "| \n",
        ">+2\n",
        "\"", "'", "#", "\n", "\n  ", "\n    ", "\t", "---\n", "...\n", "%YAML 1.1\n", "\\x41", "é",
      ]
      let text = (0..<random.number(below: 60)).map { _ in random.pick(pieces) }.joined()
      _ = try? YAMLReader.value(in: Array(text.utf8))
    }
  }

  @Test("Names with '@' in front matter need no quotes")
  func names() throws {
    let file = TrackerFile(
      path: "a.md",
      bytes: Array("---\na: @x y\nb: [@x w, '@y', \"@z\"]\nc:\n  - @w\n---\n\nText\n\n".utf8))
    let matter = try #require(try FrontMatter.read(file))
    #expect(
      CanonicalJSON.line(of: .object(matter.members.object))
        == #"{"a":"@x y","b":["@x w","@y","@z"],"c":["@w"]}"#)
    #expect(matter.body == "Text")
  }
}
