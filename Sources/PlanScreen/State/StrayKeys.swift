import PlanModel
import PlanView

/// The keys of a text for a prompt that did not open.
///
/// Who types a text behind a key that opens a prompt does not look at each letter. If the prompt
/// does not open, the letters are not taken for keys until the person pauses.
struct StrayKeys: Sendable {
  /// When the last such key came; nil if keys are taken as usual.
  private var last: Timestamp?

  /// The pause in milliseconds after which a key is meant as one.
  private static let pause: Int64 = 700

  /// Takes note of a prompt that did not open.
  mutating func begin(at now: Timestamp?) { last = now }

  /// Whether a key belongs to the text. Keys that type nothing never do.
  mutating func contain(_ key: String, at now: Timestamp?) -> Bool {
    guard let last, let now else { return false }
    guard key.count == 1 || ["Enter", "Backspace", "Tab"].contains(key),
      now.milliseconds - last.milliseconds < Self.pause
    else {
      self.last = nil
      return false
    }
    self.last = now
    return true
  }
}

extension Shortcut.Act {
  /// Whether the act opens a prompt in which a text is typed.
  var opensPrompt: Bool {
    switch self {
    case .add, .edit, .due, .line, .link, .assign, .labels, .priority, .moveTo: true
    default: false
    }
  }
}
