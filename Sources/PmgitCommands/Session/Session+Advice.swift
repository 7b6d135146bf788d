import PlanActions
import PlanTerminal

extension Session {
  /// Reports once in a clone how a pipe gets what a terminal shows, if records have just gone to a
  /// pipe and messages go to a terminal.
  func adviseText() {
    guard context.terminal.errorIsTerminal, !context.terminal.isForPeople, !isSilent,
      workspace.isDue(.text)
    else { return }
    report(hint: "in a pipe or a file, --text prints what a terminal shows")
  }
}
