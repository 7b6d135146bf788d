package import PlanModel
import PlanStore
import PlanView

/// The outcome of closing a milestone or an iteration.
package struct PhaseClosed {
  package let phase: Phase
  /// The place where its open plans went.
  package let target: Target
  /// The changes; their `plans` are the plans that were open.
  package let changes: PlanChanges

  package enum Target: Hashable, Sendable {
    /// The plans stay in the closed milestone or iteration.
    case keep
    /// The plans are in no milestone or iteration now.
    case none
    case phase(Phase)
  }

  /// The outcome in words: `closed milestone v1.0, 3 open plans carried over to v1.1`.
  package var outcome: String {
    let words = "\(phase.kind) \(phase.called)"
    guard changes.didChange else { return "nothing to change: \(words) is closed" }
    let done = "closed \(words)\(target.outcome(for: changes.plans.count))"
    return changes.isDryRun ? ChangeWords.dryRun(of: done) : done
  }
}

extension Workspace {
  /// Closes a milestone or an iteration, and carries its open plans over, in one commit.
  ///
  /// - Parameters:
  ///   - name: The id or the title, or a word such as `current`.
  ///   - target: Where the open plans go: `next`, `none`, `keep`, or the name of another milestone
  ///     or iteration. nil means `next` for an iteration and `keep` for a milestone.
  package func close(
    _ kind: Phase.Kind, _ name: String, to target: String?
  ) async throws -> PhaseClosed {
    let (today, typedTarget) = (participant.today, target)
    let (change, done) = try await store.change(by: try author()) { transaction in
      let snapshot = transaction.before
      let phases = snapshot.board.phases
      let phase = try phases.phase(
        named: name, kind, on: today, basis: transaction.basis.board.phases)
      let left = try snapshot.openPlans(in: phase)
      let target = try phases.target(typedTarget, closing: phase, on: today, leaving: left.count)
      transaction.editBoard([.write(kind.list.path(phase.id, "closed"), .bool(true))])
      if target != .keep {
        for plan in left { try transaction.derive(plan.id, [kind.field.write(target.value)]) }
      }
      let lines = try left.map { "\(try snapshot.shortID($0.id)): \($0.title)" }
      let words = target.words(for: left.count).map { ", \($0)" } ?? ""
      let ids = target == .keep ? [] : left.map(\.id)
      let message = CommitMessage(
        subject: "board: close \(kind) \(phase.name)\(words)",
        lines: ids.isEmpty ? [] : lines, plans: ids)
      return (message, (phase: phase, target: target, left: left.map(\.id)))
    }
    var changes = try PlanChanges(change, of: done.left, as: ChangeWords("carried over"), in: self)
    let earlier = change.after.board.phases.iterations.first { other in
      done.phase.kind == .iteration && !other.isClosed && other.last.map { $0 < today } ?? false
        && done.phase.first.flatMap { first in other.first.map { $0 < first } } ?? false
    }
    if let earlier {
      changes.notices.append(
        .warning(
          "iteration '\(earlier.id)' is over, and still open",
          hints: ["close it with \(pmgit: "iteration", "close", earlier.id)"]))
    }
    return PhaseClosed(phase: done.phase, target: done.target, changes: changes)
  }
}

extension BoardSnapshot {
  /// Returns the plans of a milestone or an iteration that are neither done nor deleted, in the
  /// order of the board.
  fileprivate func openPlans(in phase: Phase) throws -> [Plan] {
    let id = ExactString(phase.id)
    let plans = try plans(withTexts: false).plans.filter { plan in
      !plan.isDeleted && board.kind(of: plan.state) != .done
        && plan.phase(phase.kind).map { ExactString($0) } == id
    }
    return Query.inOrder(plans, of: board)
  }
}

extension Phases {
  /// Returns where the open plans of a closed phase go.
  ///
  /// - Parameters:
  ///   - typed: As the user typed it; nil for the usual target.
  ///   - count: The number of open plans. If it is 0, a missing next phase is not an error.
  fileprivate func target(
    _ typed: String?, closing phase: Phase, on today: CalendarDay, leaving count: Int
  ) throws -> PhaseClosed.Target {
    let kind = phase.kind
    let typed = typed ?? (kind == .iteration ? "next" : "keep")
    switch typed.lowercased() {
    case "none": return .none
    case "keep": return .keep
    case "next":
      if let next = following(phase) { return .phase(next) }
      guard count > 0 else { return .keep }
      throw Problem(
        code: kind == .milestone ? .unknownMilestone : .unknownIteration,
        message: "no open \(kind) follows '\(phase.id)', and "
          + "\(CountWords.words(count, "plan")) of it \(count == 1 ? "is" : "are") open",
        hints: [
          kind == .iteration
            ? "add one with \(pmgit: "iteration", "add", "--count", "1")"
            : "add one with \(pmgit: "milestone", "add", "NAME", "--due", "DAY")",
          "or give --to none or --to keep",
        ], kind: .usage)
    default:
      let target = try self.phase(named: typed, kind, on: today)
      guard target.id != phase.id else {
        throw Problem.usage("the plans of \(kind) '\(phase.id)' can't be carried over to itself")
      }
      guard !target.isClosed else {
        throw Problem.usage(
          "\(kind) '\(target.id)' is closed",
          hints: ["open it again with \(pmgit: kind.rawValue, "reopen", target.id)"])
      }
      return .phase(target)
    }
  }
}

extension PhaseClosed.Target {
  /// The new milestone or iteration of the plans; null for none.
  fileprivate var value: JSONValue {
    if case .phase(let phase) = self { .string(phase.id) } else { .null }
  }

  /// What happened to the open plans: `, 3 open plans carried over to v1.1`.
  fileprivate func outcome(for count: Int) -> String {
    guard count > 0 else { return ", with nothing left open" }
    let plans = CountWords.words(count, "open plan")
    return switch self {
    case .keep: ", \(plans) \(count == 1 ? "stays" : "stay") in it"
    case .none: ", \(plans) taken off"
    case .phase(let phase): ", \(plans) carried over to \(phase.called)"
    }
  }

  /// What happens to the plans, for the commit: `carry 3 plans over to v1.1`; nil if nothing.
  fileprivate func words(for count: Int) -> String? {
    guard count > 0 else { return nil }
    let plans = CountWords.words(count, "plan")
    return switch self {
    case .keep: nil
    case .none: "take it off \(plans)"
    case .phase(let phase): "carry \(plans) over to \(phase.name)"
    }
  }
}
