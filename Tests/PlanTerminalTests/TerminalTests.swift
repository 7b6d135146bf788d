import PlanTerminal
import PlanView
import Testing

@Suite struct TerminalTests {
  private let list = ListText(Samples.listModel)

  @Test("A pipe gets the form for programs, a terminal the one for people")
  func form() {
    let pipe = Terminal(isTerminal: false, errorIsTerminal: true)
    let terminal = Terminal(isTerminal: true, errorIsTerminal: true)
    #expect(pipe.text(list).hasPrefix("m3f8z2q9x4t1\ttodo\thigh\t2026-11-22\t"))
    #expect(terminal.text(list).hasPrefix("m3f8  "))
  }

  @Test("Colour that was asked for on a pipe asks for the form for people")
  func coloredPipe() {
    var pipe = Terminal(isTerminal: false, errorIsTerminal: true)
    pipe.decide(color: .always, environment: [:], gitColor: nil)
    #expect(pipe.text(list).hasPrefix("\u{1B}[33mm3f8\u{1B}[m  "))
  }

  @Test("A setting of git does not change what scripts read from a pipe")
  func coloredSetting() {
    var pipe = Terminal(isTerminal: false, errorIsTerminal: true)
    pipe.decide(color: nil, environment: [:], gitColor: "always")
    #expect(pipe.text(list).hasPrefix("m3f8z2q9x4t1\ttodo\t"))
  }

  @Test("COLUMNS and LINES win over the terminal, and nonsense in them does not count")
  func environment() {
    let terminal = Terminal.detect(
      environment: ["COLUMNS": "132", "LINES": "50"])
    #expect(terminal.widthInCells == 132)
    #expect(terminal.heightInLines == 50)
    #expect(Terminal.detect(environment: ["COLUMNS": "-3"]).widthInCells >= 20)
  }

  @Test("Results are laid out for twenty cells at least")
  func leastWidth() {
    let terminal = Terminal(isTerminal: true, errorIsTerminal: true, widthInCells: 3)
    #expect(terminal.widthInCells == Terminal.leastWidthInCells)
  }
}
