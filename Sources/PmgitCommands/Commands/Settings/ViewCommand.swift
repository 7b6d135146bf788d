import ArgumentParser
import PlanActions
import PlanDocuments
import PlanTerminal
import PlanView

struct ViewCommand: NamedCommand {
  static let commandName = "view"
  static let about = CommandConfiguration(
    abstract: "List, save, rename and remove queries under names.",
    discussion: """
      Examples:
        pmgit view
        pmgit view add bugs '#bug is:open sort:priority'
        pmgit list view:bugs @me

      'view:NAME' goes wherever a query goes. A view belongs to the board and is
      shared, or with --local to this clone. Yours come before the board's, and those
      before the ones built in: mine, ready, week, overdue, recent and conflicts.
      """,
    defaultSubcommand: ViewListCommand.self)
  static let subcommands: [any NamedCommand.Type] = [
    ViewListCommand.self, ViewAddCommand.self, ViewEditCommand.self, ViewRenameCommand.self,
    ViewRemoveCommand.self,
  ]
}

/// The option of commands that save or remove views.
struct ViewOptions: ParsableArguments {
  @Flag(help: "The view of this clone, in git's configuration, instead of the board's.")
  var local = false
}

struct ViewListCommand: SessionCommand {
  static let commandName = "list"
  static let about = CommandConfiguration(
    abstract: "List the views, or show one.", usage: "pmgit view [list] [<name>] [<options>]",
    discussion: """
      Examples:
        pmgit view
        pmgit view list bugs
      """)

  @Argument(help: "The name of the view.", completion: .words(of: .view))
  var name: String?

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    guard let name else {
      let views = try session.workspace.settings().views
      try show(session, views: views)
      // A view that another one hides is not in the list.
      let own = views.filter { $0.origin == .local }.map(\.name)
      return session.report(try own.compactMap { try session.workspace.hidingNotice(of: $0) })
    }
    do {
      try show(session, views: [session.workspace.view(named: name)])
    } catch {
      var problem = Problem(error)
      // A board that can't be read has hints of its own.
      guard problem.kind == .usage else { throw problem }
      problem.hints = ViewCommand.hint(forUnknown: name) + problem.hints
      problem.hints.append("to see a plan, write \(pmgit: "show", name)")
      throw problem
    }
  }

  private func show(_ session: Session, views: [SavedView]) throws {
    if session.options.json {
      return session.show(Documents.settings(try session.workspace.settings()))
    }
    let rows = views.map { [$0.name, $0.origin.rawValue, $0.query] }
    let form = TableText(
      headings: ["view", "kept in", "query"], rows: rows.map { $0.map { StyledText($0) } },
      records: rows.map { PlainRecord($0) }, nothing: "no views", last: .wrapped)
    session.context.output.result(session.context.terminal.text(form))
  }
}

struct ViewAddCommand: WritingCommand {
  static let commandName = "add"
  static let about = CommandConfiguration(
    abstract: "Save a query under a new name.",
    usage: "pmgit view add <name> <query>... [--local] [<options>]",
    discussion: """
      Examples:
        pmgit view add bugs '#bug is:open sort:priority'
        pmgit view add today 'due:<=today is:open' --local
      """)

  @Argument(help: "The name of the view.")
  var name: String

  @Argument(
    help: ArgumentHelp("What it finds; see 'pmgit help query'.", valueName: "query"),
    completion: .words(of: .query))
  var query: [String]

  @OptionGroup var view: ViewOptions
  @OptionGroup var writing: WriteOptions

  func run(in session: Session) async throws {
    let name = QueryText.written([name])[0]
    guard try !session.workspace.hasView(name, isLocal: view.local) else {
      let command = ["pmgit", "view", "edit", name, QueryText.joined(query)]
      throw Problem.usage(
        "there is a view '\(name)' already",
        hints: [
          Hint([.text("change it with "), .command(command + (view.local ? ["--local"] : []))])
        ])
    }
    try await session.saveView(name, QueryText.joined(query), isLocal: view.local)
    if let hint = ViewCommand.hint(forNew: name) { session.report(hint: hint) }
  }
}

struct ViewEditCommand: WritingCommand {
  static let commandName = "edit"
  static let about = CommandConfiguration(
    abstract: "Give a view another query.",
    usage: "pmgit view edit <name> <query>... [--local] [<options>]",
    discussion: """
      Examples:
        pmgit view edit bugs '#bug is:open sort:due'
      """)

  @Argument(help: "The name of the view.", completion: .words(of: .view))
  var name: String

  @Argument(
    help: ArgumentHelp("What it finds; see 'pmgit help query'.", valueName: "query"),
    completion: .words(of: .query))
  var query: [String]

  @OptionGroup var view: ViewOptions
  @OptionGroup var writing: WriteOptions

  func run(in session: Session) async throws {
    let name = QueryText.written([name])[0]
    let workspace = session.workspace
    guard try workspace.hasView(name, isLocal: view.local) else {
      throw Problem.usage(
        "no view '\(name)' is kept \(view.local ? "in this clone" : "on this board")",
        hints: [
          hint(forUnknown: name, isElsewhere: try workspace.hasView(name, isLocal: !view.local))
        ])
    }
    try await session.saveView(name, QueryText.joined(query), isLocal: view.local)
  }

  /// - Parameter isElsewhere: Whether the name is that of a view of the other place.
  private func hint(forUnknown name: String, isElsewhere: Bool) -> Hint {
    let command = ["pmgit", "view", isElsewhere ? "edit" : "add", name, QueryText.joined(query)]
    // A view of the other place is there with the option reversed.
    let option = view.local != isElsewhere ? ["--local"] : []
    let place = view.local ? "on the board" : "in this clone"
    let lead = isElsewhere ? "it is kept \(place); change it with " : "add it with "
    return Hint([.text(lead), .command(command + option)])
  }
}

struct ViewRenameCommand: WritingCommand {
  static let commandName = "rename"
  static let about = CommandConfiguration(
    abstract: "Give a view of the board another name.",
    usage: "pmgit view rename <old> <new> [<options>]",
    discussion: """
      Examples:
        pmgit view rename bugs open-bugs
      """)

  @Argument(help: "The name of the view.", completion: .words(of: .view))
  var old: String

  @Argument(help: "The new name.")
  var new: String

  @OptionGroup var writing: WriteOptions

  func run(in session: Session) async throws {
    try session.report(await session.workspace.renameView(old, to: new))
    if let hint = ViewCommand.hint(forNew: new) { session.report(hint: hint) }
  }
}

struct ViewRemoveCommand: WritingCommand {
  static let commandName = "remove"
  static let about = CommandConfiguration(
    abstract: "Remove a view.", usage: "pmgit view remove <name> [--local] [<options>]",
    discussion: """
      Examples:
        pmgit view remove bugs
      """)

  @Argument(help: "The name of the view.", completion: .words(of: .view))
  var name: String

  @OptionGroup var view: ViewOptions
  @OptionGroup var writing: WriteOptions

  func run(in session: Session) async throws {
    guard view.local else { return try session.report(await session.workspace.removeView(name)) }
    try session.workspace.removeLocalView(name)
    session.report("removed view '\(name)' from this clone")
  }
}

extension Session {
  /// Saves a query under a name, on the board or in this clone.
  fileprivate func saveView(_ name: String, _ query: String, isLocal: Bool) async throws {
    if isLocal {
      try workspace.saveLocalView(name, query)
      report("saved view '\(name)' in this clone")
    } else {
      try report(await workspace.saveView(SaveView(.name(name), query)))
    }
    report([try workspace.hidingNotice(of: name)].compactMap(\.self))
  }
}
