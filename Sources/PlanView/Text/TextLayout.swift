/// Truncating, padding and wrapping to terminal cells, never inside a character.
extension StyledText {
  /// One character with its role and its width in cells.
  private struct Glyph {
    let character: Character
    let role: Role
    let cells: Int

    var isSpace: Bool { character == " " }

    /// Whether a line may break beside this character without a space. That is so for Han and kana,
    /// but not for Hangul, where spaces separate words.
    private var isIdeograph: Bool {
      guard cells == 2, let scalar = character.unicodeScalars.first else { return false }
      return scalar.properties.isIdeographic || (0x3041...0x312F).contains(scalar.value)
    }

    private var isOpening: Bool {
      switch character.unicodeScalars.first?.properties.generalCategory {
      case .openPunctuation, .initialPunctuation: true
      default: false
      }
    }

    /// Returns whether a new line may begin with this character. An opening bracket stays with the
    /// word after it, and a comma or full stop with the word before it.
    func mayBeginLine(after before: Glyph) -> Bool {
      if isSpace || before.isSpace { return true }
      if isIdeograph { return !before.isOpening }
      return before.isIdeograph && (character.isLetter || character.isNumber || isOpening)
    }
  }

  private var glyphs: [Glyph] {
    spans.flatMap { span in
      span.text.string.map {
        Glyph(character: $0, role: span.role, cells: TextWidth.cells(of: $0))
      }
    }
  }

  private init(_ glyphs: some Collection<Glyph>) {
    var rest = glyphs[...]
    while let first = rest.first {
      let run = rest.prefix { $0.role == first.role }
      append(SafeText(unchecked: String(run.map(\.character))), first.role)
      rest = rest[run.endIndex...]
    }
  }

  /// Returns the text if it fits in `width` cells. Otherwise returns its beginning and `…`,
  /// together at most `width` cells.
  package func truncated(toCells width: Int) -> StyledText {
    guard widthInCells > width else { return self }
    guard width > 0 else { return StyledText() }
    return Self.cut(glyphs, toCells: width)
  }

  /// Returns the longest beginning that leaves a cell for `…`, without spaces before the `…`.
  private static func cut(_ glyphs: [Glyph], toCells width: Int) -> StyledText {
    var used = 0
    var kept = glyphs.prefix { glyph in
      used += glyph.cells
      return used < width
    }
    while kept.last?.isSpace == true { kept.removeLast() }
    var result = StyledText(kept)
    result.append("…", glyphs[min(kept.count, glyphs.count - 1)].role)
    return result
  }

  package enum Alignment: Sendable { case left, right }

  /// Pads the text with spaces to `width` cells. A wider text is unchanged.
  package func padded(toCells width: Int, _ alignment: Alignment = .left) -> StyledText {
    let missing = width - widthInCells
    guard missing > 0 else { return self }
    let spaces = StyledText(SafeText(unchecked: String(repeating: " ", count: missing)))
    return alignment == .left ? self + spaces : spaces + self
  }

  /// Wraps the text into lines of at most `width` cells.
  ///
  /// Lines break at spaces, which are dropped, and between Han or kana. A word wider than a line
  /// starts on the current line and is broken after a sign such as `/` or `-` in the second half of
  /// the line. Without one it is broken between characters, if half of the line is left for it, and
  /// otherwise starts on the next line. A character wider than a line is replaced by `…`.
  ///
  /// - Parameters:
  ///   - width: The largest width of a line, at least 1.
  ///   - indent: The number of spaces at the beginning of every line after the first.
  ///   - limit: The largest number of lines, at least 1. If the text is longer, the last line ends
  ///     in `…`.
  /// - Returns: At least one line; an empty text gives one empty line.
  package func wrapped(toCells width: Int, indent: Int = 0, limit: Int = .max) -> [StyledText] {
    var rest = glyphs.map { glyph in
      glyph.cells <= max(1, width - indent)
        ? glyph : Glyph(character: "…", role: glyph.role, cells: 1)
    }[...]
    var lines: [StyledText] = []
    repeat {
      let room = max(1, lines.isEmpty ? width : width - indent)
      let line =
        lines.count + 1 < limit
        ? Self.takeLine(from: &rest, room: room, nextRoom: max(1, width - indent)) : rest
      if lines.count + 1 == limit { rest = [] }
      let text = StyledText(line).truncated(toCells: room)
      let blank = StyledText().padded(toCells: lines.isEmpty ? 0 : min(indent, width - 1))
      lines.append(text.isEmpty ? text : blank + text)
    } while !rest.isEmpty
    return lines
  }

  /// Removes and returns the first line, and removes the spaces after it.
  private static func takeLine(
    from rest: inout ArraySlice<Glyph>, room: Int, nextRoom: Int
  ) -> ArraySlice<Glyph> {
    var used = 0
    var end = rest.startIndex
    while end < rest.endIndex, used + rest[end].cells <= room {
      used += rest[end].cells
      end += 1
    }
    if end < rest.endIndex, end > rest.startIndex {
      let place = breakingPlace(in: rest, upTo: end)
      if let place, cellsOfWord(in: rest[place...], upTo: nextRoom) <= nextRoom {
        end = place
      } else {
        end = longWordBreak(in: rest, upTo: end, word: place, room: room)
      }
    }
    var line = rest[..<end]
    while line.last?.isSpace == true { line.removeLast() }
    rest = rest[end...].drop(while: \.isSpace)
    return line
  }

  /// Returns the last index up to `end` where a new line may begin; nil if the first word is
  /// longer.
  private static func breakingPlace(in glyphs: ArraySlice<Glyph>, upTo end: Int) -> Int? {
    // Leading spaces are kept, so a line never breaks before its first word.
    guard let word = glyphs[..<end].firstIndex(where: { !$0.isSpace }) else { return nil }
    return (word + 1..<end + 1).last { glyphs[$0].mayBeginLine(after: glyphs[$0 - 1]) }
  }

  /// The signs after which a long word is broken.
  private static let signs: Set<Character> = ["/", "-", "_", ".", ":", ",", ";", "=", "&", "?"]

  /// Returns where a line ends in a word that is wider than a line.
  ///
  /// - Parameter word: Where the word begins, after spaces; nil if the line begins with it.
  private static func longWordBreak(
    in glyphs: ArraySlice<Glyph>, upTo end: Int, word: Int?, room: Int
  ) -> Int {
    let start = word ?? glyphs.startIndex
    let half = glyphs.startIndex + room / 2
    // A word is not broken after a sign at its end.
    let place = (start...end).last { index in
      index > max(start, half) && signs.contains(glyphs[index - 1].character)
        && !signs.contains(glyphs[index].character) && !glyphs[index].isSpace
    }
    if let place { return place }
    guard let word, word > half else { return end }
    return word
  }

  /// Returns the width in cells of the first word after spaces. Counting stops beyond `limit`.
  private static func cellsOfWord(in glyphs: ArraySlice<Glyph>, upTo limit: Int) -> Int {
    let word = glyphs.drop(while: \.isSpace)
    var cells = 0
    for index in word.indices {
      if index > word.startIndex, word[index].mayBeginLine(after: word[index - 1]) { break }
      cells += word[index].cells
      if cells > limit { break }
    }
    return cells
  }
}
