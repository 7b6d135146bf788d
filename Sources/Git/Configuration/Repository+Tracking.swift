extension Repository {
  /// Returns the remote-tracking reference for a reference on a remote, which git updates after a
  /// fetch or a push. It is the target of the first of the remote's configured refspecs that
  /// matches.
  ///
  /// - Parameter reference: The full name on the remote.
  /// - Returns: nil if no refspec matches, or if a negative refspec matches.
  package func trackingReference(
    of reference: String, on remote: String
  ) throws(GitError) -> String? {
    let refspecs = try configStrings("remote.\(remote).fetch").map(FetchRefspec.init)
    if refspecs.contains(where: { $0.isNegative && $0.matches(reference) }) { return nil }
    return refspecs.lazy.compactMap { $0.target(of: reference) }.first
  }
}

/// A configured fetch refspec, such as `+refs/heads/*:refs/remotes/origin/*`.
private struct FetchRefspec {
  let isNegative: Bool
  private let source: Substring
  private let target: Substring?

  init(_ text: String) {
    isNegative = text.hasPrefix("^")
    let names = text.hasPrefix("^") || text.hasPrefix("+") ? text.dropFirst() : text[...]
    let parts = names.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    source = parts[0]
    target = parts.dropFirst().first
  }

  func matches(_ reference: String) -> Bool { matched(in: reference) != nil }

  /// Returns the local reference for a remote reference; nil if the refspec does not match or has
  /// no target.
  func target(of reference: String) -> String? {
    guard !isNegative, let target, !target.isEmpty, let middle = matched(in: reference) else {
      return nil
    }
    let parts = target.split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.joined(separator: String(middle))
  }

  /// Returns the part of a reference that the `*` of the source matches. It is empty if the source
  /// is a full name, and nil if the source does not match.
  private func matched(in reference: String) -> Substring? {
    let parts = source.split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return source == reference ? "" : nil }
    guard reference.hasPrefix(parts[0]), reference.dropFirst(parts[0].count).hasSuffix(parts[1])
    else { return nil }
    return reference.dropFirst(parts[0].count).dropLast(parts[1].count)
  }
}
