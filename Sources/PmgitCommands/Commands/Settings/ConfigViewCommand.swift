import ArgumentParser
import PlanActions
import PlanDocuments
import PlanTerminal
import PlanView

struct ConfigViewCommand: WritingCommand {
  static let commandName = "view"
  static let about = CommandConfiguration(
    abstract: "Save queries under names; without one, list them.",
    usage: "pmgit config view [<name> [<query>...]] [--local] [--remove] [<options>]",
    discussion: """
      'view:NAME' then goes wherever a query goes, alone or among other terms. A
      view belongs to the board and is shared, unless --local keeps it in git's
      configuration of this clone; there, 'git config --global pmgit.NAME.view'
      saves one for all your boards. Yours come before the board's, and those
      before the ones built in: mine, ready, week, overdue, recent and conflicts.

      Examples:
        pmgit config view
        pmgit config view bugs '#bug is:open sort:priority'
        pmgit list view:bugs @me
        pmgit config view bugs --remove
        pmgit config view today 'due:<=today is:open' --local
      """)

  @Argument(help: "The name of the view.", completion: .words(of: .view))
  var name: String?

  @Argument(
    help: ArgumentHelp("What it finds; see 'pmgit list'.", valueName: "query"),
    completion: .words(of: .query))
  var query: [String] = []

  @Flag(help: "Keep it in this clone instead of on the board.")
  var local = false

  @Flag(help: "Remove it.")
  var remove = false

  @OptionGroup var writing: WriteOptions

  func validate() throws {
    if remove, name == nil || !query.isEmpty {
      throw ValidationError("--remove takes the name of a view, and no query")
    }
  }

  func run(in session: Session) async throws {
    let workspace = session.workspace
    let text = QueryText.joined(query)
    switch (name.map { QueryText.written([$0])[0] }, local) {
    case (nil, _): try show(session, views: workspace.settings().views)
    case (let name?, true) where remove:
      try workspace.removeLocalView(name)
      session.report("removed view '\(name)' from this clone")
    case (let name?, false) where remove:
      try session.report(await workspace.removeView(name))
    case (let name?, _) where query.isEmpty:
      try show(session, views: [workspace.view(named: name)])
    case (let name?, true):
      try workspace.saveLocalView(name, text)
      session.report("saved view '\(name)' in this clone")
    case (let name?, false):
      try session.report(await workspace.saveView(SaveView(.name(name), text)))
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
