import PlanFormats
import PlanModel
import PlanStore

extension BridgeStep {
  /// The placeholder for the number of an issue that does not exist yet.
  fileprivate static let unknownNumber = "N"

  /// The alias of the issue; nil if the issue does not exist yet, even if an earlier step creates
  /// it.
  package var knownAlias: String? { alias.flatMap(Self.known) }

  fileprivate static func known(_ alias: String) -> String? {
    alias.isEmpty || alias.hasSuffix("#\(unknownNumber)") ? nil : alias
  }
}

extension UnsentChange {
  /// The alias of the issue; nil if the issue does not exist yet.
  package var knownAlias: String? { BridgeStep.known(alias) }
}

extension Workspace {
  /// Returns what a push would send, including changes to issues that it would create first. These
  /// issues have no number yet.
  package func dryRunOutbox(of bridge: Bridge, new query: String?) throws -> BridgeOutbox {
    let outbox = try outbox(of: bridge, new: query)
    let made = Dictionary(outbox.steps.filter(\.isCreation).map { ($0.plan, $0) }) { first, _ in
      first
    }
    let rest = try pending(of: bridge, on: outbox.shown, only: Set(made.keys)) { [self] plan in
      try made[plan.id].flatMap { try intendedMemory(of: plan, $0, bridge, on: outbox.shown) }
    }
    return BridgeOutbox(
      shown: outbox.shown, steps: outbox.steps + bridge.note.order(rest.steps),
      waiting: outbox.waiting + rest.waiting)
  }

  /// Returns what a plan would remember of an issue after a push created it, with the placeholder
  /// as the issue's number.
  private func intendedMemory(
    of plan: Plan, _ step: BridgeStep, _ bridge: Bridge, on shown: ShownBoard
  ) throws -> KnownIssue? {
    guard case .creation(let mark, let title, let body) = step.act,
      var document = try shown.snapshot.document(plan.id)
    else { return nil }
    let issue = IntendedIssue(in: bridge.source.aliasStart)
    let number = BridgeStep.unknownNumber
    let alias = "\(bridge.source.aliasStart)#\(number)"
    document.apply(
      issue.edits(declaring: title, body, mark: mark, after: 0, in: document), stamp: .none)
    let adoption = issue.edits(
      adopting: alias, mark: mark, said: (title, body), in: document, on: shown.board)
    document.apply(adoption, stamp: .none)
    return TrackerMemory(of: alias, in: document, on: shown.board, bridge.source.limits).map {
      ($0, number)
    }
  }
}
