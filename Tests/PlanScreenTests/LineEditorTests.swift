@testable import PlanScreen
import PlanView
import Testing

@Suite("Line editor")
struct LineEditorTests {
  @Test(
    "Keys edit the line",
    arguments: [
      ("abc", ["Backspace"], "ab"), ("abc", ["Home", "Delete"], "bc"),
      ("abc", ["ArrowLeft", "x"], "abxc"), ("one two", ["Ctrl+w"], "one "),
      ("one two", ["Alt+b", "x"], "one xtwo"), ("one two", ["Home", "Alt+f", "x"], "onex two"),
      ("one two", ["Home", "Alt+d"], " two"), ("one ", ["Alt+f", "Alt+d", "Alt+b", "x"], "xone "),
      ("one two", ["Ctrl+u"], ""), ("one two", ["Home", "Ctrl+k"], ""),
      ("한국어", ["Backspace", "ArrowLeft", "Backspace"], "국"),
      ("👩🏽‍💻x", ["ArrowLeft", "Backspace"], "x"), ("e", ["\u{301}"], "e\u{301}"),
      ("", ["Backspace", "Delete", "ArrowLeft", "ArrowRight"], ""),
    ])
  func edit(text: String, keys: [String], expected: String) {
    var editor = LineEditor(text)
    for key in keys {
      let isHandled = editor.handle(key)
      #expect(isHandled)
    }
    #expect(editor.text == expected)
  }

  @Test("A pasted text becomes one line, and what is shown is safe and fits")
  func paste() {
    var editor = LineEditor()
    editor.insert("a\nb\tc\u{1B}[2J")
    #expect(editor.text == "a b c")
    // A value of another program keeps what it has.
    editor = LineEditor("a b c\u{1B}[2J")
    let shown = editor.shown(toCells: 8)
    #expect(!shown.text.string.contains("\u{1B}"))
    #expect(TextWidth.cells(of: shown.text.string) <= 8)
    #expect(shown.cursor <= 8)
  }

  @Test("The part with the cursor is shown")
  func scroll() {
    var editor = LineEditor(String(repeating: "0123456789", count: 5))
    #expect(editor.shown(toCells: 10).cursor == 9)
    _ = editor.handle("Home")
    #expect(editor.shown(toCells: 10).text == "0123456789")
    #expect(editor.shown(toCells: 10).cursor == 0)
  }
}
