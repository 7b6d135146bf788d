import PlanModel

/// The id and the title of a new milestone or iteration.
struct NamedPhase {
  let id: String
  let title: String?

  /// Interprets a typed name of a new milestone or iteration.
  ///
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
          "choose an id: \(pmgit: kind.rawValue, "add", kind == .milestone ? "v1" : "s1", "--title", name)",
          "an id is \(Phase.formOfIDs), and not a word such as none, next or keep",
        ])
    }
    (self.id, self.title) = (id, title)
  }
}

extension Phases {
  /// Fails if a phase has this id.
  func requireFree(_ id: String, _ kind: Phase.Kind) throws {
    guard self[kind, id] == nil else {
      throw Problem.usage(
        "there is \(kind.article) '\(id)' already",
        hints: ["change it with \(pmgit: kind.rawValue, "edit", id)"])
    }
  }

  /// Sets the requested values of a phase.
  func set(_ changes: PhaseChanges, of phase: inout Phase, today: CalendarDay) throws {
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

  /// Returns the iterations that the board does not have. Fails if one overlaps another iteration,
  /// or if the board has its id with other days.
  func missing(among wanted: [Phase]) throws -> [Phase] {
    try wanted.filter { new in
      if let old = self[.iteration, new.id] {
        guard old.first == new.first, old.last == new.last else {
          throw Problem.usage(
            "iteration '\(old.id)' is there already, from \(old.days)",
            hints: ["change it with \(pmgit: "iteration", "edit", old.id)"])
        }
        return false
      }
      if let other = iterations.first(where: { $0.overlaps(new) }) {
        throw Problem.usage(
          "\(new.days) has days in common with iteration '\(other.id)', \(other.days)",
          hints: [
            "choose another day with --start, or see all with \(pmgit: "iteration", "--all")"
          ])
      }
      return true
    }
  }

  /// A warning about the first two adjacent iterations that overlap, as can happen if two clones
  /// add iterations; empty if none overlap.
  var overlapNotices: [Notice] {
    zip(iterations, iterations.dropFirst()).filter { $0.overlaps($1) }.prefix(1).map { one, other in
      .warning(
        "iterations '\(one.id)' and '\(other.id)' have days in common",
        hints: ["move one with \(pmgit: "iteration", "edit", other.id, "--start", "DAY")"]
      )
    }
  }
}

extension Phase {
  /// Returns a valid title. Fails for a word such as `next`, which would mean another phase.
  static func title(_ text: String, of kind: Kind) throws -> String {
    let title = try Validation.title(text)
    guard !isReserved(title) else {
      throw Problem.usage(
        "\(kind.article) can't be called '\(title)'",
        hints: ["this word has a meaning of its own; choose another title"])
    }
    return title
  }

  func overlaps(_ other: Phase) -> Bool {
    guard let first, let last, let begin = other.first, let end = other.last else { return false }
    return first <= end && begin <= last
  }
}

extension Problem {
  static func endsBeforeItBegins(_ first: CalendarDay, _ last: CalendarDay) -> Problem {
    .usage("the last day \(last) is before the first day \(first)")
  }
}
