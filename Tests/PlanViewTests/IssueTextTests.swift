import PmgitTestSupport
import Testing

@testable import PlanView

@Suite("Texts in issues of trackers")
struct IssueTextTests {
  private static let space = "\u{200B}"

  @Test(
    "A command gets a backslash, a mention a character of no width, and a mark a second space",
    arguments: [
      ("/close", "\\/close"), ("a\n/Assign @x", "a\n\\/Assign @\(space)x"),
      ("   /close", "   \\/close"), ("\\/close", "\\\\/close"), ("\\\\/close", "\\\\\\/close"),
      ("a\r/close", "a\r\\/close"), ("/\rclose", "\\/\rclose"), ("/cl\rose x", "\\/cl\rose x"),
      ("a\u{2028}/close", "a\u{2028}\\/close"), ("/close!", "\\/close!"), ("/x", "\\/x"),
      ("@ann", "@\(space)ann"), ("(@team/one)", "(@\(space)team/one)"),
      ("@\(space)ann", "@\(space)\(space)ann"),
      ("@_x @-y @.z", "@\(space)_x @\(space)-y @\(space).z"),
      ("Duplicate of #12", "Duplicate\(space) of #12"),
      ("a\n  DUPLICATE  of #1", "a\n  DUPLICATE\(space)  of #1"),
      ("duplicate\(space) of x", "duplicate\(space)\(space) of x"),
      ("<!-- pmgit:1 -->", "<!--  pmgit:1 -->"), ("<!--   pmgit:1", "<!--    pmgit:1"),
      // Code that could be something else is not left alone.
      ("``` `\n@x\n```", "``` `\n@\(space)x\n```"), ("```\n@x", "```\n@\(space)x"),
      ("<p>\n```\n</p>\n@x\n```", "<p>\n```\n</p>\n@\(space)x\n```"),
      ("- a\n  ```\n@x\n```", "- a\n  ```\n@\(space)x\n```"),
      ("   ```\n```\n@x\n```", "   ```\n```\n@\(space)x\n```"),
      ("~~~\n```\n~~~\n@x\n```", "~~~\n```\n~~~\n@\(space)x\n```"),
      (">>>\n```\n>>>\n@x\n```", ">>>\n```\n>>>\n@\(space)x\n```"),
      ("```\na\r```\n@x\n```", "```\na\r```\n@\(space)x\n```"),
      ("` a\n`@x`", "` a\n`@\(space)x`"), ("\\`@x`", "\\`@\(space)x`"), ("``@x`", "``@\(space)x`"),
      ("<a title=\"`\">@x`", "<a title=\"`\">@\(space)x`"),
      ("https://@x", "https://@\(space)x"), ("https://a.b/*@x*", "https://a.b/*@\(space)x*"),
      ("'https://a.b/@x", "'https://a.b/@\(space)x"), ("http://a/@x", "http://a/@\(space)x"),
    ])
  func escapes(text: String, written: String) {
    #expect(IssueText.written(text) == written)
    #expect(IssueText.read(written) == text)
  }

  @Test(
    "What no tracker acts on stays as it is",
    arguments: [
      "", "text", "/usr/bin", "/file.txt", "/ x", "/1", "and/or", "a /close", "//x",
      "ann@example.com", "@", "a @ b", "<!-- a -->", "<!--pmgit:1", "fixes #1", "~bug %v1 !2",
      "a duplicate of #1", "Duplicates of #1", "duplicate", "duplicate #1", "Duplicateof #1",
      "```swift\n@main struct A {}\n```", "````\n@x\n````  ", "`@Test` and ``@a`` x",
      "see https://medium.com/@ann/a-b?c=@d and (http://a.b/@c)",
    ])
  func harmless(text: String) {
    #expect(IssueText.written(text) == text)
    #expect(IssueText.read(text) == text)
  }

  @Test("In titles only mentions are escaped")
  func titles() {
    #expect(IssueText.writtenTitle("/close @ann `@b`") == "/close @\u{200B}ann `@\u{200B}b`")
    #expect(IssueText.readTitle("/close @\u{200B}ann") == "/close @ann")
    #expect(IssueText.readTitle("\\/close") == "\\/close")
  }

  private static let pieces = [
    "/close", "/", "\\", "\n", "\n\n", "\r", " ", "    ", "@ann", "@", space, "`", "```", "```\n",
    "~~~\n", ">>>\n", "<", "<p>\n", "<!--", "<!-- pmgit:0123456789abcdef -->", "pmgit:", "-->",
    "Duplicate", "duplicate ", " of", " OF #12", "https://a.b/@x", "&#64;", "&#x40;", "&commat;",
    "&", "|", "[", "$", "\u{A0}", "text", "é",
    "\u{301}", "1", "- ", "> ", "\u{2028}", "\t", "👩‍👩‍👧", "\u{0}",
  ]

  private static func random(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0..<14, using: &random))
      .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  /// The lines that GitLab runs, whatever is before them: it drops carriage returns first.
  private static func commands(in text: String) -> [Substring] {
    text.unicodeScalars.split { $0 == "\n" }.map { line in
      Substring(String(String.UnicodeScalarView(line.filter { $0 != "\r" })))
    }.filter { line in
      guard line.unicodeScalars.first == "/" else { return false }
      let rest = line.unicodeScalars.dropFirst()
      let name = rest.prefix { $0.isASCII && ($0.properties.isAlphabetic || $0 == "_") }
      return !name.isEmpty && (name.endIndex == rest.endIndex || rest[name.endIndex] == " ")
    }
  }

  @Test("Any text comes back to the byte, and no line of what is sent acts", arguments: 1...8)
  func property(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<4000 {
      let text = Self.random(&random)
      let written = IssueText.written(text)
      #expect(Array(IssueText.read(written).utf8) == Array(text.utf8), "\(text.debugDescription)")
      #expect(Self.commands(in: written).isEmpty, "\(written.debugDescription)")
      #expect(!written.contains("<!-- pmgit:"), "\(written.debugDescription)")
      let duplicate = /(^|[\n\r])[ \t]*duplicate[ \t]+of/.ignoresCase()
        .matchingSemantics(.unicodeScalar)
      #expect(written.firstMatch(of: duplicate) == nil, "\(written.debugDescription)")
      if !text.contains("`"), !text.contains("http") {
        let mention = /(^|[^A-Za-z0-9])@([A-Za-z0-9._-]|\\+[^\\\/])/
          .matchingSemantics(.unicodeScalar)
        let shown = written.replacing(/&(#64|#x40|commat);/, with: "@")
        #expect(shown.firstMatch(of: mention) == nil, "\(written.debugDescription)")
        let atGitLab = String(String.UnicodeScalarView(shown.unicodeScalars.filter { $0 != "\r" }))
        #expect(atGitLab.firstMatch(of: mention) == nil, "\(written.debugDescription)")
      }
      let title = text.replacing("\n", with: " ")
      let sent = IssueText.writtenTitle(title)
      #expect(Array(IssueText.readTitle(sent).utf8) == Array(title.utf8))
    }
  }
}
