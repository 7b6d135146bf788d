package import PlanModel
import PlanStore
import PlanView

/// Whether changes are undone or redone.
package enum UndoDirection: Sendable {
  case undo, redo

  package var verb: String { self == .undo ? "undo" : "redo" }
  fileprivate var done: String { self == .undo ? "undid" : "redid" }
  fileprivate var trailer: CommitTrailer.Key { self == .undo ? .undoes : .redoes }
}

extension UndoDirection {
  /// Returns each undone or redone change: its subject, and whether undoing or redoing it altered
  /// nothing visible.
  ///
  /// A redo lists a change once, even if it was undone in two clones.
  fileprivate func changes(of result: UndoResult) -> [(subject: String, isSpent: Bool)] {
    var known: Set<CommitID> = []
    return result.commits.flatMap { commit in
      let redone = result.changesRedone(by: commit)
      let subjects =
        redone.isEmpty
        ? [commit.subject]
        : redone.filter { known.insert($0.commitID).inserted }.map(\.subject)
      return subjects.map { ($0, result.isSpent(commit)) }
    }
  }
}

/// The outcome of an undo or a redo.
package struct UndoOutcome {
  package let way: UndoDirection
  let change: Change
  /// The board after the undo or redo.
  package let after: ShownBoard
  /// The commits that were undone or redone, newest first.
  package let commits: [CommitSummary]
  /// The number of changes that were undone or redone. A redone undo may have undone several.
  package let count: Int
  /// The plans that these commits changed, ordered by id.
  package let plans: [PlanID]
  package let kept: [KeptValue]
  package var didChange: Bool { change.didChange }
  /// Returns the plans that the undo or redo altered, with the changes of each; empty if more than
  /// a hundred plans are involved.
  package func lines() throws -> [PlanLine] {
    if plans.count > 100 { return [] }
    return try plans.compactMap { try PlanLine($0, in: change, on: after.board) }
      .filter { $0.words != nil }
  }
  /// The outcome of each change, then the kept values with the reasons and the next steps, then a
  /// warning if the remote accepted the redo but the redo could not be merged here.
  package let notices: [Notice]
}

/// A value that an undo or redo left unchanged.
package struct KeptValue: Sendable {
  /// The plan; nil for the board's settings.
  package let plan: PlanID?
  package let path: ElementPath
  package let reason: KeptPath.Reason
}

extension Workspace {
  /// Undoes this person's last changes, newest first.
  ///
  /// - Parameter basis: The board's commit at which these changes were the person's last ones; nil
  ///   for the newest. If a later change of the person stands in the way, the undo fails.
  package func undo(_ count: Int = 1, basis: String? = nil) async throws -> UndoOutcome {
    try await takeBack(.undo, count, basis: basis)
  }

  /// Redoes the changes that this person undid last.
  ///
  /// - Parameter basis: The board's commit at which they undid these changes last; nil for the
  ///   newest. If they have undone or redone others since, the redo fails.
  package func redo(basis: String? = nil) async throws -> UndoOutcome {
    try await takeBack(.redo, 1, basis: basis)
  }

  /// Returns a preview of an undo or a redo, with the same parameters and problems.
  ///
  /// - Parameter count: The number of changes to undo; always 1 for a redo.
  package func preview(
    _ way: UndoDirection, _ count: Int = 1, basis: String? = nil
  ) throws -> UndoPreview {
    let step = try step(
      way, count, basis: basis, by: author().author.person, from: store.tip())
    let plans = try store.plans(changedBy: step.commits).count
    let changes = try store.changes(of: step)
    let subjects = changes.prefix(3).map(\.subject)
    let more = changes.count - subjects.count
    return UndoPreview(
      changes: changes.count, plans: plans,
      commits: step.commits.map { CommitSummary($0).id.hex },
      subjects: subjects.joined(separator: "; ") + (more > 0 ? "; and \(more) more" : ""),
      laterMove: try step.laterByHooks.first { try store.movesPlan($0) }
        .map { CommitSummary($0).subject })
  }

  /// Returns a preview of the next undo or redo; nil if there is nothing to undo or redo.
  package func previewIfAny(_ way: UndoDirection) throws -> UndoPreview? {
    do { return try preview(way) } catch let problem as Problem {
      guard [.nothingToUndo, .nothingToRedo].contains(problem.code) else { throw problem }
      return nil
    }
  }

