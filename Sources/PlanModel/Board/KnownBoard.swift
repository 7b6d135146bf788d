/// A board of a repository, and whether it is here, on the remote, or both.
package struct KnownBoard: Hashable, Sendable {
  package let name: BoardName
  package let isLocal: Bool
  /// Whether the remote had it when it was last fetched.
  package let isRemote: Bool

  package init(_ name: BoardName, isLocal: Bool, isRemote: Bool) {
    (self.name, self.isLocal, self.isRemote) = (name, isLocal, isRemote)
  }
}
