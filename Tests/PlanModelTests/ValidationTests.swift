import PlanModel
import Testing

@Suite("Validation")
struct ValidationTests {
  private static func reason<Value>(_ validate: () throws(InvalidValue) -> Value) -> String? {
    do {
      _ = try validate()
      return nil
    } catch {
      return error.reason
    }
  }

  @Test(
    "A line loses the white space around it and keeps the rest",
    arguments: [
      ("a", "a"), (" \t\n a  b \r\n", "a  b"), ("\u{3000}한\u{A0}", "한"), ("\u{2028}a\u{2029}", "a"),
      ("e\u{301}", "e\u{301}"), ("👩‍👩‍👧", "👩‍👩‍👧"), ("\u{202E}a", "\u{202E}a"), ("-", "-"),
    ])
  func lines(text: String, expected: String) throws {
    let title = try Validation.title(text)
    #expect(utf8(title) == utf8(expected))
  }

  @Test(
    "Other texts are no line",
    arguments: [
      ("", "is empty"), (" \n\t", "is empty"), ("\u{3000}", "is empty"),
      ("a\nb", "has a line break or a control character in it"),
      ("a\r\nb", "has a line break or a control character in it"),
      ("a\tb", "has a line break or a control character in it"),
      ("a\u{0}", "has a line break or a control character in it"),
      ("\u{1B}[31m", "has a line break or a control character in it"),
      ("a\u{9B}b", "has a line break or a control character in it"),
      ("a\u{7F}b", "has a line break or a control character in it"),
      ("a\u{2028}b", "has a line break or a control character in it"),
      ("a\u{2029}b", "has a line break or a control character in it"),
    ])
  func otherLines(text: String, reason: String) {
    #expect(Self.reason { () throws(InvalidValue) in try Validation.title(text) } == reason)
  }

  @Test("A line is at most a thousand bytes long")
  func longLines() throws {
    let longest = String(repeating: "é", count: 500)
    #expect(try Validation.line(" \(longest) ", field: "label") == longest)
    do {
      _ = try Validation.line(longest + "a", field: "label")
      Issue.record("1001 bytes were taken")
    } catch {
      #expect(error.field == "label" && error.reason == "is longer than 1000 bytes")
      #expect(error.value.count == 60)
    }
  }

  @Test(
    "Ids of columns",
    arguments: ["a", "0", "in_progress", "to-do", "a_", String(repeating: "x", count: 63)])
  func columnIDs(text: String) throws {
    #expect(try Validation.columnID(text) == text)
  }

  @Test(
    "Other texts are no column's id",
    arguments: [
      "", "_a", "-a", "A", "a b", "a/b", "é", "e\u{301}", "_\u{301}", "a\n", "a.b",
      String(repeating: "x", count: 64),
    ])
  func otherColumnIDs(text: String) {
    #expect(Self.reason { () throws(InvalidValue) in try Validation.columnID(text) } != nil)
  }

  @Test(
    "Links", arguments: [("blocked-by:k7m2", "blocked-by", "k7m2"), (" x:a:b ", "x", "a:b")])
  func links(text: String, kind: String, target: String) throws {
    #expect(try Validation.link(text) == Link(kind: kind, target: target))
  }

  @Test("Other texts are no link", arguments: ["", "a", ":a", "a:", "A:b", "a b:c", "a1:b", "é:a"])
  func otherLinks(text: String) {
    #expect(Self.reason { () throws(InvalidValue) in try Validation.link(text) } != nil)
  }

  @Test("A link's target may begin with any character")
  func linkTarget() throws {
    let link = try #require(Link("relates:\u{301}x"))
    #expect(utf8(link.target) == utf8("\u{301}x"))
    #expect(utf8(link.description) == utf8("relates:\u{301}x"))
  }

  @Test("Priorities, in any case")
  func priorities() throws {
    #expect(try Validation.priority("URGENT") == .urgent)
    #expect(try Validation.priority("low") == .low)
    #expect(try Validation.priority("Critical") == .urgent)
    for text in ["", "none", "urgently", " low"] {
      #expect(Self.reason { () throws(InvalidValue) in try Validation.priority(text) } != nil)
    }
  }

  @Test("An estimate has a limit, which the error names")
  func largestEstimate() throws {
    for text in ["0", "1e6", "1000000", "1000000.0"] {
      #expect(try Validation.number(text, field: "estimate").lexeme == text)
    }
    for text in ["1000000.5", "1000001", "1e7", "1e308", "99999999999999999999"] {
      let reason = Self.reason { () throws(InvalidValue) in
        try Validation.number(text, field: "estimate")
      }
      #expect(reason == "is more than 1000000, the largest that is allowed")
      #expect(
        try Validation.number(text, field: "estimate", isLimited: false).lexeme == text)
    }
  }

  @Test("Estimates keep their spelling")
  func estimates() throws {
    #expect(try Validation.number("0.50", field: "estimate").lexeme == "0.50")
    for text in ["", "-1", "-0", "1h", "1,5", ".5", "NaN", "+1", " 1"] {
      #expect(
        Self.reason { () throws(InvalidValue) in try Validation.number(text, field: "estimate") }
          != nil)
    }
  }
}
