import Foundation
@testable import PlanView
import PmgitTestSupport
import Testing

@Suite struct TextWidthTests {
  /// Returns the samples that `Scripts/generate-width-table.py --samples` wrote. Another
  /// implementation measured their widths.
  private static func samples() throws -> [(width: Int, text: String)] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/widths.tsv")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("# ") }
      .map { line in
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        return (try #require(Int(fields[0])), String(fields[1]))
      }
  }

  @Test("Texts take the cells that wcwidth says")
  func wcwidth() throws {
    let samples = try Self.samples()
    #expect(samples.count > 500)
    for (width, text) in samples {
      let scalars = text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
      #expect(TextWidth.cells(of: text) == width, "\(text) (\(scalars))")
    }
  }

  @Test(
    "A picture of many scalars takes two cells",
    arguments: [
      "🚀", "❤️", "👍🏽", "☝🏽", "👩🏽‍🚀", "👨‍👩‍👧‍👦", "🏳️‍🌈", "🇰🇷", "🇰", "1️⃣", "🧑🏻‍🤝‍🧑🏿",
      "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
    ])
  func pictures(text: String) {
    #expect(TextWidth.cells(of: text) == 2)
    #expect(text.count == 1)
  }

  @Test("Combining marks take no cell", arguments: ["\u{301}", "\u{20DD}", "\u{3099}", "\u{FE0F}"])
  func marks(mark: String) {
    #expect(TextWidth.cells(of: mark) == 0)
    #expect(TextWidth.cells(of: "x" + mark) == 1)
  }

  @Test("The width of a text is the sum of its characters' widths", arguments: 0..<200)
  func additive(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let left = SafeText(RandomText.make(8, using: &generator)).string
    let right = SafeText(RandomText.make(8, using: &generator)).string
    // Skips pairs that join to a single character at the boundary, where no text is ever cut.
    guard (left + right).count == left.count + right.count else { return }
    #expect(
      TextWidth.cells(of: left + right) == TextWidth.cells(of: left) + TextWidth.cells(of: right))
  }

  @Test("The table is sorted and its ranges neither touch nor overlap")
  func table() {
    for (range, next) in zip(TextWidth.wideRanges, TextWidth.wideRanges.dropFirst()) {
      #expect(range.upperBound + 1 < next.lowerBound)
    }
  }
}
