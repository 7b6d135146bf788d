package import PlanModel

extension SpanContradiction {
  /// Returns the contradiction in words, as the end of a sentence about a plan, such as
  /// `starts 2026-12-10, after it is due 2026-12-01`.
  ///
  /// - Parameter shortID: Returns the short id of a plan that blocks it.
  package func words(shortID: (PlanID) throws -> String) rethrows -> String {
    switch self {
    case .startAfterDue(let start, let due): return "starts \(start), after it is due \(due)"
    case .beforeBlocker(let field, let day, let blocker, let due):
      let verb = field == .start ? "starts" : "is due"
      return "\(verb) \(day), but \(try shortID(blocker)), which blocks it, is due \(due)"
    }
  }
}
