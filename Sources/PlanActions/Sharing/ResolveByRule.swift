package import PlanModel
import PlanStore
import PlanView

/// The outcome of deciding conflicts by a rule.
package struct ConflictsResolved {
  /// A conflict that the rule decided or left open.
  package struct Entry: Sendable {
    package let subject: ConflictSubject
    fileprivate let conflict: Conflict
    /// The chosen value; null for a conflict left open, and for a value that was removed.
    fileprivate let value: JSONValue
    /// The chosen value in words; empty for a conflict left open.
    package let words: String
    /// The reason why the conflict was left open; nil if it was decided.
    package let reason: ConflictRule.Reason?

    package var field: String { conflict.field }
  }

  package let rule: ConflictRule
  package let changes: PlanChanges
  /// The decided conflicts, in the order of `pmgit resolve --list`.
  package let decided: [Entry]
  package let left: [Entry]
  /// The board before. Unless plans were named, it has the unreadable files, which may hide
  /// conflicts.
  package let shown: ShownBoard

  /// Returns what is reported, in order.
  package func words() throws -> [Notice] {
    decided.isEmpty
      ? [.noConflicts] : try wordsOfDecided() + wordsOfLeft() + changes.notices
  }

  /// The most conflicts that are named.
  private static let mostNamed = 10

  private func wordsOfDecided() throws -> [Notice] {
    let done = "resolved \(CountWords.words(decided.count, "conflict")) by \(rule.option)"
    if changes.isDryRun { return [.done(Hint(ChangeWords.dryRun(of: done)))] }
    if decided.count > Self.mostNamed { return [.done(Hint(done))] }
    return try decided.map { .done("resolved \(try place(of: $0)): \($0.words)") }
  }

  private func wordsOfLeft() throws -> [Notice] {
    var words = try left.prefix(Self.mostNamed).map { entry -> Hint in
      "left \(try place(of: entry)): \(entry.reason?.words ?? "")"
    }
    let more = left.count - words.count
    if more > 0 { words.append("left \(CountWords.words(more, "more conflict"))") }
    let hint: Hint =
      "see the values with \(pmgit: "resolve", "--list"), and decide with \(pmgit: "resolve")"
    return words.dropLast().map { Notice($0) } + words.suffix(1).map { Notice($0, hints: [hint]) }
  }

  /// Returns words such as `title of k7m2`.
  private func place(of entry: Entry) throws -> String {
    let owner = try entry.subject.plan.map { try changes.after.shortID($0) }
    return "\(entry.field) of \(owner ?? "the board")"
  }
}

extension Notice {
  package static let noConflicts = done("nothing to decide: there are no conflicts")
}

extension Workspace {
  /// Decides conflicts by a rule, in one commit. Conflicts that the rule can't decide stay open.
  ///
  /// - Parameters:
  ///   - names: The plans with the conflicts; `board` means the board's own settings. nil for all
  ///     conflicts of the board.
  ///   - field: The only field to decide; nil for all fields.
  /// - Throws: `Problem` with code `noConflict` if a named plan has no conflict, and `usage` if
  ///   only other fields of the plan are in conflict. The code is `undecided` if there are
  ///   conflicts and the rule decides none of them.
  package func resolve(
    _ names: [String]?, field: String? = nil, by rule: ConflictRule
  ) async throws -> ConflictsResolved {
    let author = try author()
    let me = author.author.person
    let (change, ruling) = try await store.change(by: author) { transaction in
      let snapshot = transaction.before
      let groups = try groups(named: names, field: field, on: snapshot)
      let ruling = try Ruling(groups, by: rule, me: me, on: snapshot)
      try decide(ruling, by: author, in: &transaction)
      return (try Self.message(for: ruling, by: rule, in: transaction), ruling)
    }
    guard !ruling.taken.isEmpty || ruling.left.isEmpty else {
      throw Problem(
        code: .undecided,
        message: "\(rule.option) decides none of "
          + CountWords.words(ruling.left.count, "conflict"),
        hints: [
          "see the values with \(pmgit: "resolve", "--list"), and decide with --take, --value or --edit"
        ],
        detail: try ruling.left.prefix(20).map { try Self.words(for: $0, on: change.before) })
    }
    let ids = ruling.taken.compactMap(\.subject.plan).unique
    var changes = try PlanChanges(
      change, of: ids, as: ChangeWords("resolved conflicts of"), in: self)
    changes.notices += repairedSettings(by: change)
    var before = shown(change.before)
    if names == nil { before = try noting(change.before.plans().unreadable, on: before) }
    return ConflictsResolved(
      rule: rule, changes: changes, decided: ruling.taken, left: ruling.left, shown: before)
  }

  /// Whether a word after plan names is a field and not another plan.
  package func isField(_ word: String, of names: [String]) throws -> Bool {
    if PlanField(rawValue: word) != nil || word.contains("/") { return true }
    let snapshot = try board().snapshot
    return try names.contains { name in
      try ConflictSubject(name, in: snapshot).conflicts(in: snapshot).contains { $0.field == word }
    }
  }

