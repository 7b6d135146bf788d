import Git
import PlanModel
import PlanStore
import PlanView

/// The side of a moment at which the board's state is taken.
enum MomentEdge {
  /// The state before any change made at the moment, for the start of a period.
  case start
  /// The state after all changes made at the moment, for the end of a period or a board to show.
  case end
}

/// A board at one end of a period.
struct PeriodBound {
  /// The board; nil if there was none yet.
  let shown: ShownBoard?
  /// The moment at which the period begins or ends.
  let at: Timestamp
}

extension Workspace {
  /// Returns the present board, or the board at a moment of the past.
  ///
  /// A past board is seen from its own time, so that plans are overdue as they were then.
  ///
  /// - Parameter typed: A moment or a commit; nil for now. A day means its end.
  package func board(at typed: String? = nil) throws -> ShownBoard {
    guard let typed else { return shown(try store.snapshot()) }
    guard let span = try span(typed) else { return try board(atCommit: typed) }
    do { return try board(at: span.end) } catch StoreError.noBoardThen(_, let moment) {
      throw noBoard(at: moment)
    }
  }

  /// Returns the problem that the board did not exist yet at a moment.
  func noBoard(at moment: Timestamp) -> Problem {
    .noBoard(store.name, at: clocks.dateAndTime(of: moment))
  }

  /// Returns the board at the start or the end of a period.
  ///
  /// For a commit both ends are the same: the board after that commit.
  ///
  /// - Parameter typed: A moment or a commit.
  func bound(_ typed: String, _ edge: MomentEdge) throws -> PeriodBound {
    guard let span = try span(typed) else {
      let shown = try board(atCommit: typed)
      return PeriodBound(shown: shown, at: shown.now)
    }
    return try bound(span, edge)
  }

  func bound(_ span: MomentSpan, _ edge: MomentEdge) throws -> PeriodBound {
    switch edge {
    case .start:
      let before = Timestamp(milliseconds: span.start.milliseconds - 1)
      return PeriodBound(shown: try boardIfAny(at: before), at: span.start)
    case .end: return PeriodBound(shown: try boardIfAny(at: span.end), at: min(span.end, now))
    }
  }

  /// Returns the board after all changes up to a moment; nil if there was none yet.
  func boardIfAny(at moment: Timestamp) throws -> ShownBoard? {
    do { return try board(at: moment) } catch StoreError.noBoardThen { return nil }
  }

  private func board(at moment: Timestamp) throws -> ShownBoard {
    let commit = try store.repository.commit(store.tip(at: moment, now: now))
    return try shown(commit, from: moment, made: store.timeMade(commit))
  }

  private func board(atCommit typed: String) throws -> ShownBoard {
    let commit = try store.repository.commit(store.tip(named: typed))
    let made = try store.timeMade(commit)
    return try shown(commit, from: made, made: made)
  }

  private func shown(
    _ commit: Commit, from moment: Timestamp, made: Timestamp
  ) throws -> ShownBoard {
    let moment = min(moment, now)
    return ShownBoard(
      try store.snapshot(at: commit.id), now: moment, today: clocks.day(of: moment),
      past: CommitSummary(commit, at: made))
  }

  /// Parses a moment of the past.
  ///
  /// - Returns: nil if the text is not a moment; it may then name a commit.
  /// - Throws: `Problem` for a wrong date or a moment in the future.
  func span(_ typed: String) throws -> MomentSpan? {
    let span: MomentSpan?
    do {
      span = try PastMoment.span(typed, now: now, clocks: participant.clocks)
    } catch {
      throw Problem.usage(
        error.message, hints: [Hint(error.hint(where: "moments are \(PastMoment.forms)"))])
    }
    if let span, span.start > now { throw Problem.usage("'\(typed)' is in the future") }
    return span
  }
}

extension Participant {
  /// Parses both ends of a part of the past.
  ///
  /// - Parameters:
  ///   - since: A moment, or a day, which means its first moment.
  ///   - until: A moment, or a day, which means its last moment.
  /// - Returns: The start, not after the present; nil for the beginning of the board. And the end,
  ///   not before the start but possibly in the future; nil for the present.
  func time(since: String?, until: String?) throws -> (since: Timestamp?, until: Timestamp?) {
    let first = try since.map { typed in try end(of: typed).start }
    let last = try until.map { typed in try end(of: typed).end }
    if let since, let first, first > now {
      throw Problem.usage("'\(since.excerpt)' is in the future")
    }
    if let first, let last, last < first {
      throw Problem.usage("the time ends before it begins")
    }
    return (first, last)
  }

  private func end(of typed: String) throws -> MomentSpan {
    guard let span = try span(ofPast: typed) else {
      throw Problem.usage(
        "'\(typed.excerpt)' is not a day or time of the past",
        hints: ["for example \(PastMoment.forms)"])
    }
    return span
  }
}
