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
    pipe.decide(color: .always, asText: false, environment: [:], gitColor: nil)
    #expect(pipe.text(list).hasPrefix("\u{1B}[33mm3f8\u{1B}[m  "))
  }

  @Test("A setting of git does not change what scripts read from a pipe")
  func coloredSetting() {
    var pipe = Terminal(isTerminal: false, errorIsTerminal: true)
    pipe.decide(color: nil, asText: false, environment: [:], gitColor: "always")
    #expect(pipe.text(list).hasPrefix("m3f8z2q9x4t1\ttodo\t"))
  }

  @Test(
    "A pipe gets the form for people, without colour, by --text",
    arguments: [[:], ["PMGIT_COLUMNS": "60"]])
  func textInPipe(environment: [String: String]) {
    var pipe = Terminal(isTerminal: false, errorIsTerminal: true)
    pipe.decide(color: nil, asText: true, environment: environment, gitColor: "always")
    #expect(pipe.text(list).hasPrefix("m3f8  "))
    #expect(pipe.widthInCells == (environment.isEmpty ? 80 : 60))
    pipe.decide(color: .always, asText: true, environment: environment, gitColor: nil)
    #expect(pipe.text(list).hasPrefix("\u{1B}[33mm3f8\u{1B}[m  "))
    pipe.decide(color: nil, asText: false, environment: environment, gitColor: nil)
    #expect(!pipe.isForPeople)
  }

  @Test(
    "A width without reason is cut down", arguments: ["9223372036854775807", "100000000000"])
  func mostWidth(columns: String) {
    var terminal = Terminal.detect(environment: ["COLUMNS": columns])
    #expect(terminal.widthInCells == Terminal.mostWidthInCells)
    terminal.widthInCells = 80
    terminal.decide(
      color: nil, asText: true, environment: ["PMGIT_COLUMNS": columns], gitColor: nil)
    #expect(terminal.widthInCells == Terminal.mostWidthInCells)
    #expect(!terminal.text(list).isEmpty)
  }

  @Test("Nonsense in PMGIT_COLUMNS does not count", arguments: ["", "0", "-3", "wide"])
  func nonsenseColumns(columns: String) {
    var pipe = Terminal(isTerminal: false, errorIsTerminal: true, widthInCells: 100)
    pipe.decide(
      color: nil, asText: false, environment: ["PMGIT_COLUMNS": columns], gitColor: nil)
    #expect(!pipe.isForPeople && pipe.widthInCells == 100)
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
