import Git
package import PlanModel
package import PlanStore

/// What became of sharing a board, and what the person should know of it.
package struct BoardSynced {
  package let result: SyncResult
  /// The board afterwards.
  package let snapshot: BoardSnapshot
  /// The plans that wait for a decision.
  package let conflicts: [Plan]
  /// The files that can't be read; for a person those that are new to them.
  package let broken: [BrokenFile]
  /// The paths of those that this sync brought or shared.
  package let news: Set<String>
  /// How many there were before.
  package let knownCount: Int
  /// The plans that were on the board before, and are not any more.
  package let removed: [BrokenFile]
  /// The values that this sync brought or shared and nobody sees.
  package let wrongValues: [FoundValue]

  /// How many values wait for a decision, those of the settings included.
  package var conflictCount: Int {
    snapshot.board.conflicts.count + conflicts.reduce(0) { $0 + $1.conflicts.count }
  }
}

extension Workspace {
  /// Shares the board: fetches, merges, pushes, or a part of that.
  ///
  /// - Parameters:
  ///   - terminalPrompt: Whether git may ask for a password on the terminal.
  ///   - wantsAllBroken: Whether all files that can't be read are told of, and not only new ones.
  package func sync(
    _ directions: BoardStore.Directions = .both, terminalPrompt: Bool, wantsAllBroken: Bool = false
  ) async throws -> BoardSynced {
    try installMergeDriver()
    let (before, there) = try (store.localTip(), store.trackingTip())
    let result = try await store.sync(
      directions, person: try identity(.committer), terminalPrompt: terminalPrompt)
    let snapshot = try store.snapshot()
    let (plans, unreadable) = try snapshot.plans()
    let settings = snapshot.brokenSettings == nil ? [] : [BrokenFile.settingsPath]
    let paths = settings + unreadable.map(\.path)
    // What was fetched before and never became part of the board was not told of, nor looked at.
    let known = try there.flatMap { try store.isAncestor($0, of: snapshot.commit) ? $0 : nil }
    // Settings by which nobody goes are told of until somebody has mended them.
    let news = try store.news(among: paths, in: snapshot, since: [before, known]).union(settings)
    let told = wantsAllBroken ? unreadable : unreadable.filter { news.contains($0.path) }
    return BoardSynced(
      result: result, snapshot: snapshot,
      conflicts: plans.filter { !$0.conflicts.isEmpty && !$0.isDeleted },
      broken: try store.brokenFiles(told, in: snapshot), news: news,
      knownCount: paths.count - news.count,
      removed: try store.removedFiles(since: before, in: snapshot),
      wrongValues: try snapshot.wrongValues(since: known))
  }
}
