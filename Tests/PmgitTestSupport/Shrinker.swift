/// Finds a short list of steps that still fails, by removing steps from a long one.
///
/// It removes halves, then quarters, down to single steps, as in Zeller and Hildebrandt,
/// "Simplifying and isolating failure-inducing input" (2002). It ends when no single step can be
/// removed, or when the budget is used up. Every step must be valid in any list, because any other
/// step may be removed.
///
/// The caller asks for candidates and reports the results. So the same code works for synchronous
/// and asynchronous tests.
package struct Shrinker<Step> {
  /// The shortest failing list so far.
  package private(set) var steps: [Step]
  /// How many more candidates may be tried.
  private var budget: Int
  private var chunk: Int
  private var start = 0
  private var candidate: [Step] = []
  /// Whether a step was removed since `start` was 0.
  private var progressed = false

  /// - Parameters:
  ///   - steps: A list that fails.
  ///   - budget: The largest number of candidates to try.
  package init(_ steps: [Step], budget: Int = 2000) {
    self.steps = steps
    self.budget = budget
    chunk = max(1, steps.count / 2)
  }

  /// Returns the next list to try; nil if no list is left. Call `judge` before the next call.
  package mutating func next() -> [Step]? {
    if start >= steps.count {
      if chunk == 1, !progressed { return nil }
      chunk = max(1, chunk / 2)
      (start, progressed) = (0, false)
    }
    guard budget > 0, !steps.isEmpty else { return nil }
    budget -= 1
    candidate = Array(steps[..<start] + steps[min(start + chunk, steps.count)...])
    return candidate
  }

  /// Records whether the last candidate fails.
  package mutating func judge(fails: Bool) {
    if fails {
      steps = candidate
      progressed = true
    } else {
      start += chunk
    }
  }

  /// Returns the shortest list found for which `fails` holds.
  package static func shrink(
    _ steps: [Step], budget: Int = 2000, while fails: ([Step]) -> Bool
  ) -> [Step] {
    var shrinker = Shrinker(steps, budget: budget)
    while let candidate = shrinker.next() { shrinker.judge(fails: fails(candidate)) }
    return shrinker.steps
  }
}
