/// A section between two marks in a text of somebody else, such as a Markdown or a TOML file.
///
/// Adding a section and removing it again gives the same bytes. So the text that was there before
/// decides how the section is separated from it:
///
/// - After a text that ends in a line feed come an empty line, the section, and a line feed.
/// - After any other text, also an empty one, come a line break, an empty line, and the section
///   without a line feed at its end.
/// - A new file has the section and a line feed, and nothing before it.
package struct MarkedSection: Sendable {
  /// The first and the last line, without line breaks.
  private let begin: [UInt8]
  private let end: [UInt8]
  /// The lines between the marks.
  private let lines: [String]

  package init(begin: String, end: String, lines: [String]) {
    (self.begin, self.end, self.lines) = (Array(begin.utf8), Array(end.utf8), lines)
  }

  /// The reason why a section can't be added or removed.
  package enum Failure: Error, Equatable {
    /// A mark is there without the other one, or more than once.
    case unpairedMarks
  }

  /// Whether the text has the section, and as it would be written now.
  package enum State: Hashable, Sendable {
    case absent, current, outdated
  }

  package func state(in text: [UInt8]) throws(Failure) -> State {
    guard let place = try place(in: text) else { return .absent }
    return text[place].elementsEqual(section(with: Self.lineBreak(in: text[place])))
      ? .current : .outdated
  }

  /// Returns the content of a new file.
  package var file: [UInt8] { section(with: Self.lineFeed) + Self.lineFeed }

  /// Returns the text with the section, added at the end or in place of an older one.
  package func added(to text: [UInt8]) throws(Failure) -> [UInt8] {
    if let place = try place(in: text) {
      let section = section(with: Self.lineBreak(in: text[place]))
      return text[..<place.lowerBound] + section + text[place.upperBound...]
    }
    let lineBreak = Self.lineBreak(in: text[...])
    let section = section(with: lineBreak)
    return text.last == 0x0A
      ? text + lineBreak + section + lineBreak : text + lineBreak + lineBreak + section
  }

  /// Returns the text without the section: the bytes that were there before it was added.
  ///
  /// - Returns: nil if nothing else is there, as in a file that was made for the section. The
  ///   unchanged text if it has no section.
  package func removed(from text: [UInt8]) throws(Failure) -> [UInt8]? {
    guard let place = try place(in: text) else { return text }
    let lineBreak = Self.lineBreak(in: text[place])
    let (before, after) = (text[..<place.lowerBound], text[place.upperBound...])
    if before.isEmpty, after.elementsEqual(lineBreak) { return nil }
    if after.isEmpty { return Array(before.dropping(suffix: lineBreak + lineBreak)) }
    return Array(before.dropping(suffix: lineBreak)) + after.dropping(prefix: lineBreak)
  }

  // MARK: - Bytes

  private static let lineFeed: [UInt8] = [0x0A]

  /// The first line break of a text; a line feed if it has none.
  private static func lineBreak(in text: ArraySlice<UInt8>) -> [UInt8] {
    guard let index = text.firstIndex(of: 0x0A) else { return lineFeed }
    return index > text.startIndex && text[index - 1] == 0x0D ? [0x0D, 0x0A] : lineFeed
  }

  private func section(with lineBreak: [UInt8]) -> [UInt8] {
    begin + lineBreak + lines.flatMap { Array($0.utf8) + lineBreak } + end
  }

  /// Returns the place of the section, from its first mark to the end of its last one.
  private func place(in text: [UInt8]) throws(Failure) -> Range<Int>? {
    let (begins, ends) = (starts(of: begin, in: text), starts(of: end, in: text))
    if begins.isEmpty, ends.isEmpty { return nil }
    guard begins.count == 1, ends.count == 1, begins[0] < ends[0] else { throw .unpairedMarks }
    return begins[0]..<(ends[0] + end.count)
  }

  /// Returns where lines begin that consist of a mark only.
  private func starts(of mark: [UInt8], in text: [UInt8]) -> [Int] {
    var found: [Int] = []
    var start = 0
    while start <= text.count {
      let end = text[start...].firstIndex(of: 0x0A) ?? text.count
      var line = text[start..<end]
      if line.last == 0x0D { line.removeLast() }
      if line.elementsEqual(mark) { found.append(start) }
      start = end + 1
    }
    return found
  }
}

extension ArraySlice<UInt8> {
  fileprivate func dropping(prefix: [UInt8]) -> ArraySlice {
    starts(with: prefix) ? dropFirst(prefix.count) : self
  }

  fileprivate func dropping(suffix: [UInt8]) -> ArraySlice {
    self.suffix(suffix.count).elementsEqual(suffix) ? dropLast(suffix.count) : self
  }
}
