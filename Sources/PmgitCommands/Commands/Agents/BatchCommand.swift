import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

struct BatchCommand: WritingCommand {
  static let commandName = "batch"
  static let about = CommandConfiguration(
    abstract: "Make many changes from JSON Lines, as one commit.",
    usage: "pmgit batch [<file>] [--each] [-m <subject>] [<options>]",
    discussion: """
      Examples:
        pmgit batch changes.jsonl --dry-run
        echo '{"done": {"plans": ["k7m2", "p3x9"]}}' | pmgit batch
        pmgit batch -m "plan the sprint" <<'END'
        {"add": {"title": "Ship 1.0", "due": "eom", "labels": ["r1"]}, "as": "ship"}
        {"add": {"title": "Notes", "links": ["blocks:$ship"]}}
        {"move": {"plan": "$ship", "column": "doing", "place": "top"}}
        {"comment": {"where": "#r1", "text": "Planned today"}}
        END

      Each line is an object with one verb: add, edit, move, start, done, comment,
      check, spend, delete or restore. Its values are those of the command's options;
      null clears. "as" names a new plan for later lines. If one line fails, nothing
      is changed; with --each, the lines before it stay.
      """)

  @Argument(help: "The file; without it, or with -, standard input is read.", completion: .file())
  var file: String = "-"

  @Flag(help: "Make a commit for each line.")
  var each = false

  @Flag(help: "Show what would change, and change nothing.")
  var dryRun = false

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp("The subject of the commit.", valueName: "subject"))
  var message: String?

  @OptionGroup var writing: WriteOptions

  func validate() throws {
    try GlobalOptions.requireValues([message])
    guard !(each && message != nil) else {
      throw ValidationError("--each gives each line its own subject; leave out -m")
    }
  }

  func run(in session: Session) async throws {
    let bytes = try file == "-" ? session.context.readInput() : session.hostFiles.read(file)
    let done = try await session.workspace.run(
      Batch.parse(bytes, as: each ? .each : .together(subject: message)))
    try report(done, session)
    if let failure = done.failure {
      if !options.json { session.show(failure) }
      throw Verdict(exit: failure.exit)
    }
  }

  private func report(_ done: BatchDone, _ session: Session) throws {
    for line in done.results {
      session.report(line.words)
      session.report(line.notices)
    }
    if options.json {
      session.show(Documents.batch(done, naming: options.board), done: summary(of: done))
    } else if session.isBrief {
      try session.showBriefly(done.changedPlans, on: done.after)
    } else if !session.printsToOneTerminal {
      session.context.output.result(records(of: done), done: summary(of: done))
    }
    session.report(summary(of: done))
    guard done.didChange, !done.isDryRun else { return }
    try session.reportUnshared()
  }

  /// Returns one record for each plan that a line of the batch named: the plan's id, the verb, and
  /// the number of the line.
  private func records(of done: BatchDone) -> String {
    done.results.flatMap { result in
      result.plans.map { plan in
        PlainRecord([plan.text, result.line.verb.rawValue, String(result.line.number)]).line + "\n"
      }
    }.joined()
  }

  private func summary(of done: BatchDone) -> String {
    let changing = done.results.count { $0.subject != nil }
    let changes = CountWords.words(changing, "change")
    if !done.didChange { return "nothing to change" }
    if done.isDryRun { return ChangeWords.dryRun(of: "made \(changes)") }
    return done.isEach
      ? "made \(changes) in \(CountWords.words(changing, "commit"))"
      : "made \(changes) in one commit"
  }
}
