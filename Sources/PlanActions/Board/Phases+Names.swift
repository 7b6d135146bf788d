package import PlanModel

extension Phases {
  /// Returns the phase with a name; for an iteration, the name may be a word such as `current`.
  package func phase(
    named text: String, _ kind: Phase.Kind, on today: CalendarDay
  ) throws -> Phase {
    let word = kind == .iteration ? IterationWord(named: text) : nil
    let found = word == nil ? named(text, kind) : []
    if found.count == 1 { return found[0] }
    guard found.isEmpty else {
      throw Problem.usage(
        "'\(text.excerpt)' names several \(kind.plural)",
        hints: ["name one by its id: \(found.prefix(10).map(\.id).joined(separator: ", "))"])
    }
    guard let word else { throw Problem.unknownPhase(text, kind, on: self) }
    guard let phase = iteration(word, on: today) else {
      throw Problem(
        code: .unknownIteration, message: "\(word.lack) \(today)",
        hints: ["see them with \(pmgit: "iteration", "--all")"]
          + (word == .current ? [hint(addingAround: today)] : []), kind: .usage)
    }
    return phase
  }

  /// Returns a hint with the command that adds an iteration around a day that is in no iteration.
  /// It begins on Monday, as far as other iterations leave room.
  private func hint(addingAround today: CalendarDay) -> Hint {
    let monday = today + (1 - today.weekday)
    let free = iterations.compactMap(\.last).filter { $0 < today }.max().map { $0 + 1 }
    let first = max(monday, free ?? monday)
    let next = iterations.compactMap(\.first).filter { $0 > today }.min()
    let length =
      next.map { $0 < first + 14 } ?? false
      ? ["--last", ((next ?? first) + -1).description] : ["--every", "2w", "--count", "1"]
    let command = ["pmgit", "iteration", "add", "--start", first.description] + length
    return Hint([.text("add one with "), .command(command)])
  }

  /// Finds a phase by the name that a person saw on a board, and returns its present version.
  func phase(
    named text: String, _ kind: Phase.Kind, on today: CalendarDay, basis: Phases
  ) throws -> Phase {
    let id = try basis.phase(named: text, kind, on: today).id
    guard let phase = self[kind, id] else { throw Problem.unknownPhase(id, kind, on: self) }
    return phase
  }
}

extension Problem {
  /// Returns the problem of an unknown milestone or iteration; the hints list those of the board.
  static func unknownPhase(_ typed: String, _ kind: Phase.Kind, on phases: Phases) -> Problem {
    let known = phases[kind]
    let words = kind == .iteration ? IterationWord.allCases.map(\.rawValue) : []
    let names = words + known.flatMap { [$0.id] + [$0.title].compactMap(\.self) }
    var hints = Hint.didYouMean(typed, among: names)
    let open = known.filter { !$0.isClosed }.map { "'\($0.id)'" }
    if !open.isEmpty {
      let more = open.count > 10 ? ", …" : ""
      hints.append("the open \(kind.plural) are \(open.prefix(10).joined(separator: ", "))\(more)")
    }
    switch kind {
    case .milestone where Phase.isID(typed):
      hints.append("add it with \(pmgit: "milestone", "add", typed)")
    case .iteration where known.isEmpty:
      hints.append(
        "add some with \(pmgit: "iteration", "add", "--every", "2w", "--start", "mon")")
    default: break
    }
    return Problem(
      code: kind == .milestone ? .unknownMilestone : .unknownIteration,
      message: "there is no \(kind) '\(typed.excerpt)'", hints: hints, kind: .usage)
  }
}
