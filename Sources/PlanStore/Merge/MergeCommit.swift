import Git
import PlanModel

extension BoardStore {
  /// Merges two heads into a commit whose id depends only on the heads.
  ///
  /// The parents are sorted by id, the signature is pmgit's, the time is the newer parent's, and
  /// the message is derived from the trees. So clones that merge the same heads independently make
  /// the same commit and need no further merge.
  ///
  /// - Parameter person: The user's signature if `pmgit.mergeIdentity` is `user`, else nil. With a
  ///   user's signature, the commit depends on the user too, and is signed if the user's commits
  ///   are.
  /// - Returns: The merge commit, to which no reference points yet, and its content.
  func merge(
    _ one: ObjectID, _ other: ObjectID, as person: Signature?
  ) async throws -> (commit: ObjectID, content: TreeMerge.Result) {
    let isSigned = person != nil && settings.signsCommits
    let (commit, content) = try repository.withObjectBatch {
      let (draft, content) = try mergeDraft(one, other, as: person)
      return (try PreparedCommit(draft, isSigned: isSigned, in: repository), content)
    }
    return (try await stored(commit), content)
  }

  /// Returns the id of the merge commit of two heads that pmgit makes in its own name.
  ///
  /// No objects are stored.
  func mergedCommit(of one: ObjectID, _ other: ObjectID) throws -> ObjectID {
    let known = mergedFiles
    defer { mergedFiles = known }
    return try repository.withTemporaryObjects {
      try repository.writeCommit(mergeDraft(one, other, as: nil).draft)
    }
  }

  /// Writes the tree of a merge and drafts its commit.
  func mergeDraft(
    _ one: ObjectID, _ other: ObjectID, as person: Signature?
  ) throws -> (draft: CommitDraft, content: TreeMerge.Result) {
    let parents = [one, other].sorted()
    let commits = (try repository.commit(parents[0]), try repository.commit(parents[1]))
    try requireHistory(of: parents[0], parents[1])
    let bases = try repository.mergeBases(parents[0], parents[1])
      .map { base in try repository.commit(base) }
    let content = try TreeMerge(self, heads: commits, bases: bases).merge()
    let time = max(commits.0.committer.seconds, commits.1.committer.seconds)
    let signature = person ?? NewBoard.machine(seconds: time)
    let draft = CommitDraft(
      tree: content.tree, parents: parents, author: signature, committer: signature,
      message: try message(of: content))
    return (draft, content)
  }

  /// Returns the message of a merge, which depends only on its content.
  private func message(of content: TreeMerge.Result) throws -> String {
    let plans = content.merged.count
    let conflicts = content.conflicts.count
    var subject =
      switch plans {
      case 0: "merge changes of different plans"
      case 1: "merge changes of \(try shortID(content.merged[0], in: content.tree))"
      default: "merge changes of \(plans) plans"
      }
    if conflicts > 0 { subject += ", \(conflicts) conflict\(conflicts == 1 ? "" : "s")" }
    var lines = content.conflicts.map { "conflict: \($0.file.id) \($0.conflict.field)" }
    lines += content.quarantined.map { "set aside: \($0.path)" }
    return CommitMessage(subject: subject, lines: lines, plans: []).text
  }

  private func shortID(_ id: PlanID, in tree: ObjectID) throws -> String {
    let leaves = try repository.leaves(of: tree, under: "plans/\(id.folder)")
    return id.shortestPrefix(among: leaves.compactMap { BoardFile(path: $0.path)?.planID })
  }
}
