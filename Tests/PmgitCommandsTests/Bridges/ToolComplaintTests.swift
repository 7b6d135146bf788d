import PlanActions
import PlanTerminal
import Testing

@testable import PmgitCommands

@Suite("Complaints of a tracker's program")
struct ToolComplaintTests {
  private static func complaint(_ messages: String, exitCode: Int32 = 1) -> ToolErrors? {
    ToolErrors(
      ["gh", "issue", "edit", "7"],
      ToolProgram.Outcome(exitCode: exitCode, output: [], messages: Array(messages.utf8)))
  }

  @Test(
    "may mean that the tracker lacks a name",
    arguments: [
      ("'UI' not found", "bug", true), ("no label like BUG here", "bug", true), ("", "bug", true),
      // The command has the word, and not what the program says.
      ("the network is down", "issue", false),
      ("'bug' not found: bad credentials", "bug", false),
    ])
  func lacking(messages: String, name: String, mayLack: Bool) {
    #expect(Self.complaint(messages)?.mayLackName(name) == mayLack)
  }

  @Test("are none if the program succeeds")
  func success() {
    #expect(Self.complaint("a warning", exitCode: 0)?.problem == nil)
    #expect(Self.complaint("", exitCode: 2)?.mayLackName("bug") == false)
  }
}
