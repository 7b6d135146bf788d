import Git
package import PlanModel

/// Queries of the code's commits.
extension BoardStore {
  /// Returns the commit with a name; nil if the name is unknown or ambiguous.
  package func onlyCommit(named name: String) throws(StoreError) -> ObjectID? {
    do {
      return try repository.git.commit(named: name)
    } catch {
      if error.code == .ambiguous { return nil }
      throw .git(error)
    }
  }

  /// Returns the commits in the history of `new` but not of `old`, parents before children.
  package func commits(after old: ObjectID, upTo new: ObjectID) throws(StoreError) -> [ObjectID] {
    try repository.commits(from: [new], hiding: [old], order: .topological).reversed()
  }

  /// Returns the time of the commit with a name; nil if git knows no such commit.
  package func timeOfCommit(named name: String) throws(StoreError) -> Timestamp? {
    guard let commit = try repository.commit(named: name) else { return nil }
    return Timestamp(seconds: try repository.commit(commit).committer.seconds)
  }

  /// Whether a commit's message may name plans; false if the commit is not in this clone.
  package func mayNamePlans(_ commit: ObjectID) throws(StoreError) -> Bool {
    guard let commit = try codeCommit(commit) else { return false }
    return PlanReference.mayBe(in: commit.message)
  }

  /// Returns the authors of the newest commits of the board and of the code. Merges are left out,
  /// as pmgit itself is the author of a board's merges.
  ///
  /// - Returns: The authors as `Name <email>`; an author may occur more than once.
  package func commitAuthors(limit: Int) throws(StoreError) -> [String] {
    let tips = [try localTip(), try repository.reference("HEAD")].compactMap(\.self)
    var authors: [String] = []
    for id in try repository.commits(from: tips, limit: limit) {
      let commit = try repository.commit(id)
      if commit.parents.count < 2 { authors.append(commit.author.formatted) }
    }
    return authors
  }
}
