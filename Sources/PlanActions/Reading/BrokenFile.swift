import Git
package import PlanModel
import PlanStore
import PlanView

/// A file of the board that can't be read or was removed, with its history and remedies.
package struct BrokenFile {
  /// The file of the board's own settings.
  package static let settingsPath = "board.json"

  /// The most files whose history is searched; a board may have a thousand broken files.
  package static let mostExplained = 10

  package let path: String
  package let reason: String
  /// The plan whose file it is; nil for the settings and for a path that is not a plan's.
  package let id: PlanID?
  /// The plan's title in its last readable version.
  package var title: String?
  /// The commit that broke the file; nil if it was not searched, or is too old to be found.
  package var origin: CommitSummary?
  /// What the person can do about the file, such as to restore it.
  package var hints: [Hint] = []

  /// Describes the plan's former title and the commit that broke the file; nil if the commit is
  /// unknown.
  package func story(now: Timestamp) -> String? {
    guard let origin else { return nil }
    let was = title.map { "it was '\($0)' until" } ?? "since"
    let when = origin.at.relativeWords(now: now)
    return "\(was) commit \(origin.id.abbreviated) by \(Person(origin.by).fullName), "
      + "\(when): \(origin.subject)"
  }

  /// The hint to show the breaking commit, then the remedies.
  package var allHints: [Hint] {
    guard let origin else { return hints }
    return ["see what happened with \(run: "git", "show", origin.id.abbreviated)"] + hints
  }
}

extension BoardStore {
  /// Describes the files that can't be read, the settings first.
  ///
  /// The first files get their history; the others get only the path and the reason.
  func brokenFiles(
    _ unreadable: [UnreadablePlan], in snapshot: BoardSnapshot
  ) throws -> [BrokenFile] {
    var files: [BrokenFile] = []
    if let reason = snapshot.brokenSettings {
      files.append(try brokenSettings(reason, at: snapshot.commit))
    }
    // The index does not list broken files, so git's objects are read.
    files += try unreadable.prefix(BrokenFile.mostExplained).map {
      try brokenFile($0, in: snapshot)
    }
    return files
      + unreadable.dropFirst(BrokenFile.mostExplained).map {
        BrokenFile(path: $0.path, reason: $0.reason, id: $0.id)
      }
  }

  /// Describes settings that can't be read at a commit.
  func brokenSettings(_ reason: String, at commit: ObjectID) throws -> BrokenFile {
    var file = BrokenFile(path: BrokenFile.settingsPath, reason: reason, id: nil)
    file.origin = try breaking(ofSettingsAt: commit).map { CommitSummary($0) }
    file.hints = [
      "repair it for everybody with \(pmgit: "restore", "board"), then \(pmgit: "sync"); until "
        + "then the previous settings apply"
    ]
    return file
  }

  func brokenFile(_ file: UnreadablePlan, in snapshot: BoardSnapshot) throws -> BrokenFile {
    let origin = try origin(of: file.path, from: snapshot.commit)
    var broken = BrokenFile(path: file.path, reason: file.reason, id: file.id)
    broken.origin = origin.map { CommitSummary($0) }
    if file.isTooNew {
      broken.hints = ["install a newer pmgit; nothing is broken"]
    } else if let id = file.id, let last = try lastReadable(id, at: origin) {
      broken.title = Plan(last, id: id).title
      let short = try snapshot.shortID(id)
      broken.hints = [
        "take the previous version with \(pmgit: "restore", short); the broken one stays in git"
      ]
    } else if let held = try snapshot.misplacedPlan(at: file.path)?.id {
      broken.hints = try hints(forPlan: held, at: file, in: snapshot)
    }
    return broken
  }

  /// Returns the remedies for a file that contains a plan with another id.
  private func hints(
    forPlan held: PlanID, at file: UnreadablePlan, in snapshot: BoardSnapshot
  ) throws -> [Hint] {
    guard try snapshot.readableDocument(held) != nil else {
      return ["it holds plan '\(held)'; put it back in its place with \(pmgit: "restore", held)"]
    }
    guard let id = file.id else { return ["it is a copy of plan '\(held)', which is there"] }
    return [
      "it is a copy of plan '\(held)'; make it a plan of its own with "
        + "\(pmgit: "restore", id)"
    ]
  }

  /// Returns the last readable version of a plan before a commit broke its file. Returns nil if the
  /// commit is unknown, if no version can be read, if a version needs a newer pmgit, or if the
  /// history is too short.
  private func lastReadable(_ id: PlanID, at origin: Commit?) throws -> PlanDocument? {
    guard let origin else { return nil }
    do {
      return try lastReadable(id, at: origin.id)
    } catch StoreError.shallow, StoreError.planFormatTooNew {
      // A missing title must not make the warning fail.
      return nil
    }
  }

  /// Returns the broken files that a sync fetched or shared: those that differ from one of the
  /// given commits. The other files were reported before.
  ///
  /// - Parameters:
  ///   - paths: The paths of the broken files.
  ///   - known: The board's commits before the sync, here and on the remote; nil counts as
  ///     different.
  func news(
    among paths: [String], in snapshot: BoardSnapshot, since known: [ObjectID?]
  ) throws -> Set<String> {
    var news: Set<String> = []
    for path in paths {
      var isKnown = true
      for commit in known where isKnown {
        isKnown = if let commit { try snapshot.isUnchanged(path, since: commit) } else { false }
      }
      if !isKnown { news.insert(path) }
    }
    return news
  }

  /// Describes plans that were on the board at a commit and are gone now; empty without a commit.
  ///
  /// - Complexity: Compares the trees, and searches the history of the first removed plans.
  func removedFiles(since before: ObjectID?, in snapshot: BoardSnapshot) throws -> [BrokenFile] {
    guard let before, before != snapshot.commit else { return [] }
    let old = try self.snapshot(at: before)
    var files: [BrokenFile] = []
    for id in try snapshot.removedPlans(since: before) {
      var file = BrokenFile(path: id.path, reason: "its file was removed", id: id)
      file.title = try old.readableDocument(id).map { Plan($0, id: id).title }
      if files.count < BrokenFile.mostExplained {
        file.origin = try origin(of: id.path, from: snapshot.commit).map { CommitSummary($0) }
      }
      file.hints = ["bring it back with \(pmgit: "restore", id)"]
      files.append(file)
    }
    return files
  }

  /// Returns a plan; if it can't be read, the problem names the commit that broke it.
  func plan(_ id: PlanID, in snapshot: BoardSnapshot, now: Timestamp) throws -> Plan {
    do {
      return try snapshot.plan(id)
    } catch StoreError.unreadablePlan(let found, let reason) {
      let unreadable = UnreadablePlan(path: id.path, reason: reason, id: id)
      let file = try brokenFile(unreadable, in: snapshot)
      var problem = Problem.unreadablePlan(found, reason)
      problem.detail = file.story(now: now).map { [$0] } ?? []
      if file.origin != nil { problem.hints = file.allHints }
      throw problem
    }
  }
}

/// The unreadable files that are missing from an answer.
package struct MissingFiles {
  /// The board's settings, if broken; the answer uses their last readable version.
  package internal(set) var settings: BrokenFile?
  /// The plans, each with only its path and the reason.
  package internal(set) var plans: [BrokenFile] = []
}
