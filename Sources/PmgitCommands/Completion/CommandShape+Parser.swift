import ArgumentParser
import PlanActions
import PlanModel

extension CommandShape {
  /// The whole program; its options may stand before the command.
  static let program = CommandShape(
    "pmgit", subcommands: shapes(of: Pmgit.subcommands) + [help],
    arguments: { ArgumentShape.all(of: GlobalOptions.self) })

  private static let help = CommandShape(
    "help", about: "Show the help of a command or a topic.",
    arguments: {
      let commands = Pmgit.subcommands.map { Completion($0.commandName, about: $0.about.abstract) }
      let topics = HelpTopic.allCases.map { Completion($0.rawValue, about: $0.about) }
      return [
        ArgumentShape(["--all"], about: "Show all commands."),
        ArgumentShape(isRepeating: true, values: .words(commands + topics)),
      ]
    })

  private static func shapes(of commands: [any NamedCommand.Type]) -> [CommandShape] {
    commands.filter { $0.about.shouldDisplay }.map { command in
      let subcommands = shapes(of: command.subcommands)
      return CommandShape(
        command.commandName, about: command.about.abstract, subcommands: subcommands,
        arguments: {
          if subcommands.isEmpty { return ArgumentShape.all(of: command) }
          return ArgumentShape.all(of: command.about.defaultSubcommand ?? GlobalOptions.self)
        })
    }
  }
}

extension ArgumentShape {
  /// Returns the arguments of a command from the parser's description of it; empty if the
  /// description can't be decoded.
  static func all(of command: any ParsableArguments.Type) -> [ArgumentShape] {
    let description: JSONValue
    do {
      description = try JSONReader.value(in: Array(command._dumpHelp().utf8))
    } catch {
      // The parser has just encoded it. A test decodes the description of every command.
      return []
    }
    let arguments = description.object?["command"]?.object?["arguments"]?.array ?? []
    return arguments.compactMap { $0.object.flatMap(ArgumentShape.init) }
  }

  private init?(_ argument: JSONObject) {
    guard argument["shouldDisplay"]?.bool != false else { return nil }
    let names = argument["names"]?.array ?? []
    self.init(
      names.compactMap { $0.object.flatMap(Self.written) },
      about: argument["abstract"]?.string ?? "",
      isRepeating: argument["isRepeating"]?.bool ?? false,
      values: argument["kind"]?.string == "flag" ? nil : Self.values(argument))
  }

  private static func written(_ name: JSONObject) -> String? {
    name["name"]?.string.map { (name["kind"]?.string == "long" ? "--" : "-") + $0 }
  }

  private static func values(_ argument: JSONObject) -> ArgumentValues {
    let kind = argument["completionKind"]?.object
    if let subject = kind?["shellCommand"]?.object?["command"]?.string
      .flatMap(CompletionSubject.init)
    {
      return .subject(subject)
    }
    if kind?["file"] != nil { return .subject(.file) }
    if kind?["directory"] != nil { return .subject(.folder) }
    let words = kind?["list"]?.object?["values"] ?? argument["allValues"]
    guard let texts = words?.array?.compactMap(\.string) else { return .subject(.nothing) }
    return .words(texts.map { Completion($0) })
  }
}

/// Lets commands declare the `CompletionSubject` of an argument.
///
/// The parser gives no access to completion functions, only a text that describes the arguments. So
/// the subject's name is declared as if it were a shell command, and `ArgumentShape` finds it in
/// the description. The parser's own scripts would run that command, but they are not used; see
/// `CompletionScript`.
extension CompletionKind {
  static func words(of subject: CompletionSubject) -> CompletionKind {
    .shellCommand(subject.rawValue)
  }
}
