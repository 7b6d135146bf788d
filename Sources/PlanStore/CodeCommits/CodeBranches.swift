import Git

/// A branch of the code.
package struct CodeBranch {
  /// Without `refs/heads/`.
  package let name: String
  package let commit: ObjectID
}

extension BoardStore {
  private static let codeFolder = "refs/heads/"

  /// The branches that are no boards.
  package func codeBranches() throws(StoreError) -> [CodeBranch] {
    try repository.references(under: Self.codeFolder)
      .filter { !$0.name.hasPrefix(Self.branchFolder) }
      .map {
        CodeBranch(name: String($0.name.dropFirst(Self.codeFolder.count)), commit: $0.target)
      }
  }

  /// The branch that `HEAD` is on, without `refs/heads/`; nil if it is on none.
  package func headBranch() throws(StoreError) -> String? {
    guard let head = try repository.symbolicTarget(of: "HEAD"), head.hasPrefix(Self.codeFolder)
    else { return nil }
    return String(head.dropFirst(Self.codeFolder.count))
  }

  /// Whether a board's branch is checked out, whose commits are no code.
  package func isOnBoard() throws(StoreError) -> Bool {
    let head = try repository.symbolicTarget(of: "HEAD")
    let branch = if let head { Optional(head) } else { try repository.rebasedBranch }
    return branch?.hasPrefix(Self.branchFolder) ?? false
  }

  /// The commit at `HEAD`; nil before the first one.
  package func head() throws(StoreError) -> ObjectID? { try repository.reference("HEAD") }

  /// Whether a branch can have the name.
  package static func isBranchName(_ name: String) -> Bool {
    Repository.isReferenceName(codeFolder + name)
  }

  /// Makes a branch.
  ///
  /// - Parameter start: The name of the commit, for the reflog.
  /// - Returns: Whether it was made; false if there is one of that name.
  package func makeBranch(
    _ name: String, at commit: ObjectID, from start: String, by who: Signature
  ) throws(StoreError) -> Bool {
    try repository.updateReference(
      Self.codeFolder + name, to: commit, expecting: nil,
      reflog: "branch: Created from \(start)", who: who) == .moved
  }
}