  /// Returns the conflicts that a request refers to, those of the settings first.
  private func groups(
    named names: [String]?, field: String?, on snapshot: BoardSnapshot
  ) throws -> [ConflictGroup] {
    guard let names else {
      let plans = try snapshot.plans().plans.filter { !$0.isDeleted }
      return
        ([ConflictGroup(plan: nil, snapshot.board.conflicts)]
        + plans.map { ConflictGroup(plan: $0.id, $0.conflicts) })
        .map { $0.only(field) }.filter { !$0.conflicts.isEmpty }
    }
    var seen: Set<ConflictSubject> = []
    return try names.compactMap { name in
      let subject = try ConflictSubject(name, in: snapshot)
      guard seen.insert(subject).inserted else { return nil }
      let conflicts = try subject.conflicts(in: snapshot)
      let group = ConflictGroup(plan: subject.plan, conflicts).only(field)
      // Throws the same error as a request for a single conflict.
      if group.conflicts.isEmpty {
        _ = try Self.conflict(on: field, of: name, among: conflicts)
      }
      return group
    }
  }

  private func decide(
    _ ruling: Ruling, by author: ChangeIdentity, in transaction: inout Transaction
  ) throws {
    // A deletion holds only for the content for which it was made, so other decisions are made
    // first.
    let deletions = ruling.taken.filter { $0.conflict.path == .field("deleted") }
    for taken in ruling.taken.filter({ $0.conflict.path != .field("deleted") }) + deletions {
      switch taken.subject {
      case .board: transaction.editBoard([.write(taken.conflict.path, taken.value)])
      case .plan(let id):
        try decide(taken.conflict, of: id, as: taken.value, by: author, in: &transaction)
      }
    }
  }

  /// Returns the message with the titles that the plans have after the decisions.
  private static func message(
    for ruling: Ruling, by rule: ConflictRule, in transaction: Transaction
  ) throws -> CommitMessage {
    var fields: [(subject: ConflictSubject, names: [String])] = []
    for taken in ruling.taken {
      if fields.last?.subject == taken.subject {
        fields[fields.count - 1].names.append(taken.field)
      } else {
        fields.append((taken.subject, [taken.field]))
      }
    }
    let lines = try fields.map { subject, names in
      let names = names.joined(separator: ", ")
      guard let id = subject.plan else { return "board: \(names)" }
      let title = try transaction.plan(id).title
      return "\(try transaction.before.shortID(id)): \(names), \(title)"
    }
    let ids = fields.compactMap(\.subject.plan)
    if lines.count == 1 { return CommitMessage(subject: "resolve \(lines[0])", plans: ids) }
    let count = CountWords.words(ruling.taken.count, "conflict")
    return CommitMessage(subject: "resolve \(count): \(rule.rawValue)", lines: lines, plans: ids)
  }

  private static func words(
    for left: ConflictsResolved.Entry, on snapshot: BoardSnapshot
  ) throws -> String {
    let name = try left.subject.plan.map { try snapshot.shortID($0) } ?? "board"
    return "\(name) \(left.field): \(left.reason?.words ?? "")"
  }
}

/// The conflicts that a rule decides on one version of the board, and those it leaves open.
private struct Ruling {
  private(set) var taken: [ConflictsResolved.Entry] = []
  private(set) var left: [ConflictsResolved.Entry] = []

  init(
    _ groups: [ConflictGroup], by rule: ConflictRule, me: Person, on snapshot: BoardSnapshot
  ) throws {
    var authors: ConflictList.Authors = { _, _, _ in nil }
    if rule.needsAuthors { authors = try snapshot.authors(of: groups) }
    for group in groups {
      let subject = group.plan.map { ConflictSubject.plan($0) } ?? .board
      for conflict in group.conflicts {
        let people = conflict.values.map { value in
          authors(group.plan, conflict.path, value).map { Person($0) }
        }
        switch rule.verdict(on: conflict, authors: people, me: me) {
        case .take(let number):
          let value = conflict.values[number - 1].value
          let words = ValueWords.words(for: value, at: conflict.path, board: snapshot.board).string
          taken.append(
            .init(subject: subject, conflict: conflict, value: value, words: words, reason: nil))
        case .undecided(let reason):
          left.append(
            .init(subject: subject, conflict: conflict, value: .null, words: "", reason: reason))
        }
      }
    }
  }
}

extension ConflictGroup {
  /// Returns the group with only the conflicts of one field; nil keeps all.
  fileprivate func only(_ field: String?) -> ConflictGroup {
    guard let field else { return self }
    return ConflictGroup(plan: plan, conflicts.filter { $0.field == field })
  }
}

extension ConflictRule {
  /// The rule's option as it is typed.
  package var option: String { "--\(rawValue)" }
}

extension ConflictRule.Reason {
  /// The reason in words, to follow the field's name.
  package var words: String {
    switch self {
    case .noneIsMine: "none of the values is yours"
    case .allAreMine: "you wrote all of the values"
    case .severalAuthors: "several people wrote the other values"
    case .unknownAuthor: "the author of a value is unknown"
    case .sameTime: "the values were written at the same moment"
    }
  }
}
