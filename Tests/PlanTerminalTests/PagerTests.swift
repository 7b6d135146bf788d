import Foundation
@testable import PlanTerminal
import Testing

/// These tests can't run in parallel, because signal handlers belong to the whole process.
@Suite(.serialized) struct PagerTests {
  @Test("The pager reads the text whole")
  func whole() async throws {
    try await withScratchDirectory { directory in
      let file = directory.appending(path: "shown")
      let text = String(repeating: "로그인 오류\n", count: 50_000)
      try await Pager.page(text, command: "cat > '\(file.path())'", environment: [:])
      #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }
  }

  @Test(
    "A pager that is closed before the end is no error",
    arguments: ["true", "exit 3", "head -1 >/dev/null"])
  func closed(command: String) async throws {
    let text = String(repeating: "a line that nobody reads\n", count: 200_000)
    try await Pager.page(text, command: command, environment: [:])
  }

  @Test("A pager that is not there is an error, with the shell's status")
  func missing() async throws {
    await #expect(
      throws: ShellProgramError(
        command: "pmgit-no-such-pager 2>/dev/null", reason: .exited(127))
    ) {
      try await Pager.page("x\n", command: "pmgit-no-such-pager 2>/dev/null", environment: [:])
    }
  }

  @Test("less and lv get git's settings, unless the user has some")
  func defaults() async throws {
    try await withScratchDirectory { directory in
      let file = directory.appending(path: "settings")
      let command = "printf '%s %s %s' \"$LESS\" \"$LV\" \"$LESSCHARSET\" > '\(file.path())'"
      try await Pager.page("", command: command, environment: [:])
      #expect(try String(contentsOf: file, encoding: .utf8) == "FRX -c utf-8")
      try await Pager.page("", command: command, environment: ["LESS": "S", "LV": ""])
      #expect(try !String(contentsOf: file, encoding: .utf8).hasPrefix("FRX -c"))
    }
  }

  @Test("A pager is needed for more lines than the terminal has, if there is one")
  func isNeeded() {
    var terminal = Terminal(isTerminal: true, errorIsTerminal: true, heightInLines: 3)
    #expect(!Pager.isNeeded(for: "1\n2\n", on: terminal))
    #expect(Pager.isNeeded(for: "1\n2\n3\n", on: terminal))
    #expect(Pager.isPager("less") && !Pager.isPager("cat") && !Pager.isPager(""))
    terminal.isTerminal = false
    #expect(!Pager.isNeeded(for: "1\n2\n3\n", on: terminal))
    terminal.isTerminal = true
    terminal.heightInLines = nil
    #expect(!Pager.isNeeded(for: "1\n2\n3\n", on: terminal))
  }
}
