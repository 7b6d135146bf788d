import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanFormats

/// Files made to harm: whatever their bytes are, a codec returns or throws, and what it returns can
/// be imported.
@Suite("Hostile files of other tools")
struct HostileFileTests {
  /// Reads a source as every format, and checks what comes of it.
  private static func check(_ source: TrackerSource, _ comment: @autoclosure () -> String) {
    _ = TrackerFormat.recognizing(source)
    for format in TrackerFormat.all {
      do throws(FormatError) {
        let plans = try format.plans(of: source, Sample.options)
        let file = ImportFile(
          plans.importLines, board: Sample.board, me: "Me", keepsUnknownStates: true)
        #expect(file.problems.prefix(3) == [], "\(format.id): \(comment())")
        let size = source.files.reduce(1000) { $0 + $1.bytes.count }
        #expect(plans.lines.count < 200 * size, "\(format.id): \(comment())")
      } catch {}
    }
  }

  private static func source(_ bytes: [UInt8], like sample: Sample) throws -> TrackerSource {
    let original = try sample.source()
    guard original.isFolder else { return TrackerSource(name: sample.file, bytes: bytes) }
    let files = original.files.map { TrackerFile(path: $0.path, bytes: bytes) }
    return TrackerSource(folder: sample.file, files: files)
  }

  @Test("Mutated files never crash a codec", arguments: Sample.all)
  func mutations(_ sample: Sample) throws {
    let bytes = try sample.source().files.max { $0.bytes.count < $1.bytes.count }?.bytes ?? []
    var generator = SeededGenerator(seed: 38)
    let pieces: [[UInt8]] =
      [
        "null", "[]", "{}", "-1e999", "\"\"", "true", "\u{0}", "\"", ",", ";", "\n", "\r\n",
        "\\u0000",
        "@me", "--help", "9999-99-99", "0001-01-01T00:00:00Z", "\u{202E}", "#", "- [ ] ", ": ",
      ].map { Array($0.utf8) } + [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80]]
    for round in 0..<150 {
      var mutated = bytes
      for _ in 0...Int.random(in: 0..<6, using: &generator) where !mutated.isEmpty {
        let start = Int.random(in: 0..<mutated.count, using: &generator)
        let end = min(mutated.count, start + Int.random(in: 0..<40, using: &generator))
        let piece = pieces.randomElement(using: &generator) ?? []
        mutated.replaceSubrange(start..<end, with: Bool.random(using: &generator) ? piece : [])
      }
      Self.check(try Self.source(mutated, like: sample), "round \(round)")
    }
  }

  @Test("A value of another type in each member never crashes a codec", arguments: Sample.all)
  func types(_ sample: Sample) throws {
    guard let file = try sample.source().file,
      let value = try? JSONReader.value(in: file.bytes, maximumSize: file.bytes.count)
    else { return }
    let others: [JSONValue] = [
      .null, .bool(true), .number(-1), .string(""), .string("@me"), .array([]), .object([:]),
      .array([.object(["name": .number(1)]), .null, .string("x")]),
    ]
    for other in others {
      for changed in Self.variants(of: value, with: other).prefix(400) {
        let bytes = CanonicalJSON.bytes(of: changed)
        Self.check(TrackerSource(name: sample.file, bytes: bytes), "\(other)")
      }
    }
  }

  /// Returns the values in which one member, or one element, is another value.
  private static func variants(of value: JSONValue, with other: JSONValue) -> [JSONValue] {
    switch value {
    case .object(let object):
      object.members.flatMap { member in
        ([other] + variants(of: member.value, with: other)).map { value in
          var changed = object
          changed[member.key] = value
          return .object(changed)
        }
      }
    case .array(let values):
      values.prefix(2).indices.flatMap { index in
        ([other] + variants(of: values[index], with: other)).map { value in
          var changed = values
          changed[index] = value
          return .array(changed)
        }
      }
    default: []
    }
  }

  @Test("Random bytes never crash a codec")
  func randomBytes() {
    var generator = SeededGenerator(seed: 39)
    for round in 0..<500 {
      let count = Int.random(in: 0..<300, using: &generator)
      let alphabet = Array("{}[]\",:;0123456789-+.eE\n\r\t ab#*@\\".utf8) + [0, 0xFF, 0xE2]
      let bytes = (0..<count).map { _ in
        Bool.random(using: &generator)
          ? alphabet.randomElement(using: &generator) ?? 0
          : UInt8.random(in: 0...255, using: &generator)
      }
      Self.check(TrackerSource(name: "x", bytes: bytes), "round \(round)")
    }
  }

  @Test("Deep, long and huge values are cut or refused")
  func extremes() {
    let deep = String(repeating: "[", count: 100_000)
    let long = String(repeating: "x", count: 1 << 20)
    let controls = (0..<32).map { "\\u00\($0 < 16 ? "0" : "")\(String($0, radix: 16))" }.joined()
    let issue = { (members: String) in
      #"[{"number":1,"state":"OPEN","url":"https://github.com/o/r/issues/1",\#(members)}]"#
    }
    let texts = [
      deep, #"{"a":"# + deep,
      issue(#""title":"\#(long)","body":"\#(long)\#(long)""#),
      issue(#""title":"\#(controls)","labels":[{"name":"\#(controls)"},{"name":"--force"}]"#),
      issue(#""title":"-rf","milestone":{"title":"none"},"createdAt":"9999-12-31T23:59:59Z""#),
      issue(
        #""title":"x","comments":[\#(Array(repeating: #"{"body":"\#(long)"}"#, count: 5).joined(separator: ","))]"#
      ),
      "Issue key,Summary\n" + String(repeating: "A-1,x\n", count: 10_000),
      "Issue key,Summary,Created\nA-1,x,99999999999999999999/1/1",
      "ID,Team,Title,Status,Estimate\nA-1,,x,,1e400\n,,,,",
    ]
    for (number, text) in texts.enumerated() {
      Self.check(TrackerSource(name: "x", bytes: Array(text.utf8)), "text \(number)")
    }
  }

  @Test("A record that is there twice becomes one plan, and links never close a cycle")
  func repeated() throws {
    let table = """
      Issue key,Summary,Status,Inward issue link (Blocks)
      A-1,One,Done,A-2
      A-1,Again,Done,
      A-2,Two,Done,A-3
      A-3,Three,Done,A-1
      A-4,Four,Done,A-4
      """
    let plans = try #require(TrackerFormat(id: "jira")).plans(
      of: TrackerSource(name: "x.csv", bytes: Array(table.utf8)), Sample.options)
    #expect(plans.plans.count == 4)
    #expect(plans.losses["records with the name of another one"] == 1)
    #expect(plans.losses["links that close a cycle"] == 2)
    let links = plans.plans.map { $0["links"]?.array?.count ?? 0 }
    #expect(links == [1, 1, 0, 0])
  }
}
