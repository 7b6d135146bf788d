package import PlanModel

/// Contradictions between the days of plans, in words.
package enum SpanWords {
  /// Returns the end of a sentence about a plan, such as `starts 2026-12-10, after it is due
  /// 2026-12-01`.
  ///
  /// - Parameter shortID: Returns the short id of a plan that blocks it.
  package static func words(
    for contradiction: SpanContradiction, shortID: (PlanID) throws -> String
  ) rethrows -> String {
    switch contradiction {
    case .startAfterDue(let start, let due): return "starts \(start), after it is due \(due)"
    case .beforeBlocker(let field, let day, let blocker, let due):
      let verb = field == .start ? "starts" : "is due"
      return "\(verb) \(day), but \(try shortID(blocker)), which blocks it, is due \(due)"
    }
  }
}
