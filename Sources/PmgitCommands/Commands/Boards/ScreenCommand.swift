import ArgumentParser
import PlanActions
import PlanScreen
import PlanTerminal

struct ScreenCommand: SessionCommand {
  static let commandName = "screen"
  static let about = CommandConfiguration(
    abstract: "Show the board full-screen in the terminal, and work on it.",
    usage: "pmgit screen [<query>...] [<options>]",
    discussion: """
      The keys are those of 'pmgit web'; '?' lists them, 'q' ends it. 'hjkl' or the
      arrows move the cursor, 'HJKL' move the plan, 'u' undoes. Nothing is deleted
      without a question. Changes of other programs appear at once, and 'S' syncs.

      Colours follow the terminal's background; --theme chooses them. The mouse is
      left to the terminal, for its own selection, unless --mouse is given. 'tui'
      is another name of the command. See docs/screen.md.

      Examples:
        pmgit screen
        pmgit screen @me
        pmgit screen --board team --theme light
        pmgit screen --mouse
        pmgit screen --read-only
      """)

  /// The colours for a light or a dark background.
  enum ThemeChoice: String, ExpressibleByArgument, CaseIterable { case auto, light, dark }

  @Argument(
    help: ArgumentHelp("Only plans that match; see 'pmgit list'.", valueName: "query"),
    completion: .words(of: .query))
  var query: [String] = []

  @Flag(help: "Use the mouse; the terminal then selects text only with Shift.")
  var mouse = false

  @Option(
    help: ArgumentHelp("Colours for a background: auto, light or dark.", valueName: "background"))
  var theme = ThemeChoice.auto

  @Flag(help: "Refuse changes.")
  var readOnly = false

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    if options.json { throw ValidationError("there is no --json for a screen") }
  }

  func run(in session: Session) async throws {
    var settings = Screen.Settings()
    settings.isReadOnly = readOnly
    settings.remote = session.workspace.remote
    settings.query = QueryText.joined(query)
    try await session.context.screen(
      ScreenRun(
        session: session, settings: settings,
        depth: .of(
          session.context.environment, usesColor: session.context.terminal.usesColor),
        isLight: theme == .auto ? nil : theme == .light, usesMouse: mouse))
  }
}
