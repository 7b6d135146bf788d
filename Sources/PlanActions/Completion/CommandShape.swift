package import PlanModel

/// The description of a command for completion.
package struct CommandShape: Sendable {
  package let name: String
  /// The help text, in one line.
  package let about: String
  package let subcommands: [CommandShape]
  /// Returns the options and positional arguments; called only if the typed line has the command.
  package let arguments: @Sendable () -> [ArgumentShape]

  package init(
    _ name: String, about: String = "", subcommands: [CommandShape] = [],
    arguments: @escaping @Sendable () -> [ArgumentShape] = { [] }
  ) {
    (self.name, self.about) = (name, about)
    (self.subcommands, self.arguments) = (subcommands, arguments)
  }
}

/// The possible values of an argument: those of a subject, or fixed words.
package enum ArgumentValues: Hashable, Sendable {
  case subject(CompletionSubject)
  case words([Completion])
}

/// An option, a flag or a positional argument of a command.
package struct ArgumentShape: Hashable, Sendable {
  /// The names with their dashes, such as `-l` and `--label`; empty for a positional argument.
  package var names: [String]
  package var about: String
  package var isRepeating: Bool
  /// The values; nil for a flag.
  package var values: ArgumentValues?

  package init(
    _ names: [String] = [], about: String = "", isRepeating: Bool = false,
    values: ArgumentValues? = nil
  ) {
    (self.names, self.about, self.isRepeating, self.values) = (names, about, isRepeating, values)
  }

  var isPositional: Bool { names.isEmpty }
}
