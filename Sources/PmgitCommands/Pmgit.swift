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
    version: Version.words,
    groupedSubcommands: groups.map { group in
      // Converting the array as a whole would look up the conformance of each command.
      CommandGroup(name: group.name, subcommands: group.commands.map { $0 })
    })

  /// The commands, grouped by what people want to do.
  static let groups: [(name: String, commands: [any NamedCommand.Type])] = [
    ("First steps", first),
    (
      "Plans",
      [
        NextCommand.self, CheckCommand.self, AttachCommand.self, DeleteCommand.self,
        RestoreCommand.self, RedoCommand.self,
      ]
    ),
    (
      "Looking",
      [
        WebCommand.self, StatusCommand.self, InboxCommand.self, LogCommand.self, DiffCommand.self,
        StatsCommand.self, DigestCommand.self, WatchCommand.self,
      ]
    ),
    (
      "The board",
      [
        MilestoneCommand.self, IterationCommand.self, LabelCommand.self, PeopleCommand.self,
        ColumnCommand.self, FieldCommand.self, RuleCommand.self, ViewCommand.self,
        ConfigCommand.self,
      ]
    ),
    (
      "Together",
      [
        TakeCommand.self, ResolveCommand.self, BridgeCommand.self, ImportCommand.self,
        ExportCommand.self,
      ]
    ),
    ("Agents and scripts", [BatchCommand.self, AgentsCommand.self]),
    ("Code", [BranchCommand.self, HooksCommand.self]),
    ("Repair", [DoctorCommand.self]),
  ]

  /// The commands of a first day, which `pmgit` alone shows.
  static let first: [any NamedCommand.Type] = [
    InitCommand.self, AddCommand.self, ListCommand.self, BoardCommand.self, ScreenCommand.self,
    ShowCommand.self, EditCommand.self, MoveCommand.self, DoneCommand.self, CommentCommand.self,
    UndoCommand.self, SyncCommand.self,
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
      } else if let text = try HelpText.answer(given, in: context) {
        await context.show(text, given)
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
        await context.show(help.text, given)
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
    return try CompletionScript.requested(by: given, in: context)
  }

  /// Adds the status command if the arguments name no command, as `pmgit --json` does.
  private static func withCommand(_ given: [String]) -> [String] {
    GlobalOptions.count(leading: given) == given.count ? ["status"] + given : given
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
      throw ParserMessage(text: HelpText.of(topic), isError: false)
    }
    if arguments.first == "help" {
      _ = try CommandTopic(of: arguments.dropFirst(), or: HelpTopic.allCases.map(\.rawValue))
    }
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
        let text = fullMessage(for: error) + "\n"
        // The parser also describes the program for other programs.
        let isHelp = text.hasPrefix("OVERVIEW:")
        throw ParserMessage(text: isHelp ? HelpText.cut(text) : text, isError: false)
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
    let late = arguments.first { topic.subcommands.contains($0) }
    if let late, sentences.first?.hasPrefix("unexpected argument '\(late)'") == true {
      hints.append("a subcommand comes before options: '\(topic.text) \(late) ...'")
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
    } else if option.hasPrefix("--"), topic.subcommands.contains(String(option.dropFirst(2))) {
      hints = ["did you mean '\(topic.text) \(option.dropFirst(2))'?"]
    } else {
      hints = topic.option(misspelt: option).map { ["did you mean '\($0)'?"] } ?? []
      if !arguments.contains("--"), topic.takesTexts, mayBeText(option) {
        hints.append("put '--' before a text that begins with '-'")
      }
    }
    return Problem.usage("unknown option '\(option)'", hints: hints + [topic.hint])
  }

  /// Whether a word that begins with `-` may be a text: it is not only `--` and a name.
  private static func mayBeText(_ word: String) -> Bool {
    guard word.hasPrefix("--"), word.dropFirst(2).first?.isLetter == true else { return true }
    return word.contains(where: \.isWhitespace)
  }
}

extension Pmgit {
  /// The beginnings of messages that are not only printed. The parser's errors are internal types,
  /// and it returns nothing of them but a message and an exit code. A later version may word them
  /// differently, which tests of misspelt options notice.
  private static let unknownOption = "Unknown option"

  /// The largest number of arguments that a command requires, except `hooks merge-driver`,
  /// which git calls.
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
