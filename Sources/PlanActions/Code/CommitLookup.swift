import PlanStore

extension Workspace {
  /// Returns the commit for a revision such as `HEAD~2` or `v1.2`.
  func commit(named text: String) throws -> ObjectID {
    guard let found = try store.repository.commit(named: text) else {
      throw Problem.usage("'\(text)' is no commit", hints: ["see them with 'git log --oneline'"])
    }
    return found
  }
}

/// A range of commits, `OLD..NEW`; an omitted end is an empty text.
package struct CommitRange {
  package let old: String
  package let new: String

  /// Returns nil if the text has no `..`.
  ///
  /// - Throws: `Problem` for `A...B`, which git does not read as a start and an end.
  package init?(_ text: String) throws {
    guard let dots = text.firstRange(of: "..") else { return nil }
    if text.contains("...") {
      throw Problem.usage("'\(text)' has three dots", hints: ["name a range as OLD..NEW"])
    }
    (old, new) = (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
  }
}
