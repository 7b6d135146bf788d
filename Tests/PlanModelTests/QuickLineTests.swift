import PlanModel
import PmgitTestSupport
import Testing

/// Lines that describe new plans, seen from Friday 2026-11-20.
@Suite("Quick lines")
struct QuickLineTests {
  private static let today = Timestamp(seconds: 1_795_165_200).day

  private static func read(_ line: String) -> QuickLine { QuickLine(line, today: today) }

  /// Returns the title and the marks in one text: `Fix login | label bug | due fri`.
  private static func words(_ line: String) -> String {
    let read = read(line)
    return ([read.title] + read.marks.map { "\($0.kind.rawValue) \($0.value)" })
      .joined(separator: " | ")
  }

  @Test(
    "Words with signs are marks, wherever they stand",
    arguments: [
      (
        "Fix login #bug @sam !high fri ^v2",
        "Fix login | label bug | person sam | priority high | milestone v2 | due fri"
      ),
      ("#bug Fix  login", "Fix  login | label bug"), ("Fix #bug login", "Fix login | label bug"),
      ("#bug #ios", " | label bug | label ios"), ("Fix #bug,ios", "Fix | label bug | label ios"),
      ("Fix #bug, #ios.", "Fix | label bug | label ios"),
      ("Ask @sam,@ann", "Ask | person sam | person ann"),
      ("Ask @sam: when?", "Ask when? | person sam"),
      ("A @ann@example.org", "A | person ann@example.org"),
      (#"A #"good first issue" b"#, "A b | label good first issue"),
      (#"A @"Dev One" ^"Public beta""#, "A | person Dev One | milestone Public beta"),
      ("A !HIGH !med", "A | priority HIGH | priority med"),
      ("버그 #로그인 @홍길동", "버그 | label 로그인 | person 홍길동"),
      ("A #2-factor ^1.0", "A | label 2-factor | milestone 1.0"),
      ("버그 #로그인。 @홍길동？", "버그 | label 로그인 | person 홍길동"),
      ("Ask @sam… #bug، #ios！", "Ask | person sam | label bug | label ios"),
      (##"A #"fff" #"12" @"2x" ^")""##, "A | label fff | label 12 | person 2x | milestone )"),
      ("Run `a b` #x", "Run `a b` | label x"), ("A ` b #x", "A ` b | label x"),
    ])
  func marks(line: String, expected: String) { #expect(Self.words(line) == expected) }

  @Test(
    "Words that only look like marks are text",
    arguments: [
      "Fix #12", "Item # 3", "C# and F#", "Export icons @2x", "Mail bob@example.org", "@ home",
      "color: red !important", "Wow!", "!", "!!", "^_^", "x ^ 2", "a #none @none !none ^none",
      #"The label #"" is empty"#, #"Say "hello #bug" twice"#, ##"Keep "#bug" and '@sam'"##,
      "## Heading", "(#bug)", #"\d+ and \\server\share"#, "Café – naïve",
      "Use #fff, #1A2B3C and #12345678", "Press !h !m !l !u", "(see #bug)", "[as @sam]. (for ^v2),",
      "“like #bug”", "«like #bug»", "‘@sam’ 'and @sam'", "「see #bug」", "Run `git log #bug fri`",
      "Run `a` `#b @c !high` fri`s", "x`#a b` fri` c", "#a`b #c`", "``code #x`` a",
    ])
  func text(line: String) { #expect(Self.words(line) == line) }

  @Test(
    "A backslash keeps a word as text",
    arguments: [
      (##"Fix \#bug"##, "Fix #bug"), (#"\@media \!high \^v2"#, "@media !high ^v2"),
      (##"Fix \\#bug"##, ##"Fix \#bug"##), (#"Buy \fri"#, "Buy fri"),
      (#"Buy \next week"#, "Buy next week"),
      (#"Cut to \+3d #x"#, "Cut to +3d | label x"), (#"A \"b #c d""#, #"A "b d" | label c"#),
    ])
  func escapes(line: String, expected: String) { #expect(Self.words(line) == expected) }

  @Test(
    "The last words are the due date if they are a day that is not in the past",
    arguments: [
      ("Buy milk fri", "Buy milk | due fri"), ("Buy milk by fri", "Buy milk | due by fri"),
      ("Buy milk #x next week @sam", "Buy milk | label x | person sam | due next week"),
      ("Ship Dec 1, 2027", "Ship | due Dec 1, 2027"), ("Ship 2026-11-20", "Ship | due 2026-11-20"),
      ("Ship the last day of november 2027", "Ship | due the last day of november 2027"),
      ("Meet fri sat", "Meet fri | due sat"), ("Fri meeting", "Fri meeting"), ("fri", "fri"),
      ("next week #x", "next week | label x"), ("What broke yesterday", "What broke yesterday"),
      ("Retro 2026-11-19", "Retro 2026-11-19"), ("Pay 1/12/2026", "Pay 1/12/2026"),
      ("Remind none", "Remind none"), (#"Sing "fri""#, #"Sing "fri""#), ("Chapter 3", "Chapter 3"),
      ("#x fri", "fri | label x"), ("Next #x week", "Next week | label x"),
      ("Keep logs for 30 days", "Keep logs for 30 days"), ("Convert to 3D", "Convert to 3D"),
      ("Renew by 2 weeks", "Renew by 2 weeks"), ("Keep it a week", "Keep it a week"),
      ("Renew +3d", "Renew | due +3d"), ("Renew in a week", "Renew | due in a week"),
      ("Renew 2 weeks from now", "Renew | due 2 weeks from now"), ("Do it now", "Do it now"),
      ("meet in the sun", "meet in the sun"), ("Water them every fri", "Water them every fri"),
      ("What broke last fri", "What broke last fri"), ("Ask on the 24th", "Ask | due on the 24th"),
      ("Off since May 1", "Off since May 1"), ("Run `it` fri", "Run `it` | due fri"),
      ("Run `it fri`", "Run `it fri`"), ("Render it in 3D", "Render it in 3D"),
      ("Render it in 3d", "Render it | due in 3d"), ("Ask by WED", "Ask | due by WED"),
      ("Water them every other fri", "Water them every other fri"),
      ("Open mon to fri", "Open mon to fri"), ("Gym mon, wed and fri", "Gym mon, wed and fri"),
      ("Review before fri", "Review before fri"), ("Wait until next week", "Wait until next week"),
      ("Agenda for fri", "Agenda for fri"), ("Sit in sun", "Sit in sun"),
      ("Fix the 2nd", "Fix the 2nd"), ("Play 5th", "Play 5th"),
      ("Pay by the 2nd", "Pay | due by the 2nd"),
      ("Prepare slides due tomorrow", "Prepare slides | due tomorrow"),
      ("Slides #x Due fri", "Slides | label x | due fri"),
      ("Slides due #x fri", "Slides due | label x | due fri"),
      ("due fri", "due | due fri"), ("The rent is due fri", "The rent is due | due fri"),
      ("overdue fri", "overdue | due fri"), (##"Slides "due" fri"##, ##"Slides "due" | due fri"##),
    ])
  func days(line: String, expected: String) { #expect(Self.words(line) == expected) }

  @Test(
    "A key and a colon mean the same as in a query",
    arguments: [
      ("Fix label:bug login", "Fix login | label bug"), ("A due:+2d #ui", "A | due +2d | label ui"),
      ("A tag:bug,ios, now", "A now | label bug | label ios"), ("A label:#bug", "A | label bug"),
      ("A assignee:@sam", "A | person sam"), ("A assign:sam", "A | person sam"),
      ("A priority:high", "A | priority high"), ("A milestone:v2", "A | milestone v2"),
      (#"A label:"two words"."#, "A | label two words"),
      (#"A due:"next week""#, "A | due next week"),
      ("A DUE:fri", "A | due fri"), ("Meet on sat due:fri", "Meet on sat | due fri"),
      ("A due:2026-11-01", "A | due 2026-11-01"), (#"A \due:fri"#, "A due:fri"),
      (#"A \label:"b c" d"#, #"A label:"b c" d"#), ("due:fri", " | due fri"),
      ("A due:<+1w", "A due:<+1w"), ("Label: due:soon", "Label: due:soon"),
      ("A label:#12 label:none due:none", "A label:#12 label:none due:none"),
      ("A due: label:", "A due: label:"), (#""due:fri""#, #""due:fri""#),
      ("`due:fri`", "`due:fri`"),
      ("overdue:fri state:doing https://x.org", "overdue:fri state:doing https://x.org"),
    ])
  func keys(line: String, expected: String) { #expect(Self.words(line) == expected) }

  @Test("What looks like a colour is a label if the board has it")
  func knownColours() {
    let line = QuickLine("A #fed #fff #Add", today: Self.today) { ["fed", "Add"].contains($0) }
    #expect(line.title == "A #fff" && line.marks.map(\.value) == ["fed", "Add"])
    // What is shown of it counts on every board.
    #expect(line.marks.map(\.typed) == [##"#"fed""##, ##"#"Add""##])
  }

  @Test("The place of a mark is that of its word, and of a day that of all its words")
  func places() {
    let line = "한👩‍👩‍👧 #bug,ios @\"Sam Lee\" next due next week"
    let read = Self.read(line)
    let words = read.places.map { String(decoding: Array(line.utf16)[$0], as: UTF16.self) }
    #expect(words == ["#bug,ios", "#bug,ios", "@\"Sam Lee\"", "due next week"])
  }

  // MARK: - Properties

  private static let pieces = [
    "Fix", "login", "fri", "next", "week", "Dec", "1", "by", "3d", "#", "@", "!", "^", "#bug",
    "@sam",
    "!high", "^v2", "\"", "\\", "none", ",", ".", "  ", " ", "\t", "é", "e\u{301}", "한", "👩‍👩‍👧", "<",
    ">",
    "\u{0}", "\n", "a@b", "!!", "##", "@\"", "#\"", "`", "#fff", ")", "”", "，", "the", "+3d", "!h",
  ]

  private static let keyed = [
    "due:", "label:", "assignee:", "due:fri", "Label:bug", "assign:@sam", "priority:high",
    "milestone:v2", "label:\"", "due:\"next fri\"",
  ]

  private static func line(
    using random: inout SeededGenerator, from pieces: [String] = pieces
  ) -> String {
    (0..<random.number(below: 14)).map { _ in
      random.pick(pieces) + (random.chance(60) ? " " : "")
    }.joined()
  }

  @Test("Any line is read, and its parts are in it", arguments: Seeds.each(40))
  func anyLine(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let line = Self.line(using: &random, from: Self.pieces + Self.keyed)
      let read = Self.read(line)
      let remark: Testing.Comment = "PMGIT_SEED=\(seed): \(line.debugDescription)"
      for mark in read.marks {
        #expect(line.contains(mark.value), remark)
        guard mark.kind != .due || mark.key != nil else { continue }
        // What is shown of a mark can be typed again, and is kept as text behind a backslash.
        #expect(Self.read("x " + mark.typed).marks == [mark], remark)
        #expect(Self.read("x \\" + mark.typed).title == "x " + mark.typed, remark)
      }
      #expect(read.marks.count { $0.kind == .due && $0.key == nil } <= 1, remark)
      #expect(read.marks.count == read.places.count, remark)
      for (mark, place) in zip(read.marks, read.places) {
        let word = String(decoding: Array(line.utf16)[place], as: UTF16.self)
        #expect(word.contains(mark.value) && word.first?.isWhitespace == false, remark)
      }
      let words = read.title.split(whereSeparator: \.isWhitespace)
      #expect(words.allSatisfy { line.contains($0) }, remark)
    }
  }

  @Test("A line without marks is the title as typed", arguments: Seeds.each(40))
  func withoutMarks(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      // A sign stands only inside of words, and no day at the end.
      let words = Self.line(using: &random).split(whereSeparator: { "#@!^\\\"".contains($0) })
      let line = words.joined(separator: "x#").trimmed + " end"
      guard line.first?.isWhitespace == false, !line.contains(" x#") else { continue }
      let read = Self.read("  \(line) ")
      #expect(
        read == QuickLine(line, today: Self.today) && Array(read.title.utf8) == Array(line.utf8)
          && read.marks.isEmpty, "PMGIT_SEED=\(seed): \(line.debugDescription)")
    }
  }

  @Test("A very long line is all title, and read in time that grows with its length")
  func longLines() {
    let long = String(repeating: "#a ", count: 3000)
    #expect(Self.read(long) == Self.read(long) && Self.read(long).marks.isEmpty)
    for piece in ["#a", "\"", "#\" ", "\" ", "\\", "fri ", ",#", "`", "` ", "a`", "the fri "] {
      let line = String(repeating: piece, count: 8000 / piece.utf8.count)
      #expect(Self.read(line).title.utf8.count <= 8000)
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
