import Git
import PlanModel
import PlanStore

extension Workspace {
  /// Returns the board as it is, or as it was.
  ///
  /// For the past the clock is set back as well, so that plans are overdue as they were then.
  ///
  /// - Parameter typed: A moment, whose end counts, or a commit; nil for now.
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
    let span: MomentSpan?
    do {
      span = try PastMoment.span(
        typed, now: participant.now, clocks: participant.clocks)
    } catch {
      throw Problem.usage(
        error.message, hints: [Hint(error.hint(where: "moments are \(PastMoment.forms)"))])
    }
    if let span, span.start > participant.now {
      throw Problem.usage("'\(typed)' is still to come")
    }
    return span?.end
  }
}
