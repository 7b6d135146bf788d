import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("Folding of case and accents")
struct TextFoldingTests {
  private func folded(_ text: String) -> String { TextFolding.folded(text).text }

  @Test(
    "Accents that make no other letter are dropped",
    arguments: [
      ("École", "ecole"), ("E\u{301}COLE", "ecole"), ("Łódź", "lodz"), ("Straße", "strasse"),
      ("Ærøskøbing", "aeroskobing"), ("İstanbul ılık", "istanbul ilik"), ("Hà Nội", "ha noi"),
      ("Αθήνα ΟΔΟΣ", "αθηνα οδοσ"), ("Ёлка за\u{301}мок", "елка замок"), ("\u{212B}\u{212A}", "ak"),
      ("שָׁלוֹם", "שלום"), ("مُحَمَّد", "محمد"),
    ])
  func dropped(text: String, expected: String) {
    #expect(Array(folded(text).unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test(
    "Marks that make another letter are kept",
    arguments: [
      ("й", "и"), ("и\u{306}", "и"), ("ї", "і"), ("が", "か"), ("か\u{3099}", "か"), ("ぱ", "は"),
      ("أ", "ا"), ("क़", "क"), ("कि", "क"), ("กำ", "ก"), ("각", "가"), ("가", "ㄱ"), ("≠", "="),
      ("ŋ", "n"), ("þ", "th"),
    ])
  func kept(text: String, other: String) {
    #expect(!SearchText(text).equals(other) && !SearchText(other).equals(text))
    #expect(SearchText(text).equals(text))
  }

  @Test("A syllable is found in either encoding, and no syllable in another")
  func korean() {
    let parts = "\u{1100}\u{1161}\u{11A8}"
    #expect(SearchText("각").occurs(in: "x\(parts)y") && SearchText(parts).occurs(in: "x각y"))
    #expect(!SearchText("가").occurs(in: "각") && !SearchText("가").occurs(in: parts))
    let voiced = "か\u{3099}"
    #expect(SearchText("が").occurs(in: voiced) && SearchText(voiced).occurs(in: "が"))
    #expect(!SearchText("か").occurs(in: "が"))
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let text = String(
        String.UnicodeScalarView(
          (0..<Int.random(in: 1...6, using: &random)).compactMap { _ in
            Unicode.Scalar(UInt32.random(in: 0xAC00...0xD7A3, using: &random))
          }))
      #expect(TextFolding.folded(text) == TextFolding.Folded(text: text, hasVariants: false))
    }
  }

  /// Letters, marks and signs of many scripts.
  private static let alphabet =
    Array(
      "aE zß.éÉıİŁøŒơộΣςάᾳϊйЙёїЃ\u{301}\u{308}\u{306}\u{327}가각\u{1100}\u{1161}漢がか\u{3099}ｶﾞأا\u{64E}"
        .unicodeScalars) + Array("שָׁ👩‍👧…–ﬁኣԱ→↙↚\u{338}≤".unicodeScalars)

  private func text(upTo longest: Int, using random: inout SeededGenerator) -> String {
    var scalars = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...longest, using: &random) {
      scalars.append(Self.alphabet[Int.random(in: Self.alphabet.indices, using: &random)])
    }
    return String(scalars)
  }

  @Test("A folded text is folded to itself, and text without capitals and marks is plain")
  func idempotent() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<20_000 {
      let text = text(upTo: 8, using: &random)
      #expect(folded(folded(text)) == folded(text), "\(text.debugDescription)")
      if TextFolding.isPlain(text.utf8.span) { #expect(folded(text) == text.lowercased()) }
    }
  }

  @Test("What follows a letter does not change what it is folded to")
  func concatenation() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<20_000 {
      let (left, right) = (text(upTo: 5, using: &random), text(upTo: 5, using: &random))
      // A mark at the beginning would combine with the letter before it.
      guard let first = right.unicodeScalars.first,
        left.count + right.count == (left + right).count,
        first.properties.generalCategory != .nonspacingMark
      else { continue }
      #expect(folded(left + right) == folded(left) + folded(right))
    }
  }

  @Test("A text is found in every text that has it, in any case and with any accents")
  func found() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<20_000 {
      let needle = text(upTo: 3, using: &random)
      let haystack = text(upTo: 3, using: &random) + needle + text(upTo: 3, using: &random)
      guard haystack.contains(needle) else { continue }
      let wanted = [needle, folded(needle), needle.lowercased()]
      for word in wanted {
        #expect(
          SearchText(word).occurs(in: haystack),
          "\(word.debugDescription) in \(haystack.debugDescription)")
      }
    }
  }

  @Test("Every letter is found by its capital and by its small letter")
  func case_() {
    for value in UInt32(0x41)...0x1FFF {
      guard let scalar = Unicode.Scalar(value), scalar.properties.isAlphabetic else { continue }
      let letter = String(scalar)
      #expect(SearchText(letter).equals(letter.lowercased()), "\(letter)")
      let isOwnCapital = letter.uppercased().lowercased() == letter
      if isOwnCapital { #expect(SearchText(letter).equals(letter.uppercased()), "\(letter)") }
    }
  }

  @Test("What is found is underlined, with its accents")
  func ranges() {
    func found(_ word: String, in text: String) -> [String] {
      SearchText(word).ranges(in: text).map { String(text[$0]) }
    }
    #expect(found("ecole", in: "École et E\u{301}cole") == ["École", "E\u{301}cole"])
    #expect(found("strasse", in: "die Straße") == ["Straße"])
    #expect(found("ö", in: "Zoë trägt") == ["o"])
  }
}
