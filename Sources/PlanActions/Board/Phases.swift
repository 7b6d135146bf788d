package import PlanModel
import PlanStore
import PlanView

/// The requested values of a milestone or an iteration; nil keeps a value.
package struct PhaseChanges: Sendable {
  package var title: String?
  /// The day on which a milestone is due, as typed; `none` removes it.
  package var due: String?
  /// The first day of an iteration, as typed.
  package var start: String?
  /// The last day of an iteration, as typed.
  package var last: String?

  package init() {}

  package var isEmpty: Bool { [title, due, start, last].allSatisfy { $0 == nil } }
}

/// A request to add iterations.
package struct AddIterations: Sendable {
  /// The id or the title, if only one iteration is added; nil to make ids of the first days.
  package var name: String?
  /// The length, such as `2w`; nil for the length of the last iteration.
  package var length: String?
  /// The last day, if only one iteration is added, as typed; excludes `length`.
  package var last: String?
  /// The first day of the first iteration, as typed; nil for the day after the last iteration.
  package var start: String?
  /// The number of iterations. nil for the default number, or for one if `name` or `last` is given.
  package var count: Int?

  package init() {}
}

extension Workspace {
  /// Adds a milestone, or brings a removed one back.
  ///
  /// - Parameter name: The id, or a title from which the id is made.
  package func addMilestone(_ name: String, _ changes: PhaseChanges) async throws -> BoardChange {
    let named = try NamedPhase(.milestone, name)
    return try await changeBoard { document in
      let phases = Board(document).phases
      try phases.requireFree(named.id, .milestone)
      var milestone = document.removedPhase(.milestone, named.id) ?? Phase(.milestone, named.id)
      milestone.title = named.title ?? milestone.title
      // A milestone that was closed before it was removed is open again.
      milestone.isClosed = false
      try phases.set(changes, of: &milestone, today: participant.today)
      let due = milestone.last.map { ", due \($0.description)" } ?? ""
      return BoardEdits(
        subject: "add milestone \(milestone.name)\(due)",
        done: "added milestone \(milestone.called)\(due)", edits: Edit.phase(milestone))
    }
  }

  /// Adds consecutive iterations. Those that the board already has are skipped.
  package func addIterations(_ request: AddIterations) async throws -> BoardChange {
    let named = try request.name.map { try NamedPhase(.iteration, $0) }
    return try await changeBoard { document in
      let phases = Board(document).phases
      let wanted = try self.iterations(request, named, after: phases)
      let added = try phases.missing(among: wanted)
      let names = added.map { "\($0.called) (\($0.days))" }.joined(separator: ", ")
      let what = added.count == 1 ? "iteration" : "\(added.count) iterations:"
      return BoardEdits(
        subject: "add \(what) \(added.map(\.name).joined(separator: ", "))",
        done: "added \(what) \(names)", edits: added.flatMap(Edit.phase))
    }
  }

  /// Returns the requested iterations.
  private func iterations(
    _ request: AddIterations, _ named: NamedPhase?, after phases: Phases
  ) throws -> [Phase] {
    let known = phases.iterations.filter { $0.first != nil && $0.last != nil }
    let latest = known.last
    let isAlone = named != nil || request.last != nil
    let typed = try request.start.map { try day($0, "start") }
    let begin = typed ?? latest?.last.map { $0 + 1 }
    guard let begin else {
      throw Problem.usage(
        "the board has no iteration that new ones could follow",
        hints: [
          """
          give a first day with --start: \
          \(pmgit: "iteration", "add", "--every", "2w", "--start", "mon")
          """
        ])
    }
    var made: [Phase]
    if let last = try request.last.map({ try day($0, "last") }) {
      guard begin <= last else { throw Problem.endsBeforeItBegins(begin, last) }
      made = [Phase(.iteration, begin.description, first: begin, last: last)]
    } else {
      let length = try self.length(request, after: known)
      let first = typed == nil ? try begin.onGrid(of: length, notBefore: participant.today) : begin
      made = try IterationSeries.checked(
        from: first, every: length,
        count: request.count ?? (isAlone ? 1 : IterationSeries.usual))
    }
    if let named {
      made = [
        Phase(.iteration, named.id, title: named.title, first: made[0].first, last: made[0].last)
      ]
    }
    return made
  }

  private func length(_ request: AddIterations, after known: [Phase]) throws -> Period {
    guard let typed = request.length else {
      guard let length = IterationSeries.length(of: known) else {
        throw Problem.usage(
          "the length of the iterations is missing", hints: ["give --every, as in --every 2w"])
      }
      return length
    }
    let length = try DueDate.parsePeriod(typed)
    guard length.count > 0 else { throw Problem.badLength(typed) }
    return length
  }

  func day(_ typed: String, _ field: String) throws -> CalendarDay {
    guard let day = try DueDate.parse(typed, today: participant.today) else {
      throw Problem.usage("an iteration needs its \(field) day")
    }
    return day
  }

  /// Changes the title or the days of a milestone or an iteration.
  package func changePhase(
    _ kind: Phase.Kind, _ named: String, _ changes: PhaseChanges
  ) async throws -> BoardChange {
    var outcome = try await changeBoard { document in
      let phases = Board(document).phases
      var phase = try phases.phase(named: named, kind, on: participant.today)
      // Unchanged values are not written, because that would decide a conflict about them.
      let old = Edit.phase(phase)
      guard !changes.isEmpty else {
        let options = kind == .milestone ? "--title or --due" : "--title, --start or --last"
        throw Problem.usage("nothing to set for \(kind) '\(phase.id)'", hints: ["give \(options)"])
      }
      try phases.set(changes, of: &phase, today: participant.today)
      return BoardEdits(
        subject: "change \(kind) \(phase.id)", done: "changed \(kind) \(phase.called)",
        edits: Edit.phase(phase).filter { !old.contains($0) })
    }
    if changes.start != nil || changes.last != nil {
      outcome.notices += outcome.after.board.phases.overlapNotices
    }
    return outcome
  }

  /// Opens a closed milestone or iteration again.
  package func reopenPhase(_ kind: Phase.Kind, _ named: String) async throws -> BoardChange {
    try await changeBoard { document in
      let phase = try Board(document).phases.phase(named: named, kind, on: participant.today)
      return BoardEdits(
        subject: "reopen \(kind) \(phase.name)", done: "reopened \(kind) \(phase.called)",
        edits: [.write(kind.list.path(phase.id, "closed"), .bool(false))])
    }
  }

  /// Removes a milestone or an iteration. Its plans keep its name, which a warning reports.
  package func removePhase(_ kind: Phase.Kind, _ named: String) async throws -> BoardChange {
    var removed: Phase?
    var outcome = try await changeBoard { document in
      let phase = try Board(document).phases.phase(named: named, kind, on: participant.today)
      removed = phase
      return BoardEdits(
        subject: "remove \(kind) \(phase.name)", done: "removed \(kind) \(phase.called)",
        edits: [document.removal(ofItem: ExactString(phase.id), in: ExactString(kind.plural))])
    }
    guard let id = removed?.id else { return outcome }
    let left = try outcome.change.after.plans(withTexts: false).plans
      .count { !$0.isDeleted && $0.phase(kind).map { ExactString($0) } == ExactString(id) }
    if left > 0 {
      outcome.notices.append(
        .warning(
          "\(CountWords.words(left, "plan")) still \(left == 1 ? "names" : "name") it",
          hints: [
            "take it off with \(pmgit: "edit", "--where", "\(kind):\(id) is:open,closed", "--\(kind)", "none")"
          ]))
    }
    return outcome
  }
}
