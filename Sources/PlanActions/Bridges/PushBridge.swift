import PlanFormats
package import PlanModel
import PlanStore
import PlanView

/// One command that sends a change to another tracker.
package struct BridgeStep: Sendable {
  package let plan: PlanID
  /// The title of the plan.
  package let title: String
  /// The alias of the issue; nil if the step creates the issue.
  package let alias: String?
  /// What the step sends, in words: `title`, `labels`, `new issue`.
  package let what: String
  /// The program to run, with its arguments and its input.
  var command: BridgeCommand
  let act: Act
  /// The name that a part of a step sends; nil for a whole step.
  var part: String?
  /// The one name that the step sends: a label, a login, or the title of a milestone.
  package internal(set) var name: String?
  /// The same change as one step for each name, for the case that the whole step fails.
  package private(set) var parts: [BridgeStep] = []
  /// Hints for the case that the command fails.
  package private(set) var hints: [Hint] = []

  func with(parts: [BridgeStep], hints: [Hint]) -> BridgeStep {
    var step = self
    (step.parts, step.hints) = (parts, hints)
    return step
  }

  enum Act: Sendable {
    case change(TrackerChange)
    /// Creates an issue with a mark, and with the title and the body of the plan.
    case creation(mark: IssueMark, title: String, body: [String])
  }

  /// The texts by which a clone remembers the step, without the value that it sends, which may
  /// change: the plan, the alias, and what is sent.
  var key: [String] { [plan.text, alias ?? "", part.map { "\(what) \($0)" } ?? what] }

  /// Whether the step creates an issue.
  package var isCreation: Bool { alias == nil }

  /// The program to run, with its arguments.
  package var words: [String] { command.words }
  /// The standard input of the program; nil for none.
  package var input: String? { command.input }
  /// A command that runs first; see `step(_:of:lookingUpIn:)`.
  package var lookup: [String]? { command.lookup }
  /// A command that runs afterwards, whose output is recorded; nil for that of the step itself.
  package var check: [String]? { command.check }

  /// The longest input that a dry run shows, in characters.
  private static let longestShownInput = 200

  /// The command for a shell, with its input if that is a short JSON object.
  package var shellCommand: String {
    let input = command.input.flatMap { input in
      input.hasPrefix("{") && input.count <= Self.longestShownInput ? input : nil
    }
    return words.shellCommand + (input.map { " <<< " + [$0].shellCommand } ?? "")
  }
}

/// A change that is not sent, with the reason.
package struct UnsentChange: Hashable, Sendable {
  package let plan: PlanID
  package let title: String
  package let alias: String
  /// The change that is not sent, and the reason, in words.
  package let reason: String
  /// The hints with the next step.
  package var hints: [Hint] = []
  /// Whether a push reports this only once.
  package var isReportedOnce = false

  /// The text by which a clone remembers that this was reported.
  package var key: String { "\(plan.text) \(alias) \(reason)" }
}

extension UnsentChange {
  /// Creates the report that a step was not done.
  package init(_ step: BridgeStep, reason: String) {
    self.init(
      plan: step.plan, title: step.title, alias: step.alias ?? "",
      reason: "\(step.what): \(reason)")
  }
}

/// The changes that a bridge has to send.
package struct BridgeOutbox {
  package let shown: ShownBoard
  package let steps: [BridgeStep]
  package let waiting: [UnsentChange]
}

extension Workspace {
  /// Returns the changes that the source of a bridge does not have yet.
  ///
  /// - Parameters:
  ///   - query: The plans for which issues are created if they have none; nil for none.
  ///   - only: The plans whose issues get changes; nil for all.
  package func outbox(
    of bridge: Bridge, new query: String? = nil, only: Set<PlanID>? = nil
  ) throws -> BridgeOutbox {
    guard bridge.takesChanges else {
      throw Problem.usage(
        "the bridge '\(bridge.name)' only reads: its source is '\(bridge.sourceText.excerpt)'",
        hints: [
          "changes are sent to github:OWNER/REPO, gitlab:GROUP/PROJECT and gitea:HOST/OWNER/REPO"
        ])
    }
    let shown = try self.board()
    let found = try pending(of: bridge, on: shown, only: only) { [self] plan in
      try memory(of: plan, bridge, on: shown)
    }
    let creations = try query.map { try self.creations(bridge, of: $0, on: shown) }
    return BridgeOutbox(
      shown: shown, steps: bridge.note.order((creations?.steps ?? []) + found.steps),
      waiting: (creations?.waiting ?? []) + found.waiting)
  }

