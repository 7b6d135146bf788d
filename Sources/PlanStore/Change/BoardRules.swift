package import PlanModel

/// Runs the rules of a board on the plans of a change, and returns the actions that they did.
package typealias RuleRunner = (inout Transaction, ChangeIdentity) throws -> [RuleRun]

extension Transaction {
  /// Runs the rules of the board on the plans that the edits so far alter. A second call does
  /// nothing.
  ///
  /// The rules are taken from the board before the change. If it has no rules, nothing is read.
  package mutating func runRules(by author: ChangeIdentity) throws {
    guard !hasRunRules, !skipsRules, target == nil, !before.board.rules.isEmpty,
      let runner = before.store.ruleRunner
    else { return }
    (hasRunRules, plansBeforeRules) = (true, plans)
    ruleRuns = try runner(&self, author)
  }

  /// What the board's rules did in the steps and after them.
  var allRuleRuns: [RuleRun] { ruleRunsOfSteps + ruleRuns }
}

extension CommitMessage {
  /// Adds a line for each action of the board's rules, such as `rule review: label +needs-eyes`,
  /// and a trailer for each rule that changed a plan.
  mutating func append(_ runs: [RuleRun]) {
    let isAlone = Set(runs.map(\.plan)).count == 1
    for group in RuleRun.groups(runs) {
      let count = group.plans.count
      let plans = isAlone ? "" : " on \(count) plan\(count == 1 ? "" : "s")"
      append(line: "rule \(group.rule)\(plans): \(group.actions.joined(separator: "; "))")
    }
    var names: [String] = []
    for run in runs where !run.actions.isEmpty && !names.contains(run.rule) {
      names.append(run.rule)
    }
    append(names.map { CommitTrailer(.rule, $0) })
  }
}
