/// Finds the ranges in which trackers do not look for mentions: code and web addresses. They are
/// not escaped, because an invisible character there would break copied code and links.
///
/// Only ranges that every tracker interprets as code count. In an ambiguous text, such as one with
/// HTML, no range is returned.
struct InertText {
  /// Returns the ranges of code and addresses, in order.
  static func ranges(in scalars: [Unicode.Scalar]) -> [Range<Int>] {
    guard scalars.contains("@") else { return [] }
    var text = InertText(scalars)
    let code = text.code()
    return (code + addresses(in: scalars)).sorted { $0.lowerBound < $1.lowerBound }
  }

  // MARK: - Addresses

  private static let inAddresses: Set<Unicode.Scalar> = Set("-./?=&%+:,;#@".unicodeScalars)

  /// Returns the paths of addresses at the beginning of a word. The scheme and the host contain no
  /// mentions. A text with `[` or `<` has no addresses, because trackers make no links in brackets
  /// or next to HTML.
  private static func addresses(in scalars: [Unicode.Scalar]) -> [Range<Int>] {
    if scalars.contains(where: { $0 == "[" || $0 == "<" }) { return [] }
    var ranges: [Range<Int>] = []
    var isAtStart = true
    for place in scalars.indices {
      if isAtStart, scalars[place] == "h", let range = address(in: scalars, at: place) {
        ranges.append(range)
      }
      isAtStart = [" ", "\n", "("].contains(scalars[place])
    }
    return ranges
  }

  private static func address(in scalars: [Unicode.Scalar], at start: Int) -> Range<Int>? {
    let rest = scalars[start...]
    guard
      let scheme = ["https://", "http://"].first(where: { rest.starts(with: $0.unicodeScalars) })
    else { return nil }
    let host = rest.dropFirst(scheme.unicodeScalars.count)
      .prefix { isLetterOrDigit($0) || $0 == "-" || $0 == "." }
    guard host.dropFirst().dropLast().contains("."), host.endIndex < scalars.count,
      [host.first, host.last].allSatisfy({ $0.map(isLetterOrDigit) ?? false }),
      scalars[host.endIndex] == "/"
    else { return nil }
    let path = scalars[host.endIndex...]
      .prefix { isLetterOrDigit($0) || inAddresses.contains($0) }
    return host.endIndex..<path.endIndex
  }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
  }

  // MARK: - Code

  private let scalars: [Unicode.Scalar]
  private var blocks: [Range<Int>] = []
  private var spans: [Range<Int>] = []
  private var hasOddSpans = false

  private init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

  /// Returns the ranges of code; empty if anything makes the ranges ambiguous.
  private mutating func code() -> [Range<Int>] {
    guard scalars.contains("`"), !scalars.contains(where: Self.isOddLineEnd) else { return [] }
    var fence: (length: Int, start: Int)?
    var start = 0
    while start <= scalars.count {
      let end = scalars[start...].firstIndex(of: "\n") ?? scalars.count
      let line = scalars[start..<end]
      let ticks = line.prefix { $0 == "`" }.count
      if let open = fence {
        if ticks >= open.length, line.dropFirst(ticks).allSatisfy({ $0 == " " }) {
          blocks.append(open.start..<start)
          fence = nil
        } else if Self.contains("```", in: line) {
          return []
        }
      } else if ticks >= 3, !line.dropFirst(ticks).contains("`") {
        fence = (ticks, end)
      } else if !readLine(line) {
        return []
      }
      start = end + 1
    }
    guard fence == nil else { return [] }
    return blocks + (hasOddSpans ? [] : spans)
  }

  /// Reads a line outside of code blocks. Returns false if the line may begin something other
  /// than a paragraph.
  private mutating func readLine(_ line: ArraySlice<Unicode.Scalar>) -> Bool {
    guard !line.contains("<"),
      !["```", "~~~", ">>>", "$$"].contains(where: { Self.contains($0, in: line) })
    else { return false }
    // The cells of a table, formulas and links take precedence over code.
    if line.contains(where: { ["|", "$", "["].contains($0) }) {
      hasOddSpans = true
      return true
    }
    var rest = line
    while let tick = rest.firstIndex(of: "`") {
      let run = rest[tick...].prefix { $0 == "`" }
      let after = rest[run.endIndex...]
      guard let close = after.firstIndex(of: "`"), scalars.prefix(tick).last != "\\",
        after[close...].prefix(while: { $0 == "`" }).count == run.count
      else {
        hasOddSpans = true
        return true
      }
      spans.append(run.endIndex..<close)
      rest = rest[(close + run.count)...]
    }
    return true
  }

  private static func contains(_ text: String, in line: ArraySlice<Unicode.Scalar>) -> Bool {
    let marks = Array(text.unicodeScalars)
    return line.indices.contains { line[$0...].starts(with: marks) }
  }

  private static func isOddLineEnd(_ scalar: Unicode.Scalar) -> Bool {
    ["\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}"].contains(scalar)
  }
}
