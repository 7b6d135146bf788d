/// Escapes a plan's text for an issue of a tracker, so that the text triggers nothing there.
///
/// Trackers, and bots that listen to them, act on some texts. They act with the login of the person
/// who sends the text, although somebody else may have written it.
///
/// - A line that begins with `/close` is a command for GitLab and for bots on GitHub. The slash
///   gets a backslash, which Markdown does not show.
/// - A comment that begins with `Duplicate of` closes the issue on GitHub. The two words get a
///   zero-width space between them.
/// - `@name` notifies a person, a team, or a bot. It gets a zero-width space after the `@`.
/// - A mark of pmgit would link the issue to another plan. It gets a second space.
///
/// `read` is the exact inverse of `written`, so a text that already contains such an escape gets
/// one more.
package struct IssueText {
  /// Returns a plan's text as it is sent to the tracker.
  package static func written(_ text: String) -> String { changed(text, isWriting: true) }

  /// Returns a plan's text, given the text of an issue.
  package static func read(_ text: String) -> String { changed(text, isWriting: false) }

  /// Returns a title as it is sent to the tracker. Titles contain no Markdown and no commands.
  package static func writtenTitle(_ title: String) -> String {
    changed(title, isWriting: true, isTitle: true)
  }

  /// Returns a plan's title, given the title of an issue.
  package static func readTitle(_ title: String) -> String {
    changed(title, isWriting: false, isTitle: true)
  }

  private static func changed(_ text: String, isWriting: Bool, isTitle: Bool = false) -> String {
    let marks = Set((isTitle ? "@" : "/@<&dD").utf8)
    guard text.utf8.contains(where: marks.contains) else { return text }
    var pass = IssueText(text, isWriting: isWriting, isTitle: isTitle)
    return pass.run()
  }

  // MARK: - One pass, which adds or removes escapes

  private let marks: LiveMarks
  private let isWriting: Bool
  private let isTitle: Bool
  /// The ranges where an `@` is not a mention: code and web addresses.
  private let inert: [Range<Int>]
  private var result = String.UnicodeScalarView()
  private var place = 0
  private var inertIndex = 0

  private var scalars: [Unicode.Scalar] { marks.scalars }

  private init(_ text: String, isWriting: Bool, isTitle: Bool) {
    marks = LiveMarks(text)
    (self.isWriting, self.isTitle) = (isWriting, isTitle)
    inert = isTitle ? [] : InertText.ranges(in: marks.scalars)
  }

  private mutating func run() -> String {
    var isAtStart = !isTitle
    while place < scalars.count {
      if isAtStart {
        command()
        duplicate()
      }
      guard place < scalars.count else { break }
      let scalar = scalars[place]
      switch scalar {
      case "@": mention(length: 1)
      case "&" where !isTitle: mention(length: lengthOfEntity)
      case "<" where !isTitle: comment()
      default: take(1)
      }
      isAtStart = !isTitle && Self.lineEnds.contains(scalar)
    }
    return String(result)
  }

  /// All characters that end a line for some program. GitLab removes carriage returns before it
  /// looks for commands.
  private static let lineEnds: Set<Unicode.Scalar> = [
    "\n", "\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}",
  ]

  private mutating func take(_ count: Int) {
    result.append(contentsOf: scalars[place..<place + count])
    place += count
  }

  /// Returns the length of the run of a scalar that begins at a position.
  private func count(_ scalar: Unicode.Scalar, from start: Int) -> Int {
    scalars[start...].prefix { $0 == scalar }.count
  }

  /// Writes a run of escapes with one more when writing, or with one fewer when reading.
  private mutating func take(run count: Int, of scalar: Unicode.Scalar, atLeast least: Int) {
    let other = isWriting ? count + 1 : max(least, count - 1)
    result.append(contentsOf: repeatElement(scalar, count: other))
    place += count
  }

  /// At the start of a line, writes everything before the slash of a command. Bots ignore any white
  /// space there, so a line indented as code counts too.
  private mutating func command() {
    let spaces = scalars[place...].prefix(while: Self.isSpace).count
    let slashes = count("\\", from: place + spaces)
    guard isCommand(place + spaces + slashes) else { return }
    take(spaces)
    take(run: slashes, of: "\\", atLeast: 0)
  }

  private static let duplicateWord = Array("duplicate".unicodeScalars)

  /// At the start of a line, writes the first word of `Duplicate of #12` with its escapes.
  private mutating func duplicate() {
    let start = place + scalars[place...].prefix(while: Self.isSpace).count
    let end = start + Self.duplicateWord.count
    guard end < scalars.count, Self.isEqual(scalars[start..<end], Self.duplicateWord) else {
      return
    }
    let escapes = count(Self.widthlessSpace, from: end)
    let rest = scalars[(end + escapes)...]
    let next = rest.drop(while: Self.isSpace)
    guard next.startIndex > rest.startIndex,
      Self.isEqual(next.prefix(2), Array("of".unicodeScalars))
    else { return }
    take(end - place)
    take(run: escapes, of: Self.widthlessSpace, atLeast: 0)
  }

  private static func isEqual(
    _ scalars: ArraySlice<Unicode.Scalar>, _ lowercase: [Unicode.Scalar]
  ) -> Bool {
    scalars.map(\.properties.lowercaseMapping) == lowercase.map { String($0) }
  }

  /// Whether a position begins `/name`, and not a path.
  private func isCommand(_ start: Int) -> Bool {
    guard start < scalars.count, scalars[start] == "/" else { return false }
    var name = scalars[(start + 1)...].drop { $0 == "\r" }
    guard let first = name.first, first.isASCII, first.properties.isAlphabetic else { return false }
    name = name.drop { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "_-\r".unicodeScalars.contains(scalar)
    }
    return name.first.map { $0 != "/" && $0 != "." } ?? true
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    (scalar.properties.isWhitespace || scalar == "\u{FEFF}") && !lineEnds.contains(scalar)
  }

  private static let widthlessSpace: Unicode.Scalar = "\u{200B}"

  /// Writes an `@` and, if it begins a mention, its escapes.
  ///
  /// - Parameter length: The length of the `@` or of an entity for it; 0 for other text.
  private mutating func mention(length: Int) {
    guard length > 0 else { return take(1) }
    let spaces = count(Self.widthlessSpace, from: place + length)
    let isMention = marks.isMention(place, namedAt: place + length + spaces) && !isInert
    take(length)
    if isMention { take(run: spaces, of: Self.widthlessSpace, atLeast: 0) }
  }

  /// The length of an HTML entity for `@` at the current position; 0 if there is none.
  private var lengthOfEntity: Int {
    let rest = scalars[place...].prefix(Self.longestEntity)
    guard let end = rest.firstIndex(of: ";") else { return 0 }
    var name = String(String.UnicodeScalarView(rest[..<end])).dropFirst().lowercased()[...]
    let isEntity: Bool
    if name.hasPrefix("#") {
      let isHexadecimal = name.hasPrefix("#x")
      name = name.dropFirst(isHexadecimal ? 2 : 1)
      isEntity = Int(name, radix: isHexadecimal ? 16 : 10) == 0x40
    } else {
      isEntity = name == "commat"
    }
    return isEntity ? end - place + 1 : 0
  }

  /// Numbers in entities have at most seven digits.
  private static let longestEntity = 11

  private var isInert: Bool {
    mutating get {
      while inertIndex < inert.count, inert[inertIndex].upperBound <= place { inertIndex += 1 }
      return inertIndex < inert.count && inert[inertIndex].contains(place)
    }
  }

  private static let commentStart = Array("<!--".unicodeScalars)
  private static let markStart = Array("pmgit:".unicodeScalars)

  /// Writes the beginning of an HTML comment, which may be a mark of pmgit.
  private mutating func comment() {
    guard scalars[place...].starts(with: Self.commentStart) else { return take(1) }
    take(Self.commentStart.count)
    let spaces = count(" ", from: place)
    guard spaces > 0, scalars[(place + spaces)...].starts(with: Self.markStart) else { return }
    take(run: spaces, of: " ", atLeast: 1)
  }
}
