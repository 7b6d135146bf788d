package import PlanModel
import PlanStore
import PlanView

/// The subject of a conflict: a plan, or the board's own settings.
package enum ConflictSubject: Hashable, Sendable {
  case board
  case plan(PlanID)

  /// The plan; nil for the board's settings.
  package var plan: PlanID? { if case .plan(let id) = self { id } else { nil } }

  /// Finds the plan or the settings whose conflicts a person names.
  ///
  /// - Parameter typed: A plan's name as for `BoardSnapshot.resolve`, or `board`.
  init(_ typed: String, in snapshot: BoardSnapshot) throws {
    self = typed == "board" ? .board : .plan(try snapshot.resolve(typed))
  }

  func conflicts(in snapshot: BoardSnapshot) throws -> [Conflict] {
    switch self {
    case .board: snapshot.board.conflicts
    case .plan(let id): try snapshot.plan(id).conflicts
    }
  }
}

/// A conflict with the values that the deciding person saw.
package struct OpenConflict {
  package let subject: ConflictSubject
  package let conflict: Conflict
  let shown: ShownBoard

  package var field: String { conflict.field }

  /// The values in words, ordered by their numbers, which start at 1.
  package var words: [String] {
    conflict.values.map {
      ValueWords.words(for: $0.value, at: conflict.path, board: shown.board).string
    }
  }

  /// Returns the value with a number, starting at 1.
  package func value(_ number: Int) throws -> JSONValue {
    guard (1...conflict.values.count).contains(number) else {
      throw Problem.usage(
        "there is no value number \(number)",
        hints: ["the numbers are 1 to \(conflict.values.count); see \(pmgit: "resolve", "--list")"])
    }
    return conflict.values[number - 1].value
  }
}

extension Workspace {
  /// Finds the conflict to decide.
  ///
  /// - Parameters:
  ///   - typed: A plan's name as for `BoardSnapshot.resolve`, or `board`.
  ///   - field: The field in conflict; nil if there is only one.
  ///   - commit: The board's commit at which the person saw the values; nil for the `basisBoard`.
  package func openConflict(
    _ typed: String, field: String?, at commit: String? = nil
  ) throws -> OpenConflict {
    let shown = if let commit { try board(at: commit) } else { shown(try basisBoard()) }
    let subject = try ConflictSubject(typed, in: shown.snapshot)
    let conflict = try Self.conflict(
      on: field, of: typed, among: subject.conflicts(in: shown.snapshot))
    return OpenConflict(subject: subject, conflict: conflict, shown: shown)
  }

  /// Returns the plan or the settings, after checking that there is a conflict.
  ///
  /// - Parameters:
  ///   - field: The field that must be in conflict; nil for any.
  ///   - typed: A plan's name as for `BoardSnapshot.resolve`, or `board`.
  /// - Throws: `Problem` with code `noConflict` if there is no conflict, `usage` if only other
  ///   fields are in conflict, and `deleted` if the plan is deleted.
  package func subject(ofConflict field: String?, on typed: String) throws -> ConflictSubject {
    let snapshot = try board().snapshot
    let subject = try ConflictSubject(typed, in: snapshot)
    if let id = subject.plan { _ = try snapshot.plan(id).live }
    let conflicts = try subject.conflicts(in: snapshot)
    if field != nil || conflicts.isEmpty {
      _ = try Self.conflict(on: field, of: typed, among: conflicts)
    }
    return subject
  }

  /// Returns a conflict on the newest board; nil if it was decided or changed since it was seen, or
  /// if its plan is deleted now.
  package func stillOpen(_ seen: OpenConflict) throws -> OpenConflict? {
    let (subject, shown) = (seen.subject, try board())
    if let id = subject.plan, try shown.snapshot.plan(id).isDeleted { return nil }
    guard try subject.conflicts(in: shown.snapshot).contains(seen.conflict) else { return nil }
    return OpenConflict(subject: subject, conflict: seen.conflict, shown: shown)
  }

  static func conflict(
    on field: String?, of typed: String, among conflicts: [Conflict]
  ) throws -> Conflict {
    guard !conflicts.isEmpty else {
      throw Problem(
        code: .noConflict, message: "'\(typed)' has no conflict",
        hints: ["see all of them with \(pmgit: "resolve", "--list")"])
    }
    let fields = conflicts.map { "'\($0.field)'" }.joined(separator: ", ")
    guard let field else {
      guard conflicts.count == 1 else {
        throw Problem.usage(
          "several fields of '\(typed)' wait for a decision", hints: ["name one of \(fields)"])
      }
      return conflicts[0]
    }
    guard
      let conflict = conflicts.first(where: { $0.field == field })
        ?? conflicts.first(where: {
          $0.field == CustomField.prefix + field || $0.path.fieldName == field
        })
    else {
      throw Problem.usage(
        "'\(field)' of '\(typed)' has no conflict", hints: ["those that have are \(fields)"])
    }
    return conflict
  }