  /// Returns the id of this person's last change that can be undone, in hexadecimal digits; nil if
  /// there is none.
  package func lastChange() throws -> String? {
    let step = try store.undoStep(1, by: author().author.person, from: store.tip())
    return step.commits.first.map { CommitSummary($0).id.hex }
  }

  /// Returns this person's last changes that can be undone, at most `count`, newest first.
  ///
  /// - Parameter since: A moment as typed, or a day, which means its beginning; changes before the
  ///   last one that is older are left out.
  package func undoableChanges(_ count: Int, since: String? = nil) throws -> [CommitSummary] {
    try undoableChanges(count, since: since, from: store.tip())
  }

  private func undoableChanges(
    _ count: Int, since: String?, from tip: ObjectID
  ) throws -> [CommitSummary] {
    let since = try participant.time(since: since, until: nil).since
    return try store.changesToUndo(count, since: since, by: author().author.person, from: tip)
      .wanted.map { CommitSummary($0) }
  }

  /// Counts this person's changes since a moment, for `undo(_:basis:)`.
  ///
  /// - Returns: The number of changes, and the board's commit at which they are the last ones.
  /// - Throws: `Problem` if there is no such change.
  package func changesToUndo(since typed: String) throws -> (count: Int, basis: String) {
    let tip = try store.tip()
    let count = try undoableChanges(.max, since: typed, from: tip).count
    guard count > 0 else {
      throw Problem(
        code: .nothingToUndo,
        message: "there is no change of yours since '\(typed.excerpt)' to undo",
        hints: ["see the last ones with \(pmgit: "undo", "--list")"])
    }
    return (count, CommitID(tip).hex)
  }

  /// Returns the number of this person's changes that can be redone, one redo after another; at
  /// least `most` if there are as many.
  package func redoableCount(_ most: Int) throws -> Int {
    try store.redoableCount(most, by: author().author.person, from: store.tip())
  }

  /// Returns the step that undoes or redoes a person's last changes.
  ///
  /// - Throws: `Problem` if there are not as many changes, or if those that the person saw at the
  ///   given earlier commit can't be undone alone.
  private func step(
    _ way: UndoDirection, _ count: Int, basis: String?, by person: Person, from tip: ObjectID
  ) throws -> UndoStep {
    let find = { (tip: ObjectID) in
      switch way {
      case .undo: try self.store.undoStep(count, by: person, from: tip)
      case .redo: try self.store.redoStep(by: person, from: tip)
      }
    }
    let step = try find(tip)
    switch way {
    case .undo where step.commits.count < count:
      throw Problem.notUndoable(step.commits.count, on: store.name)
    case .redo where step.commits.isEmpty:
      throw Problem(
        code: .nothingToRedo, message: "there is nothing to redo on board '\(store.name)'",
        hints: ["only what you undid last can be redone, until you change something else"])
    case .undo, .redo: break
    }
    guard let basis else { return step }
    let wanted = try find(store.tip(named: basis)).commits
    if wanted == step.commits { return step }
    guard way == .undo else {
      throw Problem(
        code: .changedMeanwhile, message: "this is not what you undid last any more",
        hints: ["see what you did since with \(pmgit: "log")"])
    }
    guard wanted.count == count else { throw Problem.goneChange }
    return try exactStep(wanted, by: person, from: tip)
  }

  /// Returns the step that undoes given changes, although the person made others since.
  ///
  /// - Throws: `Problem` if they are undone already, or if a later change stands in the way.
  private func exactStep(
    _ changes: [Commit], by person: Person, from tip: ObjectID
  ) throws -> UndoStep {
    switch try store.undoStep(exactly: changes, by: person, from: tip) {
    case .step(let step): return step
    case .obstacle(let commit, let count):
      throw Problem(
        code: .changedMeanwhile,
        message: "a later change of yours stands in the way: '\(CommitSummary(commit).subject)'",
        hints: ["undo your last \(count) changes with \(pmgit: "undo", count)"])
    case .gone: throw Problem.goneChange
    }
  }

