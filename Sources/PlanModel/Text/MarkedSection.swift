/// A section between two marks in a text of somebody else, such as a Markdown or a TOML file.
///
/// Adding a section and removing it again gives the same bytes. So the text that was there before
/// decides how the section is separated from it:
///
/// - After a text that ends in a line feed come an empty line, the section, and a line feed.
/// - After any other text, also an empty one, come a line break, an empty line, and the section
///   without a line feed at its end.
/// - A new file has the section and a line feed, and nothing before it.
///
/// Marks are lines of their own. In Markdown, those in a code block are text, not marks.
package struct MarkedSection: Sendable {
  /// The first and the last line, without line breaks.
  private let begin: [UInt8]
  private let end: [UInt8]
  /// The lines between the marks.
  private let lines: [String]
  private let syntax: Syntax
  /// Whether lines between marks were written for the same purpose, as by an older version.
  private let isOwn: @Sendable ([String]) -> Bool

  /// The language of the text, which decides where marks can be.
  package enum Syntax: Sendable {
    case markdown, other
  }

  /// - Parameter isOwn: Whether lines between marks are an older section; nil if those are that
  ///   begin with the same line, such as a heading.
  package init(
    begin: String, end: String, lines: [String], in syntax: Syntax = .markdown,
    isOwn: (@Sendable ([String]) -> Bool)? = nil
  ) {
    (self.begin, self.end, self.lines) = (Array(begin.utf8), Array(end.utf8), lines)
    self.syntax = syntax
    self.isOwn = isOwn ?? { $0.first == lines.first }
  }

  /// The reason why a section can't be added or removed.
  package enum Failure: Error, Equatable {
    /// A mark is there without the other one, or more than once.
    case unpairedMarks
    /// The marks are around somebody else's lines.
    case foreign
    /// A code block has no end, so that the section would be a part of it.
    case openCodeBlock
  }

  /// Whether the text has the section, and as it would be written now.
  package enum State: Hashable, Sendable {
    case absent, current, outdated
    /// The marks are around somebody else's lines.
    case foreign
  }

  package func state(in text: [UInt8]) throws(Failure) -> State {
    guard let place = try markedPlace(in: text) else { return .absent }
    guard isOwn(lines(of: text[place])) else { return .foreign }
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
    guard marks(in: text).openCodeBlock == nil else { throw .openCodeBlock }
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

  /// Returns the place of the own section, from its first mark to the end of its last one.
  private func place(in text: [UInt8]) throws(Failure) -> Range<Int>? {
    guard let place = try markedPlace(in: text) else { return nil }
    guard isOwn(lines(of: text[place])) else { throw .foreign }
    return place
  }

  /// Returns the place of the marks and what is between them.
  private func markedPlace(in text: [UInt8]) throws(Failure) -> Range<Int>? {
    let marks = marks(in: text)
    if let start = marks.openCodeBlock, marks.begins.contains(where: { $0 > start }) {
      throw .openCodeBlock
    }
    if marks.begins.isEmpty, marks.ends.isEmpty { return nil }
    guard marks.begins.count == 1, marks.ends.count == 1, marks.begins[0] < marks.ends[0] else {
      throw .unpairedMarks
    }
    return marks.begins[0]..<(marks.ends[0] + end.count)
  }

  /// Returns the lines between the marks, without line breaks.
  private func lines(of section: ArraySlice<UInt8>) -> [String] {
    section.split(separator: 0x0A, omittingEmptySubsequences: false).dropFirst().dropLast()
      .map { String(decoding: $0.last == 0x0D ? $0.dropLast() : $0, as: UTF8.self) }
  }

  /// The places of lines that are marks. Those in a code block count only if it has no end.
  private struct Marks {
    var begins: [Int] = []
    var ends: [Int] = []
    /// Where a code block begins that has no end.
    var openCodeBlock: Int?
  }

  private func marks(in text: [UInt8]) -> Marks {
    var found = Marks()
    var block: (fence: CodeFence, start: Int, marksBefore: Marks)?
    var start = 0
    while start <= text.count {
      let lineEnd = text[start...].firstIndex(of: 0x0A) ?? text.count
      var line = text[start..<lineEnd]
      if line.last == 0x0D { line.removeLast() }
      if line.elementsEqual(begin) { found.begins.append(start) }
      if line.elementsEqual(end) { found.ends.append(start) }
      if let open = block {
        if open.fence.isClosed(by: line) { (found, block) = (open.marksBefore, nil) }
      } else if syntax == .markdown, let fence = CodeFence(opening: line) {
        block = (fence, start, found)
      }
      start = lineEnd + 1
    }
    found.openCodeBlock = block?.start
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
