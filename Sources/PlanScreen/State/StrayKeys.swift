import PlanModel
import PlanView

/// The keys that are typed for something else than what is shown.
///
/// Who types a text behind a key that opens a prompt does not look at each letter. If the prompt
/// does not open, the letters are not taken for keys until the person pauses. In the same way, a
/// prompt that opens by itself does not take the keys that were meant for the board.
struct StrayKeys: Sendable {
  /// When the last such key came; nil if keys are taken as usual.
  private var last: Timestamp?

  /// The pause in milliseconds after which a key is meant as one.
  private let pause: Int64

  init(pause: Int64 = 700) { self.pause = pause }

  /// The key that the message names, if it has not come yet.
  private var named: String?

  /// Takes note of a prompt that did not open, or opened by itself.
  ///
  /// - Parameter named: The key that the message names. It is taken as a key if it comes first.
  mutating func begin(at now: Timestamp?, naming named: String? = nil) {
    (last, self.named) = (now, named)
  }

  /// Whether a key belongs to the text. Keys that type nothing never do.
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
