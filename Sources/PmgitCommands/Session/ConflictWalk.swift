import PlanActions
import PlanModel
import PlanTerminal
import PlanView

/// Shows one conflict after another, and lets the person at the terminal decide or skip each.
///
/// Each decision is a separate change, so decisions stay if the person quits.
struct ConflictWalk {
  private var session: Session
  private let found: ConflictsListed
  private let list: ConflictList
  private var decided = 0

  /// Whether there is a person who can be asked.
  static func isPossible(in session: Session) -> Bool {
    session.context.canAsk && session.context.terminal.isTerminal && !session.options.json
  }

  init(in session: Session) throws {
    self.session = session
    // Printed only once, at the end.
    self.session.saysWhatWaits = false
    found = try session.workspace.conflicts()
    list = ConflictList(
      found.plans, board: found.shown.board, viewpoint: try found.shown.viewpoint(),
      authors: found.authors)
  }

  /// - Parameters:
  ///   - subject: The only plan, or the settings; nil for all.
  ///   - field: The only field; nil for all.
  mutating func run(of subject: ConflictSubject? = nil, field: String? = nil) async throws {
    session.tell(of: found.shown, missing: found.missing)
    let waiting = found.waiting(of: subject, field: field)
    guard !waiting.isEmpty else {
      return session.tell("nothing to decide: there are no conflicts")
    }
    for conflict in waiting {
      let open = try session.workspace.openConflict(on: conflict.subject, as: conflict.conflict)
      // An earlier decision may have hidden the plan.
      guard let open else { continue }
      show(conflict)
      guard try await decide(open) else { break }
    }
    let left = try session.workspace.conflicts().waiting(of: subject, field: field).count
    session.tell(
      "decided \(CountWords.words(decided, "conflict"))" + (left > 0 ? ", \(left) left" : ""))
    if decided > 1 {
      session.tell(hint: "take them back with \(pmgit: "undo", String(decided))")
    }
    session.saysWhatWaits = decided > 0
    try session.tellUnshared()
  }

  private func show(_ waiting: WaitingConflict) {
    let id = waiting.subject.plan?.text ?? "board"
    let form = ConflictText(list.only(waiting.conflict.path, of: id))
    session.context.output.result(session.context.terminal.text(form))
  }

  /// Shows every value in full.
  private func view(_ conflict: Conflict) {
    let lines = conflict.values.enumerated().flatMap { index, candidate in
      let lines = candidate.value.lines ?? [ValueWords.plain(candidate.value)]
      return [StyledText("── \(index + 1)", .heading)] + lines.map { StyledText($0) }
    }
    session.context.output.result(session.context.terminal.text(lines))
  }

  /// Asks until the person decides or skips the conflict.
  ///
  /// - Returns: false if the person quits.
  private mutating func decide(_ open: OpenConflict) async throws -> Bool {
    let count = open.conflict.values.count
    let numbers = count == 2 ? "1 or 2" : "1 to \(count)"
    while true {
      session.context.output.message("take \(numbers), (v)iew, (e)dit, (s)kip or (q)uit? ")
      guard let answer = session.context.readLine() else {
        // The prompt does not end with a line feed.
        session.context.output.message("\n")
        return false
      }
      switch answer.lowercased().filter({ !$0.isWhitespace }) {
      case "q", "quit": return false
      case "s", "skip": return true
      case "v", "view": view(open.conflict)
      case "e", "edit":
        let isDecided = try await attempt { [session] in
          try await session.resolveInEditor(open, merging: false)
        }
        if isDecided { return true }
      case let text:
        guard let number = Int(text), (1...count).contains(number) else {
          session.tell("type a number from 1 to \(count), or v, e, s or q")
          continue
        }
        let isOver = try await attempt { [session] in
          try await session.resolve(open, by: .take(number))
          return true
        }
        if isOver { return true }
      }
    }
  }

  /// Runs a decision. If it fails, reports the problem, so that the person is asked again.
  ///
  /// - Returns: Whether the conflict is finished.
  private mutating func attempt(_ decision: () async throws -> Bool) async throws -> Bool {
    do {
      guard try await decision() else { return false }
      decided += 1
      return true
    } catch {
      let problem = Problem(error)
      session.context.output.message(problem.text(naming: session.options.board))
      // The values are no longer those that were shown.
      return problem.code == .changedMeanwhile
    }
  }
}
