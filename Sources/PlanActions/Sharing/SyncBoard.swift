import Git
package import PlanModel
import PlanStore
package import PlanView

/// The outcome of sharing a board, with its notices.
package struct BoardSynced {
  let result: SyncResult
  package let remote: String
  /// The board after the sync.
  package let shown: ShownBoard
  /// The plans with conflicts.
  package let conflicts: [Plan]
  /// The files that can't be read. Unless all were requested, these are broken settings and the
  /// plans that this sync fetched or shared.
  package let broken: [BrokenFile]
  /// The paths of broken settings and of the unreadable plans that this sync fetched or shared.
  package let news: Set<String>
  /// The number of unreadable files that were reported before.
  package let knownCount: Int
  /// The plans that were on the board before this sync and whose files are gone now.
  package let removed: [BrokenFile]
  /// Whether this sync created the board on the remote, and no other branch of the remote is known
  /// here.
  let isOnlyBranch: Bool
  /// The problems of invalid values that this sync fetched or shared; such values are not shown.
  package let wrongValues: [Problem]
  /// What this sync merged line by line, such as `body of k7m2`.
  let mergedTexts: [String]
  /// The lines of checklists that this sync marked as removed meanwhile.
  let removedLines: [RemovedLine]

  /// A line of a checklist that was removed and changed at the same time, and is there still.
  struct RemovedLine {
    /// The plan's short id.
    let plan: String
    let text: String
  }

  /// The outcome for programs: `up-to-date`, `fast-forward`, `merged` or `adopted`.
  package var code: String { result.kind.rawValue }

  /// Returns the code of consecutive syncs: `merged` if one of them merged, else that of the first
  /// one that moved the board.
  package static func code(of syncs: [BoardSynced]) -> String {
    let kinds = syncs.map(\.result.kind).filter { $0 != .upToDate }
    return (kinds.contains(.merged) ? .merged : kinds.first ?? .upToDate).rawValue
  }

  /// The board's commit after the sync. If the remote's commit could not be merged here, it is the
  /// remote's commit.
  package var commit: CommitID { CommitID(result.commit) }
  /// Whether this sync created the board on the remote.
  package var createdOnRemote: Bool { result.createdOnRemote }
  /// The number of fetched commits.
  package var fetched: Int { result.fetched }
  /// The number of pushed commits.
  package var pushed: Int { result.pushed }
  /// The new paths of files that could not be merged and were set aside.
  package var setAside: [String] { result.setAside }
  /// The texts in conflict that this sync merged line by line.
  package var decidedTexts: [(plan: PlanID, field: String)] {
    result.decidedTexts.map { ($0.plan, $0.field) }
  }
  /// The number of fields in conflict, including those of the settings.
  package var conflictCount: Int { shown.board.conflictCount(with: conflicts) }

  /// Returns the authors of the conflicting values, read from the history.
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

  /// Notices about the sync, and about the conflicts to decide.
  package var notices: [Notice] {
    noticesBesidesConflicts + [Notice(conflicts: conflictCount)].compactMap(\.self)
  }

  /// Notices about a commit that the remote accepted and that could not be merged here, a remote
  /// without other branches, files that were set aside, texts that were merged, and lines of
  /// checklists that were removed and changed at the same time.
  package var noticesBesidesConflicts: [Notice] {
    (result.problem.map { [Notice.notHere($0)] } ?? [])
      + (isOnlyBranch ? [noOtherBranch] : [])
      + setAside.map { path in
        Notice.warning(
          "what could not be merged was set aside",
          hints: ["see it with \(run: "git", "show", "pmgit/\(shown.name):\(path)")"])
      }
      + mergedTexts.map { Notice("merged two versions of the \($0)") }
      + (result.textProblem.map { problem in
        [Notice.warning("texts in conflict were not merged: \(Problem(problem).message)")]
      } ?? [])
      + linesOfChecklists
  }

  /// The notices, and warnings of the invalid values that this sync fetched or shared.
  package var allNotices: [Notice] {
    wrongValues.map { .warning(Hint($0.message), hints: $0.hints) } + notices
  }

  /// The most lines of checklists that get a notice of their own.
  private static let mostLines = 3

  private var linesOfChecklists: [Notice] {
    let named = removedLines.prefix(Self.mostLines).map { line in
      Notice(
        "a line of '\(line.plan)' was removed and changed meanwhile: \(line.text.excerpt)",
        hints: ["keep or remove it; see \(pmgit: "show", line.plan)"])
    }
    let more = removedLines.count - named.count
    return more > 0 ? named + [Notice("so were \(CountWords.words(more, "more line"))")] : named
  }

  private var noOtherBranch: Notice {
    Notice(
      "no other branch of '\(remote)' is known here; some hosts make the first one the default",
      hints: [
        "push the code with \(run: "git", "push", "-u", remote, "HEAD"), then check the default branch"
      ])
  }
}