  typealias KnownIssue = (memory: TrackerMemory, number: String)

  /// Returns the changes to send to the issues of plans, and those that have to wait.
  ///
  /// - Parameter issue: Returns the remembered values of a plan's issue; nil if the plan has no
  ///   issue.
  func pending(
    of bridge: Bridge, on shown: ShownBoard, only: Set<PlanID>?,
    _ issue: (Plan) throws -> KnownIssue?
  ) throws -> (steps: [BridgeStep], waiting: [UnsentChange]) {
    let (missing, unread) = (Set(bridge.note.missing), Set(bridge.note.unread))
    var (steps, waiting): ([BridgeStep], [UnsentChange]) = ([], [])
    for plan in try shown.snapshot.plans().plans
    where !plan.isDeleted && only?.contains(plan.id) != false {
      guard let issue = try issue(plan) else { continue }
      let found = PlanOutbox(
        plan, issue.memory, number: issue.number, of: bridge, on: shown.board,
        holdsComments: unread.contains(issue.number))
      if missing.contains(issue.memory.alias) {
        waiting += found.isEmpty ? [] : [found.missing]
      } else {
        steps += found.steps
        waiting += found.waiting
      }
    }
    return (steps, waiting)
  }

  /// Returns the remembered values of a plan's first issue; nil if it has no issue. Nothing is sent
  /// to a second issue, which pulls leave out.
  private func memory(of plan: Plan, _ bridge: Bridge, on shown: ShownBoard) throws -> KnownIssue? {
    let issues = plan.aliases.filter { bridge.source.number(of: $0) != nil }
    guard !issues.isEmpty, let document = try shown.snapshot.document(plan.id) else { return nil }
    let known = issues.sorted(by: CreatedIssues.precedes).lazy.compactMap { alias in
      TrackerMemory(of: alias, in: document, on: shown.board, bridge.source.limits)
    }
    return known.first.flatMap { memory in
      bridge.source.number(of: memory.alias).map { (memory, $0) }
    }
  }

  /// Returns the steps that create issues for those plans of a query that have none. A plan waits
  /// if another clone may have created its issue.
  private func creations(
    _ bridge: Bridge, of query: String, on shown: ShownBoard
  ) throws -> (steps: [BridgeStep], waiting: [UnsentChange]) {
    var (steps, waiting): ([BridgeStep], [UnsentChange]) = ([], [])
    let secret = bridge.note.secret ?? newSecret()
    for plan in try find(query, isOpenUnlessAsked: true).plans {
      guard !plan.isDeleted, !plan.aliases.contains(where: { bridge.source.number(of: $0) != nil }),
        let document = try shown.snapshot.document(plan.id)
      else { continue }
      let issue = bridge.note.doubtful[plan.id]
      if issue != nil || bridge.note.hasMoreDoubtful {
        let issues = issue.map { "'\($0.excerpt)'" } ?? "one of very many issues"
        waiting.append(
          UnsentChange(
            plan: plan.id, title: plan.title, alias: "",
            reason: "\(issues) may be its issue, made by another clone",
            hints: ["share the board there and here, then push again: \(pmgit: "sync")"]))
        continue
      }
      let mark = IssueMark(
        of: Plan(document, id: plan.id), in: bridge.source.aliasStart, secret: secret)
      let command = bridge.source.creation(
        title: plan.title, text: IssueMarker.text(plan.body, marker: mark.text))
      guard let command else { continue }
      steps.append(
        BridgeStep(
          plan: plan.id, title: plan.title, alias: nil, what: "new issue", command: command,
          act: .creation(mark: mark, title: plan.title, body: plan.body)))
    }
    return (steps, waiting)
  }

  /// Returns the parts of a step. Parts that failed before come last.
  package func order(_ parts: [BridgeStep], of bridge: Bridge) -> [BridgeStep] {
    bridge.note.order(parts)
  }
}
