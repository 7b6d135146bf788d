import PlanModel
import PlanView

/// An open prompt or dialog. It receives the keys instead of the board.
enum Prompt: Sendable {
  /// A line of text at the bottom.
  case line(LinePrompt)
  /// A list of values.
  case pick(Picker)
  /// A confirmation before an edited title restores a plan that was deleted meanwhile.
  case revive(LinePrompt)
  /// A confirmation before a change.
  case confirm(Confirmation)
  /// The table of keys.
  case help(Help)
}

/// The table of keys on the screen.
struct Help: Sendable {
  /// The first shown line.
  var top = 0
  /// The words that filter the rows.
  var filter = LineEditor()
  /// Whether the words are being typed.
  var isTyping = false
}

/// A confirmation before a change. The key that confirms is never the key that opened the
/// confirmation, so pressing a key twice confirms nothing.
struct Confirmation: Sendable {
  let change: ScreenChange
  /// The commit on which the change is decided.
  let commit: String?
  /// What the change affects, such as `k7m2 'Fix login'`.
  let about: String
  /// Whether keys that were typed before the question are ignored.
  var ignoresKeys = false

  /// The verb for the change.
  var verb: SafeText {
    switch change {
    case .restore: "restore"
    case .undo: "undo"
    case .redo: "redo"
    default: "delete"
    }
  }

  var isDeletion: Bool { if case .delete = change { true } else { false } }

  /// The words shown when the change is declined.
  var refusal: String {
    switch change {
    case .restore: "nothing was restored"
    case .undo: "nothing was undone"
    case .redo: "nothing was redone"
    default: "nothing was deleted"
    }
  }
}

/// A line that is being typed, and its purpose.
struct LinePrompt: Sendable {
  enum Purpose: Hashable, Sendable {
    case query
    /// The title of a plan, with the title shown when the prompt opened.
    case title(PlanID, seen: String)
    case newPlan(column: String?)
    case due([PlanID])
    /// The name of a field, followed by its value, for these plans.
    case field([PlanID])
    case checklist(PlanID)
    case link(PlanID)
    /// A value that resolves a conflict.
    case decision(subject: String, field: String)
  }

  let purpose: Purpose
  var editor: LineEditor
  /// The text that the prompt had when it opened.
  let before: String
  /// The commit that was shown when the prompt opened; the change is decided on it.
  var commit: String?
  /// Whether the plan was deleted while its title was typed.
  var isDeleted = false
  /// Whether the next typed character, unless it is a space, replaces the text, until a key has
  /// edited it, has moved the cursor or has chosen a completion.
  var isReplacedByTyping = false
  /// An error in the text, or a remark that the value was changed meanwhile.
  var note: String?
  private(set) var offers: [Completion] = []
  /// The index of the chosen completion; nil if none is chosen.
  private(set) var chosen: Int?

  init(_ purpose: Purpose, text: String = "", before: String = "", commit: String? = nil) {
    (self.purpose, self.before, self.commit) = (purpose, before, commit)
    editor = LineEditor(text)
  }

  private static let mostOffers = 10

  mutating func offer(_ words: [Completion]) {
    offers = Array(words.filter { $0.text != editor.typed }.prefix(Self.mostOffers))
    chosen = nil
  }

  /// Chooses the next completion. Returns false if there is none.
  mutating func choose(by step: Int) -> Bool {
    guard !offers.isEmpty else { return false }
    isReplacedByTyping = false
    let now = chosen ?? (step > 0 ? -1 : 0)
    chosen = (now + step + offers.count) % offers.count
    return true
  }

  /// Inserts the chosen completion, or the first one, and returns it; nil if there is none.
  mutating func takeOffer() -> Completion? {
    guard let offer = offers.indices.contains(chosen ?? 0) ? offers[chosen ?? 0] : nil else {
      return nil
    }
    editor.replaceTyped(by: offer.text + (offer.goesOn || !hasWords ? "" : " "))
    (offers, chosen, isReplacedByTyping) = ([], nil, false)
    return offer
  }

  mutating func hideOffers() { (offers, chosen) = ([], nil) }

  /// Whether the text consists of words that are completed one after another.
  var hasWords: Bool {
    switch purpose {
    case .query, .newPlan: true
    case .title, .due, .field, .checklist, .link, .decision: false
    }
  }

  /// The label before the text.
  var label: SafeText {
    switch purpose {
    case .query: "filter"
    case .title: "title"
    case .newPlan: "new plan"
    case .due: "due"
    case .field: "field"
    case .checklist: "new line"
    case .link: "link"
    case .decision(_, let field): "\(field)"
    }
  }

  /// A placeholder that shows what can be typed, while the text is empty.
  var example: SafeText {
    switch purpose {
    case .query: "words, label:bug, @me, due:<+1w"
    case .title: "the title"
    case .newPlan: "Fix login #bug @sam !high fri"
    case .due: "fri, +2w, 2026-12-24, or none"
    case .field: "a name and a value: milestone v1.0"
    case .checklist: "what is to be done"
    case .link: "blocked-by:, blocks:, parent: and words of a plan"
    case .decision: "another value"
    }
  }
}
