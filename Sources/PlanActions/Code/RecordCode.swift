package import PlanModel
import PlanStore
import PlanView

/// The outcome of recording code commits on the plans that they name.
package struct CodeRecorded {
  /// The outcome for one plan.
  package struct Entry: Sendable {
    package let plan: PlanID
    /// The commits that were added to the plan.
    package let commits: [CommitID]
    /// The id of the plan's column before the commits; `state` is its column after them.
    package let from: String
    package let state: String
  }

  package let entries: [Entry]
  /// The reasons why some plans did not get their commits.
  package let problems: [Problem]
  /// The moved plans and other notices for the user.
  package let notices: [Notice]

  /// Returns both outcomes combined; a plan that both outcomes changed has two entries.
  func followed(by later: CodeRecorded) -> CodeRecorded {
    CodeRecorded(
      entries: entries + later.entries, problems: problems + later.problems,
      notices: (notices + later.notices).unique)
  }
}

extension Workspace {
  /// Records code commits on the plans that they name, and moves the plans if the commits ask for
  /// it.
  ///
  /// - Parameter hook: The hook that records the commits; nil for a person's command.
  /// - Returns: nil if the commits name no plan.
  func record(_ commits: [CodeCommit], in hook: HookName? = nil) async throws -> CodeRecorded? {
    if commits.isEmpty { return nil }
    // A 'git commit' waits for this; a commit that is not recorded now can be recorded later.
    wait(atMost: .seconds(10))
    guard try mayNamePlans(commits) else { return nil }
    let author = try author(isOfHook: true)
    let participant = participant
    let record = try await store.record(commits, by: author) { last in
      Rank.bottom(at: participant.now, after: last, using: &participant.random)
    } words: { record, snapshot in
      try record.message(in: snapshot, by: hook)
    }
    guard let record else { return nil }
    let snapshot = try store.snapshot()
    let entered = record.entries.compactMap(\.entered).unique
    return CodeRecorded(
      entries: record.entries.map { entry in
        CodeRecorded.Entry(
          plan: entry.plan.id, commits: entry.added.map { CommitID($0) }, from: entry.plan.state,
          state: entry.state)
      },
      problems: record.problems.map { Problem($0.error) },
      notices: try record.notices(in: snapshot) + ruleNotices(record.rules, in: snapshot)
        + repeatNotices(of: record, in: snapshot)
        + noticed { try overLimit(entered, in: snapshot) })
  }

  /// Returns the notices about the plans that the commits finished and that repeat.
  private func repeatNotices(
    of record: CommitRecord, in snapshot: BoardSnapshot
  ) throws -> [Notice] {
    try record.entries.compactMap { entry in
      guard case .to(let column) = entry.move, column.kind == .done,
        let document = try snapshot.readableDocument(entry.plan.id),
        entry.plan.repetition != nil
      else { return nil }
      let next = try snapshot.readableDocument(entry.plan.id.following)
      let isNew = next.map { Plan($0, id: entry.plan.id.following).created?.at == now } ?? true
      return try repeatNotice(entry.plan.id, document, isNew: isNew, in: snapshot)
    }
  }

  /// Whether any of the commits, or any commit that they replaced, may name plans.
  private func mayNamePlans(_ commits: [CodeCommit]) throws -> Bool {
    try commits.lazy.flatMap { $0.replaced + [$0.id] }.contains { try store.mayNamePlans($0) }
  }
}

extension CommitRecord {
  fileprivate func notices(in snapshot: BoardSnapshot) throws -> [Notice] {
    var notices = try entries.compactMap { try $0.notice(in: snapshot) }
    notices += deleted.map {
      .warning("plan '\($0.id)' is deleted, and does not get the commit")
    }
    return notices
      + problems.map { problem in
        let place = problem.commit.map { "commit \(CommitID($0).abbreviated): " } ?? ""
        return .warning("\(place)\(PlanActions.Problem(problem.error).message)")
      }
  }

  /// Returns the message of the board's commit.
  fileprivate func message(in snapshot: BoardSnapshot, by hook: HookName?) throws -> CommitMessage {
    let lines = try entries.map { entry in
      "\(try snapshot.shortID(entry.plan.id)): \(entry.words(snapshot.board)), \(entry.plan.title)"
    }
    var trailers = entries.flatMap(\.added).unique.map { CommitTrailer(.commit, CommitID($0).hex) }
    if let hook { trailers.append(CommitTrailer(.hook, hook.rawValue)) }
    let plans = entries.map(\.plan.id)
    if lines.count == 1 {
      return CommitMessage(
        subject: "\(entries[0].verb) \(lines[0])", plans: plans, trailers: trailers)
    }
    return CommitMessage(
      subject: "follow commits of \(CountWords.words(entries.count, "plan"))", lines: lines,
      plans: plans, trailers: trailers)
  }
}

extension CommitRecord.Entry {
  /// Returns a notice about the plan's new column, or about the reason why the plan stays; nil if
  /// there is no move to report.
  fileprivate func notice(in snapshot: BoardSnapshot) throws -> Notice? {
    let name = try snapshot.shortID(plan.id)
    switch move {
    case .stay: return taken.map { stays(name, after: $0, on: snapshot.board) }
    case .to(let column):
      return Notice(
        "\(name) \(snapshot.board.title(of: plan.state)) → \(column.title), \(plan.title)")
    case .forbidden(let column):
      let allowed = column.from.map { "'\($0)'" }.joined(separator: " or ")
      return .warning(
        "\(name) stays in '\(plan.state)': '\(column.id)' takes plans only from \(allowed); "
          + "move it there first with \(pmgit: "move", name, column.from.first ?? "")")
    }
  }

  /// Returns a notice that the plan stays, although its rewritten commit no longer asks for the
  /// move.
  private func stays(_ name: String, after taken: PlanReference.Action, on board: Board) -> Notice {
    let (earlier, words): (Column.Kind, String) =
      taken == .closes ? (.doing, "done") : (.todo, "begun")
    let back = board.columns.first { $0.kind == earlier && $0.admits(plan.state) }
    return Notice(
      "\(name) stays in \(board.title(of: plan.state)), though its commit no longer says "
        + "'\(taken.trailerKey)', \(plan.title)",
      hints: back.map { ["if it is not \(words): \(pmgit: "move", name, $0.id)"] } ?? [])
  }

  /// The id of the column that the plan moved to; nil if it stayed.
  fileprivate var entered: String? { if case .to(let column) = move { column.id } else { nil } }

  fileprivate var verb: String { if case .to = move { "move" } else { "link" } }

  /// Returns the changes in words: `Doing → Done, commit 3f2a9c1`.
  fileprivate func words(_ board: Board) -> String {
    var words: [String] = []
    if case .to(let column) = move {
      words.append("\(board.title(of: plan.state)) → \(column.title)")
    }
    words += added.map { "commit \(CommitID($0).abbreviated)" }
    words += removed.map { "no more \(CommitID($0).abbreviated)" }
    return words.joined(separator: ", ")
  }
}
