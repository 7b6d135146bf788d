import PlanModel
import PlanStore
import PlanView

extension Workspace {
  /// The most notices about actions of rules, and the most about actions that were refused.
  private static let mostNamed = 10

  /// Returns notices about what rules did in a change: `rule review: label +needs-eyes`. Adds
  /// warnings about refused actions, and about columns that rules filled beyond their limits.
  func ruleNotices(_ change: Change) -> [Notice] { ruleNotices(change.rules, in: change.after) }

  func ruleNotices(_ runs: [RuleRun], in snapshot: BoardSnapshot) -> [Notice] {
    guard !runs.isEmpty else { return [] }
    return noticed {
      let isAlone = Set(runs.map(\.plan)).count == 1
      let acted = try RuleRun.groups(runs).map { group in
        let place = isAlone ? "" : " on \(try snapshot.names(of: group.plans))"
        return Notice(Hint("rule \(group.rule)\(place): \(group.actions.joined(separator: "; "))"))
      }
      let refused = try runs.flatMap { run in
        let place = isAlone ? "" : " on \(try snapshot.shortID(run.plan))"
        return run.refused.map {
          Notice.warning(Hint("rule \(run.rule)\(place) can't '\($0.part)': \($0.reason)"))
        }
      }
      return Self.cut(acted) + Self.cut(refused.unique)
        + (try overLimit(runs.flatMap(\.entered).unique, in: snapshot))
    }
  }

  /// Returns a warning for each rule that a change of the settings broke: the rule names something
  /// that the board no longer has, such as a column.
  func brokenRules(by change: Change) -> [Notice] {
    let after = change.after.board.checkedRules.filter { $0.fault != nil }
    if after.isEmpty || !change.didChange { return [] }
    let before = Dictionary(
      change.before.board.checkedRules.map { ($0.stored.text, $0.fault) }
    ) { first, _ in first }
    return after.compactMap { judged in
      guard let fault = judged.fault, before[judged.stored.text] != fault else { return nil }
      return .warning(
        Hint("rule \(judged.stored.id.excerpt) \(fault)"),
        hints: ["change it with \(pmgit: "rule", "edit", judged.stored.id, "RULE")"])
    }
  }

  private static func cut(_ notices: [Notice]) -> [Notice] {
    let more = notices.count - mostNamed
    guard more > 0 else { return notices }
    let rest = "and \(more) more notices about rules" as Hint
    return notices.prefix(mostNamed) + [Notice(rest, kind: notices[0].kind)]
  }
}
