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

  @Test("Who looks in the name of an agent is told how")
  func agent() async throws {
    let result = await (try await CommandRunner.withBoard()).run(["next", "--as", "a1"])
    #expect(result.exitCode == 64)
    #expect(result.messages.contains("write PMGIT_AGENT=NAME before 'pmgit'"), "\(result)")
  }

  @Test("An option without its value is named as such, with and without a command")
  func missingValue() async throws {
    for (option, words) in [("-C", "'-C <dir>'"), ("--board", "'--board <name>'")] {
      for arguments in [[option], ["list", option], ["-q", option]] {
        let result = await (try await CommandRunner.withBoard()).run(arguments)
        #expect(result.exitCode == 64, "\(arguments)")
        #expect(result.messages.contains("missing value for \(words)"), "\(arguments): \(result)")
      }
    }
  }

  @Test("A title in which the parser sees -h is refused, and no help is printed")
  func helpInTitle() async throws {
    let pmgit = try await CommandRunner.withBoard()
    for text in ["- think", "-think", "-zh"] {
      let refused = await pmgit.run(["add", text])
      #expect(refused.exitCode == 64, "\(refused)")
      #expect(refused.messages.contains("put '--' before a text"), "\(refused)")
    }
    #expect(await pmgit.run(["add", "x", "-h"]).exitCode == 0)
    #expect(await pmgit.run(["add", "--", "- think"]).exitCode == 0)
  }

  @Test("Only what may be a text is answered with '--'")
  func texts() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let hint = "hint: put '--' before a text that begins with '-'\n"
    for words in [
      ["add", "--titel", "x"], ["list", "--foo"], ["view", "add", "x", "--foo=1"], ["add", "-q"],
      ["add", "-p", "high"], ["rule", "add", "x", "-q"], ["move", "x", "-1 bug"],
    ] {
      let result = await pmgit.run(words)
      #expect(result.exitCode == 64 && !result.messages.contains("'--'"), "\(words): \(result)")
    }
    for words in [["add", "-1 bug"], ["add", "--foo is broken"], ["rule", "add", "x", "-x"]] {
      #expect(await pmgit.run(words).messages.contains(hint), "\(words)")
    }
  }

  @Test(
    "A misspelt option is named",
    arguments: [
      (["add", "x", "--lable", "bug"], "--label"),
      (["add", "x", "--prioritiy=high"], "--priority"),
      (["list", "--jsno"], "--json"), (["list", "--boards", "x"], "--board"),
      (["column", "add", "x", "--tilte", "X"], "--title"),
      (["edit", "x", "--post-pone", "3d"], "--postpone"),
    ])
  func misspelt(arguments: [String], wanted: String) async throws {
    let result = await (try await CommandRunner()).run(arguments)
    #expect(result.exitCode == 64)
    #expect(result.messages.contains("hint: did you mean '\(wanted)'?\n"), "\(result.messages)")
  }
}
