import ArgumentParser
import PlanActions
import PlanModel
import PlanStore
import PlanView

struct ResolveCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: "Decide between values that were given one field apart.",
    usage: "pmgit resolve <id> [<field>] [<options>]",
    discussion: """
      Takes one of the values that 'pmgit conflicts' numbers, a new value, or what
      you make of them in your editor, which has texts merged line by line. The
      decision is an ordinary change, which syncs like any other. The field may be
      left out where only one waits.

      Examples:
        pmgit resolve k7m2 --take 2
        pmgit resolve k7m2 due --value fri
        pmgit resolve k7m2 body --edit
        pmgit resolve k7m2 body --merge
      """)

  @Argument(
    help: "The plan: any unique beginning of its id; or 'board' for its settings.",
    completion: Completions.planIDs)
  var id: String

  @Argument(help: "The field, as 'pmgit conflicts' names it.")
  var field: String?

  @Option(help: ArgumentHelp("Take the value with this number.", valueName: "number"))
  var take: Int?

  @Option(parsing: .unconditional, help: ArgumentHelp("Give another value.", valueName: "value"))
  var value: String?

  @Flag(help: "Write the value in your editor, all of them before you.")
  var edit = false

  @Flag(help: "Merge texts line by line; in your editor only where changes overlap.")
  var merge = false

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    guard [take != nil, value != nil, edit, merge].count(where: \.self) <= 1 else {
      throw ValidationError("--take, --value, --edit and --merge exclude each other")
    }
  }

  func run(in context: CommandContext) async throws {
    var session = try Session(context, options)
    let snapshot = try session.store.snapshot()
    let subject = try ConflictSubject(id, in: snapshot)
    let conflict = try conflict(among: try subject.conflicts(in: snapshot))
    let decision = Decision(session: session, subject: subject, conflict: conflict)
    if let take {
      let candidate = try candidate(take, of: conflict)
      try await decision.write(candidate.value)
    } else if let value {
      let value = try session.workspace.value(value, for: conflict.path, board: snapshot.board)
      try await decision.write(value)
    } else if edit || merge {
      try await decideOnText(decision, in: snapshot, &session)
    } else {
      let words = conflict.values.map {
        ValueWords.words(for: $0.value, at: conflict.path, board: snapshot.board).string
      }
      throw Problem.usage(
        "say how to decide '\(conflict.field)' of '\(id)'",
        hints: words.enumerated().map { "--take \($0 + 1)  for  \($1)" }
          + ["--value VALUE or --edit for another one"])
    }
  }

  /// Decides for what the person makes of all values, or for the texts merged line by line.
  private func decideOnText(
    _ decision: Decision, in snapshot: BoardSnapshot, _ session: inout Session
  ) async throws {
    let conflict = decision.conflict
    let subject = (plan: decision.subject.plan, conflicts: [conflict])
    let origins = try session.store.origins(of: [subject], in: snapshot)
    let labels = labels(of: conflict, subject.plan, origins, now: session.context.now)
    let proposal = try session.store.lineMerge(
      of: conflict, on: subject.plan, labels: labels, origins: origins)
    if merge {
      guard let proposal else {
        throw Problem.usage(
          "the values of '\(conflict.field)' can't be merged line by line",
          hints: ["use --take, --value or --edit"])
      }
      if proposal.isClean {
        try await decision.write(.strings(proposal.lines))
        return
      }
    }
    let page = EditorPage(conflict, labels: labels, merge: proposal)
    let draft = try await session.edit(page.text, name: "RESOLVE_EDITMSG")
    guard let lines = page.changedLines(in: draft.text) else {
      draft.discard()
      let other = proposal?.isClean == true ? "--merge" : "--take 1"
      session.tell("nothing was decided: the text is as it was; \(other) decides for it")
      return
    }
    try await draft.keepOnFailure { [session] in
      guard !lines.contains(where: { proposal?.isMarker($0) == true }) else {
        throw Problem(
          code: .undecided, message: "the text still has markers of changes that overlap",
          hints: ["run the command again, and remove the lines that begin with <, = and >"])
      }
      let text = Lines.joined(lines.trimmingEmptyLines)
      let value = try session.workspace.value(text, for: conflict.path, board: snapshot.board)
      try await decision.write(value)
    }
  }

  /// What stands beside each value: its number, whose it is and how old.
  private func labels(
    of conflict: Conflict, _ plan: PlanID?, _ origins: [PlacedValue: ValueOrigin], now: Timestamp
  ) -> [String] {
    conflict.values.enumerated().map { index, candidate in
      let place = PlacedValue(plan: plan, path: conflict.path, element: candidate.element)
      let who = origins[place].map { Person($0.by).fullName }
      let time = candidate.at.map { RelativeTime.words(for: $0, now: now) }
      return ([String(index + 1)] + [who, time].compactMap(\.self)).joined(separator: ", ")
    }
  }

  /// The conflict that the arguments name.
  private func conflict(among conflicts: [Conflict]) throws -> Conflict {
    guard !conflicts.isEmpty else {
      throw Problem(
        code: .noConflict, message: "'\(id)' has no conflict",
        hints: ["see all of them with \(pmgit: "conflicts")"])
    }
    let fields = conflicts.map { "'\($0.field)'" }.joined(separator: ", ")
    guard let field else {
      guard conflicts.count == 1 else {
        throw Problem.usage(
          "several fields of '\(id)' wait for a decision", hints: ["name one of \(fields)"])
      }
      return conflicts[0]
    }
    guard let conflict = conflicts.first(where: { $0.field == field }) else {
      throw Problem.usage(
        "'\(field)' of '\(id)' has no conflict", hints: ["those that have are \(fields)"])
    }
    return conflict
  }

  private func candidate(_ number: Int, of conflict: Conflict) throws -> Conflict.Candidate {
    guard (1...conflict.values.count).contains(number) else {
      throw Problem.usage(
        "there is no value number \(number)",
        hints: ["the numbers are 1 to \(conflict.values.count); see \(pmgit: "conflicts")"])
    }
    return conflict.values[number - 1]
  }
}

/// A decision of one conflict, made and told of.
private struct Decision {
  let session: Session
  let subject: ConflictSubject
  let conflict: Conflict

  func write(_ value: JSONValue) async throws {
    let changes = try await session.workspace.resolve(conflict, of: subject, as: value)
    switch subject {
    case .plan:
      try session.report(
        changes, as: "resolved \(conflict.field) of", deciding: conflict.field)
    case .board:
      if session.options.json { session.showChangedBoard(changes.change) }
      session.tell("resolved \(conflict.field) of the board")
      session.tell(changes.notices)
    }
  }
}
