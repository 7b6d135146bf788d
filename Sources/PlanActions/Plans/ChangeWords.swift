package import PlanModel
import PlanStore
import PlanView

/// The words with which the outcome of an action on plans is reported.
package struct ChangeWords: Sendable {
  /// What was done, in the past tense: `commented on`.
  let done: String
  /// The title of the column in which the plans are now, for an action that places them in one.
  package let column: String?
  /// The words after the plans and the column, such as `; 3h in all`.
  let ending: String
  /// The field whose conflict the action was asked to decide. Its decision is not reported as a
  /// side effect.
  let field: String?
  let unchanged: Unchanged
  /// The last words of the outcome, if a remote accepted a claim: `; 'origin' accepted it`.
  var acceptance = ""
  /// Whether a single plan is named with its title.
  var hasTitle = false
  /// Whether the board's own settings changed, and no plan, so that `done` says all.
  var isOfBoard = false

  /// The report about plans that did not need the change.
  package enum Unchanged: Sendable {
    /// The words for one plan, such as `already has this title`, and for several, such as `already
    /// have this title`.
    case words(one: String, several: String)
    /// A sentence for a change that no plan needed. If some plans did change, the others are not
    /// mentioned.
    case sentence(String)

    package static let plain = Unchanged.words(one: "stays as it is", several: "stay as they are")
    static let deleted = Unchanged.words(one: "is already deleted", several: "are already deleted")
    static let notDeleted = Unchanged.words(one: "is not deleted", several: "are not deleted")
    static let attached = Unchanged.words(one: "has it already", several: "have it already")
  }

  package init(
    _ done: String, to column: String? = nil, ending: String = "", deciding field: String? = nil,
    unchanged: Unchanged = .plain
  ) {
    (self.done, self.column, self.ending, self.field) = (done, column, ending, field)
    self.unchanged = unchanged
  }

  /// Returns the words for a dry run, from those of the change in the past tense.
  package static func dryRun(of done: String) -> String {
    "would have \(done); nothing was changed"
  }
}

extension PlanChanges {
  /// The most plans that are named.
  package static let mostNamed = 3

  /// The plans that the outcome names. These are the changed ones, or all requested plans if none
  /// of them changed.
  package var named: [PlanID] { changed.isEmpty ? plans : changed }

  /// Returns the outcome in words, such as `moved k7m2 to Doing`, with the conflicts that it
  /// decided as a side effect, so that no value is dropped silently.
  package func outcome() throws -> String {
    guard !wording.isOfBoard else {
      return isDryRun ? ChangeWords.dryRun(of: wording.done) : wording.done
    }
    let names = try names(of: named)
    guard didChange else { return unchanged(names, plans.count, or: "nothing to change") }
    let title =
      wording.hasTitle && named.count == 1 ? " '\(try after.plan(named[0]).title)'" : ""
    return try done(names + title, ending: wording.ending) + others(plans.count - named.count)
      + wording.acceptance
  }

  /// Returns the outcome of a dry run in words.
  ///
  /// - Parameters:
  ///   - altered: The number of plans that would be altered.
  ///   - count: The number of requested plans.
  package func dryRunOutcome(altering altered: Int, of count: Int) throws -> String {
    guard altered > 0 else {
      return unchanged(try names(of: plans), count, or: "nothing would change")
    }
    let done = "\(wording.done) \(CountWords.words(altered, "plan"))\(place)"
    return ChangeWords.dryRun(of: done + others(count - altered))
  }

  /// Returns the outcome as that of one line of a batch: `moved k7m2 to Doing: Fix login`. That of
  /// a dry run begins with `would have`.
  ///
  /// - Parameter withFields: Whether the words list what changed on a single plan.
  func lineOutcome(withFields: Bool) throws -> String {
    guard !plans.isEmpty else { return "nothing to change" }
    let names = try names(of: named)
    guard didChange else { return "nothing to change: \(names)" }
    let done = (isDryRun ? "would have " : "") + (try done(names))
    guard named.count == 1 else { return done }
    let fields = withFields ? try lines().first { $0.plan.id == named[0] }?.words : nil
    let title = try after.plan(named[0]).title.excerpt
    return "\(done): " + (fields.map { $0.isEmpty ? "" : "\($0), " } ?? "") + title
  }

  private var place: String { wording.column.map { " to \($0)" } ?? "" }

  private func names(of ids: [PlanID]) throws -> String { try after.snapshot.names(of: ids) }

  private func done(_ names: String, ending: String = "") throws -> String {
    let decided = try Decided.words(decided.filter { $0.field != wording.field }) { field in
      try named.count == 1 ? "its" : field.plan.map { "\(try after.shortID($0))'s" } ?? "its"
    }
    return "\(wording.done) \(names)\(place)\(ending)\(decided)"
  }

  /// Returns the message that no plan needed the change.
  private func unchanged(_ names: String, _ count: Int, or otherwise: String) -> String {
    switch wording.unchanged {
    case .sentence(let sentence): sentence
    case .words(let one, let several):
      wording.column.map { "\(names) \(count == 1 ? "is" : "are") already in \($0)" }
        ?? "\(otherwise): \(names) \(count == 1 ? one : several)"
    }
  }

  /// Returns words to append about plans that did not need the change; empty if there are none.
  private func others(_ count: Int) -> String {
    guard count > 0, case .words(let one, let several) = wording.unchanged else { return "" }
    guard wording.column == nil else {
      return "; \(count) more \(count == 1 ? "is" : "are") there already"
    }
    return "; \(count) more \(count == 1 ? one : several)"
  }
}

extension BoardSnapshot {
  /// Returns the short ids of a few plans in words, or the number of many.
  func names(of ids: [PlanID]) throws -> String {
    try ids.count <= PlanChanges.mostNamed
      ? ids.map { try shortID($0) }.joined(separator: ", ") : CountWords.words(ids.count, "plan")
  }
}

extension ChangeWords.Unchanged {
  /// Creates the words for the fields that an edit sets. Fields that it removes are not mentioned,
  /// because they have their own notices.
  init(_ changes: FieldChanges) {
    let fields = changes.namesOfSetFields
    guard let last = fields.last else {
      self = .plain
      return
    }
    let words =
      fields.count == 1
      ? last : fields.dropLast().joined(separator: ", ") + " and " + last
    self = .words(one: "already has \(words)", several: "already have \(words)")
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