  /// Decides a conflict by an ordinary edit that replaces the values which the person saw.
  ///
  /// The edit is made on the newest board, even if the person saw an older one. A merge with the
  /// newest board could turn the decision into another conflict.
  ///
  /// - Throws: `Problem` with code `changedMeanwhile` if the values have changed since.
  package func resolve(_ open: OpenConflict, by decision: Decision) async throws -> PlanChanges {
    let (conflict, subject) = (open.conflict, open.subject)
    var author = try author()
    author.basis = nil
    let change = try await store.change(by: author) { [author] transaction in
      let before = transaction.before
      let value = try value(of: decision, for: open, on: before.board)
      guard try subject.conflicts(in: before).contains(conflict) else {
        throw Problem.changedValues(of: conflict.field)
      }
      switch subject {
      case .board:
        transaction.editBoard([.write(conflict.path, value)])
        return CommitMessage(subject: "resolve board: \(conflict.field)", plans: [])
      case .plan(let id):
        return try resolve(conflict, of: id, as: value, by: author, in: &transaction)
      }
    }
    var wording = ChangeWords(
      "resolved \(open.field) of", ending: decision.words(for: open), deciding: open.field)
    if subject == .board {
      wording = ChangeWords("resolved \(open.field) of the board")
      wording.isOfBoard = true
    }
    var changes = try PlanChanges(
      change, of: subject.plan.map { [$0] } ?? [], as: wording, in: self)
    changes.notices += repairedSettings(by: change)
    return changes
  }

  private func value(
    of decision: Decision, for open: OpenConflict, on board: Board
  ) throws -> JSONValue {
    switch decision {
    case .take(let number): try open.value(number)
    case .value(let text):
      try value(text, for: open.conflict.path, board: board, basis: open.shown.board)
    case .lines(let lines): .strings(lines)
    }
  }

  private func resolve(
    _ conflict: Conflict, of id: PlanID, as value: JSONValue, by author: ChangeIdentity,
    in transaction: inout Transaction
  ) throws -> CommitMessage {
    try decide(conflict, of: id, as: value, by: author, in: &transaction)
    let short = try transaction.before.shortID(id)
    let title = try transaction.plan(id).title
    return CommitMessage(subject: "resolve \(short): \(conflict.field), \(title)", plans: [id])
  }

  /// Replaces the values of a conflict by one value.
  func decide(
    _ conflict: Conflict, of id: PlanID, as value: JSONValue, by author: ChangeIdentity,
    in transaction: inout Transaction
  ) throws {
    let isAboutDeletion = conflict.path == .field("deleted")
    // Any other decision would restore a deleted plan without a request.
    if !isAboutDeletion { _ = try transaction.livePlan(id) }
    // A decision for the deletion deletes the plan as it is now, not the version deleted before.
    let edit: Edit =
      isAboutDeletion && !value.isNull
      ? try transaction.document(id).deletion(at: now, by: author.person)
      : .write(conflict.path, value)
    try transaction.edit(id, [edit])
  }
}

extension Decision {
  /// Returns `: ` and the value that was chosen by its number, such as `: kept`; empty for a text
  /// that the person wrote.
  fileprivate func words(for open: OpenConflict) -> String {
    guard case .take(let number) = self, open.words.indices.contains(number - 1) else { return "" }
    return ": \(open.words[number - 1])"
  }
}

extension Problem {
  /// Returns the problem of a decision about values that have changed since.
  package static func changedValues(of field: String) -> Problem {
    Problem(
      code: .changedMeanwhile, message: "the values of '\(field)' just changed",
      hints: ["see them with \(pmgit: "resolve", "--list"), then decide again"])
  }
}

/// A conflict as an editor shows it to the person who decides it.
///
/// The page has the author of each value. If the values are texts, it also has their line-by-line
/// merge.
package struct ConflictPage {
  /// The label of each value: its number, author and age.
  package let labels: [String]
  /// The merged text; nil if the values can't be merged by lines.
  package let merged: MergedText?

  /// Refuses an edited text that still contains a conflict marker.
  package func requireDecided(_ lines: [String]) throws {
    guard let merged, lines.contains(where: merged.isMarker) else { return }
    throw Problem(
      code: .undecided, message: "the text still has markers of changes that overlap",
      hints: ["remove the lines that begin with <, = and >, and keep what is right; then try again"]
    )
  }
}

extension Problem {
  package static func notMergeable(_ field: String) -> Problem {
    .usage(
      "the values of '\(field)' can't be merged line by line",
      hints: ["use --take, --value or --edit"])
  }
}

/// Texts merged line by line, as a proposal for the person who decides.
package struct MergedText {
  private let merge: LineMerge

  fileprivate init(_ merge: LineMerge) { self.merge = merge }

  /// The merged lines; overlapping changes are shown between markers.
  package var lines: [String] { merge.lines }
  /// Whether no changes overlap.
  package var isClean: Bool { merge.isClean }

  fileprivate func isMarker(_ line: String) -> Bool { merge.isMarker(line) }
}

extension Workspace {
  package func page(for open: OpenConflict) throws -> ConflictPage {
    let (plan, conflict) = (open.subject.plan, open.conflict)
    let origins = try open.shown.snapshot.origins(of: [ConflictGroup(plan: plan, [conflict])])
    let labels = conflict.values.enumerated().map { index, candidate in
      let place = PlacedValue(plan: plan, path: conflict.path, element: candidate)
      let who = origins[place].map { Person($0.by).fullName }
      let time = candidate.stamp.time.map { $0.relativeWords(now: now) }
      return ([String(index + 1)] + [who, time].compactMap(\.self)).joined(separator: ", ")
    }
    let merge = try store.lineMerge(of: conflict, on: plan, labels: labels, origins: origins)
    return ConflictPage(labels: labels, merged: merge.map { MergedText($0) })
  }
}
