import PlanTerminal
import PlanView
import Testing

@Suite struct ANSITests {
  @Test("Every warning has a mark beside its colour")
  func marks() {
    let text = Terminal(isTerminal: true, errorIsTerminal: true, widthInCells: 120).text(
      BoardText(Samples.boardModel))
    #expect(text.contains("! 3 days overdue"))
    #expect(text.contains("≠ 2 conflicts"))
    #expect(text.contains("4/3 !"))
  }

  @Test("Roles that mean opposites look different without red and green")
  func opposites() {
    let added = ANSI.text(StyledText("x", .added), usesColor: true)
    let removed = ANSI.text(StyledText("x", .removed), usesColor: true)
    #expect(added == "\u{1B}[36mx\u{1B}[m")
    #expect(removed == "\u{1B}[33mx\u{1B}[m")
  }

  @Test("Without colour there is no escape sequence", arguments: Role.allCases)
  func plain(role: Role) {
    #expect(ANSI.text(StyledText("x", role), usesColor: false) == "x")
  }
}
