import Foundation
@testable import PlanTerminal
import Testing

@Suite struct EditorTests {
  @Test("The command is the shell's, the path one argument whatever is in it")
  func path() async throws {
    try await withScratchDirectory { directory in
      let path = directory.appending(path: "it's $HOME \"quoted\"").path(percentEncoded: false)
      try await Editor.edit(fileAt: path, command: "printf 'an edited %s' plan >")
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "an edited plan")
    }
  }

  @Test(
    "An editor that does not end well is an error",
    arguments: [
      ("false", .exited(1)), ("exit 3;", .exited(3)), ("kill -TERM $$;", .killed(signal: 15)),
      ("pmgit-no-such-editor 2>/dev/null", .exited(127)),
    ] as [(String, ShellProgramError.Reason)])
  func failure(command: String, reason: ShellProgramError.Reason) async {
    await #expect(throws: ShellProgramError(command: command, reason: reason)) {
      try await Editor.edit(fileAt: "/dev/null", command: command)
    }
  }
}
