/// A token of Markdown within a line: a mark, or the text between two marks.
enum InlineToken {
  case text(String)
  case code(String)
  /// A URL that is shown as it is, without another text.
  case link(String)
  case lineBreak
  case run(Run)
  /// `[` or `![`.
  case linkStart(String)
  /// `](target)` as it was typed. The target is nil if it is missing or not allowed.
  case linkEnd(String, target: String?)

  /// Consecutive marks of emphasis.
  struct Run {
    let mark: UInt8
    let count: Int
    let canOpen: Bool
    let canClose: Bool
  }
}

/// Splits a text into tokens, in linear time.
struct InlineTokens: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var place = 0
  /// The positions of runs of backticks by the length of the run, the last position first.
  private var ticks: [Int: [Int]] = [:]

  init(_ text: String) {
    bytes = Array(text.utf8)
    var index = bytes.endIndex
    while index > 0 {
      index -= 1
      guard bytes[index] == UInt8(ascii: "`") else { continue }
      let end = index + 1
      while index > 0, bytes[index - 1] == UInt8(ascii: "`") { index -= 1 }
      ticks[end - index, default: []].append(index)
    }
  }

  private static let special = Set("\\`*_~[]!<\nhmHM".utf8)

  mutating func next() -> InlineToken? {
    guard place < bytes.count else { return nil }
    if let token = mark() { return token }
    // Text continues up to the next byte that may begin a mark.
    let start = place
    repeat { place += 1 } while place < bytes.count && !mayBeMark(place)
    return .text(text(start..<place))
  }

  /// Whether a mark or an address may begin at an index. An address begins only at the beginning of
  /// a word.
  private func mayBeMark(_ index: Int) -> Bool {
    guard Self.special.contains(bytes[index]) else { return false }
    return !bytes[index].isWordByte || !bytes[index - 1].isWordByte
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private mutating func mark() -> InlineToken? {
    switch bytes[place] {
    case UInt8(ascii: "\\"): return escape()
    case UInt8(ascii: "`"): return code()
    case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"): return run()
    case UInt8(ascii: "\n"):
      place += 1
      return .lineBreak
    case UInt8(ascii: "["):
      place += 1
      return .linkStart("[")
    case UInt8(ascii: "!") where place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: "["):
      place += 2
      return .linkStart("![")
    case UInt8(ascii: "]"): return linkEnd()
    case _ where "<hmHM".utf8.contains(bytes[place]): return address()
    default: return nil
    }
  }

  private mutating func escape() -> InlineToken? {
    guard place + 1 < bytes.count, bytes[place + 1].isPunctuation else { return nil }
    place += 2
    return .text(text(place - 1..<place))
  }

  private mutating func code() -> InlineToken {
    let start = place
    while place < bytes.count, bytes[place] == UInt8(ascii: "`") { place += 1 }
    let count = place - start
    while let next = ticks[count]?.last {
      if next >= place {
        let code = text(place..<next).replacing("\n", with: " ")
        place = next + count
        let isPadded = code.hasPrefix(" ") && code.hasSuffix(" ") && !code[...].isBlank
        return .code(isPadded ? String(code.dropFirst().dropLast()) : code)
      }
      ticks[count]?.removeLast()
    }
    return .text(text(start..<place))
  }

  private mutating func run() -> InlineToken {
    let (start, mark) = (place, bytes[place])
    while place < bytes.count, bytes[place] == mark { place += 1 }
    let before = start > 0 ? bytes[start - 1] : .space
    let after = place < bytes.count ? bytes[place] : .space
    var canOpen = !after.isSpace && (!after.isPunctuation || before.isSpace || before.isPunctuation)
    var canClose =
      !before.isSpace && (!before.isPunctuation || after.isSpace || after.isPunctuation)
    if mark == UInt8(ascii: "_") {
      // The underscores in snake_case are not emphasis.
      let (opens, closes) = (canOpen, canClose)
      canOpen = opens && (!closes || before.isPunctuation)
      canClose = closes && (!opens || after.isPunctuation)
    }
    return .run(
      InlineToken.Run(mark: mark, count: place - start, canOpen: canOpen, canClose: canClose))
  }

  // MARK: - Links

  /// The most bytes of an address.
  private static let longest = 2048

  private mutating func linkEnd() -> InlineToken {
    let start = place
    place += 1
    guard place < bytes.count, bytes[place] == UInt8(ascii: "(") else {
      return .linkEnd("]", target: nil)
    }
    var (depth, index) = (0, place)
    while index < bytes.count, index - place < Self.longest, bytes[index] != UInt8(ascii: "\n") {
      if bytes[index] == UInt8(ascii: "(") { depth += 1 }
      if bytes[index] == UInt8(ascii: ")") { depth -= 1 }
      index += 1
      if depth == 0 { break }
    }
    guard depth == 0 else { return .linkEnd("]", target: nil) }
    let target = text(place + 1..<index - 1)
    place = index
    return .linkEnd(text(start..<index), target: WebAddress(target)?.text)
  }

  /// Returns the address at the current position, with or without angle brackets; nil if there is
  /// none.
  private mutating func address() -> InlineToken? {
    let isQuoted = bytes[place] == UInt8(ascii: "<")
    let start = isQuoted ? place + 1 : place
    guard WebAddress.begins(bytes[start...]) else { return nil }
    var end = start
    while end < bytes.count, end - start < Self.longest, !bytes[end].isSpace,
      !"<>\"`".utf8.contains(bytes[end])
    { end += 1 }
    guard end - start < Self.longest else { return nil }
    if isQuoted {
      guard end < bytes.count, bytes[end] == UInt8(ascii: ">") else { return nil }
    } else {
      end = endWithoutMarks(start, end)
    }
    guard let address = WebAddress(text(start..<end)) else { return nil }
    place = isQuoted ? end + 1 : end
    return .link(address.text)
  }

  /// Returns the end of an address without the punctuation after it. A `)` is part of the address
  /// if the address has a `(` for it.
  private func endWithoutMarks(_ start: Int, _ end: Int) -> Int {
    var end = end
    let opened = bytes[start..<end].count { $0 == UInt8(ascii: "(") }
    var closed = bytes[start..<end].count { $0 == UInt8(ascii: ")") }
    while end > start {
      let last = bytes[end - 1]
      if last == UInt8(ascii: ")") {
        if closed <= opened { break }
        closed -= 1
      } else if !".,:;!?'*_~]".utf8.contains(last) {
        break
      }
      end -= 1
    }
    return end
  }
}

extension UInt8 {
  var isSpace: Bool { self == .space || self == UInt8(ascii: "\n") || self == UInt8(ascii: "\t") }

  /// Whether this is a visible ASCII character other than a letter or a digit.
  var isPunctuation: Bool {
    (0x21...0x2F).contains(self) || (0x3A...0x40).contains(self) || (0x5B...0x60).contains(self)
      || (0x7B...0x7E).contains(self)
  }

  /// Whether this is a letter, a digit, or a byte of a character that is not ASCII.
  fileprivate var isWordByte: Bool { self > 0x7F || self > 0x20 && self != 0x7F && !isPunctuation }
}
