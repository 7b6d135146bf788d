/// The actions that one rule did on one plan in a change.
package struct RuleRun: Hashable, Sendable {
  /// The name of the rule.
  package let rule: String
  package let plan: PlanID
  /// The actions that changed the plan, in canonical form.
  package var actions: [String] = []
  package var refused: [Refusal] = []
  /// The ids of the columns into which the rule moved the plan.
  package var entered: [String] = []

  package init(rule: String, plan: PlanID) { (self.rule, self.plan) = (rule, plan) }

  /// A part of a rule that could not be done.
  package struct Refusal: Hashable, Sendable {
    /// The action in canonical form, or the condition after `if`.
    package let part: String
    /// The end of a sentence without a full stop.
    package let reason: String

    package init(part: String, reason: String) { (self.part, self.reason) = (part, reason) }
  }

  /// The plans on which a rule did the same actions.
  package struct Group: Sendable {
    package let rule: String
    package let actions: [String]
    package fileprivate(set) var plans: [PlanID]
  }

  /// Returns the runs that did something, grouped by rule and actions. The groups are in the order
  /// of their first runs.
  package static func groups(_ runs: [RuleRun]) -> [Group] {
    var groups: [Group] = []
    var places: [[String]: Int] = [:]
    for run in runs where !run.actions.isEmpty {
      let key = [run.rule] + run.actions
      if let place = places[key] {
        groups[place].plans.append(run.plan)
      } else {
        places[key] = groups.count
        groups.append(Group(rule: run.rule, actions: run.actions, plans: [run.plan]))
      }
    }
    return groups
  }
}
