package import PlanModel
import PlanStore
import PlanView

/// The requested values of a milestone or an iteration; nil values stay.
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
  /// The id or the title of the only iteration; nil for ids made of the first days.
  package var name: String?
  /// The length, such as `2w`; nil for that of the last iteration.
  package var length: String?
  /// The last day of the only iteration, as typed; excludes `length`.
  package var last: String?
  /// The first day of the first iteration, as typed; nil for the day after the last iteration.
  package var start: String?
  /// The number of iterations; nil for the usual number, or one with a name or a last day.
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
      try phases.set(changes, of: &milestone, today: participant.today)
      let due = milestone.last.map { ", due \($0.description)" } ?? ""
      return BoardEdits(
        subject: "add milestone \(milestone.name)\(due)",
        done: "added milestone \(milestone.called)\(due)", edits: Edit.phase(milestone))
    }
  }

  /// Adds iterations that follow each other. Those that the board has already are left out.
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
          "say when the first one begins: \(pmgit: "config", "iteration", "add", "--every", "2w", "--start", "mon")"
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
        Phase(
          .iteration, named.id, title: named.title, first: made[0].first, last: made[0].last)
      ]
    }
    return made
  }

  private func length(_ request: AddIterations, after known: [Phase]) throws -> Period {
    guard let typed = request.length else {
      guard let length = IterationSeries.length(of: known) else {
        throw Problem.usage(
          "nothing says how long the iterations are", hints: ["give --every, as in --every 2w"])
      }
      return length
    }
    let length = try DueDate.parsePeriod(typed)
    guard length.count > 0 else { throw Problem.badLength(typed) }
    return length
  }

  fileprivate func day(_ typed: String, _ field: String) throws -> CalendarDay {
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
      // A value that stays must not decide a conflict about it.
      let old = Edit.phase(phase)
      guard !changes.isEmpty else {
        let options = kind == .milestone ? "--title or --due" : "--title, --start or --last"
        throw Problem.usage(
          "nothing to change of \(kind) '\(phase.id)'", hints: ["give \(options)"])
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

// MARK: - Names

/// The id and the title of a new milestone or iteration.
struct NamedPhase {
  let id: String
  let title: String?

  /// - Parameter name: The id, or a title from which the id is made: `Release 2.0` gives
  ///   `release-2.0`.
  init(_ kind: Phase.Kind, _ name: String) throws {
    if Phase.isID(name) {
      (id, title) = (name, nil)
      return
    }
    let title = try Phase.title(name, of: kind)
    guard let id = Phase.id(from: title) else {
      throw Problem.usage(
        "'\(name.excerpt)' can't be the name of \(kind.article)",
        hints: [
          "choose an id: \(pmgit: "config", kind.rawValue, "add", kind == .milestone ? "v1" : "s1", "--title", name)",
          "an id is \(Phase.formOfIDs), and not a word such as none, next or keep",
        ])
    }
    (self.id, self.title) = (id, title)
  }
}

extension Phases {
  /// Returns the phase with a name; for an iteration, the name may be a word such as `current`.
  package func phase(
    named text: String, _ kind: Phase.Kind, on today: CalendarDay
  ) throws(Problem) -> Phase {
    let word = kind == .iteration ? IterationWord(named: text) : nil
    let found = word == nil ? named(text, kind) : []
    if found.count == 1 { return found[0] }
    guard found.isEmpty else {
      throw Problem.usage(
        "'\(text.excerpt)' names several \(kind.plural)",
        hints: ["say which by its id: \(found.prefix(10).map(\.id).joined(separator: ", "))"])
    }
    guard let word else { throw .unknownPhase(text, kind, on: self) }
    guard let phase = iteration(word, on: today) else {
      throw Problem(
        code: .unknownIteration, message: "\(word.lack) \(today)",
        hints: ["see them with \(pmgit: "iterations", "--all")"]
          + (word == .current ? [hint(addingAround: today)] : []), kind: .usage)
    }
    return phase
  }

  /// Returns a command that adds an iteration around a day that none includes: from Monday on, as
  /// far as other iterations leave room.
  private func hint(addingAround today: CalendarDay) -> Hint {
    let monday = today + (1 - today.weekday)
    let free = iterations.compactMap(\.last).filter { $0 < today }.max().map { $0 + 1 }
    let first = max(monday, free ?? monday)
    let next = iterations.compactMap(\.first).filter { $0 > today }.min()
    let length =
      next.map { $0 < first + 14 } ?? false
      ? ["--last", ((next ?? first) + -1).description] : ["--every", "2w", "--count", "1"]
    let command = ["pmgit", "config", "iteration", "add", "--start", first.description] + length
    return Hint([.text("add one with "), .command(command)])
  }

  /// Finds a phase by the name that a person saw on a board, and returns its present version.
  func phase(
    named text: String, _ kind: Phase.Kind, on today: CalendarDay, seenOn seen: Phases
  ) throws(Problem) -> Phase {
    let id = try seen.phase(named: text, kind, on: today).id
    guard let phase = self[kind, id] else { throw .unknownPhase(id, kind, on: self) }
    return phase
  }

  /// Fails if a phase has this id.
  fileprivate func requireFree(_ id: String, _ kind: Phase.Kind) throws(Problem) {
    guard self[kind, id] == nil else {
      throw Problem.usage(
        "there is \(kind.article) '\(id)' already",
        hints: ["change it with \(pmgit: "config", kind.rawValue, "edit", id)"])
    }
  }

  /// Sets the requested values of a phase.
  fileprivate func set(
    _ changes: PhaseChanges, of phase: inout Phase, today: CalendarDay
  ) throws {
    if let title = changes.title {
      phase.title = title.lowercased() == "none" ? nil : try Phase.title(title, of: phase.kind)
    }
    let (id, name) = (phase.id, SearchText(phase.name))
    let others = self[phase.kind].filter { $0.id != id }
    guard !others.contains(where: { name.equals($0.id) || name.equals($0.name) }) else {
      throw Problem.usage(
        "another \(phase.kind) is called '\(phase.name)'", hints: ["choose a title of its own"])
    }
    if let due = changes.due { phase.last = try DueDate.parse(due, today: today) }
    for (typed, day) in [(changes.start, \Phase.first), (changes.last, \Phase.last)] {
      guard let typed else { continue }
      guard let parsed = try DueDate.parse(typed, today: today) else {
        throw Problem.usage("an iteration needs a first and a last day")
      }
      phase[keyPath: day] = parsed
    }
    if let first = phase.first, let last = phase.last, last < first {
      throw Problem.endsBeforeItBegins(first, last)
    }
  }

  /// Returns the iterations that the board does not have. Fails if one would have days in common
  /// with another one.
  fileprivate func missing(among wanted: [Phase]) throws -> [Phase] {
    try wanted.filter { new in
      if let old = self[.iteration, new.id] {
        guard old.first == new.first, old.last == new.last else {
          throw Problem.usage(
            "iteration '\(old.id)' is there already, from \(old.days)",
            hints: ["change it with \(pmgit: "config", "iteration", "edit", old.id)"])
        }
        return false
      }
      if let other = iterations.first(where: { $0.overlaps(new) }) {
        throw Problem.usage(
          "\(new.days) has days in common with iteration '\(other.id)', \(other.days)",
          hints: [
            "choose another day with --start, or see all with \(pmgit: "iterations", "--all")"
          ])
      }
      return true
    }
  }

  /// A warning about the first two neighbouring iterations that have days in common, as two clones
  /// may add them; empty if there are none.
  var overlapNotices: [Notice] {
    zip(iterations, iterations.dropFirst()).filter { $0.overlaps($1) }.prefix(1).map { one, other in
      .warning(
        "iterations '\(one.id)' and '\(other.id)' have days in common",
        hints: ["move one with \(pmgit: "config", "iteration", "edit", other.id, "--start", "DAY")"]
      )
    }
  }
}

extension Phase {
  /// Returns a valid title. Fails for a word such as `next`, which would mean another phase.
  fileprivate static func title(_ text: String, of kind: Kind) throws -> String {
    let title = try Validation.title(text)
    guard !isReserved(title) else {
      throw Problem.usage(
        "\(kind.article) can't be called '\(title)'",
        hints: ["this word has a meaning of its own; choose another title"])
    }
    return title
  }

  fileprivate func overlaps(_ other: Phase) -> Bool {
    guard let first, let last, let begin = other.first, let end = other.last else { return false }
    return first <= end && begin <= last
  }
}

// MARK: - Series

extension IterationSeries {
  /// Returns the iterations of a series.
  fileprivate static func checked(
    from start: CalendarDay, every length: Period, count: Int
  ) throws(Problem) -> [Phase] {
    do {
      return try IterationSeries(from: start, every: length, count: count).iterations
    } catch {
      switch error {
      case .length: throw .badLength("\(length.count)\(length.unit.rawValue)")
      case .dayOfMonth:
        throw .usage(
          "iterations of months can't begin on day \(start.day), which not every month has",
          hints: ["begin on day 1 to 28, or give their length in weeks"])
      case .outsideCalendar: throw .usage("the iterations would end after the year 9999")
      }
    }
  }
}

extension CalendarDay {
  /// Returns the first day, a whole number of lengths after this one, whose iteration does not end
  /// before `day`.
  fileprivate func onGrid(
    of length: Period, notBefore day: CalendarDay
  ) throws(Problem) -> CalendarDay {
    guard self < day else { return self }
    // The number of lengths that surely fit; at most a few more follow.
    let longest =
      switch length.unit {
      case .day: 1
      case .week: 7
      case .month: 31
      case .year: 366
      }
    var number = (day - self) / (longest * length.count)
    while true {
      guard let next = advanced(by: Period((number + 1) * length.count, length.unit)),
        let this = advanced(by: Period(number * length.count, length.unit))
      else { throw .usage("the iterations would end after the year 9999") }
      if next > day { return this }
      number += 1
    }
  }
}

extension Problem {
  fileprivate static func badLength(_ typed: String) -> Problem {
    .usage(
      "an iteration can't be '\(typed.excerpt)' long",
      hints: ["give 1 day to 1 year, as in --every 2w"])
  }

  fileprivate static func endsBeforeItBegins(_ first: CalendarDay, _ last: CalendarDay) -> Problem {
    .usage("the last day \(last) is before the first day \(first)")
  }

  /// Returns the problem of an unknown milestone or iteration; the hints list those of the board.
  static func unknownPhase(_ typed: String, _ kind: Phase.Kind, on phases: Phases) -> Problem {
    let known = phases[kind]
    var hints: [Hint] = []
    let words = kind == .iteration ? IterationWord.allCases.map(\.rawValue) : []
    let names = words + known.flatMap { [$0.id] + [$0.title].compactMap(\.self) }
    if let near = Suggestion.nearest(to: typed, in: names) {
      hints.append("did you mean '\(near)'?")
    }
    let open = known.filter { !$0.isClosed }.map { "'\($0.id)'" }
    if !open.isEmpty {
      let more = open.count > 10 ? ", …" : ""
      hints.append("the open \(kind.plural) are \(open.prefix(10).joined(separator: ", "))\(more)")
    }
    switch kind {
    case .milestone where Phase.isID(typed):
      hints.append("add it with \(pmgit: "config", "milestone", "add", typed)")
    case .iteration where known.isEmpty:
      hints.append(
        "add some with \(pmgit: "config", "iteration", "add", "--every", "2w", "--start", "mon")")
    default: break
    }
    return Problem(
      code: kind == .milestone ? .unknownMilestone : .unknownIteration,
      message: "there is no \(kind) '\(typed.excerpt)'", hints: hints, kind: .usage)
  }
}
