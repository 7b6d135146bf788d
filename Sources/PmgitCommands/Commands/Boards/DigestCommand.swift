import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

/// The forms in which a digest can be printed.
enum DigestForm: String, CaseIterable, ExpressibleByArgument {
  case text, markdown, html, json
}

struct DigestCommand: SessionCommand {
  static let commandName = "digest"
  static let about = CommandConfiguration(
    abstract: "Summarize what happened, for a mail, a chat or a report.",
    usage: "pmgit digest [--since <moment>] [--for <name>] [<options>]",
    discussion: """
      Plans that were finished, started, added or changed, conflicts to decide, and
      plans that are overdue or due within two days. With --for it is for one
      person: mentions (@name), new assignments, and the plans that the person is
      assigned to, has created or has commented; the person's own changes are left
      out. It prints nothing if nothing happened, so cron sends no mail.

      After a commit of the board come all changes that it lacks, whenever they were
      made; 'commit' in --json is the one to begin with the next time. A moment means
      the time at which a change was made, which may be long before it was shared.

      Examples:
        pmgit digest
        pmgit digest --since 'last mon' --as markdown
        pmgit digest --for ann --as text | mail -E -s "The board" ann@example.com
        pmgit digest --since 4fa2b61 --json | jq -r .commit
      """)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Begin then, or after that commit of the board (default: 1d).", valueName: "moment"),
    completion: .words(of: .moment))
  var since = "1d"

  @Option(
    name: .customLong("for"), parsing: .unconditional,
    help: ArgumentHelp("Only for that person: a name, a part of one, or me.", valueName: "name"),
    completion: .words(of: .person))
  var reader: String?

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "Print text, markdown, html or json (default: text; to programs, tab-separated fields).",
      valueName: "form"))
  var form: DigestForm?

  @OptionGroup var plans: WhereOption
  @OptionGroup var options: GlobalOptions

  func validate() throws {
    try GlobalOptions.requireValues([since, reader])
    guard !options.json || form == nil || form == .json else {
      throw ValidationError("--json and --as \(form?.rawValue ?? "") exclude each other")
    }
  }

  func run(in session: Session) async throws {
    let made = try session.workspace.digest(
      since: .typed(since), for: reader, where: plans.query ?? "")
    try await session.show(made, as: form)
  }
}

struct InboxCommand: SessionCommand {
  static let commandName = "inbox"
  static let about = CommandConfiguration(
    abstract: "Show what is new for you.", usage: "pmgit inbox [--read] [<options>]",
    discussion: """
      What others did since you last marked it as read: mentions (@name), plans that
      became yours, and changes of plans that you are assigned to, have created or
      have commented. What waits for you is there too: conflicts, and plans that are
      overdue or due within two days. What is read is noted in this clone alone.

      Examples:
        pmgit inbox
        pmgit inbox --read
        pmgit sync -q && pmgit inbox
      """)

  @Flag(help: "Mark what is shown as read.")
  var read = false

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    let made = try session.workspace.digest(since: .lastRead, for: "me")
    try await session.show(made, as: nil)
    if read {
      try session.workspace.noteRead(made)
      session.report("marked as read")
    } else if made.digest.newCount > 0 {
      session.report(hint: "mark it as read with \(pmgit: "inbox", "--read")")
    }
  }
}

extension Session {
  /// Prints a digest; the document with `--json`.
  fileprivate func show(_ made: DigestMade, as form: DigestForm?) async throws {
    report(on: made.shown, made.notices)
    if options.json || form == .json { return show(Documents.digest(made)) }
    if made.digest.isEmpty {
      // Without a terminal nothing is printed, because cron sends a mail for any output.
      if context.terminal.errorIsTerminal { report("nothing happened") }
      return
    }
    switch form {
    case .markdown: try await show(made.digest.markdown)
    case .html: try await show(made.digest.html(title: title(of: made)))
    case .text:
      let terminal = context.terminal
      let lines = DigestText(made.digest).lines(widthInCells: terminal.widthInCells)
      try await show(terminal.text(lines))
    case .json, nil: try await show(DigestText(made.digest))
    }
  }

  private func title(of made: DigestMade) -> String {
    let board = made.shown.board.title ?? made.shown.name.text
    return "\(board), \(made.shown.today)"
  }
}
