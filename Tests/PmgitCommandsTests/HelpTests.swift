import ArgumentParser
import PmgitTestSupport
import Testing

@testable import PmgitCommands

/// Help and the version. If nothing else is asked for, they are printed without running the parser.
@Suite("Help and version")
struct HelpTests {
  /// The words that call each command; empty for the program itself.
  private static let commands = all(under: Pmgit.self, words: [])

  private static func all(
    under command: any ParsableCommand.Type, words: [String]
  ) -> [[String]] {
    [words]
      + command.configuration.subcommands.flatMap {
        all(under: $0, words: words + [$0.configuration.commandName ?? ""])
      }
  }

  @Test("The help of each command is the parser's, however it is asked for")
  func help() async throws {
    let runner = try await CommandRunner()
    for words in Self.commands {
      for asked in [words + ["--help"], words + ["-h"], ["help"] + words] {
        #expect(CommandTopic.ofHelp(asked) != nil)
        let answered = await runner.run(asked)
        #expect(answered.exitCode == 0 && answered.messages.isEmpty, "\(asked)")
        #expect(answered.output == Self.parsed(asked) + "\n", "\(asked)")
      }
    }
  }

  @Test("The help says that commas separate labels", arguments: ["add", "edit"])
  func labels(command: String) async throws {
    let runner = try await CommandRunner()
    #expect(try await runner(command, "--help").contains("Add a label; commas separate several."))
    try await runner("init")
    let id = try await runner.add("One", "-l", "a,b")
    #expect(try await runner("show", id).contains("label\ta\nlabel\tb\n"))
  }

  /// Returns the parser's answer to a request for help. The parser throws it as an error.
  private static func parsed(_ arguments: [String]) -> String {
    do {
      var command = try Pmgit.parseAsRoot(arguments)
      try command.run()
      return "no help"
    } catch {
      return Pmgit.fullMessage(for: error)
    }
  }

  @Test(
    "What is more than a question for help goes to the parser",
    arguments: [
      [], ["list"], ["list", "x", "--help"], ["help", "lits"], ["help", "list", "--help"],
      ["--help", "list"], ["add", "--", "--help"], ["list", "--help", "--json"],
    ])
  func notHelpAlone(_ arguments: [String]) {
    #expect(CommandTopic.ofHelp(arguments) == nil)
  }

  @Test("The version is the same without a context and from the parser")
  func version() async throws {
    var said = ""
    let output = Output(
      result: { bytes, _ in said += String(decoding: bytes, as: UTF8.self) },
      message: { said += "message: \($0)" })
    #expect(Pmgit.answer(["--version"], to: output) == 0)
    let parsed = try await CommandRunner().run(["--version"])
    #expect(said == parsed.output && said.hasPrefix("pmgit version "))
    #expect(parsed.exitCode == 0)
    for other in [nil, [], ["--version", "x"], ["list", "--version"]] {
      #expect(Pmgit.answer(other, to: output) == nil)
    }
  }
}
