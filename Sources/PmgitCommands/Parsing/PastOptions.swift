import ArgumentParser
import PlanActions

/// The option of commands that can show the board as it was.
struct PastOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "As it was at a day's end (2026-11-01, Nov 1, yesterday, fri, or 3d for 3 days ago), "
        + "a time (14:00, 'fri 14:00', 2h ago, 2026-11-01T10:00:00Z), or a commit.",
      valueName: "moment|commit"),
    completion: .words(of: .moment))
  var at: String?
}
