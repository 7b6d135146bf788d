import Git

/// Which commit of a push is to blame.
extension BoardGuard {
  /// Finds the newest commit that did what is wrong with each file.
  mutating func nameCulprits(_ pushed: PushedCommits) {
    for index in violations.indices.prefix(Self.mostExplained) {
      guard let path = violations[index].path else { continue }
      violations[index].commit = pushed[path].first?.commit
    }
  }
}
