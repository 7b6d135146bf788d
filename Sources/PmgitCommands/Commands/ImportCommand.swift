import ArgumentParser
import Git
import PlanModel
import PlanStore
import PlanView

struct ImportCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Take plans in from JSON Lines, as one commit.",
    usage: "pmgit import <file> [<options>]",
    discussion: """
      Each line is a plan object, as 'pmgit export' writes them; only 'title' must
      be there. A line with the id or an alias of a plan that the board has
      updates that plan, so importing a file twice changes nothing. Links may name
      aliases. If one line is wrong, nothing is imported.

      Examples:
        pmgit import backlog.jsonl
        ssh host pmgit -C project export | pmgit import -
      """)

  @Argument(help: "The file; - reads standard input.", completion: .file())
  var file: String

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    var session = try Session(context, options)
    let author = try session.author()
    let bytes = try file == "-" ? context.readInput() : session.readFile(file)
    let now = session.context.now
    var plan: ImportPlan?
    let change = try await session.store.change(by: author) { transaction in
      let snapshot = transaction.before
      let lines = try Self.lines(of: bytes, board: snapshot.board)
      let ranks = Rank.spread(lines.count, at: now, using: &session.context.random)
      let steps = try ImportPlan(
        lines, existing: try snapshot.plans().plans, board: snapshot.board, ranks: ranks, now: now,
        person: author.person, using: &session.context.random)
      for step in steps.steps {
        if step.isNew {
          try transaction.create(step.id, step.edits)
        } else {
          try transaction.edit(step.id, step.edits(of: try transaction.document(step.id)))
        }
      }
      plan = steps
      return CommitMessage(
        subject: "import \(CountText.words(lines.count, "plan"))", plans: [])
    }
    guard let plan else { return }
    try report(plan, change, session)
  }

  /// Reads every line, empty ones left out, before anything is written.
  private static func lines(of bytes: [UInt8], board: Board) throws -> [ImportLine] {
    var lines: [ImportLine] = []
    let texts = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, text) in texts.enumerated() {
      guard !text.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) else { continue }
      lines.append(try ImportLine(Array(text), number: index + 1, board: board))
    }
    return lines
  }

  private func report(_ plan: ImportPlan, _ change: Change, _ session: Session) throws {
    let added = plan.steps.count { $0.isNew }
    var updated = 0
    for step in plan.steps where !step.isNew {
      if try change.before.document(step.id) != change.after.document(step.id) { updated += 1 }
    }
    let unchanged = plan.steps.count - added - updated
    if options.json {
      session.show(
        JSONOutput.imported(change.after, added: added, updated: updated, unchanged: unchanged))
    }
    if plan.deleted > 0 {
      session.tell("warning: left out \(CountText.words(plan.deleted, "plan")) deleted here")
    }
    guard change.didChange else {
      session.tell(
        unchanged == 0
          ? "nothing to import"
          : "nothing to import: \(CountText.words(unchanged, "plan")) unchanged")
      return
    }
    for (key, count) in plan.ignored.sorted(by: { $0.key < $1.key }) {
      session.tell("warning: \(key) was left out of \(CountText.words(count, "plan"))")
    }
    if plan.danglingLinks > 0 {
      session.tell(
        "warning: kept \(CountText.words(plan.danglingLinks, "link")) to plans that are not here"
      )
    }
    session.tell("imported \(added) new, \(updated) updated, \(unchanged) unchanged")
  }
}
