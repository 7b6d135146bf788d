import Git

/// A branch of the code.
package struct CodeBranch {
  /// The name without `refs/heads/`.
  package let name: String
  package let commit: ObjectID
}

extension BoardStore {
  private static let codeFolder = "refs/heads/"

  /// Returns the branches that are not boards.
  package func codeBranches() throws(StoreError) -> [CodeBranch] {
    try repository.references(under: Self.codeFolder)
      .filter { !$0.name.hasPrefix(Self.branchFolder) }
      .map {
        CodeBranch(name: String($0.name.dropFirst(Self.codeFolder.count)), commit: $0.target)
      }
  }

  /// Returns the checked-out branch without `refs/heads/`; nil if `HEAD` is detached.
  package func headBranch() throws(StoreError) -> String? {
    guard let head = try repository.symbolicTarget(of: "HEAD"), head.hasPrefix(Self.codeFolder)
    else { return nil }
    return String(head.dropFirst(Self.codeFolder.count))
  }

  /// Whether a board's branch is checked out or rebased. Its commits are not code.
  package func isOnBoard() throws(StoreError) -> Bool {
    let head = try repository.symbolicTarget(of: "HEAD")
    let branch = if let head { Optional(head) } else { try repository.rebasedBranch }
    return branch?.hasPrefix(Self.branchFolder) ?? false
  }

  /// Returns the commit at `HEAD`; nil before the first commit.
  package func head() throws(StoreError) -> ObjectID? { try repository.reference("HEAD") }

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
  ) throws(StoreError) -> Bool {
    try repository.updateReference(
      Self.codeFolder + name, to: commit, expecting: nil,
      reflog: "branch: Created from \(start)", who: who) == .moved
  }
}
