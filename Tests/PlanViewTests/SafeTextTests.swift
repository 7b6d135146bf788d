@testable import PlanView
import PmgitTestSupport
import Testing

@Suite struct SafeTextTests {
  @Test(
    "What would act on a terminal is shown escaped",
    arguments: [
      ("\u{1B}[31mred", #"\x1b[31mred"#),
      ("a\nb\r\nc\td", #"a\nb\r\nc\td"#),
      ("bell\u{7} del\u{7F} c1\u{9B}2J nul\u{0}", #"bell\x07 del\x7f c1\x9b2J nul\x00"#),
      ("abc\u{202E}cba\u{202C}", #"abc\u202ecba\u202c"#),
      ("\u{2066}x\u{2069}\u{200E}\u{200F}\u{61C}", #"\u2066x\u2069\u200e\u200f\u061c"#),
      ("line\u{2028}paragraph\u{2029}", #"line\u2028paragraph\u2029"#),
      ("pay\u{200B}pal\u{FEFF}\u{2060}\u{AD}", #"pay\u200bpal\ufeff\u2060\xad"#),
      ("\u{3164}\u{115F}\u{FFA0}", #"\u3164\u115f\uffa0"#),
      ("tags\u{E0041}\u{E0042}", #"tags\u{e0041}\u{e0042}"#),
      ("a\u{200D}b c\u{200C}d", #"a\u200db c\u200cd"#),
      ("🚀\u{200D}x 1\u{200D}2", #"🚀\u200dx 1\u200d2"#),
      (" \u{FE0F}\u{E0100}", #" \ufe0f\u{e0100}"#),
      ("\u{FFF9}x\u{FFFA}y\u{FFFB}", #"\ufff9x\ufffay\ufffb"#),
      (#"C:\new"#, #"C:\new"#),
    ])
  func escaped(data: String, shown: String) {
    #expect(SafeText(data).string == shown)
    #expect(("\(data)" as SafeText).string == shown)
  }

  @Test(
    "What scripts and emoji need stays",
    arguments: [
      "plain ASCII", "한글 \u{1112}\u{1161}\u{11AB}", "漢字葛\u{E0100}", "日本語", "e\u{301}\u{323}", "👩🏽‍💻",
      "👨‍👩‍👧‍👦", "🏳️‍🌈", "❤️‍🔥", "1️⃣", "☎︎", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
      "می\u{200C}خواهم", "क्\u{200D}ष", "\u{1820}\u{180B}", "\u{600}١٢", "→ … ≠",
    ])
  func kept(text: String) {
    #expect(Array(SafeText(text).string.unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test("A character carries thirty marks and no more")
  func marks() {
    let text = SafeText("a" + String(repeating: "\u{301}", count: 100)).string
    #expect(text.unicodeScalars.count { $0 == "\u{301}" } == 30)
    #expect(text.hasSuffix(#"\u0301"#))
  }

  @Test("No text has an unsafe scalar after escaping", arguments: 0..<200)
  func anyScalars(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let text = SafeText(RandomText.scalars(200, using: &generator)).string
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: Issue.record("\(scalar.value)")
      default: break
      }
      #expect(!scalar.properties.isBidiControl)
    }
    #expect(SafeText(text).string == text, "escaping twice is escaping once")
  }

  @Test("What is shown without a closer look has no marks and nothing that affects other text")
  func plain() {
    let plain = (0...0x10FFFF).compactMap { Unicode.Scalar($0 as UInt32) }.filter(SafeText.isPlain)
    #expect(plain.count > 30000)
    for scalar in plain {
      let properties = scalar.properties
      switch properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .nonspacingMark,
        .enclosingMark, .spacingMark:
        Issue.record("\(scalar.value)")
      default: break
      }
      if properties.isDefaultIgnorableCodePoint || properties.isBidiControl {
        Issue.record("\(scalar.value)")
      }
    }
  }

  @Test("The form for programs can be read back", arguments: 0..<100)
  func reversible(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let data = RandomText.make(30, using: &generator)
    let escaped = SafeText(reversibly: data).string
    #expect(Array(Self.unescaped(escaped).utf8) == Array(data.utf8))
  }

  @Test("The form for programs escapes its own backslash")
  func backslash() {
    #expect(SafeText(reversibly: "C:\\new\tx\n").string == #"C:\\new\tx\n"#)
  }

  @Test("Literals pass as they are, what is interpolated does not")
  func interpolation() {
    let name = "ori\u{1B}gin"
    let text: SafeText = "fetching from '\(name)' … \(3)"
    #expect(text.string == #"fetching from 'ori\x1bgin' … 3"#)
  }

  /// Decodes a text that was escaped for programs.
  private static func unescaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    let hex = { (digits: Substring.UnicodeScalarView) in
      UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init) ?? "?"
    }
    while let scalar = rest.popFirst() {
      guard scalar == "\\", let kind = rest.popFirst() else {
        result.append(scalar)
        continue
      }
      switch kind {
      case "n": result.append("\n")
      case "r": result.append("\r")
      case "t": result.append("\t")
      case "x":
        result.append(hex(rest.prefix(2)))
        rest = rest.dropFirst(2)
      case "u" where rest.first == "{":
        let digits = rest.dropFirst().prefix { $0 != "}" }
        result.append(hex(digits))
        rest = rest.dropFirst(digits.count + 2)
      case "u":
        result.append(hex(rest.prefix(4)))
        rest = rest.dropFirst(4)
      default: result.append(kind)
      }
    }
    return String(result)
  }
}
