import ArgumentParser
import PlanActions

/// A word of the command line: a command of pmgit, or a group of commands such as `config`.
protocol NamedCommand: ParsableCommand {
  /// The word. It is not in `about`, because finding a command by its name would then create the
  /// help of all commands before it, which takes 0.3 ms.
  static var commandName: String { get }
  /// The help and examples.
  static var about: CommandConfiguration { get }
  /// The commands of a group.
  static var subcommands: [any NamedCommand.Type] { get }
  /// Parses the arguments after the word; nil for a group that does nothing by itself.
  static func parseAlone(_ arguments: [String]) throws -> (any PmgitCommand)?
}

extension NamedCommand {
  static var subcommands: [any NamedCommand.Type] { [] }

  static func parseAlone(_ arguments: [String]) throws -> (any PmgitCommand)? {
    try (about.defaultSubcommand as? any PmgitCommand.Type)?.parse(arguments)
  }

  /// The configuration for ArgumentParser.
  static var configuration: CommandConfiguration {
    var configuration = about
    configuration.commandName = commandName
    configuration.subcommands = subcommands.map { $0 }
    return configuration
  }

  /// The command that a group runs with a word that is no subcommand, such as the name of a
  /// milestone; nil if it takes no words.
  static var commandOfNames: (any ParsableCommand.Type)? {
    guard let own = about.defaultSubcommand,
      ArgumentShape.all(of: own).contains(where: \.names.isEmpty)
    else { return nil }
    return own
  }

  /// Returns the hint for a name that a group was given and that nothing has; empty if it does not
  /// resemble a subcommand.
  static func hint(forUnknown name: String) -> [Hint] {
    CommandTopic.subcommand(for: name, of: subcommands).map {
      ["did you mean 'pmgit \(commandName) \($0)'?"]
    } ?? []
  }

  /// Returns the hint for a new name that is also a subcommand of the group; nil for others.
  static func hint(forNew name: String) -> Hint? {
    guard subcommands.contains(where: { $0.commandName == name }) else { return nil }
    return "'\(name)' is a subcommand, too: \(pmgit: commandName, "list", name) shows this one"
  }
}

/// A command of pmgit: parsed by ArgumentParser, run in a given context.
protocol PmgitCommand: NamedCommand, Sendable {
  var options: GlobalOptions { get }
  func run(in context: CommandContext) async throws
}

extension PmgitCommand {
  static func parseAlone(_ arguments: [String]) throws -> (any PmgitCommand)? {
    try parse(arguments)
  }

  /// The configuration for ArgumentParser, marked as that of a subcommand of pmgit.
  ///
  /// Without the mark, the parser would look for a request for a completion script in each call,
  /// which takes 0.7 ms. The underscore means that a later version of the parser may lack the
  /// property; then this does not compile.
  static var configuration: CommandConfiguration {
    var configuration = about
    configuration.commandName = commandName
    configuration._superCommandName = Pmgit.name
    return configuration
  }
}
