import PlanFormats
import PlanModel
import PlanView

/// The changes of one plan that a bridge sends to the plan's issue, and those that have to wait.
struct PlanOutbox {
  private let plan: Plan
  private let memory: TrackerMemory
  private let bridge: Bridge
  private(set) var steps: [BridgeStep] = []
  private(set) var waiting: [UnsentChange] = []

  var isEmpty: Bool { steps.isEmpty && waiting.isEmpty }
  private var alias: String { memory.alias }

  /// - Parameter holdsComments: Whether comments wait, because one may be there already.
  init(
    _ plan: Plan, _ memory: TrackerMemory, number: String, of bridge: Bridge, on board: Board,
    holdsComments: Bool
  ) {
    (self.plan, self.memory, self.bridge) = (plan, memory, bridge)
    let (differences, held) = memory.differences
    let changes = differences.flatMap(bridge.source.separated)
    let milestone = { (id: String) in board.phases[.milestone, id]?.title ?? id }
    for change in changes {
      let (change, unnamed) = bridge.source.withoutUnsendableNames(change)
      if let unnamed { wait(unnamed, isReportedOnce: true) }
      guard let change else { continue }
      if holdsComments, case .comment = change {
        wait("a comment: those that are there could not be read", hints: ["push again later"])
        continue
      }
      let marker = memory.marker
      if let refusal = bridge.source.refusal(of: change, marker: marker) {
        wait(refusal)
        continue
      }
      let command = { (change: TrackerChange) in
        bridge.source.command(sending: change, to: number, marker: marker, milestone: milestone)
      }
      if let step = step(change, command(change), title: milestone) {
        steps.append(
          step.with(
            parts: change.parts.compactMap {
              self.step($0, command($0), milestone, title: milestone)
            },
            hints: hints(of: change, milestone)))
      }
    }
    for hold in held {
      wait(
        hold.words(milestone), hints: hold.hints(for: bridge.source),
        isReportedOnce: hold.isReportedOnce)
    }
  }

  private func step(
    _ change: TrackerChange, _ command: BridgeCommand?, _ milestone: ((String) -> String)? = nil,
    title: (String) -> String
  ) -> BridgeStep? {
    command.map { command in
      var step = BridgeStep(
        plan: plan.id, title: plan.title, alias: alias, what: change.name, command: command,
        act: .change(change), part: milestone == nil ? nil : change.onlyName,
        hints: milestone.map { hints(of: change, $0) } ?? [])
      step.name = if case .milestone(let id?) = change { title(id) } else { change.onlyName }
      return step
    }
  }

  private mutating func wait(_ reason: String, hints: [Hint] = [], isReportedOnce: Bool = false) {
    waiting.append(
      UnsentChange(
        plan: plan.id, title: plan.title, alias: alias, reason: reason, hints: hints,
        isReportedOnce: isReportedOnce))
  }

  /// The report if the issue was deleted in the tracker. Nothing else is reported in that case.
  var missing: UnsentChange {
    UnsentChange(
      plan: plan.id, title: plan.title, alias: alias, reason: "there is no such issue any more",
      hints: [
        "if it was deleted: \(pmgit: "edit", alias, "--no-alias", alias)",
        "pushes go on if a pull finds it again",
      ], isReportedOnce: true)
  }

  /// Returns hints for the case that a command which sends one name fails.
  private func hints(of change: TrackerChange, _ milestone: (String) -> String) -> [Hint] {
    switch change {
    case .labels(let added, _) where added.count == 1:
      let words = bridge.source.creation(ofLabel: added[0])
      return words.map { [Self.making("label", added[0], $0)] } ?? []
    case .milestone(let id?):
      let title = milestone(id)
      let words = bridge.source.creation(ofMilestone: title)
      return words.map { [Self.making("milestone", title, $0)] } ?? []
    case .assignees(let added, _) where added.count == 1:
      return [
        Hint("if '\(added[0].excerpt)' is not a login there, set the person's login with ")
          + bridge.source.accountHint(of: memory.assignee(with: added[0]) ?? added[0])
      ]
    default: return []
    }
  }

