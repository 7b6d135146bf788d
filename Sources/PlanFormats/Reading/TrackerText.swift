import PlanModel

/// Converts texts of other tools for plans.
package enum TrackerText {
  /// Returns a text in the form of a label or title: one line, trimmed, at most 1000 bytes. Line
  /// breaks and control characters become spaces. Returns nil if nothing remains.
  static func line(_ text: String) -> String? {
    let line = prefix(cleaned(text), bytes: Validation.longestLine)
    return try? Validation.line(line, field: "text")
  }

  /// Whether `line` cuts the text.
  static func isLongLine(_ text: String) -> Bool {
    guard text.utf8.count > Validation.longestLine else { return false }
    let line = trimmed(cleaned(text))
    return line.utf8.count > Validation.longestLine
  }

  /// Returns a text with a space for each run of line breaks and control characters.
  private static func cleaned(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    var count = 0
    for scalar in text.unicodeScalars {
      let isBreak =
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        || scalar.value == 0x2028 || scalar.value == 0x2029
      if !isBreak {
        scalars.append(scalar)
      } else if scalars.last != " " {
        scalars.append(" ")
      }
      count += 1
      // Leading white space is dropped later, so more than the longest line is kept.
      if count > 1 << 20 { break }
    }
    return trimmed(String(scalars))
  }

  private static func trimmed(_ text: String) -> String {
    let isSpace = { (scalar: Unicode.Scalar) in
      scalar.properties.isWhitespace || scalar == "\u{FEFF}"
    }
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !isSpace($0) }),
      let last = scalars.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(scalars[first...last])
  }

  /// Whether two names of columns or fields differ only in case, accents, spaces and hyphens.
  static func isSameName(_ name: String, _ other: String) -> Bool {
    nameKey(name) == nameKey(other)
  }

  /// Returns a name without case, accents, spaces and hyphens: `todo` for `To Do`.
  static func nameKey(_ name: String) -> String {
    let key = (Column.id(from: name) ?? "").filter { $0 != "-" }
    return key.isEmpty ? name.lowercased() : key
  }

  /// Returns the host for an alias, followed by a slash. It is empty for the usual hosts, which
  /// aliases leave out.
  static func origin(host: some StringProtocol, unless known: [String]) -> String {
    let host = host.lowercased()
    return host.isEmpty || known.contains(host) ? "" : "\(host)/"
  }

  /// Returns the host and path of a GitLab project for an alias. The usual host is left out, unless
  /// the first group has a dot and could be taken for a host.
  static func gitLabProject(host: some StringProtocol, path: some StringProtocol) -> String {
    let groups = String(path).split(separator: "/", omittingEmptySubsequences: false)
    let isLikeHost = groups.count > 2 && groups[0].dropFirst().dropLast().contains(".")
    return origin(host: host, unless: isLikeHost ? [] : ["gitlab.com"]) + String(path)
  }

  /// Returns the longest beginning of a text that has at most `limit` bytes of UTF-8.
  static func prefix(_ text: String, bytes limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    var end = text.utf8.index(text.utf8.startIndex, offsetBy: limit)
    while end > text.startIndex, end.samePosition(in: text.unicodeScalars) == nil {
      end = text.utf8.index(before: end)
    }
    return String(text.unicodeScalars[..<end])
  }

  /// The size of a line feed in a plan's file, in which each line is indented and quoted.
  static let lineFeedCost = 16

  /// Returns the approximate size of a text in a plan's file, with escapes.
  static func cost(of text: String) -> Int { text.utf8.reduce(0) { $0 + cost(of: $1) } }

  private static func cost(of byte: UInt8) -> Int {
    switch byte {
    case 0x0A: lineFeedCost
    case 0..<0x20, 0x7F: 6
    case 0x22, 0x5C, 0xC2, 0xE2: 3
    default: 1
    }
  }

  /// Returns the longest beginning of a text whose `cost` is at most `limit`.
  static func prefix(_ text: String, cost limit: Int) -> String {
    var (bytes, cost) = (0, 0)
    for byte in text.utf8 {
      cost += self.cost(of: byte)
      if cost > limit { break }
      bytes += 1
    }
    return prefix(text, bytes: bytes)
  }

  /// Returns a text without its byte order mark. UTF-16 is recognized by its mark, or by the zero
  /// bytes of ASCII characters. Invalid bytes become U+FFFD.
  package static func decoded(_ bytes: [UInt8]) -> String {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      return String(decoding: bytes.dropFirst(3), as: UTF8.self)
    }
    guard let encoding = encoding(of: bytes) else { return String(decoding: bytes, as: UTF8.self) }
    return utf16(bytes.dropFirst(encoding.mark), isBigEndian: encoding.isBigEndian)
  }

  /// Returns the number of the first line that is not UTF-8, from 1; nil if all lines are valid,
  /// and for UTF-16.
  static func firstLineNotUTF8(_ bytes: [UInt8]) -> Int? {
    guard !isUTF16(bytes), String(validating: bytes, as: UTF8.self) == nil else { return nil }
    // A line feed is never part of another character.
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    return lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }.map { $0 + 1 }
  }

  package static func isUTF16(_ bytes: [UInt8]) -> Bool { encoding(of: bytes) != nil }

  /// Returns the byte order of a UTF-16 text, and the length of its byte order mark; nil for other
  /// texts.
  private static func encoding(of bytes: [UInt8]) -> (isBigEndian: Bool, mark: Int)? {
    if bytes.starts(with: [0xFF, 0xFE]) { return (false, 2) }
    if bytes.starts(with: [0xFE, 0xFF]) { return (true, 2) }
    guard bytes.count >= 4 else { return nil }
    switch bytes.prefix(4).map({ $0 == 0 }) {
    case [false, true, false, true]: return (false, 0)
    case [true, false, true, false]: return (true, 0)
    default: return nil
    }
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> String {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(isBigEndian ? first << 8 | second : second << 8 | first)
      index += 2
    }
    return String(decoding: units, as: UTF16.self)
  }
}
