import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

extension Session {
  /// Reports a command's change, such as `moved k7m2 to Doing`, and the conflicts that it decided
  /// as a side effect, so that no value is dropped silently.
  ///
  /// - Parameters:
  ///   - aim: The field that the command was meant to decide, which is not reported again.
  ///   - same: The words for plans that already were as requested.
  func report(
    _ changes: PlanChanges, as done: String, to place: String? = nil, ending: String = "",
    deciding aim: String? = nil, unchanged same: UnchangedWords = .unsaid
  ) throws {
    let ids = changes.plans
    if options.json { show(try Documents.changes(changes, only: briefMembers)) }
    try showBriefly(changes)
    guard !ids.isEmpty else { return tell(changes.notices + readings) }
    if changes.isRehearsal { return try reportRehearsal(changes, as: done, to: place, same) }
    // If only other plans changed, the message names all plans that were given.
    let changed = changes.changed.isEmpty ? ids : changes.changed
    let names = try names(of: changed, in: changes.after)
    if changes.didChange {
      let byTheWay = try Decided.words(changes.decided.filter { $0.field != aim }) { field in
        try changed.count == 1
          ? "its" : field.plan.map { "\(try changes.after.shortID($0))'s" } ?? "its"
      }
      tell(
        "\(done) \(names)" + (place.map { " to \($0)" } ?? "") + ending + byTheWay
          + others(ids.count - changed.count, in: place, same))
    } else {
      tell(unchanged(names, ids.count, in: place, same))
    }
    tell(changes.notices + readings)
    if changes.didChange, changed.count > Self.mostNamed {
      tell(hint: "take it back with \(pmgit: "undo")")
    }
    if changes.didChange { try tellUnshared() }
  }

  /// Prints the short ids of changed plans, one per line, if `--brief` was given without `--json`.
  /// The board's own settings are `board`.
  func showBriefly(_ plans: [PlanID], withSettings: Bool = false, on shown: ShownBoard) throws {
    guard isBrief, !options.json else { return }
    let ids = (withSettings ? ["board"] : []) + (try plans.map { try shown.shortID($0) })
    context.output.result(ids.map { $0 + "\n" }.joined())
  }

  /// Prints the short ids of the plans that a change altered; see
  /// `showBriefly(_:withSettings:on:)`.
  func showBriefly(_ changes: PlanChanges, withSettings: Bool = false) throws {
    // If only other plans changed, the named plans are meant.
    let only = changes.didChange && changes.changed.isEmpty ? changes.plans : changes.changed
    try showBriefly(only, withSettings: withSettings, on: changes.after)
  }

  /// The members of plans in a document: only the id with `--brief`; nil for all.
  var briefMembers: PlanMembers? { isBrief ? .id : nil }

  /// Reports how many changes are not shared yet, if messages go to a terminal and `saysWhatWaits`
  /// is set.
  func tellUnshared() throws {
    guard saysWhatWaits, context.terminal.errorIsTerminal, !isSilent,
      let waiting = try workspace.unsharedWords()
    else { return }
    tell(StyledText(words(of: waiting), .muted))
  }

  /// Returns the message that no plan needed the change.
  private func unchanged(
    _ names: String, _ count: Int, in place: String?, _ same: UnchangedWords,
    or otherwise: String = "nothing to change"
  ) -> String {
    place.map { "\(names) \(count == 1 ? "is" : "are") already in \($0)" }
      ?? "\(otherwise): \(names) \(count == 1 ? same.one : same.several)"
  }

  /// Returns words to append about plans that did not need the change; empty if there are none.
  private func others(_ count: Int, in place: String?, _ same: UnchangedWords) -> String {
    guard count > 0 else { return "" }
    guard place == nil else { return "; \(count) more \(count == 1 ? "is" : "are") there already" }
    return "; \(count) more \(count == 1 ? same.one : same.several)"
  }

  /// The most plans that a message names.
  private static let mostNamed = 3

  private func names(of ids: [PlanID], in shown: ShownBoard) throws -> String {
    try ids.count <= Self.mostNamed
      ? ids.map { try shown.shortID($0) }.joined(separator: ", ")
      : CountWords.words(ids.count, "plan")
  }

  /// Shows what a change would do to each plan: the result of `--dry-run`.
  private func reportRehearsal(
    _ changes: PlanChanges, as done: String, to place: String?, _ same: UnchangedWords
  ) throws {
    let lines = try changes.lines()
    let changed = lines.filter { !$0.words.isEmpty }
    if changed.isEmpty {
      let names = try names(of: changes.plans, in: changes.after)
      tell(unchanged(names, lines.count, in: place, same, or: "nothing would change"))
      return tell(changes.notices + readings)
    }
    if !options.json, !isBrief {
      let rows = try changed.map { line in
        [try changes.after.shortID(line.plan.id), line.words, line.plan.title]
      }
      let form = TableText(
        headings: ["", "", ""], rows: rows.map { $0.map { StyledText($0) } },
        records: zip(changed, rows).map { PlainRecord([$0.plan.id.text, $1[1], $1[2]]) },
        nothing: "")
      context.output.result(context.terminal.text(form))
    }
    let count = CountWords.words(changed.count, "plan")
    tell(
      "would have \(done) \(count)" + (place.map { " to \($0)" } ?? "")
        + others(lines.count - changed.count, in: place, same) + "; nothing was changed")
    tell(changes.notices + readings)
  }

