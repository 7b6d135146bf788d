import PlanModel
import PlanView

/// Recognizes keys that were typed for something other than what is shown.
///
/// People who type a text after a key that opens a prompt do not check each letter. If the prompt
/// does not open, their letters are ignored as keys until they pause. Likewise, a prompt that opens
/// by itself ignores keys that were meant for the board.
struct StrayKeys: Sendable {
  /// The time of the last ignored key; nil if keys are handled as usual.
  private var last: Timestamp?

  /// The pause in milliseconds after which keys are handled again.
  private let pause: Int64

  init(pause: Int64 = 700) { self.pause = pause }

  /// The key that the message names; nil after the first key.
  private var named: String?

  /// Records that a prompt did not open, or opened by itself.
  ///
  /// - Parameter named: The key that the message names. It is handled if it is the first key.
  mutating func begin(at now: Timestamp?, naming named: String? = nil) {
    (last, self.named) = (now, named)
  }

  /// Whether a key must be ignored. Only keys that type or edit text are ever ignored.
  mutating func contain(_ key: String, at now: Timestamp?) -> Bool {
    guard let last, let now else { return false }
    defer { named = nil }
    if key == named { return false }
    guard key.count == 1 || ["Enter", "Backspace", "Tab"].contains(key),
      now.milliseconds - last.milliseconds < pause
    else {
      self.last = nil
      return false
    }
    self.last = now
    return true
  }
}

extension Shortcut.Act {
  /// Whether the act opens a prompt or an editor in which a text is typed.
  var opensPrompt: Bool {
    switch self {
    case .add, .edit, .due, .line, .link, .assign, .labels, .priority, .field, .moveTo, .body,
      .comment:
      true
    default: false
    }
  }
}
