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
    let old = "# A\n\n<!-- begin -->\none\nold\n<!-- end -->\n\n# B"
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

  @Test("Marks around lines with another beginning are somebody else's")
  func foreign() throws {
    for lines in ["", "two\n", "One\n\ntwo\n", " one\n"] {
      let text = "# A\n<!-- begin -->\n\(lines)<!-- end -->\n"
      #expect(try Self.section.state(in: Array(text.utf8)) == .foreign)
      #expect(throws: MarkedSection.Failure.foreign) { try Self.added(text) }
      #expect(throws: MarkedSection.Failure.foreign) { try Self.removed(text) }
    }
  }

  @Test(
    "Marks in a code block of Markdown are text",
    arguments: [
      ("```\n", "\n```\n"), ("~~~~ html\n~~~\n", "\n~~~~~ \n"),
      ("   ```md\r\n", "\r\n  ```\r\n"), ("- ```\n", "\n  ```\n"),
      ("1. a\n   ~~~\n", "\n   ~~~\n"), ("```\n~~~\n", "\n```"),
      ("````\n```\n", "\n```\n````\n"), ("a ```\n~~~ `x`\n", "\n\t~~~ a\n~~~\nb"),
    ])
  func codeBlocks(before: String, after: String) throws {
    for inner in [Self.written, "<!-- begin -->", "<!-- end -->", "<!-- end -->\n\(Self.written)"] {
      let text = "\(before)\(inner)\(after)"
      #expect(try Self.section.state(in: Array(text.utf8)) == .absent, "\(text)")
      let added = try Self.added(text)
      #expect(added.hasPrefix(text), "\(text)")
      #expect(try Self.section.state(in: Array(added.utf8)) == .current, "\(text)")
      #expect(try Self.removed(added) == text)
    }
  }

  @Test(
    "Lines that begin no code block hide no marks",
    arguments: [
      "``\n", "a ```\n", "``` a `b`\n", "> ```\n", "```\n```\n", "~~~\n~~~~\n", "`~~\n",
    ])
  func noCodeBlocks(before: String) throws {
    let text = "\(before)\n\(Self.written)\n\(before)"
    #expect(try Self.section.state(in: Array(text.utf8)) == .current)
    #expect(try Self.removed(text) == "\(before)\(before)")
  }

  @Test("A code block without an end is an error where the section would be in it")
  func openCodeBlock() throws {
    for text in [
      "```", "```\n\(Self.written)\n", "~~~\n```\n", "```\n    ```\n", "````\n```\n",
    ] {
      #expect(throws: MarkedSection.Failure.openCodeBlock) { try Self.added(text) }
    }
    let text = "\(Self.written)\n```\n"
    #expect(try Self.added(text) == text)
    #expect(try Self.removed(text) == "```\n")
  }

  @Test("Other languages have no code blocks")
  func other() throws {
    let section = MarkedSection(begin: "# a", end: "# b", lines: ["x"], in: .other)
    #expect(try section.state(in: Array("```\n# a\nx\n# b\n```\n".utf8)) == .current)
    #expect(try section.state(in: section.added(to: Array("```\n".utf8))) == .current)
  }

  @Test(
    "Added and removed again, any text has its own bytes", arguments: Seeds.batches(2000, of: 500))
  func property(seeds: [UInt64]) throws {
    let pieces: [[UInt8]] = [
      [0x0A], [0x0D, 0x0A], [0x0D], [0x20], Array("text".utf8), Array("<!-- begin".utf8),
      Array("한글".utf8), [0xEF, 0xBB, 0xBF], [0xFF, 0x00], Array("## Title".utf8), [0x0A, 0x0A],
      Array("```".utf8), Array("\n~~~\n".utf8), Array("- ".utf8),
    ]
    var refused = 0
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      let text = (0..<random.number(below: 8)).flatMap { _ in random.pick(pieces) }
      let added: [UInt8]
      do throws(MarkedSection.Failure) {
        added = try Self.section.added(to: text)
      } catch {
        #expect(error == .openCodeBlock, "seed \(seed): \(text)")
        refused += 1
        continue
      }
      #expect(try Self.section.state(in: added) == .current, "seed \(seed): \(text)")
      #expect(try Self.section.added(to: added) == added, "seed \(seed): \(text)")
      #expect(try Self.section.removed(from: added) == text, "seed \(seed): \(text)")
    }
    #expect((1..<seeds.count / 2).contains(refused))
    #expect(try Self.section.removed(from: Self.section.file) == nil)
  }
}
