import Git
import PlanIndex
package import PlanModel

/// A board that needs no copy to be published, because an excerpt would have all of it.
extension BoardSnapshot {
  /// Whether an excerpt has all plans that were ever on the board, all values of the plans as they
  /// are now, and all of the settings as they are and were.
  ///
  /// Former versions of plans are not compared. They may have links that lead nowhere, or members
  /// that this version does not know; `BoardStore.shownPart` leaves these out.
  ///
  /// - Complexity: Reads every plan, and one row of the index for each commit.
  package func isAll(in part: BoardPart) throws -> Bool {
    guard part.isWhole, brokenSettings == nil, try repository.shallowCommits.isEmpty else {
      return false
    }
    return try hasOnlyPlansOfPast(in: part) && hasOnlyPlans(in: part)
  }

  /// Whether each plan is the same in an excerpt.
  private func hasOnlyPlans(in part: BoardPart) throws -> Bool {
    try repository.onAllProcessors(planFiles()[...]) { files, repository in
      try files.map { file in
        guard let version = file.version,
          case .plan(_, let contents) = try PlanFileRead(at: file.path, version, from: repository)
        else { return false }
        let document = PlanDocument(contents)
        return part.plan(document) == document
      }
    }.allSatisfy { $0 }
  }

  /// Whether an excerpt has each plan that a commit touched, and each version of the settings.
  private func hasOnlyPlansOfPast(in part: BoardPart) throws -> Bool {
    let past = try Past(of: store, from: commit)
    var settings: Set<Touch.Version> = []
    while let next = try past.nextOfAny() {
      for touch in try touches(of: next) {
        if let plan = touch.plan {
          if !part.plans.contains(plan) { return false }
          continue
        }
        for version in [touch.old, touch.new].compactMap(\.self)
        where settings.insert(version).inserted {
          guard let document = try store.document(.board, version),
            part.settings(document) == document
          else { return false }
        }
      }
    }
    return true
  }

  /// Returns the files that a commit changed; of a merge, those that differ from its first parent.
  private func touches(of commit: PastCommit) throws -> [Touch] {
    guard commit.isMerge else { return commit.touches }
    return try store.changedFiles(in: repository.commit(commit.id), checksDigests: false)
  }
}

extension BoardStore {
  /// Makes the board of another repository that borrows the objects of this one. The board must not
  /// exist there.
  ///
  /// - Parameter folder: A new bare repository.
  /// - Returns: The committer's time of the commit; nil if git can't be told the path of the
  ///   objects.
  package func lend(
    _ commit: ObjectID, to folder: String, environment: [String: String]
  ) throws -> Timestamp? {
    let objects = repository.commonDirectory + "objects"
    guard !objects.utf8.contains(0x0A),
      LineFile(path: "\(folder)/objects/info/alternates").write(objects)
    else { return nil }
    return try BoardStore(at: folder, environment: environment, board: name).begin(at: commit)
  }

  /// Makes the board's branch at a commit.
  ///
  /// - Returns: The committer's time of the commit.
  func begin(at commit: ObjectID) throws -> Timestamp {
    let time = try repository.commit(commit).committer.seconds
    let update = try repository.updateReference(
      branch, to: commit, expecting: nil, reflog: "publish", who: NewBoard.machine(seconds: time))
    guard update == .moved else { throw StoreError.noBoard(name, remote: nil, others: []) }
    return Timestamp(seconds: time)
  }
}
