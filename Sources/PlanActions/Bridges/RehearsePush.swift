import PlanFormats
import PlanModel
import PlanStore

extension BridgeStep {
  /// What stands for the number of an issue that is not made yet.
  fileprivate static let unknownNumber = "N"

  /// The issue; nil for one that is not made yet, also if the step follows its creation.
  package var knownAlias: String? { alias.flatMap(Self.known) }

  fileprivate static func known(_ alias: String) -> String? {
    alias.isEmpty || alias.hasSuffix("#\(unknownNumber)") ? nil : alias
  }
}

extension BridgeWaiting {
  /// The issue; nil for one that is not made yet.
  package var knownAlias: String? { BridgeStep.known(alias) }
}

extension Workspace {
  /// Returns what a push would send, also to the issues that it makes first. These have no number
  /// yet.
  package func rehearsedOutbox(of bridge: Bridge, new query: String?) throws -> BridgeOutbox {
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

  /// Returns what a plan will remember of an issue once a push has made it, as if the issue had the
  /// number N.
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
    return OutsideMemory(of: alias, in: document, on: shown.board, bridge.source.limits).map {
      ($0, number)
    }
  }
}