  private func takeBack(
    _ way: UndoDirection, _ count: Int, basis: String?
  ) async throws -> UndoOutcome {
    let author = try author()
    let person = author.author.person
    let find = { (tip: ObjectID) in
      try self.step(way, count, basis: basis, by: person, from: tip)
    }
    let body = { (transaction: inout Transaction) in
      let step = try find(transaction.before.commit)
      let result = try self.store.takeBack(step, in: &transaction, at: self.now, by: author.person)
      return (Self.message(way, result), result)
    }
    // A step that restores a claim must be accepted by the remote first, as for 'take'.
    let isClaim = try claims(find(store.tip()), way, of: person)
    let (change, result) =
      isClaim
      ? try await changeOnRemote(by: author, body) : try await store.change(by: author, body)
    return UndoOutcome(
      way: way, change: change, after: shown(change.after),
      commits: result.commits.map { CommitSummary($0) }, count: way.changes(of: result).count,
      plans: result.plans.sorted(),
      kept: result.kept.map { KeptValue(plan: $0.plan, path: $0.path, reason: $0.reason) },
      notices: noticed { try notices(of: result, way, in: change.after) }
        + (change.remoteWarning.map { [Notice($0)] } ?? []))
  }

  /// Whether a step makes the person the owner of a plan again.
  private func claims(_ step: UndoStep, _ way: UndoDirection, of person: Person) throws -> Bool {
    guard case .takeBack(let changes) = step, try store.trackingTip() != nil else { return false }
    let owners =
      try way == .redo
      ? store.owners(before: changes) : store.owners(replacedBy: changes.wanted)
    return owners.contains { $0.isSame(as: person) }
  }

  // MARK: - Words

  private func notices(
    of result: UndoResult, _ way: UndoDirection, in snapshot: BoardSnapshot
  ) throws -> [Notice] {
    var notices = way.changes(of: result).map { change in
      let done = change.isSpent ? "nothing was left to \(way.verb) of" : way.done
      return Notice.done("\(done) '\(change.subject)'")
    }
    let kept = try keptWords(result, in: snapshot)
    notices += kept.map { Notice("kept \($0)") }
    if result.keptContents > 0 {
      let contents = CountWords.words(result.keptContents, "attached file")
      notices.insert(
        .warning(
          "the content of \(contents) stays in the board's history, for everybody who fetches it",
          hints: ["if it contained a secret, change that secret"]), at: 0)
    }
    guard way == .undo, let last = notices.popLast() else { return notices }
    var hints: [Hint] = []
    if result.commits.allSatisfy(result.isSpent) {
      hints = ["take back what you did before that with \(pmgit: "undo")"]
    } else if kept.isEmpty {
      let it = result.commits.count == 1 ? "it" : "them"
      hints = ["bring \(it) back with \(pmgit: "redo")"]
    }
    return notices + [Notice(last.message, hints: hints, kind: last.kind)]
  }

  private static func message(_ way: UndoDirection, _ result: UndoResult) -> CommitMessage {
    let subjects = way.changes(of: result).map(\.subject)
    let trailers = result.trailed.map { CommitTrailer(way.trailer, $0.commitID.hex) }
    let isSpent = result.commits.allSatisfy(result.isSpent)
    let lines = isSpent ? ["Nothing was left to \(way.verb)."] : []
    if subjects.count == 1 {
      return CommitMessage(
        subject: "\(way.verb) \(subjects[0])", lines: lines, plans: result.namedPlans,
        trailers: trailers)
    }
    return CommitMessage(
      subject: "\(way.verb) \(CountWords.words(subjects.count, "change"))",
      lines: subjects + lines, plans: result.namedPlans, trailers: trailers)
  }
}

extension UndoResult {
  /// The plans for the commit's trailers; empty for more than a hundred, as after a large import.
  fileprivate var namedPlans: [PlanID] { plans.count <= 100 ? plans.sorted() : [] }
}

extension Problem {
  /// The problem of a change that was undone already, or is not in the history any more.
  fileprivate static let goneChange = Problem(
    code: .changedMeanwhile, message: "this change is no longer there to undo",
    hints: ["see what you did with \(pmgit: "log")"])

  /// Returns the problem of an undo of more changes than the `count` that can be undone.
  fileprivate static func notUndoable(_ count: Int, on board: BoardName) -> Problem {
    guard count > 0 else {
      return Problem(
        code: .nothingToUndo, message: "there is no change of yours to undo on board '\(board)'",
        hints: ["see who changed what with \(pmgit: "log")"])
    }
    return Problem(
      code: .nothingToUndo,
      message: "only \(CountWords.words(count, "change")) of yours can be undone",
      hints: ["undo all of them with \(pmgit: "undo", count)"])
  }
}
