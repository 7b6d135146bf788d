import PmgitTestSupport

/// Random texts from pieces that are difficult to lay out.
enum RandomText {
  private static let pieces = [
    "a", "word", "longer-word", " ", " ", " ", "  ", "한글", "로그인 오류", "漢字", "日本語の文", "、", "。", "「",
    "」",
    "🚀", "👩🏽‍💻", "🇰🇷", "1️⃣", "❤️", "👨‍👩‍👧‍👦", "e\u{301}", "\u{301}", "ﷺ", "क्षि", "ไทย", "ｆｗ", "ㄱ",
    "https://example.com/path", "-", "…", "\u{1B}[31m", "\t", "\n", "\u{202E}", "\u{200B}",
    "\u{200D}",
    "\u{1112}\u{1161}\u{11AB}", "\\", "x",
  ]

  static func make(_ count: Int, using generator: inout SeededGenerator) -> String {
    (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
  }

  /// Returns a text of random scalars.
  static func scalars(_ count: Int, using generator: inout SeededGenerator) -> String {
    var text = ""
    while text.unicodeScalars.count < count {
      // Mostly from the beginning of the first plane, which has most of the difficult ones.
      let limit: UInt32 = Bool.random(using: &generator) ? 0x3000 : 0x110000
      let value = UInt32.random(in: 0..<limit, using: &generator)
      if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
    }
    return text
  }
}
