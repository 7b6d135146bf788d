import PlanModel
import PmgitTestSupport
import Testing

@Suite("Entries of foreign JSON files")
struct JSONEntryTests {
  private static let entry = JSONEntry("own", in: "servers", value: #"{"a": [1]}"#) { value in
    guard case .object(let object) = value else { return false }
    return object["a"] != nil
  }

  private static func added(_ text: String) throws -> String {
    String(decoding: try entry.added(to: Array(text.utf8)), as: UTF8.self)
  }

  @Test(
    "The entry comes first, and all other bytes stay",
    arguments: [
      ("{}", #"{"servers": { "own": {"a": [1]} }}"#),
      (#"{"x":1}"#, #"{"servers": { "own": {"a": [1]} },"x":1}"#),
      (#"{"servers":{}}"#, #"{"servers":{"own": {"a": [1]}}}"#),
      (#"{"servers":{"b":{}}}"#, #"{"servers":{"own": {"a": [1]},"b":{}}}"#),
      (
        "{\n  \"servers\": {\n    \"b\": {}\n  }\n}\n",
        "{\n  \"servers\": {\n    \"own\": {\"a\": [1]},\n    \"b\": {}\n  }\n}\n"
      ),
      (
        "{\r\n\t\"x\": 1\r\n}",
        "{\r\n\t\"servers\": {\r\n\t\t\"own\": {\"a\": [1]}\r\n\t},\r\n\t\"x\": 1\r\n}"
      ),
      (
        #"{"servers": {"b": 1, "own": {"a": 2}}}"#, #"{"servers": {"b": 1, "own": {"a": [1]}}}"#
      ),
    ])
  func places(text: String, expected: String) throws {
    #expect(try Self.added(text) == expected)
    #expect(try Self.entry.state(in: Array(expected.utf8)) == .current)
  }

  @Test("An entry that was moved is removed with one comma")
  func moved() throws {
    for (text, rest) in [
      (#"{"servers": {"b": 1, "own": {"a": 2}}}"#, #"{"servers": {"b": 1}}"#),
      (#"{"servers": {"b": 1, "own": {"a": 2}, "c": 3}}"#, #"{"servers": {"b": 1, "c": 3}}"#),
      (#"{"x": 1, "servers": { "own": {"a": 2} }}"#, #"{"x": 1}"#),
    ] {
      let removed = try #require(try Self.entry.removed(from: Array(text.utf8)))
      #expect(String(decoding: removed, as: UTF8.self) == rest)
    }
    #expect(try Self.entry.removed(from: Self.entry.file) == nil)
    #expect(try Self.entry.removed(from: Array("{}".utf8)) == Array("{}".utf8))
  }

  @Test(
    "A file of white space gets a whole document, and its bytes back",
    arguments: ["", " ", "\n", "\r\n\t", "  \n\n", "\u{FEFF}", "\u{FEFF}\n"])
  func blank(text: String) throws {
    let bytes = Array(text.utf8)
    #expect(try Self.entry.state(in: bytes) == .absent)
    #expect(try Self.entry.removed(from: bytes) == bytes)
    let added = try Self.entry.added(to: bytes)
    #expect(added == bytes + Self.entry.file.dropLast())
    #expect(try Self.entry.state(in: added) == .current)
    #expect(try Self.entry.added(to: added) == added)
    #expect(try Self.entry.removed(from: added) == bytes)
    #expect(try Self.entry.removed(from: Self.entry.file) == nil)
  }

  @Test("Somebody else's entry has a state; the same value in another spelling is current")
  func states() throws {
    let foreign = Array(#"{"servers": {"own": 1}}"#.utf8)
    #expect(try Self.entry.state(in: foreign) == .foreign)
    #expect(throws: JSONEntry.Failure.taken) { try Self.entry.removed(from: foreign) }
    let text = "{\"servers\": {\"own\": {\n\"\\u0061\": [ 1 ]}}}"
    #expect(try Self.entry.state(in: Array(text.utf8)) == .current)
    #expect(try Self.added(text) == text)
  }

  @Test("A file that is not plain JSON with objects, or has a foreign entry, is refused")
  func refused() {
    for text in ["-", "// note\n{}", "{\"a\": 1,}", "{\"a\": 1, \"a\": 2}", "{} {}"] {
      #expect("\(text)") {
        _ = try Self.added(text)
      } throws: {
        if case .invalid = $0 as? JSONEntry.Failure { true } else { false }
      }
    }
    for text in ["[]", "1", #"{"servers": []}"#] {
      #expect(throws: JSONEntry.Failure.noObject) { try Self.added(text) }
    }
    #expect(throws: JSONEntry.Failure.taken) { try Self.added(#"{"servers": {"own": 1}}"#) }
  }

  @Test(
    "Added and removed again, any file has its own bytes", arguments: Seeds.batches(4000, of: 500))
  func property(seeds: [UInt64]) throws {
    for seed in seeds {
      var writer = RandomJSON(seed: seed)
      let text = writer.file()
      let added = try Self.entry.added(to: text)
      let words = Comment(rawValue: "seed \(seed): \(String(decoding: text, as: UTF8.self))")
      #expect(try Self.entry.state(in: added) == .current, words)
      #expect(try Self.entry.added(to: added) == added, words)
      #expect(try Self.entry.removed(from: added) == text, words)
      let start = added.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      let value = try JSONReader.value(in: Array(added[start...]))
      #expect(value.object?["servers"]?.object?["own"]?.object?["a"] != nil, words)
    }
  }
}

/// Writes random JSON objects with any white space, often with servers in them.
private struct RandomJSON {
  private var random: SeededGenerator
  private let spaces: [String]

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    spaces = random.pick([
      [""], ["", " "], ["\n", "\n  ", "\n    "], ["\r\n", "\r\n\t"], [" ", "\n", "\t", "\n\n   "],
    ])
  }

  mutating func file() -> [UInt8] {
    var members: [String] = []
    for key in ["a", "b\\\"{", "c"] where random.chance(40) {
      members.append("\"\(key)\"\(space())\(":")\(space())\(value(depth: 0))")
    }
    if random.chance(70) {
      var servers: [String] = []
      for key in ["x", "y]", "own2"] where random.chance(40) {
        servers.append("\"\(key)\"\(space()):\(space())\(value(depth: 1))")
      }
      let key = random.chance(10) ? "serv\\u0065rs" : "servers"
      let place = random.number(below: members.count + 1)
      members.insert("\"\(key)\"\(space()):\(space())\(object(servers))", at: place)
    }
    let mark: [UInt8] = random.chance(10) ? [0xEF, 0xBB, 0xBF] : []
    return mark + Array("\(space())\(object(members))\(space())".utf8)
  }

  private mutating func space() -> String { random.pick(spaces) }

  private mutating func object(_ members: [String]) -> String {
    "{" + space() + members.map { $0 + space() }.joined(separator: "," + space())
      + (members.isEmpty ? "" : space()) + "}"
  }

  private mutating func value(depth: Int) -> String {
    switch random.number(below: depth > 2 ? 5 : 7) {
    case 0: "-1.5e3"
    case 1: "true"
    case 2: "\"text \\\\\""
    case 3: "\"own\""
    case 4: "null"
    case 5: "[" + space() + value(depth: depth + 1) + space() + "," + value(depth: depth + 1) + "]"
    default: object(["\"own\":" + space() + value(depth: depth + 1)])
    }
  }
}
