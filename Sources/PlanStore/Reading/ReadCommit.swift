import Git

extension BoardStore {
  /// The commit up to which the changes were read in this clone; nil if that is unknown, or if git
  /// has removed the commit.
  package func readCommit() throws(StoreError) -> ObjectID? {
    guard let commit = CommitNote(of: .read, in: lockFolder, board: name).read() else { return nil }
    return try commitIfThere(commit) == nil ? nil : commit
  }

  /// Notes that the changes up to a commit were read.
  ///
  /// - Returns: Whether the note could be written.
  package func noteRead(_ commit: ObjectID) -> Bool {
    CommitNote(of: .read, in: lockFolder, board: name).write(commit)
  }
}
