import Git
import PlanIndex
import PlanModel

extension BoardStore {
  /// Updates the history in the index to a tip, if it is the tip that commands show.
  ///
  /// Errors are ignored: git's objects are read instead, and that reports the error.
  ///
  /// - Complexity: Reads the commits since the index's commit; without an index, every commit.
  func bringPast(to tip: ObjectID) throws(StoreError) {
    let head = index.pastHead
    guard head?.tip != tip, try isNewest(tip) else { return }
    if let head, let steps = pastSteps(from: head.tip, to: tip) {
      return changePast(from: head, to: tip, steps)
    }
    guard let steps = pastSteps(from: nil, to: tip) else { return }
    changePast(from: nil, to: tip, steps)
  }

  /// The commits to remove from the index, children first, and those to add, parents first.
  private struct PastSteps {
    let removed: [ObjectID]
    let added: [ObjectID]
  }

  /// - Returns: nil if the commits can't be found, for example because git removed the old tip.
  private func pastSteps(from old: ObjectID?, to tip: ObjectID) -> PastSteps? {
    do throws(StoreError) {
      guard let old else {
        return PastSteps(
          removed: [],
          added: try repository.commits(from: [tip], order: .topological).reversed())
      }
      if try repository.commit(tip).parents == [old] { return PastSteps(removed: [], added: [tip]) }
      return PastSteps(
        removed: try repository.commits(from: [old], hiding: [tip], order: .topological),
        added: try repository.commits(from: [tip], hiding: [old], order: .topological).reversed())
    } catch {
      return nil
    }
  }

  private func changePast(from head: PastHead?, to tip: ObjectID, _ steps: PastSteps) {
    defer {
      onReading(nil)
      repository.git.forgetTrees()
    }
    index.changePast(from: head, to: tip) { writing throws(DatabaseError) in
      for id in steps.removed { try writing.remove(id) }
      for (done, id) in steps.added.enumerated() {
        tell(.commits, done: done, of: steps.added.count)
        guard let commit = try pastCommit(id, in: writing) else { return false }
        try writing.add(commit)
      }
      return true
    }
  }

  /// Reads a commit whose parents are in the index; nil if git can't read it.
  private func pastCommit(
    _ id: ObjectID, in writing: PastWriting
  ) throws(DatabaseError) -> PastCommit? {
    guard let commit = try? repository.commit(id) else { return nil }
    var dates: [Int] = []
    for parent in commit.parents {
      guard let place = try writing.place(of: parent) else { return nil }
      dates.append(place.date)
    }
    let date = PastPlace.date(committed: Int(commit.committer.seconds), parents: dates)
    return try? pastCommit(
      commit, at: PastPlace(date: date, commit: id), checksDigests: false)
  }
}
