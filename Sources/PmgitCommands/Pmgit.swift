package import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal

/// The root of all commands of pmgit.
package struct Pmgit: ParsableCommand {
  static let name = "pmgit"

  package static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "A kanban board that lives in your git repository.",
    discussion: """
      Each plan is a file on a branch of its own, each change a commit. Nothing is
      added to your work tree, and people share boards by pushing and pulling.

      First steps:
        pmgit init                        create a board, or fetch the remote's
        pmgit add "Fix login" --due fri   add a plan; prints its id
        pmgit board                       see the columns side by side
        pmgit move k7m2 doing             move it; any unique start of an id will do
        pmgit sync                        share the board with the remote

      Every day:
        pmgit list view:mine              what is mine
        pmgit next                        what to do now, and why
        pmgit list view:overdue           what is late
        pmgit log --since yesterday       what changed since yesterday
        pmgit list blocks:k7m2            what blocks this plan
        pmgit edit --where '#ui' -p low   change many; --dry-run shows it first
      """,
    version: Version.words,
    groupedSubcommands: groups.map { group in
      // Converting the array as a whole would look up the conformance of each command.
      CommandGroup(name: group.name, subcommands: group.commands.map { $0 })
    })

  /// The commands, as the help groups them.
  private static let groups: [(name: String, commands: [any NamedCommand.Type])] = [
    (
      "Plans",
      [
        AddCommand.self, ShowCommand.self, EditCommand.self, MoveCommand.self,
        StartCommand.self, DoneCommand.self, NextCommand.self,
        CommentCommand.self, CheckCommand.self, SpendCommand.self, AttachCommand.self,
        DeleteCommand.self, RestoreCommand.self, DraftsCommand.self, UndoCommand.self,
        RedoCommand.self,
      ]
    ),
    (
      "Boards",
      [
        InitCommand.self, DemoCommand.self, BoardCommand.self, ScreenCommand.self,
        WebCommand.self, ListCommand.self,
        TreeCommand.self, LogCommand.self, BlameCommand.self, DiffCommand.self,
        MilestonesCommand.self, IterationsCommand.self,
        StatsCommand.self, ForecastCommand.self, ChartCommand.self, ChangelogCommand.self,
        DigestCommand.self, InboxCommand.self,
        PeopleCommand.self, LabelsCommand.self,
        BoardsCommand.self, ConfigCommand.self, ImportCommand.self, ExportCommand.self,
        PublishCommand.self,
      ]
    ),
    (
      "Sharing",
      [
        SyncCommand.self, PullCommand.self, PushCommand.self, BridgeCommand.self,
        StatusCommand.self, ConflictsCommand.self, ResolveCommand.self, TakeCommand.self,
        ReleaseCommand.self,
        DoctorCommand.self, MergeDriverCommand.self,
      ]
    ),
    (
      "Agents and scripts",
      [
        PrimeCommand.self, BatchCommand.self, WatchCommand.self, AgentsCommand.self,
        MCPCommand.self,
      ]
    ),
    (
      "Code",
      [
        BranchCommand.self, HooksCommand.self, FollowCommand.self, HookCommand.self,
        ValidateCommand.self,
      ]
    ),
  ]

  static let subcommands = groups.flatMap(\.commands)

  package init() {}

  /// Answers `--version` without a context, because scripts ask for it often. Reading the
  /// environment and the parser's reflection take a fifth of the start-up time.
  ///
  /// - Returns: The exit code; nil if the arguments ask for anything else.
  package static func answer(_ arguments: [String]?, to output: Output) -> Int32? {
    guard arguments == ["--version"] else { return nil }
    output.result(Version.words + "\n")
    return ExitStatus.done.rawValue
  }

  /// Runs one command.
  ///
  /// - Parameter arguments: The arguments, without the program's name; nil if they can't be read.
  /// - Returns: The exit code.
  package static func run(_ arguments: [String]?, in context: CommandContext) async -> Int32 {
    guard let given = arguments else {
      // Invalid bytes would be stored as other characters.
      let problem = Problem.usage(
        "an argument is not valid UTF-8", hints: ["see what 'locale charmap' says"])
      return report(problem, to: [], in: context)
    }
    // An alias may have options that the report of a problem depends on.
    var expanded = given
    do {
      if let hook = HookRun(commandLine: given) {
        try await hook.run(in: context)
      } else if let text = try textInPlaceOfCommand(given, in: context) {
        context.output.result(text)
      } else {
        expanded = try CommandAlias.expand(withCommand(given), in: context)
        let words = QueryText.hidingMinuses(GlobalOptions.moveBehindCommand(expanded))
        let command =
          if let cache = context.parsedCommands {
            try cache.command(words, parse: parse)
          } else {
            try parse(words)
          }
        try await command?.runAsking(in: context)
      }
      return ExitStatus.done.rawValue
    } catch let help as ParserMessage {
      guard help.isError else {
        await context.show(
          help.text, by: { given.contains("--no-pager") ? nil : await context.pager() },
          warn: { context.output.message($0 + "\n") })
        return ExitStatus.done.rawValue
      }
      context.output.message(help.text)
      return ExitStatus.usage.rawValue
    } catch let verdict as Verdict {
      return verdict.exit.rawValue
    } catch {
      return report(Problem(error), to: expanded, in: context)
    }
  }

  /// Returns the text that the arguments ask for; nil if they name a command.
  private static func textInPlaceOfCommand(
    _ given: [String], in context: CommandContext
  ) throws -> String? {
    if given.first == ShellCompletion.argument {
      let lines = ShellCompletion.lines(Array(given.dropFirst()), in: context)
      return lines.map { $0 + "\n" }.joined()
    }
    if let script = try CompletionScript.requested(by: given, in: context) { return script }
    if given.isEmpty, let welcome = context.welcome() { return welcome }
    return try CommandAlias.help(given, in: context)
  }

  /// Adds the status command if the arguments name no command.
  private static func withCommand(_ given: [String]) -> [String] {
    GlobalOptions.count(leading: given) == given.count ? given + ["status"] : given
  }

  /// Prints a problem: as JSON on standard output with `--json`, otherwise in words.
  private static func report(
    _ problem: Problem, to arguments: [String], in context: CommandContext
  ) -> Int32 {
    let options = arguments.prefix { $0 != "--" }
    let board = GlobalOptions.board(namedIn: options)
    if options.contains("--json") {
      let document = Documents.bytes(of: Documents.error(problem, naming: board))
      context.output.result(String(decoding: document, as: UTF8.self))
    } else {
      let width = context.terminal.messageWidthInCells
      context.output.message(problem.text(naming: board, widthInCells: width))
    }
    return problem.exit.rawValue
  }

  // MARK: - Parsing

  /// A text that ArgumentParser itself produces: help, the version, or completions.
  private struct ParserMessage: Error {
    let text: String
    let isError: Bool
  }

  /// Parses a command. The parser throws help and similar texts, which are rethrown as
  /// `ParserMessage`.
  ///
  /// - Returns: nil if the parser has run the command, which is one of its own, such as `help`.
  private static func parse(_ arguments: [String]) throws -> (any PmgitCommand)? {
    if let topic = CommandTopic.ofHelp(arguments) {
      throw ParserMessage(text: helpMessage(for: topic) + "\n", isError: false)
    }
    if arguments.first == "help" { _ = try CommandTopic(of: arguments.dropFirst()) }
    // For an unknown command with `--help`, the parser would print the help of all commands.
    if arguments.last == "--help" || arguments.last == "-h" {
      _ = try CommandTopic(of: arguments[...])
    }
    if let command = parsedAlone(arguments) { return command }
    do {
      var command = try parseAsRoot(arguments)
      if let command = command as? any PmgitCommand { return command }
      try command.run()
      return nil
    } catch {
      if exitCode(for: error).isSuccess {
        if let text = textTakenForHelp(in: arguments) { throw text }
        throw ParserMessage(text: fullMessage(for: error) + "\n", isError: false)
      }
      throw usageFailure(error, in: arguments)
    }
  }

  /// Returns a problem if the parser took a text such as `- think` for the option -h; nil if the
  /// arguments really ask for help.
  private static func textTakenForHelp(in arguments: [String]) -> Problem? {
    let options = arguments.prefix { $0 != "--" }
    guard options.first != "help", !options.contains(where: { ["-h", "--help"].contains($0) }),
      let topic = try? CommandTopic(of: arguments[...])
    else { return nil }
    let flags = Set(ArgumentShape.all(of: topic.command).flatMap(\.names) + ["-h"])
    let text = options.first { word in
      word.hasPrefix("-") && !word.hasPrefix("--") && word.count > 1
        && !word.dropFirst().allSatisfy { flags.contains("-\($0)") }
    }
    return text.map { unknown($0, in: arguments, of: topic) }
  }

  /// Parses only the command that the first words name. This saves time, because the parser
  /// otherwise examines all other commands.
  ///
  /// - Returns: nil if the words name no command or the command can't be parsed; the full parser
  ///   then reports why.
  private static func parsedAlone(_ arguments: [String]) -> (any PmgitCommand)? {
    var subcommands = subcommands
    var rest = arguments[...]
    var found: (any NamedCommand.Type)?
    while let word = rest.first, let named = subcommands.first(where: { $0.commandName == word }) {
      found = named
      subcommands = named.subcommands
      rest = rest.dropFirst()
    }
    do { return try found?.parseAlone(Array(rest)) } catch { return nil }
  }

  /// Returns the parser's error as a problem in git's form: one lowercase sentence without a full
  /// stop, and hints. A `Problem` is returned unchanged. If the arguments name an unknown command,
  /// the problem of that command is returned instead.
  private static func usageFailure(_ error: any Error, in arguments: [String]) -> any Error {
    if error is Problem { return error }
    let topic: CommandTopic
    do {
      topic = try CommandTopic(of: arguments[...])
    } catch {
      return error
    }
    if let option = unknownOption(in: arguments, of: topic) {
      return unknown(option, in: arguments, of: topic)
    }
    // The parser lists one value on each line.
    let text = message(for: error).replacing(":\n  - ", with: ": ").replacing("\n  - ", with: ", ")
      .replacing("\n   or: ", with: ", or: ").replacing(QueryText.hiddenMinus, with: "-")
    let sentences = text.split(separator: ". ").map { sentence in
      String(sentence).loweringFirstLetter.withoutFullStop
    }
    var hints = sentences.dropFirst().map { Hint($0) }
    if sentences.first?.hasPrefix(missingArgument) == true {
      hints += textHint(for: arguments, of: topic)
    }
    return Problem.usage(sentences.first ?? "", hints: hints + [topic.hint])
  }

  /// Returns the problem for an option that the command does not have. The parser's own guess is
  /// not used: it suggests `--top` for `--type`.
  private static func unknown(
    _ option: String, in arguments: [String], of topic: CommandTopic
  ) -> Problem {
    var hints: [Hint] = []
    if let advice = topic.advice(forForeign: option) {
      hints = [advice]
    } else {
      hints = topic.option(misspelt: option).map { ["did you mean '\($0)'?"] } ?? []
      hints += textHint(for: arguments, of: topic)
    }
    return Problem.usage("unknown option '\(option)'", hints: hints + [topic.hint])
  }

  /// Returns the hint for a text that looks like an option; empty if no argument looks like one, if
  /// `--` is among the arguments, or if the command takes no texts.
  private static func textHint(for arguments: [String], of topic: CommandTopic) -> [Hint] {
    guard !arguments.contains("--"), topic.takesTexts,
      arguments.contains(where: { $0.hasPrefix("-") && $0.count > 1 })
    else { return [] }
    return ["put '--' before a text that begins with '-'"]
  }
}

