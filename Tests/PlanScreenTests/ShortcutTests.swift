import PlanView
import Testing

@Suite("Shortcuts")
struct ShortcutTests {
  @Test("Each key and each act is listed once")
  func unique() {
    let keys = Shortcut.all.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
    let acts = Shortcut.all.map(\.act)
    #expect(Set(acts).count == acts.count)
    #expect(Set(acts) == Set(Shortcut.Act.allCases))
  }

  @Test("A part of the screen gives another meaning only to keys that have one, and to '-'")
  func places() {
    for place in LocalShortcut.Place.allCases {
      let keys = LocalShortcut.all.filter { $0.place == place }.flatMap(\.keys)
      for key in keys { #expect(key == "-" || Shortcut.of(key: key) != nil, "'\(key)'") }
    }
  }

  @Test("Keys have names that people read")
  func names() {
    #expect(Shortcut.of(.moveLeft)?.keyNames == ["Shift+←", "H", "<"])
    #expect(Shortcut.of(.select)?.keyNames == ["Space"])
    #expect(Shortcut.of(.line)?.keyNames == ["+"])
    #expect(Shortcut.of(.query)?.label == "To the query")
  }
}
