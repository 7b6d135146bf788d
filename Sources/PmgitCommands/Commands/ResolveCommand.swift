import ArgumentParser
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
      you make of them in your editor. The decision is an ordinary change, which
      syncs like any other. The field may be left out where only one waits.

      Examples:
        pmgit resolve k7m2 --take 2
        pmgit resolve k7m2 due --value fri
        pmgit resolve k7m2 body --edit
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

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    guard [take != nil, value != nil, edit].count(where: \.self) <= 1 else {
      throw ValidationError("--take, --value and --edit exclude each other")
    }
  }

  func run(in context: CommandContext) async throws {
    var session = try Session(context, options)
    let snapshot = try session.store.snapshot()
    let subject = try Subject(id, in: snapshot)
    let conflict = try conflict(among: try subject.conflicts(in: snapshot))
    guard take != nil || value != nil || edit else {
      throw Failure.usage(
        "say how to decide '\(conflict.field)' of '\(id)'",
        hints: conflict.values.enumerated().map { index, candidate in
          "--take \(index + 1)  for  \(ValueText.plain(candidate.value))"
        } + ["--value VALUE or --edit for another one"])
    }
    guard edit else {
      let value = try chosenValue(conflict, snapshot, session)
      let author = try session.author()
      try await write(value, to: conflict, of: subject, by: author, session)
      return
    }
    let page = EditorPage(conflict)
    let draft = try await session.edit(page.text, name: "RESOLVE_EDITMSG")
    guard let lines = page.changedLines(in: draft.text) else {
      draft.discard()
      session.tell("nothing was decided: the text is as it was; --take 1 decides for it")
      return
    }
    try await draft.keepOnFailure {
      let text = Lines.joined(lines.trimmingEmptyLines)
      let value = try session.value(text, for: conflict.path, board: snapshot.board)
      let author = try session.author()
      try await write(value, to: conflict, of: subject, by: author, session)
    }
  }

  /// What has the conflict: a plan, or the board's own settings.
  private enum Subject {
    case board
    case plan(PlanID)

    init(_ typed: String, in snapshot: BoardSnapshot) throws {
      self = typed == "board" ? .board : .plan(try snapshot.resolve(typed))
    }

    func conflicts(in snapshot: BoardSnapshot) throws -> [Conflict] {
      switch self {
      case .board: snapshot.board.conflicts
      case .plan(let id): try snapshot.plan(id).conflicts
      }
    }
  }

  private func write(
    _ value: JSONValue, to conflict: Conflict, of subject: Subject, by author: Author,
    _ session: Session
  ) async throws {
    let change = try await session.store.change(by: author) { transaction in
      let current = try subject.conflicts(in: transaction.before)
      guard current.contains(conflict) else {
        throw Failure(
          code: "changed-meanwhile", message: "the values of '\(conflict.field)' just changed",
          hints: ["see them with 'pmgit conflicts', then decide again"])
      }
      switch subject {
      case .board:
        transaction.editBoard([.write(conflict.path, value)])
        return CommitMessage(subject: "resolve board: \(conflict.field)", plans: [])
      case .plan(let id):
        try transaction.edit(id, [.write(conflict.path, value)])
        let short = try transaction.before.shortID(id)
        let title = try transaction.plan(id).title
        return CommitMessage(
          subject: "resolve \(short): \(conflict.field), \(title)", plans: [id])
      }
    }
    switch subject {
    case .plan(let id): try session.report(change, of: [id], as: "resolved \(conflict.field) of")
    case .board:
      if options.json { session.show(JSONOutput.created(change.after, result: "changed")) }
      session.tell("resolved \(conflict.field) of the board")
    }
  }

  /// The conflict that the arguments name.
  private func conflict(among conflicts: [Conflict]) throws -> Conflict {
    guard !conflicts.isEmpty else {
      throw Failure(
        code: "no-conflict", message: "'\(id)' has no conflict",
        hints: ["see all of them with 'pmgit conflicts'"])
    }
    let fields = conflicts.map { "'\($0.field)'" }.joined(separator: ", ")
    guard let field else {
      guard conflicts.count == 1 else {
        throw Failure.usage(
          "several fields of '\(id)' wait for a decision", hints: ["name one of \(fields)"])
      }
      return conflicts[0]
    }
    guard let conflict = conflicts.first(where: { $0.field == field }) else {
      throw Failure.usage(
        "'\(field)' of '\(id)' has no conflict", hints: ["those that have are \(fields)"])
    }
    return conflict
  }

  private func chosenValue(
    _ conflict: Conflict, _ snapshot: BoardSnapshot, _ session: Session
  ) throws -> JSONValue {
    if let value {
      return try session.value(value, for: conflict.path, board: snapshot.board)
    }
    guard let take, (1...conflict.values.count).contains(take) else {
      throw Failure.usage(
        "there is no value number \(take ?? 0)",
        hints: ["the numbers are 1 to \(conflict.values.count); see 'pmgit conflicts'"])
    }
    return conflict.values[take - 1].value
  }
}
