package import PlanModel
import PlanStore
package import PlanView

/// The outcome of sharing a board, with its notices.
package struct BoardSynced {
  let result: SyncResult
  package let remote: String
  /// The board afterwards.
  package let shown: ShownBoard
  /// The plans that wait for a decision.
  package let conflicts: [Plan]
  /// The files that can't be read; for a person only those that are new.
  package let broken: [BrokenFile]
  /// The paths of the unreadable files that this sync brought or shared.
  package let news: Set<String>
  /// The number of those that were there before.
  package let knownCount: Int
  /// The plans that were on the board before, and are gone now.
  package let removed: [BrokenFile]
  /// Whether the remote has no other branch yet, as far as is known here.
  let isOnlyBranch: Bool
  /// The problems of values that this sync brought or shared and that are not shown.
  package let wrongValues: [Problem]

  /// For programs: `up-to-date`, `fast-forward`, `merged` or `adopted`.
  package var code: String { result.kind.rawValue }
  /// The commit that the remote and the board have in common now; where it could not be brought here,
  /// the remote's.
  package var commit: CommitID { CommitID(result.commit) }
  /// Whether the remote did not have the board before.
  package var createdOnRemote: Bool { result.createdOnRemote }
  /// How many commits came, and how many went.
  package var fetched: Int { result.fetched }
  package var pushed: Int { result.pushed }
  /// The paths to which the sync took what could not stay in its place.
  package var setAside: [String] { result.setAside }
  /// Why the branch here lacks the commit that the remote accepted; nil if it has it.
  package var notHere: Notice? { result.problem.map { .notHere($0) } }

  /// The number of values that wait for a decision, those of the settings included.
  package var conflictCount: Int {
    shown.board.conflicts.count + conflicts.reduce(0) { $0 + $1.conflicts.count }
  }

  /// Returns the writers of the waiting values, from the history.
  package func authors() throws -> ConflictList.Authors {
    try shown.snapshot.authors(ofConflictsIn: conflicts)
  }

  /// The outcome in words: `merged 2 commits from 'origin', sent 3 commits`.
  package var summary: String {
    var parts: [String] = []
    switch result.kind {
    case .upToDate: break
    case .fastForward: parts.append("took \(CountWords.words(fetched, "commit")) from '\(remote)'")
    case .merged: parts.append("merged \(CountWords.words(fetched, "commit")) from '\(remote)'")
    case .adopted: parts.append("adopted the board of '\(remote)'")
    }
    if result.createdOnRemote {
      parts.append("shared the board with '\(remote)'")
    } else if pushed > 0 {
      parts.append("sent \(CountWords.words(pushed, "commit"))")
    }
    return parts.isEmpty ? "up to date with '\(remote)'" : parts.joined(separator: ", ")
  }

  /// What to do about the remote's branches, the files that were set aside, and the values that wait for a decision.
  package var notices: [Notice] {
    let aside =
      (isOnlyBranch ? [noOtherBranch] : [])
      + setAside.map { path in
        Notice.warning(
          "what could not be merged was set aside",
          hints: ["see it with \(run: "git", "show", "pmgit/\(shown.name):\(path)")"])
      }
    guard conflictCount > 0 else { return aside }
    let count = CountWords.words(conflictCount, "conflict")
    return aside + [Notice("\(count) to decide; see \(pmgit: "conflicts")")]
  }

  private var noOtherBranch: Notice {
    Notice(
      "no other branch of '\(remote)' is known here; some hosts make the first one the default",
      hints: [
        "push the code with \(run: "git", "push", "-u", remote, "HEAD"), and see which it is there"
      ])
  }
}

extension Workspace {
  /// Shares the board: fetches, merges, pushes, or a part of that.
  ///
  /// - Parameter wantsAllBroken: Whether to report all files that can't be read, and not only new
  ///   ones.
  package func sync(
    _ direction: SyncDirection = .both, wantsAllBroken: Bool = false
  ) async throws -> BoardSynced {
    try installMergeDriver()
    let (before, there) = try (store.localTip(), store.trackingTip())
    let result = try await store.sync(
      direction, person: try committer(),
      terminalPrompt: participant.mayBeAsked)
    let snapshot = try store.snapshot()
    let attention = try store.attention(in: snapshot)
    let settings = snapshot.brokenSettings == nil ? [] : [BrokenFile.settingsPath]
    let paths = settings + attention.unreadable.map(\.path)
    // A commit that was fetched but never merged was not examined or reported.
    let known = try there.flatMap { try store.isAncestor($0, of: snapshot.commit) ? $0 : nil }
    // Broken settings are reported until they are mended, as the board does not use them.
    let news = try store.news(among: paths, in: snapshot, since: [before, known]).union(settings)
    let told =
      wantsAllBroken
      ? attention.unreadable : attention.unreadable.filter { news.contains($0.path) }
    return BoardSynced(
      result: result, remote: store.settings.remote ?? "", shown: shown(snapshot),
      conflicts: attention.conflicted,
      broken: try store.brokenFiles(told, in: snapshot), news: news,
      knownCount: paths.count - news.count,
      removed: try store.removedFiles(since: before, in: snapshot),
      isOnlyBranch: try result.createdOnRemote && !store.knowsOtherBranches(),
      wrongValues: try snapshot.wrongValues(since: known).map { Problem($0, on: store.name) })
  }
}
