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
    abstract: "Summarize what happened, or list what was finished.",
    usage: "pmgit digest [--since <moment>] [--for <name> | --me] [--all] [<options>]",
    discussion: """
      Examples:
        pmgit digest
        pmgit digest --me
        pmgit digest --since 'last mon' --as markdown
        pmgit digest --for ann --as text | mail -E -s "The board" ann@example.com
        pmgit digest --since 4fa2b61 --json | jq -r .commit
        pmgit digest --changelog v1.1..v1.2 --where '-#internal'
        pmgit digest --changelog 'last week'

      Has what was finished, started, added and changed, conflicts, and what is due
      within two days. With --for it has what concerns one person. It prints nothing
      if nothing happened, so cron sends no mail. After a commit of the board come
      the changes that it lacks; 'commit' in --json is the one to begin with next
      time.

      --changelog lists what is done at the end and was not before the start. Both
      days belong to the period; a tag or a commit stands for the board after it.
      """)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Begin then, or after that commit of the board (default: 1d).", valueName: "moment"),
    completion: .words(of: .moment))
  var since: String?

  @Option(
    name: .customLong("for"), parsing: .unconditional,
    help: ArgumentHelp("Only for that person: a name, a part of one, or me.", valueName: "name"),
    completion: .words(of: .person))
  var reader: String?

  @Flag(help: "Only for you, as --for me.")
  var me = false

  @Flag(help: "Show every plan and change, however high the terminal is.")
  var all = false

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "Print text, markdown, html or json (default: text; to programs, tab-separated fields).",
      valueName: "form"))
  var form: DigestForm?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "List what was finished between two moments, or in a day, a week or a month, by label.",
      valueName: "from..to"))
  var changelog: String?

  @OptionGroup var plans: WhereOption
  @OptionGroup var options: GlobalOptions

  func validate() throws {
    try GlobalOptions.requireValues([since, reader, changelog])
    guard changelog == nil || since == nil && reader == nil && !me && !all && form == nil else {
      throw ValidationError(
        "--changelog is Markdown, and excludes --since, --for, --me, --all and --as")
    }
    guard !options.json || form == nil || form == .json else {
      throw ValidationError("--json and --as \(form?.rawValue ?? "") exclude each other")
    }
    guard reader == nil || !me else { throw ValidationError("--for and --me exclude each other") }
  }

  func run(in session: Session) async throws {
    if let changelog { return try await showFinished(in: changelog, session) }
    let made = try session.workspace.digest(
      since: .typed(since ?? "1d"), for: me ? "me" : reader, where: plans.query ?? "")
    let terminal = session.context.terminal
    // The hint and the prompt after the digest take a line each.
    let height = terminal.isTerminal && !all ? terminal.heightInLines.map { max(1, $0 - 2) } : nil
    try await session.show(made, as: form, mostLines: height, isWhole: all)
  }

  /// Shows the plans that were finished in a period, each once, below the first of its labels.
  private func showFinished(in range: String, _ session: Session) async throws {
    let listed = try session.workspace.finished(in: range, query: plans.query ?? "")
    session.report(on: listed.shown)
    if let from = listed.from, from.missing.settings != nil || !from.missing.plans.isEmpty {
      session.report(on: from)
    }
    session.report(on: listed.period)
    session.report(listed.notices)
    if options.json { return session.show(Documents.finished(listed)) }
    let viewpoint = try listed.shown.viewpoint()
    try await session.show(listed.groups.changelog(shortID: viewpoint.shortID))
    if listed.groups.isEmpty { session.report("nothing was finished") }
  }
}

struct InboxCommand: SessionCommand {
  static let commandName = "inbox"
  static let about = CommandConfiguration(
    abstract: "Show what is new for you.", usage: "pmgit inbox [--read] [<options>]",
    discussion: """
      Examples:
        pmgit inbox
        pmgit inbox --read
        pmgit sync -q && pmgit inbox

      What others did since you last marked it as read: mentions (@name), plans that
      became yours, and changes of plans that you work on, have created or commented.
      What waits for you is there too: conflicts, and what is overdue or due soon.
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
  ///
  /// - Parameters:
  ///   - mostLines: As for `DigestText`, if no form is given.
  ///   - isWhole: As for `DigestLines`.
  fileprivate func show(
    _ made: DigestMade, as form: DigestForm?, mostLines: Int? = nil, isWhole: Bool = false
  ) async throws {
    report(on: made.shown, made.notices)
    if options.json || form == .json { return show(Documents.digest(made)) }
    if made.digest.isEmpty {
      // Without a terminal nothing is printed, because cron sends a mail for any output.
      if context.terminal.errorIsTerminal { report("nothing happened") }
      return
    }
    switch form {
    case .markdown: try await show(made.digest.markdown(isWhole: isWhole))
    case .html: try await show(made.digest.html(title: title(of: made), isWhole: isWhole))
    case .text:
      let terminal = context.terminal
      let lines = DigestText(made.digest, isWhole: isWhole)
        .lines(widthInCells: terminal.widthInCells)
      try await show(terminal.text(lines))
    case .json, nil:
      let text = DigestText(made.digest, mostLines: mostLines, isWhole: isWhole)
      try await show(text)
      if text.isShortened(toCells: context.terminal.widthInCells) {
        report(hint: "--all shows every plan and change")
      }
    }
  }

  private func title(of made: DigestMade) -> String {
    let board = made.shown.board.title ?? made.shown.name.text
    return "\(board), \(made.shown.today)"
  }
}
