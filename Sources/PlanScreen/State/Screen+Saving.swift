import PlanModel
import PlanView

// The screen makes one change at a time. Keys that are pressed meanwhile wait, and are handled one
// after another as soon as the screen shows the change. So a fast typist gets the same board as a
// slow one.
extension Screen {
  /// Whether inputs wait for a change. They are lost if the screen ends by a signal.
  package var hasWaitingInputs: Bool { !waiting.isEmpty }

  /// Whether a change is being made, or is not shown yet.
  var isSaving: Bool { saving != nil || !unanswered.isEmpty }

  /// Returns the effect of a change, and stores it until it is made.
  ///
  /// - Parameters:
  ///   - commit: The commit that was shown when the change was decided; nil for the shown board's.
  ///   - prompt: The prompt that is opened again if the change is refused.
  mutating func change(
    _ change: ScreenChange, on commit: String? = nil, by prompt: Prompt? = nil
  ) -> [ScreenEffect] {
    saving = (change, prompt)
    return [.change(change, on: commit ?? content?.commit)]
  }

  // MARK: - Keys that wait

  /// The largest number of repetitions of one key that wait, so that a stuck key does not move
  /// plans for minutes.
  private static let mostRepeated = 20

  /// Handles an input, or stores it while a change is saved.
  mutating func handleOrDelay(_ input: InputEvent) -> [ScreenEffect] {
    guard isSaving, !isAtOnce(input) else { return handle(input) }
    switch input {
    case .key(Key("c", .control)) where !waiting.isEmpty:
      waiting = []
      message = ScreenMessage(
        "what waited for the last change is left out",
        hints: ["Ctrl+c again quits"])
    // The card that was clicked may be elsewhere when the keys before the click are handled.
    case .mouse: break
    default:
      let last = waiting.suffix(Self.mostRepeated)
      if last.count < Self.mostRepeated || last.contains(where: { $0.input != input }) {
        waiting.append((input, targets))
      }
      if case .take = saving?.change {
        message = ScreenMessage(
          "keys wait until the plan is taken",
          hints: ["Ctrl+c leaves them out"])
      }
    }
    return []
  }

  /// Whether an input does not wait for a change.
  private func isAtOnce(_ input: InputEvent) -> Bool {
    switch input {
    case .resize: return true
    case .mouse: return waiting.isEmpty
    case .paste: return false
    case .key(let key):
      guard let shortcut = key.name.flatMap({ Shortcut.of(key: $0) }) else { return false }
      switch shortcut.act {
      case .suspend, .redraw: return true
      case .quit: return waiting.isEmpty
      case .open: return false
      default:
        // A claim is pushed to the remote first. That may take long, so one can look around.
        guard case .take = saving?.change, waiting.isEmpty else { return false }
        return [.focus, .views].contains(shortcut.group)
      }
    }
  }

  /// Handles the inputs that waited, until one of them changes or asks something.
  mutating func handleWaiting() -> [ScreenEffect] {
    var effects: [ScreenEffect] = []
    while !isSaving, let next = waiting.first {
      if let text = reason(against: next.input, for: next.targets) {
        var refusal = ScreenMessage(text, hints: query.isEmpty ? [] : ["x shows all"])
        refusal.ignoresKeys = dropWaiting()
        message = refusal
        break
      }
      waiting.removeFirst()
      let new = handle(next.input)
      settle()
      awaitAnswers(to: new)
      // What was typed for the editor is not for the screen. The message after the editor says so.
      if new.contains(where: \.leavesScreen) {
        hintsAfterEditor = waiting.isEmpty ? [] : [Self.editorHint]
        waiting = []
      }
      effects += new
    }
    return effects
  }

  /// Why an input must not be handled: it would change other plans than those that were shown when
  /// it arrived, because the new board lacks these. Returns nil if it may be handled.
  private func reason(against input: InputEvent, for ids: [PlanID]) -> String? {
    guard prompt == nil, case .key(let key) = input,
      let shortcut = key.name.flatMap({ Shortcut.of(key: $0) }), shortcut.isChange,
      ![.add, .undo, .redo].contains(shortcut.act), !ids.isEmpty,
      ids.allSatisfy({ places[$0] == nil && !targets.contains($0) })
    else { return nil }
    return query.isEmpty
      ? "\(words(for: ids)) left the board" : "the query hides \(words(for: ids))"
  }

  /// Drops the inputs that wait, because what they were typed for did not happen. The rest of a
  /// text is ignored, too. Returns whether an input was dropped.
  mutating func dropWaiting() -> Bool {
    guard !waiting.isEmpty else { return false }
    (waiting, ignoredAt) = ([], now)
    return true
  }

  // MARK: - The end

  /// What the end of the screen waits for.
  package var waitWords: String {
    if case .take = saving?.change, let remote = settings.remote {
      return "waiting until '\(remote)' has answered"
    }
    return "waiting until the last change is made"
  }

  /// Shows what the end of the screen waits for, in place of a prompt.
  package mutating func showWait() {
    prompt = nil
    message = ScreenMessage(waitWords, hints: ["q or Ctrl+c ends it at once"])
  }

  /// Whether an input ends the wait, so that the change is cancelled.
  package static func endsWait(_ input: InputEvent) -> Bool {
    guard case .key(let key) = input, let name = key.name else { return false }
    return Shortcut.of(key: name)?.act == .quit
  }

  static let editorHint = "what you typed before the editor opened is ignored"

  // MARK: - What is shown

  /// Waits for the answers to questions. A question gets no answer if a newer one replaces it.
  mutating func awaitAnswers(to effects: [ScreenEffect]) {
    for case .ask(let question) in effects {
      unanswered = unanswered.filter { !$0.isReplaced(by: question) }
      unanswered.insert(question)
    }
  }

  // MARK: - Keys for something that is not there

  /// The pause in milliseconds after which ignored keys are handled again. It is shorter in a
  /// prompt, because the person soon sees it.
  private var pause: Int64 { prompt == nil ? 700 : 300 }

  /// Whether a key is ignored, because it belongs to a text for a prompt that did not open, or was
  /// typed before the person saw a prompt that opened by itself. People who type a text do not
  /// check each letter, so their letters are ignored until they pause.
  mutating func isIgnored(_ key: String) -> Bool {
    guard let last = ignoredAt, let now else { return false }
    // The key that the message names works, unless a text has begun.
    if past != nil, Shortcut.of(key: key)?.act == .now, message?.ignoresKeys != true {
      return false
    }
    let isTyped = key.count == 1 || ["Enter", "Backspace", "Tab"].contains(key)
    ignoredAt = isTyped && now.milliseconds - last.milliseconds < pause ? now : nil
    return ignoredAt != nil
  }

  /// Opens a prompt without a key press.
  mutating func openUnasked(_ new: Prompt) { (prompt, ignoredAt) = (new, now) }
}

extension ScreenEffect {
  /// Whether the effect ends the screen, or gives the terminal to an editor.
  fileprivate var leavesScreen: Bool {
    switch self {
    case .edit, .comment, .decide, .quit: true
    case .ask, .change, .sync, .suspend, .switchTheme, .redraw: false
    }
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
