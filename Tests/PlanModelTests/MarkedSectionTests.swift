import PlanModel
import PmgitTestSupport
import Testing

@Suite("Marked sections")
struct MarkedSectionTests {
  private static let section = MarkedSection(
    begin: "<!-- begin -->", end: "<!-- end -->", lines: ["one", "", "two"])
  private static let written = "<!-- begin -->\none\n\ntwo\n<!-- end -->"

  private static func added(_ text: String) throws -> String {
    String(decoding: try section.added(to: Array(text.utf8)), as: UTF8.self)
  }

  private static func removed(_ text: String) throws -> String? {
    try section.removed(from: Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("The section comes after an empty line, at the end")
  func added() throws {
    #expect(try Self.added("text\n") == "text\n\n\(Self.written)\n")
    #expect(try Self.added("text") == "text\n\n\(Self.written)")
    #expect(try Self.added("") == "\n\n\(Self.written)")
    let lines = Self.written.replacing("\n", with: "\r\n")
    #expect(try Self.added("text\r\n") == "text\r\n\r\n\(lines)\r\n")
    #expect(Self.section.file == Array("\(Self.written)\n".utf8))
  }

  @Test("An older section is replaced where it is; the present one stays")
  func replaced() throws {
    let old = "# A\n\n<!-- begin -->\nold\n<!-- end -->\n\n# B"
    #expect(try Self.section.state(in: Array(old.utf8)) == .outdated)
    let new = try Self.added(old)
    #expect(new == "# A\n\n\(Self.written)\n\n# B")
    #expect(try Self.section.state(in: Array(new.utf8)) == .current)
    #expect(try Self.added(new) == new)
    #expect(try Self.removed(new) == "# A\n\n# B")
    #expect(try Self.removed("text") == "text")
  }

  @Test("Only whole lines are marks; a mark alone, or twice, is an error")
  func marks() throws {
    #expect(try Self.section.state(in: Array("a <!-- begin -->\n".utf8)) == .absent)
    for text in [
      "<!-- begin -->\n", "<!-- end -->", "<!-- end -->\n<!-- begin -->\n",
      "\(Self.written)\n\(Self.written)\n",
    ] {
      #expect(throws: MarkedSection.Failure.unpairedMarks) { try Self.added(text) }
      #expect(throws: MarkedSection.Failure.unpairedMarks) { try Self.removed(text) }
    }
  }

  @Test(
    "Added and removed again, any text has its own bytes", arguments: Seeds.batches(2000, of: 500))
  func property(seeds: [UInt64]) throws {
    let pieces: [[UInt8]] = [
      [0x0A], [0x0D, 0x0A], [0x0D], [0x20], Array("text".utf8), Array("<!-- begin".utf8),
      Array("한글".utf8), [0xEF, 0xBB, 0xBF], [0xFF, 0x00], Array("## Title".utf8), [0x0A, 0x0A],
    ]
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      let text = (0..<random.number(below: 8)).flatMap { _ in random.pick(pieces) }
      let added = try Self.section.added(to: text)
      #expect(try Self.section.state(in: added) == .current, "seed \(seed): \(text)")
      #expect(try Self.section.added(to: added) == added, "seed \(seed): \(text)")
      #expect(try Self.section.removed(from: added) == text, "seed \(seed): \(text)")
    }
    #expect(try Self.section.removed(from: Self.section.file) == nil)
  }
}
