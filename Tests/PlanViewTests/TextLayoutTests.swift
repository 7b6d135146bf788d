@testable import PlanView
import PmgitTestSupport
import Testing

@Suite struct TextLayoutTests {
  @Test(
    "A text that is too wide ends in an ellipsis",
    arguments: [
      ("hello", 5, "hello"), ("hello", 4, "hel…"), ("hello", 1, "…"), ("hello", 0, ""),
      ("ab cdef", 4, "ab…"), ("한글입니다", 5, "한글…"), ("한글입니다", 4, "한…"), ("한글", 2, "…"),
      ("👩🏽‍💻👩🏽‍💻", 3, "👩🏽‍💻…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("", 3, ""),
    ])
  func truncated(text: String, width: Int, shown: String) {
    #expect(StyledText(text).truncated(toCells: width).string == shown)
  }

  @Test(
    "Lines end at spaces, else inside a word that is wider than a line",
    arguments: [
      ("one two three", 8, ["one two", "three"]),
      ("one  two", 4, ["one", "two"]),
      ("a incomprehensible b", 8, ["a incomp", "rehensib", "le b"]),
      // A long word that would begin in the second half of a line begins the next one.
      ("Flaky test: TestRunBdCmdWithSpaces", 14, ["Flaky test:", "TestRunBdCmdWi", "thSpaces"]),
      // It is broken after a sign in the second half of a line.
      ("Speed up internal/storage/dolt", 15, ["Speed up", "internal/", "storage/dolt"]),
      ("mol-witness-patrol", 15, ["mol-witness-", "patrol"]),
      ("a/verylongword", 8, ["a/verylo", "ngword"]), ("abcdefg-", 7, ["abcdefg", "-"]),
      ("한글 단어는 나누지 않는다", 10, ["한글", "단어는", "나누지", "않는다"]),
      ("設定画面の対応", 6, ["設定画", "面の対", "応"]),
      ("版本（修复）完", 7, ["版本", "（修", "复）完"]),
      ("  indented text", 10, ["  indented", "text"]),
      ("", 5, [""]), ("   ", 5, [""]),
    ])
  func wrapped(text: String, width: Int, lines: [String]) {
    #expect(StyledText(text).wrapped(toCells: width).map(\.string) == lines)
  }

  @Test("Later lines are indented, and the last one allowed is truncated")
  func indentAndLimit() {
    let text = StyledText("k7m2 Fix the login on iPad at once")
    let lines = text.wrapped(toCells: 12, indent: 2, limit: 3).map(\.string)
    #expect(lines == ["k7m2 Fix the", "  login on", "  iPad at o…"])
  }

  @Test("A text is filled with spaces at the side that is asked for")
  func padded() {
    #expect(StyledText("한").padded(toCells: 4).string == "한  ")
    #expect(StyledText("한").padded(toCells: 4, .right).string == "  한")
    #expect(StyledText("한글").padded(toCells: 3).string == "한글")
  }

  @Test("No line is wider than asked, and wrapping loses nothing but spaces", arguments: 0..<300)
  func wrappedProperties(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let text = Self.randomText(using: &generator)
    let width = Int.random(in: 4...40, using: &generator)
    let indent = Int.random(in: 0...2, using: &generator)
    let lines = text.wrapped(toCells: width, indent: indent)
    for line in lines { #expect(line.widthInCells <= width, "\(line.string)") }
    let isContent = { (scalar: Unicode.Scalar) in scalar != " " }
    #expect(
      lines.flatMap { $0.string.unicodeScalars.filter(isContent) }
        == text.string.unicodeScalars.filter(isContent))
    #expect(Self.roles(lines) == Self.roles([text]))
  }

  @Test("A truncated text fits and is the beginning of the whole", arguments: 0..<300)
  func truncatedProperties(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let text = Self.randomText(using: &generator)
    let width = Int.random(in: 0...40, using: &generator)
    let short = text.truncated(toCells: width)
    #expect(short.widthInCells <= width)
    guard short != text else { return }
    let kept = short.string.dropLast()
    #expect(text.string.hasPrefix(kept), "whole characters only")
    #expect(width == 0 || short.string.last == "…")
  }

  @Test("Fewer lines are the beginning of more lines", arguments: 0..<100)
  func limitProperty(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let text = Self.randomText(using: &generator)
    let limit = Int.random(in: 1...4, using: &generator)
    let all = text.wrapped(toCells: 14)
    let some = text.wrapped(toCells: 14, limit: limit)
    #expect(some.count == min(limit, all.count))
    #expect(some.dropLast() == all.prefix(some.count - 1))
  }

  private static func randomText(using generator: inout SeededGenerator) -> StyledText {
    var text = StyledText()
    for role in [Role.id, .plain, .label, .overdue] {
      let data = RandomText.make(Int.random(in: 0...12, using: &generator), using: &generator)
      // Without the bar, a combining mark at the start of a span would join the character before
      // it.
      text += StyledText("|\(data)", role)
    }
    return text
  }

  /// Returns the roles of all characters except spaces.
  private static func roles(_ lines: [StyledText]) -> [Role] {
    lines.flatMap(\.spans).flatMap { span in
      span.text.string.unicodeScalars.filter { $0 != " " }.map { _ in span.role }
    }
  }
}
