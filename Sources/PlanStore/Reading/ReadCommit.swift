import Git

extension BoardStore {
  /// Returns the commit up to which a person has read the changes in this clone; nil if it is
  /// unknown or git has removed it.
  package func readCommit() throws -> ObjectID? {
    guard let commit = readFile.read().flatMap({ ObjectID(hex: $0) }) else { return nil }
    return try commitIfThere(commit) == nil ? nil : commit
  }

  /// Notes that the changes up to a commit were read.
  ///
  /// - Returns: Whether the note could be written.
  package func noteRead(_ commit: ObjectID) -> Bool {
    readFile.write("\(commit)")
  }
}
