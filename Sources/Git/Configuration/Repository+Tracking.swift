extension Repository {
  /// Returns the reference in which git notes where a remote has a reference, after a fetch of it or
  /// a push: the target of the first of the remote's configured refspecs that matches.
  ///
  /// - Parameter reference: The full name on the remote.
  /// - Returns: nil if no refspec matches, or if a negative one does.
  package func trackingReference(
    of reference: String, on remote: String
  ) throws(GitError) -> String? {
    let refspecs = try configStrings("remote.\(remote).fetch").map(FetchRefspec.init)
    if refspecs.contains(where: { $0.isNegative && $0.matches(reference) }) { return nil }
    return refspecs.lazy.compactMap { $0.target(of: reference) }.first
  }
}

/// A configured refspec of a fetch: `+refs/heads/*:refs/remotes/origin/*`.
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

  /// The local reference for a remote's one; nil if the refspec is another's or names none.
  func target(of reference: String) -> String? {
    guard !isNegative, let target, !target.isEmpty, let middle = matched(in: reference) else {
      return nil
    }
    let parts = target.split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.joined(separator: String(middle))
  }

  /// The part of a reference for which the source has a `*`; empty if the source is a whole name,
  /// nil if it does not match.
  private func matched(in reference: String) -> Substring? {
    let parts = source.split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return source == reference ? "" : nil }
    guard reference.hasPrefix(parts[0]), reference.dropFirst(parts[0].count).hasSuffix(parts[1])
    else { return nil }
    return reference.dropFirst(parts[0].count).dropLast(parts[1].count)
  }
}
