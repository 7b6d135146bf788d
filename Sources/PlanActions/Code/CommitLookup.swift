import PlanStore

extension Workspace {
  /// Returns the commit of a typed revision: `HEAD~2`, `v1.2`.
  func commit(named text: String) throws -> ObjectID {
    guard let found = try store.repository.commit(named: text) else {
      throw Problem.usage("'\(text)' is no commit", hints: ["see them with 'git log --oneline'"])
    }
    return found
  }
}

/// A typed range of commits, `OLD..NEW`; an end that is left out is empty.
package struct CommitRange {
  package let old: String
  package let new: String

  /// - Returns: nil if the text is no range.
  /// - Throws: `Problem` for `A...B`, whose ends are not the start and end of a range.
  package init?(_ text: String) throws {
    guard let dots = text.firstRange(of: "..") else { return nil }
    if text.contains("...") {
      throw Problem.usage("'\(text)' has three dots", hints: ["name a range as OLD..NEW"])
    }
    (old, new) = (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
  }
}