extension Pmgit {
  /// The beginnings of messages that are not only printed. The parser's errors are internal types,
  /// and it returns nothing of them but a message and an exit code. A later version may word them
  /// differently, which tests of misspelt options and missing titles notice.
  private static let unknownOption = "Unknown option"
  /// As in the message of a command that requires an argument itself, in lower case.
  private static let missingArgument = "missing expected argument"

  /// The largest number of arguments that a command requires, except `merge-driver`, which git
  /// calls.
  private static let mostNeeded = 2

  /// Returns the first given option that the command does not have; nil if it has all of them.
  ///
  /// The parser reports missing arguments first, so for `show --all` it would report a missing id.
  /// So the parser is asked with up to `mostNeeded` arguments before the option. The option is
  /// unknown if one of the answers is that it is unknown.
  private static func unknownOption(in arguments: [String], of topic: CommandTopic) -> String? {
    let words = topic.words
    var previous: String?
    for argument in arguments.dropFirst(words.count).prefix(while: { $0 != "--" }) {
      defer { previous = argument }
      guard argument.count > 1, argument.hasPrefix("-") else { continue }
      guard isUnknown([argument], to: words) else { continue }
      // The word after an option may be its value.
      if let previous, previous.hasPrefix("-"), !isUnknown([previous, argument], to: words) {
        continue
      }
      return String(argument.prefix { $0 != "=" })
    }
    return nil
  }

  /// Whether the parser reports the first of the options as unknown to a command. A value may
  /// follow the option.
  private static func isUnknown(_ options: [String], to words: [String]) -> Bool {
    for count in 0...mostNeeded {
      do {
        _ = try parseAsRoot(words + Array(repeating: "x", count: count) + options)
        return false
      } catch {
        if message(for: error).hasPrefix(unknownOption) { return true }
      }
    }
    return false
  }
}

extension String {
  fileprivate var loweringFirstLetter: String { prefix(1).lowercased() + dropFirst() }
  fileprivate var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
