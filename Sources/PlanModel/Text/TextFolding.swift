/// Folds texts, so that searches ignore case and accents.
///
/// It drops marks that make no primary difference in the default Unicode collation, like ICU's
/// search and SQLite's `remove_diacritics`. These are all marks on Latin and Greek letters,
/// Cyrillic stress marks and the dots of 'ё', and the vowel points of Hebrew and Arabic. Marks that
/// make a different letter are kept: the voicing of kana, the hamza, the breve of 'й', and Indian
/// vowel signs. Korean syllables stay whole.
enum TextFolding {
  struct Folded: Hashable, Sendable {
    let text: String
    /// Whether the text may have letters that can also be written with other code points, such as a
    /// decomposed Korean syllable. Then texts with different bytes can be equal.
    let hasVariants: Bool
  }

  /// Returns the form of a text that searches compare.
  ///
  /// - Complexity: Linear in the text.
  static func folded(_ text: String) -> Folded {
    if isPlain(text.utf8.span) { return Folded(text: lowercasedASCII(text), hasVariants: false) }
    var folder = Folder()
    folder.result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars { folder.append(scalar) }
    return Folded(
      text: String(decoding: folder.result, as: UTF8.self), hasVariants: folder.hasVariants)
  }

  /// Whether folding only lowercases ASCII letters.
  ///
  /// It is true if the text has only ASCII, Korean syllables, Chinese, kana, emoji, simple arrows
  /// and common punctuation.
  ///
  /// - Parameter text: Valid UTF-8.
  /// - Complexity: Linear in the text.
  static func isPlain(_ text: Span<UInt8>) -> Bool {
    var index = 0
    while index < text.count {
      switch text[index] {
      case ..<0x80: index += 1
      case 0xE4...0xE9, 0xEB, 0xEC: index += 3
      case 0xE2:
        switch text[index + 1] {
        case 0x80, 0x94...0x9F: break
        // The arrows from U+2190 to U+2199.
        case 0x86 where (0x90...0x99).contains(text[index + 2]): break
        default: return false
        }
        index += 3
      case 0xE3:
        // Voicing marks, U+3099 and U+309A.
        guard text[index + 1] != 0x82 || !(0x99...0x9A).contains(text[index + 2]) else {
          return false
        }
        index += 3
      case 0xEA where text[index + 1] >= 0xB0, 0xED where text[index + 1] <= 0x9D: index += 3
      case 0xF0 where text[index + 1] == 0x9F: index += 4
      default: return false
      }
    }
    return true
  }

  static func lowercasedASCII(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  private static func lowercasedASCII(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 != lowercasedASCII($0) }) else { return text }
    var bytes = Array(text.utf8)
    for index in bytes.indices { bytes[index] = lowercasedASCII(bytes[index]) }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: - Letters

  /// The folded form of each scalar below U+2133; 0 if `foldedLetters` does not contain it.
  ///
  /// An entry holds one or two scalars below U+10000, the first one in the lower 16 bits.
  private static let table: [UInt32] = {
    var table = [UInt32](repeating: 0, count: 0x2133)
    for (folded, letters) in foldedLetters {
      let packed = folded.unicodeScalars.reversed().reduce(0) { $0 << 16 | $1.value }
      for letter in letters.unicodeScalars where letter.value < table.count {
        table[Int(letter.value)] = packed
      }
    }
    return table
  }()

  private struct Folder {
    var result: [UInt8] = []
    var hasVariants = false
    /// The folded letter to which following marks belong.
    private var base: UInt32 = 0

    mutating func append(_ scalar: Unicode.Scalar) {
      let value = scalar.value
      if value < 0x80 {
        result.append(lowercasedASCII(UInt8(truncatingIfNeeded: value)))
        base = UInt32(result[result.count - 1])
      } else if value < table.count, table[Int(value)] != 0 {
        let packed = table[Int(value)]
        emit(Unicode.Scalar(packed & 0xFFFF) ?? scalar)
        if packed > 0xFFFF { emit(Unicode.Scalar(packed >> 16) ?? scalar) }
      } else if isFolded(value) {
        emit(scalar)
      } else if isMark(scalar) {
        guard !drops(value, behind: base) else { return }
        result.append(contentsOf: Array(String(scalar).utf8))
        hasVariants = true
      } else {
        for lowered in scalar.properties.lowercaseMapping.unicodeScalars { emit(lowered) }
        hasVariants = true
      }
    }

    private mutating func emit(_ scalar: Unicode.Scalar) {
      result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      base = scalar.value
    }
  }

  /// Whether a scalar outside `foldedLetters` is unchanged by folding and has no variants.
  private static func isFolded(_ value: UInt32) -> Bool {
    switch value {
    case 0x80..<0x300, 0x370..<0x483, 0x48A..<0x530, 0x1E00..<0x2000, 0x2010..<0x2060,
      0x2190..<0x219A, 0x2500..<0x2800, 0x3000..<0x3099, 0x309B..<0x3100, 0x4E00..<0xA000,
      0xAC00..<0xD7A4, 0x1F000..<0x20000:
      true
    default: false
    }
  }

  // MARK: - Marks

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Whether a mark after a folded letter is dropped, because it does not make a different letter.
  private static func drops(_ mark: UInt32, behind base: UInt32) -> Bool {
    switch mark {
    case 0x300..<0x370, 0x1AB0..<0x1B00, 0x1DC0..<0x1E00:
      switch base {
      case 0x61...0x7A, 0xC0..<0x300, 0x370..<0x400, 0x1E00..<0x2000: true
      case 0x400..<0x530:
        mark <= 0x301 && stressed.contains(base) || mark == 0x308 && base == 0x435
      default: false
      }
    // Hebrew points and Arabic short vowels.
    case 0x591...0x5BD, 0x5BF, 0x5C1...0x5C2, 0x5C4...0x5C5, 0x5C7, 0x64B...0x652, 0x670: true
    default: false
    }
  }

  /// The Russian vowels, from which stress marks are dropped.
  private static let stressed = Set("аеиоуыэюя".unicodeScalars.map(\.value))
}
