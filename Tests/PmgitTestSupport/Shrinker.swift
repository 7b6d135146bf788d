/// Finds a short list of steps that still fails, by leaving out more and more of a long one.
///
/// First halves, then quarters, down to single steps, as in Zeller and Hildebrandt, "Simplifying
/// and isolating failure-inducing input" (2002). It ends where no single step can be left out. So
/// steps must make sense in whatever list they stand.
///
/// The shrinker is asked for candidates and told what became of them, so that one piece of code
/// serves tests that wait for programs and tests that do not.
package struct Shrinker<Step> {
  /// The shortest list so far that fails.
  package private(set) var steps: [Step]
  /// How many candidates may still be tried.
  private var budget: Int
  private var chunk: Int
  private var start = 0
  private var candidate: [Step] = []
  /// Whether a step was left out since `start` was 0.
  private var progressed = false

  /// - Parameters:
  ///   - steps: A list that fails.
  ///   - budget: How many candidates to try at most.
  package init(_ steps: [Step], budget: Int = 2000) {
    self.steps = steps
    self.budget = budget
    chunk = max(1, steps.count / 2)
  }

  /// The next list to try; nil if there is none. Answer with `judge` before asking again.
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

  /// Takes in whether the last candidate fails as well.
  package mutating func judge(fails: Bool) {
    if fails {
      steps = candidate
      progressed = true
    } else {
      start += chunk
    }
  }

  /// The shortest list that is found for which `fails` holds.
  package static func shrink(
    _ steps: [Step], budget: Int = 2000, while fails: ([Step]) -> Bool
  ) -> [Step] {
    var shrinker = Shrinker(steps, budget: budget)
    while let candidate = shrinker.next() { shrinker.judge(fails: fails(candidate)) }
    return shrinker.steps
  }
}