  private static func making(_ kind: String, _ name: String, _ words: [String]) -> Hint {
    Hint([
      .text("if there is no \(kind) '\(name.excerpt)', make it with "), .command(words),
      .text(kind == "milestone" ? "; if it is closed there, open it again there" : ""),
    ])
  }
}

extension TrackerChange {
  /// The name that a part of a change adds or removes.
  fileprivate var onlyName: String? {
    switch self {
    case .labels(let added, let removed), .assignees(let added, let removed):
      added.count + removed.count == 1 ? (added + removed)[0] : nil
    default: nil
    }
  }

  /// The change split into one change for each name, because a tracker may refuse all names if one
  /// of them is wrong. Empty for fewer than two names.
  ///
  /// If assignees are added, none is removed: the tracker may not know the added assignee, who may
  /// be the removed person under another name.
  fileprivate var parts: [TrackerChange] {
    switch self {
    case .labels(let added, let removed) where added.count + removed.count > 1:
      added.map { .labels(added: [$0], removed: []) }
        + removed.map { .labels(added: [], removed: [$0]) }
    case .assignees(let added, let removed) where added.count + removed.count > 1:
      added.isEmpty
        ? removed.map { .assignees(added: [], removed: [$0]) }
        : added.map { .assignees(added: [$0], removed: []) }
    default: []
    }
  }
}

extension BridgeSource {
  /// Returns a hint with the command that records the login of a person.
  fileprivate func accountHint(of person: String) -> Hint {
    let tracker = Account.tracker(of: "\(aliasStart)#1") ?? ""
    return
      "\(pmgit: "people", "account", tracker + (tracker.contains(":") ? "/" : ":") + "LOGIN", person)"
  }
}

extension TrackerChange {
  /// What the tracker did not take, in words.
  fileprivate func refusal(_ milestone: (String) -> String) -> String {
    let listed = { (names: [String]) in
      names.prefix(5).map { "'\($0.excerpt)'" }.joined(separator: ", ")
    }
    switch self {
    case .labels(let added, let removed), .assignees(let added, let removed):
      let kind = name == "labels" ? "label" : "assignee"
      let parts = [
        added.isEmpty ? nil : "did not take its \(kind) \(listed(added))",
        removed.isEmpty ? nil : "kept the \(kind) \(listed(removed))",
      ]
      return parts.compactMap(\.self).joined(separator: " and ")
    case .milestone(let id?): return "did not take its milestone '\(milestone(id).excerpt)'"
    default: return "kept the \(name)"
    }
  }
}

extension UnsentReason {
  /// - Parameter milestone: Returns the title of a milestone from its id.
  fileprivate func words(_ milestone: (String) -> String) -> String {
    switch self {
    case .refused(let changes):
      "the tracker \(changes.map { $0.refusal(milestone) }.joined(separator: ", and ")), and gave no reason"
    case .conflict(let field): "its \(field) is in conflict"
    case .unsettled(let field): "clones know different values of its \(field); pull again"
    case .people(let names):
      "its assignees are not accounts there: "
        + names.prefix(5).map { "'\($0.excerpt)'" }.joined(separator: ", ")
    case .accounts(let accounts):
      "the board has several people for "
        + accounts.prefix(5).map { "'\($0.excerpt)'" }.joined(separator: ", ")
    case .comments(let count): "\(CountWords.words(count, "comment")) can't be sent to this tracker"
    }
  }

  /// Returns hints with the next step.
  fileprivate func hints(for source: BridgeSource) -> [Hint] {
    switch self {
    case .accounts: return ["choose one with \(pmgit: "resolve", "board")"]
    case .refused:
      return [
        "see what your login may change there, and who may be assigned",
        "to send it again, take it back here, \(pmgit: "bridge", "pull"), and set it again",
      ]
    default: break
    }
    guard case .people(let names) = self, let name = names.first else { return [] }
    return [Hint("set the login for all plans with ") + source.accountHint(of: name)]
  }

  /// Whether a push reports this reason only once, because the reason lasts until somebody changes
  /// names on the board.
  fileprivate var isReportedOnce: Bool {
    switch self {
    case .people, .accounts, .refused: true
    case .conflict, .unsettled, .comments: false
    }
  }
}
