import PlanModel
import PlanView

/// What takes the keys instead of the board.
enum Prompt: Sendable {
  /// A line of text at the bottom.
  case line(LinePrompt)
  /// A list of values.
  case pick(Picker)
  /// A question before a plan that was deleted meanwhile comes back by an edited title.
  case revive(LinePrompt)
  /// A question before plans are deleted, with the commit that was shown when it was asked.
  case delete([PlanID], commit: String?)
  /// The table of keys.
  case help(Help)
}

/// The table of keys on the screen.
struct Help: Sendable {
  /// The first shown line.
  var top = 0
  /// The words that choose rows.
  var filter = LineEditor()
  /// Whether the words are being typed.
  var isTyping = false
}

/// A line that is being typed, and what it is for.
struct LinePrompt: Sendable {
  enum Purpose: Hashable, Sendable {
    case query
    /// The title of a plan, with the title that it had when the prompt opened.
    case title(PlanID, seen: String)
    case newPlan(column: String?)
    case due([PlanID])
    case checklist(PlanID)
    case link(PlanID)
    /// A value for a field in conflict.
    case decision(subject: String, field: String)
  }

  let purpose: Purpose
  var editor: LineEditor
  /// The text when the prompt opened.
  let before: String
  /// The commit that was shown when the prompt opened; the change is decided on it.
  var commit: String?
  /// Whether the plan was deleted while its title was typed.
  var isDeleted = false
  /// What is wrong with the text, or has changed meanwhile.
  var note: String?
  private(set) var offers: [Completion] = []
  /// The index of the chosen offer; nil for none.
  private(set) var chosen: Int?

  init(_ purpose: Purpose, text: String = "", before: String = "", commit: String? = nil) {
    (self.purpose, self.before, self.commit) = (purpose, before, commit)
    editor = LineEditor(text)
  }

  private static let mostOffers = 8

  mutating func offer(_ words: [Completion]) {
    offers = Array(words.filter { $0.text != editor.typed }.prefix(Self.mostOffers))
    chosen = nil
  }

  /// Chooses the next offer. Returns false if there is none.
  mutating func choose(by step: Int) -> Bool {
    guard !offers.isEmpty else { return false }
    let now = chosen ?? (step > 0 ? -1 : 0)
    chosen = (now + step + offers.count) % offers.count
    return true
  }

  /// Takes the chosen offer, or the first one. Returns false if there is none.
  mutating func takeOffer() -> Bool {
    guard let offer = offers.indices.contains(chosen ?? 0) ? offers[chosen ?? 0] : nil else {
      return false
    }
    editor.replaceTyped(by: offer.text + (offer.goesOn || !isQuery ? "" : " "))
    (offers, chosen) = ([], nil)
    return true
  }

  mutating func hideOffers() { (offers, chosen) = ([], nil) }

  private var isQuery: Bool { purpose == .query }

  /// The words before the text.
  var label: SafeText {
    switch purpose {
    case .query: "filter"
    case .title: "title"
    case .newPlan: "new plan"
    case .due: "due"
    case .checklist: "new line"
    case .link: "link"
    case .decision(_, let field): "\(field)"
    }
  }

  /// What can be typed, while nothing is.
  var example: SafeText {
    switch purpose {
    case .query: "words, label:bug, @me, due:<+1w"
    case .title: "the title"
    case .newPlan: "Fix login #bug @sam !high fri"
    case .due: "fri, +2w, 2026-12-24, or none"
    case .checklist: "what is to be done"
    case .link: "blocked-by:ID, blocks:ID, parent:ID, relates:ID"
    case .decision: "another value"
    }
  }
}
