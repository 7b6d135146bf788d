import PlanActions
import Git
import PlanModel
import PlanStore
import PlanView

extension Session {
  /// Records commits of the code on the plans that they name, and tells of those that moved.
  ///
  /// - Returns: nil if the commits name no plan.
  @discardableResult
  func record(_ commits: [CodeCommit]) async throws -> CommitRecord? {
    if commits.isEmpty { return nil }
    // Somebody waits for 'git commit'; what is not recorded now can be later.
    store.patience = .seconds(10)
    guard try mayNamePlans(commits) else { return nil }
    let author = try workspace.author(as: .committer)
    let now = context.now
    let recording = try await store.record(commits, by: author) {
      Rank.bottom(at: now, after: $0, using: &workspace.participant.random)
    } words: { recording, snapshot in
      try recording.message(in: snapshot)
    }
    guard let recording else { return nil }
    let snapshot = try store.snapshot()
    for entry in recording.entries { try tell(entry, in: snapshot) }
    for plan in recording.deleted {
      tellFromHook("warning: plan '\(plan.id)' is deleted, and does not get the commit")
    }
    for problem in recording.problems {
      let place = problem.commit.map { "commit \($0.abbreviated()): " } ?? ""
      tellFromHook("warning: \(place)\(Problem(problem.error).message)")
    }
    return recording
  }

  /// Whether a commit is here whose message may name plans; if not, nobody's identity is needed.
  private func mayNamePlans(_ commits: [CodeCommit]) throws -> Bool {
    try git { () throws(GitError) in
      for id in commits.lazy.flatMap({ $0.replaced + [$0.id] }) {
        do throws(GitError) {
          if PlanReference.mayBe(in: try store.repository.commit(id).message) { return true }
        } catch {
          guard error.code == .notFound else { throw error }
        }
      }
      return false
    }
  }

  private func tell(_ entry: CommitRecord.Entry, in snapshot: BoardSnapshot) throws {
    let name = try snapshot.shortID(entry.plan.id)
    let board = snapshot.board
    switch entry.move {
    case .stay: return
    case .to(let column):
      tellFromHook(
        "\(name) \(board.title(of: entry.plan.state)) → \(column.title), \(entry.plan.title)")
    case .forbidden(let column):
      let allowed = column.from.map { "'\($0)'" }.joined(separator: " or ")
      let move: Hint = "move it there first with \(pmgit: "move", name, column.from.first ?? "")"
      tellFromHook(
        "warning: \(name) stays in '\(entry.plan.state)': '\(column.id)' takes plans only from "
          + "\(allowed); \(words(of: move))")
    }
  }

  /// Brings in what a fetch has brought, without asking the remote.
  func integrateFetched() async throws {
    // Nobody waits for the board when changing branches.
    store.patience = .seconds(1)
    let person = store.settings.mergesAsUser ? try workspace.identity(.committer) : nil
    guard let result = try await store.integrateFetched(person: person), result.kind != .upToDate
    else { return }
    tellFromHook("took up \(CountWords.words(result.fetched, "commit")) of the board")
  }
}

extension CommitRecord {
  /// Words the board's commit.
  fileprivate func message(in snapshot: BoardSnapshot) throws -> CommitMessage {
    let lines = try entries.map { entry in
      "\(try snapshot.shortID(entry.plan.id)): \(entry.words(snapshot.board)), \(entry.plan.title)"
    }
    let trailers = entries.flatMap(\.added).unique.map { CommitTrailer(.commit, $0.hex) }
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
  fileprivate var verb: String { if case .to = move { "move" } else { "link" } }

  /// `Doing → Done, commit 3f2a9c1`.
  fileprivate func words(_ board: Board) -> String {
    var words: [String] = []
    if case .to(let column) = move {
      words.append("\(board.title(of: plan.state)) → \(column.title)")
    }
    words += added.map { "commit \($0.abbreviated())" }
    words += removed.map { "no more \($0.abbreviated())" }
    return words.joined(separator: ", ")
  }
}
