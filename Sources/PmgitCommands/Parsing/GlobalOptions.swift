import ArgumentParser
import PlanActions
import PlanModel
import PlanTerminal

/// The options of every command; they may stand before the command's name, too.
struct GlobalOptions: ParsableArguments {
  @Option(
    name: .customShort("C"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Run as if started in this folder.", valueName: "dir"),
    completion: .directory)
  var directory: [String] = []

  @Option(
    help: ArgumentHelp("The board to use (default: pmgit.board, else main).", valueName: "name"),
    completion: .words(of: .board))
  var board: String?

  @Flag(help: "Print one JSON document instead of text, and no messages.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print no messages, only results and errors.")
  var quiet = false

  @Flag(name: .customLong("text"), help: "Print what a terminal gets, in a pipe or a file too.")
  var asText = false

  @Option(help: ArgumentHelp("Use colour: auto, always or never.", valueName: "when"))
  var color: ColorChoice?

  @Flag(help: "Print long results at once, without a pager.")
  var noPager = false

  /// The options of a command line without options, as the parser would return them. They are
  /// set by hand, because parsing an empty command line takes 0.9 ms.
  static var none: GlobalOptions {
    var options = GlobalOptions()
    options.directory = []
    (options.board, options.color) = (nil, nil)
    (options.json, options.asText) = (false, false)
    (options.quiet, options.noPager) = (false, false)
    return options
  }

  /// Whether messages are suppressed, by `-q` or `--json`.
  var isQuiet: Bool { quiet || json }

  /// Throws if a value looks like an option. In that case the value was forgotten or is empty, as
  /// in `--title= -q`, and the parser took the next option as the value.
  static func requireValues(_ values: [String?]) throws {
    for case let value? in values where looksLikeOption(value) {
      throw ValidationError("an option is missing its value before '\(value)'")
    }
  }

  private static func looksLikeOption(_ value: String) -> Bool {
    guard value.hasPrefix("-"), value != "-" else { return false }
    return optionNames.contains(String(value.prefix { $0 != "=" }))
  }

  /// The long options of all commands, and their short options that no text begins with.
  private static let optionNames: Set<String> = {
    func names(of shape: CommandShape) -> [String] {
      shape.arguments().flatMap(\.names) + shape.subcommands.flatMap(names)
    }
    let long = names(of: .program).filter { $0.hasPrefix("--") }
    return Set(long + ["--help", "-q", "-C", "-m"])
  }()

  /// Returns the last value of `--board` in arguments that may not parse; nil without the option.
  static func board(namedIn arguments: ArraySlice<String>) -> String? {
    var named: String?
    for (index, argument) in zip(arguments.indices, arguments) {
      if argument == "--board" {
        named = arguments[(index + 1)...].first
      } else if argument.hasPrefix("--board=") {
        named = String(argument.dropFirst("--board=".count))
      }
    }
    return named
  }

  /// Returns the board of `--board`; nil without the option.
  func boardName() throws -> BoardName? {
    guard let board else { return nil }
    guard let name = BoardName(board) else { throw Problem.badBoardName(board) }
    return name
  }

  /// Returns how many of the first arguments are global options with their values. An option whose
  /// value is missing counts, too.
  static func count(leading arguments: some Collection<String>) -> Int {
    var rest = Array(arguments)[...]
    while let next = rest.first {
      if ["-C", "--board", "--color"].contains(next) {
        rest = rest.dropFirst(2)
      } else if ["--json", "--text", "-q", "--quiet", "--no-pager"].contains(next)
        || next.hasPrefix("--board=") || next.hasPrefix("--color=")
      {
        rest = rest.dropFirst()
      } else {
        break
      }
    }
    return arguments.count - rest.count
  }

  /// Whether words are global options and the last one lacks its value.
  static func lackValue(_ words: [String]) -> Bool {
    guard let last = words.last, ["-C", "--board", "--color"].contains(last) else { return false }
    return count(leading: words.dropLast()) == words.count - 1
  }

  /// Returns words without the global options among them and their values.
  static func removed(from words: [String]) -> [String] {
    var (kept, rest): ([String], ArraySlice<String>) = ([], words[...])
    while let next = rest.first {
      let count = count(leading: rest)
      if count == 0 { kept.append(next) }
      rest = rest.dropFirst(max(1, count))
    }
    return kept
  }

  /// Returns the folders of `-C` among global options.
  static func folders(namedIn leading: some Sequence<String>) -> [String] {
    let words = Array(leading)
    return words.indices.dropLast().filter { words[$0] == "-C" }.map { words[$0 + 1] }
  }

  /// Moves global options that stand before the command, or between it and its subcommand, to the
  /// end of the options.
  ///
  /// The parser accepts an option only at the command that declares it, and the root declares none.
  static func moveBehindCommand(_ arguments: [String]) -> [String] {
    var (leading, command): ([String], [String]) = ([], [])
    var rest = arguments[...]
    var subcommands = Pmgit.subcommands
    while let next = rest.first {
      let count = count(leading: rest)
      if count > 0 {
        leading += rest.prefix(count)
        rest = rest.dropFirst(count)
      } else if let named = subcommands.first(where: { $0.commandName == next }) {
        command.append(next)
        rest = rest.dropFirst()
        subcommands = named.subcommands
      } else {
        break
      }
      if !command.isEmpty, subcommands.isEmpty { break }
    }
    guard !(command.isEmpty && rest.isEmpty) else { return arguments }
    let end = rest.firstIndex(of: "--") ?? rest.endIndex
    return command + rest[..<end] + leading + rest[end...]
  }
}

extension ColorChoice: ExpressibleByArgument {}
