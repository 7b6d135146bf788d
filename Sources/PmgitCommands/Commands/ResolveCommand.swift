import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel

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
    completion: .words(of: .plansInConflict))
  var id: String

  @Argument(
    help: "The field, as 'pmgit conflicts' names it.", completion: .words(of: .conflicts))
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
    let session = try Session(context, options)
    let open = try session.workspace.openConflict(id, field: field)
    if let take {
      // Checked before a change is begun: the number is one of those that the person saw.
      _ = try open.value(take)
      try await session.resolve(open, by: .take(take))
    } else if let value {
      try await session.resolve(open, by: .value(value))
    } else if edit || merge {
      try await decideOnText(open, session)
    } else {
      throw Problem.usage(
        "say how to decide '\(open.field)' of '\(id)'",
        hints: open.words.enumerated().map { "--take \($0 + 1)  for  \($1)" }
          + ["--value VALUE or --edit for another one"])
    }
  }

  /// Decides with the person's edit of all values, or of the texts merged line by line.
  private func decideOnText(_ open: OpenConflict, _ session: Session) async throws {
    let proposed = try session.workspace.page(for: open)
    if merge {
      guard let merged = proposed.merged else {
        throw Problem.usage(
          "the values of '\(open.field)' can't be merged line by line",
          hints: ["use --take, --value or --edit"])
      }
      if merged.isClean { return try await session.resolve(open, by: .lines(merged.lines)) }
    }
    let page = EditorPage(open.conflict, proposed)
    let draft = try await session.edit(page.text, for: .resolve)
    guard let lines = page.changedLines(in: draft.text) else {
      draft.discard()
      let other = proposed.merged?.isClean == true ? "--merge" : "--take 1"
      session.tell("nothing was decided: the text is as it was; \(other) decides for it")
      return
    }
    guard !lines.trimmingEmptyLines.isEmpty else {
      // An emptied page means giving up, as in 'edit' and 'comment'.
      draft.discard()
      session.tell("nothing was decided: the text is empty; --value '' decides for an empty one")
      return
    }
    try await draft.keepOnFailure {
      guard proposed.merged?.hasMarkers(in: lines) != true else {
        throw Problem(
          code: .undecided, message: "the text still has markers of changes that overlap",
          hints: ["run the command again, and remove the lines that begin with <, = and >"])
      }
      try await session.resolve(open, by: .value(Lines.joined(lines.trimmingEmptyLines)))
    }
  }
}

extension Session {
  /// Decides a conflict, and reports it.
  fileprivate func resolve(_ open: OpenConflict, by decision: Decision) async throws {
    let changes = try await workspace.resolve(open, by: decision)
    switch open.subject {
    case .plan: try report(changes, as: "resolved \(open.field) of", deciding: open.field)
    case .board:
      if options.json { show(Documents.changedBoard(changes)) }
      tell("resolved \(open.field) of the board")
      tell(changes.notices)
    }
  }
}
