import ArgumentParser
import PlanActions
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

  @Test("The help of hooks has the trailers that they read")
  func trailers() async throws {
    let help = try await (try await CommandRunner())("hooks", "--help")
    for key in ["Plan:", "Starts:", "Closes:"] {
      #expect(help.contains("  \(key) k7m2"), "\(help)")
    }
  }

  @Test("The help of each command is the same, however it is asked for")
  func help() async throws {
    let runner = try await CommandRunner()
    for words in Self.commands where !words.isEmpty {
      let help = await runner.run(["help"] + words).output
      for asked in [words + ["--help"], words + ["-h"], ["help"] + words] {
        #expect(CommandTopic.ofHelp(asked) != nil)
        let answered = await runner.run(asked)
        #expect(answered.exitCode == 0 && answered.messages.isEmpty, "\(asked)")
        #expect(answered.output == help, "\(asked)")
      }
      #expect(HelpText.cut(Self.parsed(["help"] + words) + "\n").contains(words[0]))
    }
  }

  /// The first name of each option of every command, as the parser has them.
  private static let globalOptions = ArgumentShape.all(of: GlobalOptions.self)
    .compactMap { argument in argument.names.min { $0.count < $1.count } }
    .filter { !["-h", "--help"].contains($0) }

  @Test("No help lists the options of every command; the last line says where they are")
  func commonOptions() async throws {
    let runner = try await CommandRunner()
    let lines = { (text: String) in text.split(separator: "\n").map(String.init) }
    for words in Self.commands where !words.isEmpty {
      let help = lines(await runner.run(["help"] + words).output)
      for line in help where line.hasPrefix("  -") {
        let name = String(line.dropFirst(2).prefix { $0 != "," && $0 != " " })
        #expect(!Self.globalOptions.contains(name), "\(words): \(line)")
      }
      #expect(help.last?.hasSuffix(": pmgit help options") == true, "\(words)")
      #expect(help.count <= (["add", "edit"].contains(words[0]) ? 105 : 75), "\(words)")
    }
    let options = try await runner("help", "options")
    let lastLine = lines(await runner.run(["help", "list"]).output).last ?? ""
    for name in Self.globalOptions {
      #expect(options.contains("  \(name) ") || options.contains("\(name), "), "\(name)")
      #expect(lastLine.contains("\(name) ") || lastLine.contains("\(name):"), "\(name)")
    }
    #expect(options.contains("  --as ") && options.contains("  --brief "))
    #expect(options.contains("PMGIT_COLUMNS"))
  }

  @Test("The help of a group has the options of the command that it runs")
  func groupOptions() async throws {
    let runner = try await CommandRunner()
    #expect(try await runner("stats", "--help").contains("\n  --since <moment>"))
    #expect(try await runner("milestone", "--help").contains("\n  --all "))
  }

  @Test("The usage of a group begins with what it does without a subcommand")
  func groupUsage() async throws {
    let runner = try await CommandRunner()
    for (group, form) in [
      ("milestone", "[<name>] [--all] | <subcommand>"), ("label", "| <subcommand>"),
      ("hooks", "[--server] | <subcommand>"), ("config", "| <subcommand>"),
    ] {
      let help = try await runner(group, "--help")
      #expect(help.contains("USAGE: pmgit \(group) \(form)\n"), "\(help)")
    }
  }

  @Test("Options of every command change nothing about help")
  func helpWithOptions() async throws {
    let runner = try await CommandRunner()
    for words in [["query"], ["list"], ["milestone", "add"], ["--all"]] {
      let help = await runner.run(["help"] + words)
      #expect(help.exitCode == 0)
      for options in [["--json"], ["--board", "x", "-q"]] {
        #expect(await runner.run(["help"] + words + options).output == help.output, "\(words)")
      }
    }
    #expect(try await runner("help", "--json").hasPrefix("pmgit is a kanban board"))
  }

  @Test("A topic is a short page without manual pages", arguments: HelpTopic.allCases)
  func topics(_ topic: HelpTopic) async throws {
    let page = try await (try await CommandRunner())("help", topic.rawValue)
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let most: [HelpTopic: Int] = [
      .query: 62, .dates: 30, .rules: 40, .words: 56, .tutorial: 50, .options: 40,
    ]
    #expect(lines.count <= most[topic] ?? 0, "\(lines.count)")
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines.filter { $0.count > 80 })")
  }

  @Test("All commands fit on a page, each with its line")
  func allCommands() async throws {
    let page = try await (try await CommandRunner())("help", "--all")
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines.count <= 80, "\(lines.count)")
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines.filter { $0.count > 80 })")
    for command in Pmgit.subcommands {
      #expect(lines.contains { $0.hasPrefix("  \(command.commandName) ") }, "\(command)")
    }
  }

  @Test("There are at most 45 commands, each once")
  func count() {
    let names = Pmgit.subcommands.map { $0.commandName }
    #expect(names.count <= 45 && Set(names).count == names.count, "\(names.count)")
    #expect(FirstSteps.commands.map(\.0) == Pmgit.first.map { $0.commandName })
    #expect(Pmgit.first.count == 12)
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
      ["list"], ["list", "x", "--help"], ["help", "lits"], ["help", "list", "--help"],
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
