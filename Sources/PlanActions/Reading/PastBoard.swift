import Git
import PlanModel
import PlanStore

extension Workspace {
  /// Returns the board as it is, or as it was.
  ///
  /// For the past the clock is set back as well, so that plans are overdue as they were then.
  ///
  /// - Parameter typed: A moment, given as a day (its end) or a time, or a commit; nil for now.
  package func board(at typed: String? = nil) throws -> ShownBoard {
    guard let typed else { return shown(try store.snapshot()) }
    let moment = try moment(typed)
    let tip = if let moment { try store.tip(at: moment) } else { try store.tip(named: typed) }
    let commit = try git { () throws(GitError) in try store.repository.commit(tip) }
    let made = Timestamp(seconds: commit.committer.seconds)
    let then = min(moment ?? made, now)
    return ShownBoard(
      try store.snapshot(at: tip), now: then, today: participant.day(of: then),
      past: CommitSummary(
        id: CommitID(tip), at: made, by: commit.author.formatted, subject: commit.subject))
  }

  /// - Returns: nil if the text is no moment, and so a commit.
  private func moment(_ typed: String) throws -> Timestamp? {
    let moment: Timestamp?
    do {
      moment = try PastMoment.parse(
        typed, today: participant.today, minutesAheadOfUTC: participant.minutesAheadOfUTC)
    } catch {
      throw Problem.usage(error.message, hints: ["moments are \(PastMoment.forms)"])
    }
    if let moment, moment > participant.endOfToday {
      throw Problem.usage("'\(typed)' is still to come")
    }
    return moment
  }
}

extension Participant {
  /// The last millisecond of the local day.
  fileprivate var endOfToday: Timestamp {
    let minutes = Int64((today + 1).dayNumber) * 1440 - Int64(minutesAheadOfUTC)
    return Timestamp(milliseconds: minutes * 60_000 - 1)
  }
}
