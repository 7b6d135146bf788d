import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

struct NextCommand: SessionCommand {
  static let commandName = "next"
  static let about = CommandConfiguration(
    abstract: "Show the best plan to do now, and why.",
    usage: "pmgit next [<query>...] [-n <count>] [<options>]",
    discussion: """
      Examples:
        pmgit next
        pmgit next '#bug' -n 5
        pmgit next -n 5 --fields id,title,due
        pmgit take --next

      First come plans that are overdue or due today; then by priority, yours first,
      by due date, by how many plans wait for them, and by their place on the board.
      Plans that are blocked, have an open child, or belong to others are left out.
      So is work in progress, unless its owner's lease is over.
      """)

  @Argument(
    help: ArgumentHelp("Only among these; see 'pmgit list'.", valueName: "query"),
    completion: .words(of: .query))
  var query: [String] = []

  @Option(
    name: [.customShort("n", allowingJoined: true), .long],
    help: ArgumentHelp("The most plans to show.", valueName: "count"))
  var limit = 1

  @OptionGroup var chosen: FieldsOption
  @OptionGroup var options: GlobalOptions

  func validate() throws {
    guard limit > 0 else { throw ValidationError("the limit must be at least 1") }
  }

  func run(in session: Session) async throws {
    let members = try chosen.members()
    // The document has the number of all plans that are ready.
    let found = try session.workspace.next(
      QueryText.joined(query), limit: options.json ? .max : limit,
      needsTexts: members?.needsTexts ?? options.json)
    session.report(on: found.shown, found.notices)
    try members?.check(on: found.shown.board)
    let best = Array(found.plans.prefix(limit))
    if options.json { return session.show(Documents.next(best, of: found, only: members)) }
    if let members {
      try await session.show(best.map(\.plan), members, on: found.shown, nothing: found.nothing)
    } else {
      try await session.show(try table(best, of: found))
    }
    guard let first = best.first else {
      if found.isOnlyNarrowed { return }
      session.report(hint: "see the blocked plans with \(pmgit: "list", "is:blocked")")
      if let hint = found.hintOfUnowned { session.report(hint: hint) }
      return
    }
    session.report(hint: "begin it with \(pmgit: "take", try found.shown.shortID(first.plan.id))")
  }

  private func table(_ plans: [NextPlan], of found: NextPlansFound) throws -> TableText {
    let rows = try plans.map { next in
      [
        try found.shown.shortID(next.plan.id),
        next.reasons.words(today: found.shown.today, now: found.shown.now),
        next.plan.title,
      ]
    }
    return TableText(
      rows: rows.map {
        [StyledText($0[0], .id), StyledText($0[1], .muted), StyledText($0[2], .title)]
      },
      records: zip(plans, rows).map { PlainRecord([$0.plan.id.text, $1[1], $1[2]]) },
      nothing: found.nothing)
  }
}

extension NextPlansFound {
  /// Whether plans could be started, but the query excludes all of them.
  fileprivate var isOnlyNarrowed: Bool { plans.isEmpty && readyInAll ?? 0 > 0 }

  fileprivate var nothing: String {
    guard isOnlyNarrowed, let readyInAll else { return "no plan is ready" }
    return "none of the \(CountWords.words(readyInAll, "ready plan")) matches"
  }
}
