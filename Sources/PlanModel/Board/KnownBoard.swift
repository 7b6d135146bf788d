/// A board of a repository: whether it exists locally, on the remote, or both.
package struct KnownBoard: Hashable, Sendable {
  package let name: BoardName
  package let isLocal: Bool
  /// Whether the remote had the board at the last fetch.
  package let isRemote: Bool

  package init(_ name: BoardName, isLocal: Bool, isRemote: Bool) {
    (self.name, self.isLocal, self.isRemote) = (name, isLocal, isRemote)
  }
}
