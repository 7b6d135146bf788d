/// Text of a plan in an issue of a tracker, so that nothing happens there because of it.
///
/// Trackers, and programs that listen to them, act on some texts. They do it with the login of the
/// person who sends a text, and somebody else may have written it.
///
/// - A line that begins with `/close` is a command, for GitLab and for bots of GitHub. Its slash
///   gets a backslash, which Markdown does not show.
/// - A comment that begins with `Duplicate of` closes the issue at GitHub. A zero-width space goes
///   between the two words.
/// - `@name` notifies a person, everybody of a team, or a bot. It gets a zero-width space.
/// - A mark of pmgit would make the issue that of another plan. It gets a second space.
///
/// `read` is the exact inverse of `written`. So a text that already has such an escape gets one
/// more.
package enum IssueText {
  /// Returns a text of a plan as it is sent.
  package static func written(_ text: String) -> String { changed(text, isWriting: true) }

  /// Returns the text of a plan from that of an issue.
  package static func read(_ text: String) -> String { changed(text, isWriting: false) }

  /// Returns a title as it is sent. Titles are no Markdown, and begin no command.
  package static func writtenTitle(_ title: String) -> String {
    changed(title, isWriting: true, isTitle: true)
  }

  /// Returns the title of a plan from that of an issue.
  package static func readTitle(_ title: String) -> String {
    changed(title, isWriting: false, isTitle: true)
  }

  private static func changed(_ text: String, isWriting: Bool, isTitle: Bool = false) -> String {
    let marks = Set((isTitle ? "@" : "/@<&dD").utf8)
    guard text.utf8.contains(where: marks.contains) else { return text }
    var pass = IssueTextPass(text, isWriting: isWriting, isTitle: isTitle)
    return pass.run()
  }
}

/// One pass over a text, which adds or removes escapes.
private struct IssueTextPass {
  private let marks: LiveMarks
  private let isWriting: Bool
  private let isTitle: Bool
  /// Where an `@` is no mention: in code, and in addresses of the web.
  private let inert: [Range<Int>]
  private var result = String.UnicodeScalarView()
  private var place = 0
  private var inertIndex = 0

  private var scalars: [Unicode.Scalar] { marks.scalars }

  init(_ text: String, isWriting: Bool, isTitle: Bool) {
    marks = LiveMarks(text)
    (self.isWriting, self.isTitle) = (isWriting, isTitle)
    inert = isTitle ? [] : InertText.ranges(in: marks.scalars)
  }

  mutating func run() -> String {
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

  /// Everything that ends a line for some program. GitLab drops carriage returns before it looks.
  private static let lineEnds: Set<Unicode.Scalar> = [
    "\n", "\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}",
  ]

  private mutating func take(_ count: Int) {
    result.append(contentsOf: scalars[place..<place + count])
    place += count
  }

  /// Returns the number of equal scalars from a position on.
  private func count(_ scalar: Unicode.Scalar, from start: Int) -> Int {
    scalars[start...].prefix { $0 == scalar }.count
  }

  /// Writes a run of escapes: one more, or one less.
  private mutating func take(run count: Int, of scalar: Unicode.Scalar, atLeast least: Int) {
    let other = isWriting ? count + 1 : max(least, count - 1)
    result.append(contentsOf: repeatElement(scalar, count: other))
    place += count
  }

  /// At the start of a line: writes what is before the slash of a command. Bots drop any space
  /// there, so that of code counts, too.
  private mutating func command() {
    let spaces = scalars[place...].prefix(while: Self.isSpace).count
    let slashes = count("\\", from: place + spaces)
    guard isCommand(place + spaces + slashes) else { return }
    take(spaces)
    take(run: slashes, of: "\\", atLeast: 0)
  }

  private static let duplicateWord = Array("duplicate".unicodeScalars)

  /// At the start of a line: writes the first word of `Duplicate of #12`.
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

  /// - Parameter length: The length of the `@` or of what Markdown shows as one; 0 for other text.
  private mutating func mention(length: Int) {
    guard length > 0 else { return take(1) }
    let spaces = count(Self.widthlessSpace, from: place + length)
    let isMention = marks.isMention(place, namedAt: place + length + spaces) && !isInert
    take(length)
    if isMention { take(run: spaces, of: Self.widthlessSpace, atLeast: 0) }
  }

  /// The length of an `@` that is written as an entity of HTML; 0 if none begins here.
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

  /// A comment of HTML that may be a mark of pmgit.
  private mutating func comment() {
    guard scalars[place...].starts(with: Self.commentStart) else { return take(1) }
    take(Self.commentStart.count)
    let spaces = count(" ", from: place)
    guard spaces > 0, scalars[(place + spaces)...].starts(with: Self.markStart) else { return }
    take(run: spaces, of: " ", atLeast: 1)
  }
}
