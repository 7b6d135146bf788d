import ArgumentParser
import PlanActions

/// The option `--as` of commands that change the board.
struct AuthorOptions: ParsableArguments {
  @Option(
    name: .customLong("as"), parsing: .unconditional,
    help: ArgumentHelp(
      "Do it in this name instead of your own: Name, or 'Name <address>'.", valueName: "name"),
    completion: .words(of: .person))
  var name: String?

  func validate() throws { try GlobalOptions.requireValues([name]) }
}
