import Git
package import PlanModel

/// Queries about the commits of the code, which share the repository with the board.
extension BoardStore {
  /// Returns the commit with a name; nil if the name is unknown or ambiguous.
  package func onlyCommit(named name: String) throws -> ObjectID? {
    do {
      return try repository.commit(named: name)
    } catch {
      guard error.code == .ambiguous else { throw error }
      return nil
    }
  }

  /// Returns the commits in the history of `new` but not of `old`, parents before children.
  package func commits(after old: ObjectID, upTo new: ObjectID) throws -> [ObjectID] {
    try repository.commits(from: [new], hiding: [old], order: .topological).reversed()
  }

  /// Returns the committer's time of the commit with a name; nil if git knows no such commit.
  package func timeOfCommit(named name: String) throws -> Timestamp? {
    guard let commit = try repository.commit(named: name) else { return nil }
    return Timestamp(seconds: try repository.commit(commit).committer.seconds)
  }

  /// Whether a commit's message may name plans; false if the commit is not in this clone.
  package func mayNamePlans(_ commit: ObjectID) throws -> Bool {
    guard let commit = try commitIfThere(commit) else { return false }
    return PlanReference.mayBe(in: commit.message)
  }

  /// Whether a commit of the code changes a file, or a file in a folder. For a merge, the path must
  /// differ from all parents, as in `git log -- PATH`.
  ///
  /// - Returns: false if the commit or all of its parents are missing in this clone.
  /// - Complexity: One object read for each part of the path, in the commit and in each parent.
  package func commit(_ id: String, changes path: String) throws -> Bool {
    guard let id = ObjectID(hex: id), let commit = try commitIfThere(id) else { return false }
    let new = try repository.treeEntry(at: path, in: commit.tree)
    if commit.parents.isEmpty { return new != nil }
    let parents = try commit.parents.compactMap { try commitIfThere($0) }
    return try !parents.isEmpty
      && parents.allSatisfy { parent in
        let old = try repository.treeEntry(at: path, in: parent.tree)
        return old?.id != new?.id || old?.mode != new?.mode
      }
  }

  /// Returns the authors of the newest commits of the board and of `HEAD`. Merges are left out,
  /// because pmgit itself is the author of a board's merges.
  ///
  /// - Parameter ofCode: Whether commits of `HEAD` count.
  /// - Returns: The authors as `Name <email>`; an author may occur more than once.
  package func commitAuthors(limit: Int, ofCode: Bool = true) throws -> [String] {
    let head = ofCode ? try repository.reference("HEAD") : nil
    let tips = [try localTip(), head].compactMap(\.self)
    var authors: [String] = []
    for id in try repository.commits(from: tips, limit: limit) {
      let commit = try repository.commit(id)
      if commit.parents.count < 2 { authors.append(commit.author.formatted) }
    }
    return authors
  }

  private static let codeFolder = "refs/heads/"

  /// Returns the branches that are not boards, with their names without `refs/heads/`.
  package func codeBranches() throws -> [(name: String, commit: ObjectID)] {
    try repository.references(under: Self.codeFolder)
      .filter { !$0.name.hasPrefix(Self.branchFolder) }
      .map { (String($0.name.dropFirst(Self.codeFolder.count)), $0.target) }
  }

  /// The repository of the code by the address of the remote that it is probably shared with; nil
  /// without such a remote, or if its address is a path of this machine.
  package var codeRepository: CodeRepository? {
    get throws {
      guard let remote = settings.usualRemote, let url = try url(of: remote) else { return nil }
      return CodeRepository(remote: url)
    }
  }

  /// Returns the link of a plan to a commit of this repository. It names the repository if the
  /// board is kept in another one, which others may share.
  package func link(to commit: ObjectID) throws -> Link {
    let isElsewhere = settings.remote != settings.usualRemote
    return CommitLink(commit.hex, in: isElsewhere ? try codeRepository : nil).link
  }

  /// Returns the checked-out branch without `refs/heads/`; nil if `HEAD` is detached.
  package func headBranch() throws -> String? {
    guard let head = try repository.symbolicTarget(of: "HEAD"), head.hasPrefix(Self.codeFolder)
    else { return nil }
    return String(head.dropFirst(Self.codeFolder.count))
  }

  /// Whether a board's branch is checked out or being rebased. Its commits are not code.
  package func isOnBoard() throws -> Bool {
    let head = try repository.symbolicTarget(of: "HEAD")
    let branch = if let head { Optional(head) } else { try repository.rebasedBranch }
    return branch?.hasPrefix(Self.branchFolder) ?? false
  }

  /// Returns the commit at `HEAD`; nil before the first commit.
  package func head() throws -> ObjectID? { try repository.reference("HEAD") }

  /// Whether the name is valid for a branch.
  package static func isBranchName(_ name: String) -> Bool {
    Repository.isReferenceName(codeFolder + name)
  }

  /// Creates a branch of the code.
  ///
  /// - Parameter start: The name of `commit` that is written to the reflog.
  /// - Returns: Whether it was created; false if the branch already exists.
  package func makeBranch(
    _ name: String, at commit: ObjectID, from start: String, by who: Signature
  ) throws -> Bool {
    try repository.updateReference(
      Self.codeFolder + name, to: commit, expecting: nil,
      reflog: "branch: Created from \(start)", who: who) == .moved
  }
}
