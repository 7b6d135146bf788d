/// The outcome of a pull of one bridge.
package struct BridgePulled {
  package let bridge: Bridge
  package let result: Result<PlansImported, Problem>

  package init(bridge: Bridge, result: Result<PlansImported, Problem>) {
    (self.bridge, self.result) = (bridge, result)
  }

  package var imported: PlansImported? { try? result.get() }
  package var problem: Problem? {
    if case .failure(let problem) = result { problem } else { nil }
  }
}

/// A step of a push that was tried, and its outcome.
package struct BridgeStepResult {
  package let step: BridgeStep
  /// The alias of the issue; nil if the issue could not be created.
  package let alias: String?
  /// Why the step failed; nil if it did not.
  package let problem: Problem?
  /// How much of the change the tracker did not take, without an error; nil if it took all.
  package internal(set) var refusal: Refusal?

  package enum Refusal { case whole, partial }

  package init(step: BridgeStep, alias: String?, problem: Problem?) {
    (self.step, self.alias, self.problem) = (step, alias, problem)
  }
}
