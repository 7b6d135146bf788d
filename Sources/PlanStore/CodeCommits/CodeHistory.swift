import Git
package import PlanModel

/// What is asked of the commits of the code.
extension BoardStore {
  /// The commit that a name means; nil if it means none, or several.
  package func onlyCommit(named name: String) throws(StoreError) -> ObjectID? {
    do {
      return try repository.git.commit(named: name)
    } catch {
      if error.code == .ambiguous { return nil }
      throw .git(error)
    }
  }

  /// The commits that came after one and up to another, in the order in which they were made.
  package func commits(after old: ObjectID, upTo new: ObjectID) throws(StoreError) -> [ObjectID] {
    try repository.commits(from: [new], hiding: [old], order: .topological).reversed()
  }

  /// When a commit was made; nil if git knows none by that name.
  package func timeOfCommit(named name: String) throws(StoreError) -> Timestamp? {
    guard let commit = try repository.commit(named: name) else { return nil }
    return Timestamp(seconds: try repository.commit(commit).committer.seconds)
  }

  /// Whether the message of a commit may name plans; false if the commit is not in this clone.
  package func mayNamePlans(_ commit: ObjectID) throws(StoreError) -> Bool {
    guard let commit = try codeCommit(commit) else { return false }
    return PlanReference.mayBe(in: commit.message)
  }

  /// The authors of the newest commits of the board and of the code, merges left out: boards are merged in the name
  /// of the program.
  ///
  /// - Returns: `Name <email>` each.
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
