package import PlanModel

/// An event that a screen handles.
package enum ScreenEvent: Sendable {
  /// A key, a paste, the mouse, or a new size of the terminal.
  case input(InputEvent)
  /// An answer. If it arrives after a change was made, it was read after the change.
  case answer(ScreenQuestion, ScreenAnswer)
  case done(ScreenChange, ScreenOutcome)
  /// A change was not made, because the person must agree to it first.
  case asked(ScreenChange, ScreenConfirmation)
  case failed(ScreenRequest, ScreenFailure)
  /// The board's branch has moved, because of this screen or of another program.
  case boardChanged
  /// The progress of a sync in words; nil when it has ended.
  case progress(String?)
  /// The editor was closed, and what was done with its text, in words.
  case edited(String)
  /// Something that happened elsewhere, such as a finished sync, in words.
  case notice(String)
  case tick(now: Timestamp)
}

/// A request of the screen that can fail.
package enum ScreenRequest: Hashable, Sendable {
  case question(ScreenQuestion)
  case change(ScreenChange)
  case sync
  case editor
}

/// A request from a screen to the program around it.
package enum ScreenEffect: Hashable, Sendable {
  case ask(ScreenQuestion)
  /// Makes a change that was decided on a commit. The next one is requested only after the end of
  /// this one.
  case change(ScreenChange, on: String?)
  /// Opens a plan in the editor, as `pmgit edit` does, and makes the change if it was edited.
  case edit(PlanID)
  /// Opens an empty text in the editor, and adds it as a comment on a plan.
  case comment(PlanID)
  /// Opens the values of a conflict in the editor, and resolves the conflict to the edited text.
  case decide(subject: String, field: String)
  case sync
  case suspend
  /// Changes between light and dark colours.
  case switchTheme
  /// Draws the whole screen again, including unchanged cells.
  case redraw
  case quit
}
