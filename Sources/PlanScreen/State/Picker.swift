import PlanModel
import PlanView

/// A list of values to choose from, with a line that filters them.
struct Picker: Sendable {
  enum Purpose: Hashable, Sendable {
    case labels([PlanID])
    case people([PlanID])
    case priority([PlanID])
    case column([PlanID])
    case palette
  }

  /// How many of the plans have a value.
  enum Mark: Hashable, Sendable { case none, some, all }

  struct Option: Hashable, Sendable {
    var value: String
    var words: String
    var about: String = ""
    /// Additional words by which the palette finds the option.
    var others: [String] = []
    var mark = Mark.none
    /// The meaning of the option, if the list is the palette.
    var item: PaletteItem?
  }

  let purpose: Purpose
  /// The commit that was shown when the list opened; the change is decided on it.
  var commit: String?
  var filter = LineEditor()
  private(set) var options: [Option]
  /// The shown options.
  private(set) var shown: [Option] = []
  /// The index of the chosen option among the shown ones.
  var chosen = 0
  var top = 0
  /// The marks that were changed, by value.
  private(set) var changes: [String: Mark] = [:]

  init(_ purpose: Purpose, options: [Option], commit: String?) {
    (self.purpose, self.options, self.commit) = (purpose, options, commit)
    refilter()
    chosen = shown.firstIndex { $0.mark == .all } ?? 0
    if isMany { chosen = 0 }
  }

  /// Whether several values can be chosen.
  var isMany: Bool {
    switch purpose {
    case .labels, .people: true
    case .priority, .column, .palette: false
    }
  }

  /// The choices to request from the board; nil if all options are known.
  var subject: ScreenChoice.Subject? {
    switch purpose {
    case .labels: .labels
    case .people: .people
    case .priority, .column, .palette: nil
    }
  }

  var title: SafeText {
    switch purpose {
    case .labels: "Labels"
    case .people: "People"
    case .priority: "Priority"
    case .column: "Move to"
    case .palette: "Plans and actions"
    }
  }

  var chosenOption: Option? { shown.indices.contains(chosen) ? shown[chosen] : nil }

  func mark(of option: Option) -> Mark { changes[option.value] ?? option.mark }

  /// Adds the values that the board uses. The list begins with only the values of the plans.
  mutating func add(_ choices: [ScreenChoice]) {
    var known = Dictionary(
      options.enumerated().map { ($1.value, $0) }, uniquingKeysWith: { first, _ in first })
    for choice in choices {
      if let index = known[choice.value] {
        options[index].words = choice.words
        options[index].about = choice.about
      } else {
        known[choice.value] = options.count
        options.append(Option(value: choice.value, words: choice.words, about: choice.about))
      }
    }
    let now = chosenOption?.value
    refilter()
    chosen = shown.firstIndex { $0.value == now } ?? 0
  }

  mutating func replaceOptions(_ options: [Option]) {
    self.options = options
    (chosen, top) = (0, 0)
    shown = options
  }

  /// Marks or unmarks the chosen option. New values that are separated by commas, as on the command
  /// line, are marked one by one.
  mutating func toggle() {
    guard isMany, let option = chosenOption else { return }
    if options.contains(where: { $0.value == option.value }) {
      let next: Mark = mark(of: option) == .all ? .none : .all
      changes[option.value] = next == option.mark ? nil : next
      return
    }
    for part in option.value.split(separator: ",") {
      let value = part.split(separator: " ").joined(separator: " ")
      guard !value.isEmpty else { continue }
      // A typed value stays in the list.
      let typed = typedOption(value)
      let known = options.first { $0.value == typed.value }
      if known == nil { options.append(typed) }
      changes[typed.value] = known?.mark == .all ? nil : .all
    }
    filter = LineEditor()
    let last = options.last?.value
    refilter()
    chosen = shown.firstIndex { $0.value == last } ?? 0
  }

  /// Filters the options by the typed words. An unknown word is offered as a new value.
  mutating func refilter() {
    let typed = SearchText(filter.text)
    shown =
      filter.isEmpty
      ? options
      : options.filter { typed.occurs(in: $0.words) || typed.occurs(in: $0.value) }
    let word = filter.text.split(separator: " ").joined(separator: " ")
    if isMany, !word.isEmpty, !options.contains(where: { $0.value == word }) {
      shown.append(typedOption(word))
    }
    chosen = min(chosen, max(0, shown.count - 1))
  }

  /// Returns the option for a typed value that the board does not use. `@me` means the user, who is
  /// no new person.
  private func typedOption(_ value: String) -> Option {
    switch subject {
    case .people where ["me", "@me"].contains(value.lowercased()):
      Option(value: "@me", words: "@me", about: "you")
    case .people: Option(value: value, words: value, about: "by this name")
    case .labels, nil: Option(value: value, words: value, about: "new label")
    }
  }

  var change: FieldChanges.SetChange {
    FieldChanges.SetChange(
      added: changes.filter { $0.value == .all }.keys.sorted(),
      removed: changes.filter { $0.value == .none }.keys.sorted())
  }
}
