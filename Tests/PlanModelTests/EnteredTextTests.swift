import PlanModel
import Testing

/// Texts as people and programs enter them, with the marks that editors add.
@Suite("Entered texts")
struct EnteredTextTests {
  @Test(
    "lose a byte order mark at the beginning and carriage returns at the ends of lines",
    arguments: [
      ("", []), ("a", ["a"]), ("\u{FEFF}a\r\nb\r\n", ["a", "b", ""]), ("a\r", ["a"]),
      ("\r\n", ["", ""]), ("a\rb", ["a\rb"]), ("a\u{FEFF}b", ["a\u{FEFF}b"]),
      ("\u{FEFF}\u{FEFF}", []), ("a\r\r\n", ["a", ""]),
    ] as [(String, [String])])
  func lines(text: String, lines: [String]) {
    #expect(Lines.entered(text).map { Array($0.utf8) } == lines.map { Array($0.utf8) })
  }

  @Test("of one line lose it too, with the white space around them")
  func line() throws {
    #expect(try Array(Validation.title("\u{FEFF} \u{FEFF}a title ").utf8) == Array("a title".utf8))
    #expect(throws: InvalidValue.self) { try Validation.title("\u{FEFF}") }
  }
}