  /// Reports a change of the board's settings.
  func report(_ outcome: BoardChange, isRehearsal: Bool = false) throws {
    if options.json { show(Documents.changed(outcome, isRehearsal: isRehearsal)) }
    try showBriefly([], withSettings: outcome.didChange, on: outcome.after)
    let decided = Decided.words(outcome.decided) { _ in "the board's" }
    let done = outcome.words + decided
    tell(
      !outcome.didChange
        ? "nothing to change"
        : isRehearsal ? "would have \(done); nothing was changed" : done)
    tell(outcome.notices)
    if outcome.didChange, !isRehearsal { try tellUnshared() }
  }

  /// Reports the plans that a closed milestone or iteration left open, and where they were moved.
  func report(_ closed: PhaseClosed) throws {
    let changes = closed.changes
    if options.json { show(try Documents.closed(closed, only: briefMembers)) }
    try showBriefly(changes.changed, withSettings: changes.didChange, on: changes.after)
    let board = changes.after.board
    if !options.json, !isBrief, !changes.plans.isEmpty {
      let plans = try changes.plans.map { try changes.after.plan($0) }
      let rows = try plans.map { plan in
        [try changes.after.shortID(plan.id), board.title(of: plan.state), plan.title]
      }
      let form = TableText(
        headings: ["", "", ""], rows: rows.map { $0.map { StyledText($0) } },
        records: plans.map { PlainRecord([$0.id.text, $0.state, $0.title]) }, nothing: "")
      context.output.result(context.terminal.text(form))
    }
    guard changes.didChange else {
      tell("nothing to change: \(closed.phase.kind) \(closed.phase.called) is closed")
      return tell(changes.notices)
    }
    let done = "closed \(closed.phase.kind) \(closed.phase.called)\(words(for: closed))"
    tell(changes.isRehearsal ? "would have \(done); nothing was changed" : done)
    tell(changes.notices)
    if !changes.isRehearsal { try tellUnshared() }
  }

  /// Returns the end of the message about a closed phase: `, 3 open plans carried over to v1.1`.
  private func words(for closed: PhaseClosed) -> String {
    let count = closed.changes.plans.count
    guard count > 0 else { return ", with nothing left open" }
    let plans = CountWords.words(count, "open plan")
    return switch closed.target {
    case .keep: ", \(plans) \(count == 1 ? "stays" : "stay") in it"
    case .none: ", \(plans) taken off"
    case .phase(let phase): ", \(plans) carried over to \(phase.called)"
    }
  }
}

/// The words for plans that a command did not change, because they already are as requested.
struct UnchangedWords {
  /// The words for one plan, such as `already has this title`.
  let one: String
  /// The words for several plans, such as `already have this title`.
  let several: String

  static let unsaid = UnchangedWords(one: "stays as it is", several: "stay as they are")
  static let deleted = UnchangedWords(one: "is already deleted", several: "are already deleted")
  static let notDeleted = UnchangedWords(one: "is not deleted", several: "are not deleted")

  init(one: String, several: String) { (self.one, self.several) = (one, several) }

  /// Creates the words for the fields that an edit sets. Fields that it removes are not mentioned,
  /// because they have their own notices.
  init(_ changes: FieldChanges) {
    let fields = changes.namesOfSetFields
    guard let last = fields.last else {
      self = .unsaid
      return
    }
    let words =
      fields.count == 1
      ? last : fields.dropLast().joined(separator: ", ") + " and " + last
    self.init(one: "already has \(words)", several: "already have \(words)")
  }
}

extension FieldChanges {
  /// The set fields in words, such as `this title` or `no due date`, in the order of a plan's
  /// fields.
  fileprivate var namesOfSetFields: [String] {
    let texts = [
      title.map { _ in "this title" }, (body ?? bodyAppended).map { _ in "this description" },
      state.map { _ in "this column" },
    ]
    let properties = PlanProperty.all.map { property -> String? in
      let name = property.kind == .day ? "\(property.name) date" : property.name
      let typed = self[property.field] ?? (property.field == .due ? postpone : nil)
      return typed.map { $0.lowercased() == "none" ? "no \(name)" : "this \(name)" }
    }
    let sets = PlanSet.allCases.flatMap { set -> [String?] in
      let change = self[set]
      let added = change.added.count == 1 ? "this \(set.memberName)" : "these \(set.rawValue)"
      return [
        change.all.map { $0.isEmpty ? "no \(set.rawValue)" : "these \(set.rawValue)" },
        change.added.isEmpty ? nil : added,
      ]
    }
    return (texts + properties + sets).compactMap(\.self)
  }
}
