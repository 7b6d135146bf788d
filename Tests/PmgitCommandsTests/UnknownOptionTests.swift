import PmgitTestSupport
import Testing

@Suite("Options that a command does not have")
struct UnknownOptionTests {
  @Test(
    "No option is guessed that is far off",
    arguments: [
      ["add", "x", "--type", "bug"], ["add", "x", "--wait"], ["add", "x", "--csv"],
      ["add", "x", "--up"], ["list", "--as"], ["list", "--csv"], ["show", "x", "--raw"],
      ["move", "x", "todo", "--best"], ["undo", "--wait"],
    ])
  func farOff(arguments: [String]) async throws {
    let result = await (try await CommandRunner()).run(arguments)
    #expect(result.exitCode == 64)
    #expect(result.messages.contains("unknown option '--"), "\(result.messages)")
    #expect(!result.messages.contains("did you mean"), "\(result.messages)")
    #expect(result.messages.contains("see 'pmgit \(arguments[0]) --help'"), "\(result.messages)")
  }

  @Test(
    "A misspelt option is named",
    arguments: [
      (["add", "x", "--lable", "bug"], "--label"),
      (["add", "x", "--prioritiy=high"], "--priority"),
      (["list", "--jsno"], "--json"), (["list", "--boards", "x"], "--board"),
      (["config", "column", "add", "x", "--tilte", "X"], "--title"),
      (["edit", "x", "--post-pone", "3d"], "--postpone"),
    ])
  func misspelt(arguments: [String], wanted: String) async throws {
    let result = await (try await CommandRunner()).run(arguments)
    #expect(result.exitCode == 64)
    #expect(result.messages.contains("hint: did you mean '\(wanted)'?\n"), "\(result.messages)")
  }
}
