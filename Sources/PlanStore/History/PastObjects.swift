import Git
import PlanIndex
import PlanModel

/// Reads the history of a board from git's objects.
extension BoardStore {
  /// Returns the positions of all commits in the history, newest first.
  ///
  /// - Complexity: Reads every commit.
  func places(from tip: ObjectID) throws -> [PastPlace] {
    let ids = try repository.commits(from: [tip], order: .topological)
    var dates: [ObjectID: Int] = [:]
    for id in ids.reversed() {
      let commit = try repository.commit(id)
      dates[id] = PastPlace.date(
        committed: Int(commit.committer.seconds), parents: commit.parents.compactMap { dates[$0] })
    }
    return dates.map { PastPlace(date: $0.value, commit: $0.key) }.sorted { $0 > $1 }
  }

  /// Reads a commit and its changes of plans and settings.
  func pastCommit(at place: PastPlace) throws -> PastCommit {
    try pastCommit(try repository.commit(place.commit), at: place)
  }

  /// Reads the changes of plans and settings by a commit.
  ///
  /// - Parameter checksDigests: As in `treeDifferences` of the repository.
  func pastCommit(
    _ commit: Commit, at place: PastPlace, checksDigests: Bool = true
  ) throws -> PastCommit {
    let isMerge = commit.parents.count > 1
    let touches = isMerge ? [] : try changedFiles(in: commit, checksDigests: checksDigests)
    return PastCommit(
      place, at: Timestamp(seconds: commit.author.seconds), by: commit.author.formatted,
      isMerge: isMerge, touches: touches)
  }

  /// Returns the plans' files and the settings file that a commit changed, with their entries
  /// before and after. The result is empty if one of the trees is invalid.
  ///
  /// - Parameter oldest: The first of several commits that end with `commit`; nil for this commit
  ///   alone. A commit without a parent is the fixed root, or a board that was squashed.
  func changedFiles(
    in commit: Commit, since oldest: Commit? = nil, checksDigests: Bool = true
  ) throws -> [Touch] {
    let old = try parentTree(of: oldest ?? commit)
    var touches: [Touch] = []
    do throws(GitError) {
      try repository.visitTreeDifferences(
        from: old, to: commit.tree, checksDigests: checksDigests
      ) { difference in
        guard let file = BoardFile(path: difference.path) else { return }
        touches.append(
          Touch(
            plan: file.planID, old: difference.old.map { Touch.Version($0) },
            new: difference.new.map { Touch.Version($0) }))
      }
    } catch {
      // Only heads are validated, so an older tree of another writer may be invalid.
      guard error.code == .invalid else { throw error }
      return []
    }
    return touches
  }

  /// Returns a commit with the details of its touches, read from the files.
  ///
  /// - Complexity: Reads two files for each touch.
  func readingDetails(of commit: PastCommit) throws -> PastCommit {
    commit.with(
      try commit.touches.map { touch in
        var touch = touch
        touch.detail = try detail(of: touch, in: commit.id)
        return touch
      })
  }

  private func detail(of change: Touch, in commit: ObjectID) throws -> TouchDetail {
    guard let versions = try versions(of: change, in: commit) else {
      return TouchDetail(fields: [], standing: nil)
    }
    let fields = Set(versions.differingPaths.map(\.fieldOrList))
    let standing = change.file.planID == nil ? nil : TouchDetail.Standing(versions.after)
    return TouchDetail(fields: fields.sorted(), standing: standing)
  }
}

extension TouchDetail.Standing {
  fileprivate init(_ document: PlanDocument) {
    self.init(
      column: document.value(at: PlanField.state.path)?.string ?? "",
      isDeleted: document.value(at: PlanField.deleted.path)?.object != nil)
  }
}