extension Workspace {
  /// Shares the board: fetches, merges and pushes, or only a part of that.
  ///
  /// - Parameter wantsAllBroken: Whether to report all files that can't be read; otherwise only
  ///   broken settings and the plans that this sync fetched or shared.
  package func sync(
    _ direction: SyncDirection = .both, wantsAllBroken: Bool = false
  ) async throws -> BoardSynced {
    try installMergeDriver()
    try await findHome()
    let (local, former) = try (store.localTip(), store.trackingTip())
    // Without a person, signing could wait for a password.
    let author = participant.mayBeAsked || !store.settings.signsCommits ? try authorIfKnown() : nil
    let result = try await followingHome {
      try await store.sync(
        direction, person: try committer(), mergingTextsBy: author,
        terminalPrompt: participant.mayBeAsked)
    }
    // A fetch alone does not end the failures of pushes.
    let isNoted = direction == .both || direction == .pull && automaticSyncNotice() == nil
    if isNoted { noteSync() }
    let snapshot = try store.snapshot()
    let attention = try store.attention(in: snapshot)
    let settings = snapshot.brokenSettings == nil ? [] : [BrokenFile.settingsPath]
    let paths = settings + attention.unreadable.map(\.path)
    // A commit that was fetched but never merged was not yet examined or reported.
    let merged = try former.flatMap { try store.isAncestor($0, of: snapshot.commit) ? $0 : nil }
    // Broken settings are reported until they are repaired, because the board does not use them.
    let news = try store.news(among: paths, in: snapshot, since: [local, merged]).union(settings)
    let reported =
      wantsAllBroken
      ? attention.unreadable : attention.unreadable.filter { news.contains($0.path) }
    return BoardSynced(
      result: result, remote: store.settings.remote ?? "", shown: shown(snapshot),
      conflicts: attention.plans,
      broken: try store.brokenFiles(reported, in: snapshot), news: news,
      knownCount: paths.count - news.count,
      removed: try store.removedFiles(since: local, in: snapshot),
      isOnlyBranch: try result.createdOnRemote && isRemoteOfCode && !store.knowsOtherBranches(),
      wrongValues: try snapshot.wrongValues(since: merged).map { Problem($0, on: store.name) },
      mergedTexts: try result.decidedTexts.map { text in
        "\(text.field) of \(try snapshot.shortID(text.plan))"
      },
      removedLines: result.kind == .merged ? try removedLines(since: local, in: snapshot) : [])
  }
}

extension Workspace {
  /// Whether the board is shared with the remote that the code is probably shared with.
  private var isRemoteOfCode: Bool {
    let settings = store.settings
    return settings.remote == settings.usualRemote ?? settings.remote
  }

  private func removedLines(
    since local: ObjectID?, in snapshot: BoardSnapshot
  ) throws -> [BoardSynced.RemovedLine] {
    guard let local else { return [] }
    return try snapshot.removedLines(since: local).map { plan, text in
      BoardSynced.RemovedLine(plan: try snapshot.shortID(plan), text: text)
    }
  }

  /// Returns a hint that there are changes that were not shared with the remote.
  ///
  /// Returns nil if there are none, if there is no remote, or if the board was never shared.
  package func unsharedWords() throws -> Hint? {
    do {
      // A board that was never shared may be meant to stay local.
      return switch try store.sharingStatus().ahead {
      case 0: nil
      case 1: "1 change not shared; share it with \(pmgit: "sync")"
      case let count: "\(count) changes not shared; share them with \(pmgit: "sync")"
      }
    } catch StoreError.shallow {
      return "there are changes that are not shared; share them with \(pmgit: "sync")"
    }
  }
}
