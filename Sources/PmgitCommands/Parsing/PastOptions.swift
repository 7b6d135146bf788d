import ArgumentParser
import PlanActions
import Git
import PlanModel
import PlanStore
import PlanView

/// The option of commands that can show the board as it was.
struct PastOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "As it was at a day's end (2026-11-01, yesterday, fri, or 3d for 3 days ago), "
        + "a time (2026-11-01T10:00:00Z), or a commit.",
      valueName: "moment|commit"))
  var at: String?
}

extension CommandContext {
  /// The last millisecond of the local day.
  fileprivate var endOfToday: Timestamp {
    let minutes = Int64((today + 1).dayNumber) * 1440 - Int64(minutesAheadOfUTC)
    return Timestamp(milliseconds: minutes * 60_000 - 1)
  }
}

extension Session {
  /// The board as it is, or as it was when the option says.
  ///
  /// With the option the clock is set back as well, so that what was due is overdue as it was then.
  mutating func snapshot(_ past: PastOptions) throws -> BoardSnapshot {
    guard let typed = past.at else { return try store.snapshot() }
    let moment: Timestamp?
    do {
      moment = try PastMoment.parse(
        typed, today: context.today, minutesAheadOfUTC: context.minutesAheadOfUTC)
    } catch {
      throw Problem.usage(error.message, hints: ["moments are \(PastMoment.forms)"])
    }
    if let moment, moment > context.endOfToday {
      throw Problem.usage("'\(typed)' is still to come")
    }
    let tip = if let moment { try store.tip(at: moment) } else { try store.tip(named: typed) }
    let commit = try git { [store] () throws(GitError) in try store.repository.commit(tip) }
    let made = Timestamp(seconds: commit.committer.seconds)
    tell(
      "as of commit \(tip.abbreviated()), \(RelativeTime.words(for: made, now: context.now)): "
        + commit.subject)
    context.now = min(moment ?? made, context.now)
    return try store.snapshot(at: tip)
  }
}
