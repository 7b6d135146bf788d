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
      Examples:
        pmgit screen
        pmgit screen @me
        pmgit screen --board team --theme light --mouse

      '?' lists the keys, 'q' ends it. 'hjkl' or the arrows move the cursor, 'HJKL'
      move the plan, 'u' undoes. Changes of other programs appear at once, and 'S'
      syncs.
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

  var mayShare: Bool { !readOnly }

  func validate() throws {
    if options.json { throw ValidationError("there is no --json for a screen") }
  }

  func run(in session: Session) async throws {
    var settings = Screen.Settings()
    settings.isReadOnly = readOnly
    settings.remote = session.workspace.remote
    settings.query = QueryText.joined(query)
    let run = ScreenRun(
      session: session, settings: settings,
      depth: .of(
        session.context.environment, usesColor: session.context.terminal.usesColor),
      isLight: theme == .auto ? nil : theme == .light, usesMouse: mouse)
    guard mayShare else { return try await session.context.screen(run) }
    try await session.context.withAutomaticSyncs(options) { try await session.context.screen(run) }
  }
}
