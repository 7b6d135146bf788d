import PlanActions
import PlanTerminal

extension CommandContext {
  /// Prints a help text, through git's pager if it is longer than the terminal and the arguments
  /// allow one.
  func show(_ help: String, _ arguments: [String]) async {
    await show(
      help, by: { arguments.contains("--no-pager") ? nil : await pager() },
      warn: { output.message($0 + "\n") })
  }

  /// Prints a text. If it is longer than the terminal, it goes through a pager.
  ///
  /// - Parameters:
  ///   - pager: Returns the command of the pager; nil for none. It is called only for a long text.
  ///   - warn: Prints a warning if the pager could not be started.
  func show(_ text: String, by pager: () async -> String?, warn: (String) -> Void) async {
    guard Pager.isNeeded(for: text, on: terminal), let command = await pager(),
      Pager.isPager(command)
    else { return output.result(text) }
    do {
      try await Pager.page(text, command: command, environment: environment)
    } catch {
      warn("warning: the pager '\(command)' could not be started")
      output.result(text)
    }
  }

  /// Returns the command of git's pager; nil if it can't be determined, as outside of a repository.
  func pager() async -> String? {
    do {
      return try await Workspace(at: directory, board: nil, as: participant()).pager()
    } catch {
      // Help is then shown without a pager.
      return nil
    }
  }
}
