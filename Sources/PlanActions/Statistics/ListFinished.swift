import PlanModel
import PlanStore
package import PlanView

/// The plans that were finished in a period: done at its end but not at its start.
package struct FinishedListed {
  /// The board at the end of the period. Its unreadable plans are missing from the result.
  package let shown: ShownBoard
  /// The board before the start of the period; nil if there was none yet. Its unreadable plans may
  /// have been done before.
  package let from: ShownBoard?
  package let period: ShownPeriod
  /// The plans by label, those without labels last.
  package let groups: [FinishedGroup]
  package let notices: [Notice]
}

extension Workspace {
  /// Returns the plans that were finished in a period.
  ///
  /// - Parameters:
  ///   - range: The period: `FROM..TO`, or a whole day, week, month or year such as `last week`.
  ///     Each end is a moment, a commit of the board, or a commit or tag of the code. Without `TO`
  ///     the period ends now.
  ///   - query: The query; empty for all plans.
  package func finished(in range: String, query: String = "") throws -> FinishedListed {
    let ends = try ends(of: range)
    let from = ends.first.shown
    if let last = ends.last, last.shown == nil {
      throw Problem.usage("there was no board yet at '\(ends.typedLast.excerpt)'")
    }
    let contents = try contents(of: ends.last?.shown ?? board())
    let shown = contents.shown
    if ends.first.at > (ends.last?.at ?? now) {
      throw Problem.usage("'\(range.excerpt)' ends before it begins")
    }
    let before = try from.map { try self.contents(of: $0) }
    let chosen = try self.query(query, in: contents)
    let wereDone = Set(
      (before?.plans ?? []).filter { $0.isDone(on: before?.shown.board ?? shown.board) }.map(\.id))
    let existed = Set((before?.plans ?? []).map(\.id))
    let finished = contents.plans.filter { plan in
      plan.isDone(on: shown.board) && !wereDone.contains(plan.id)
        && (existed.contains(plan.id) || plan.wasFinished(since: ends.first.at))
    }
    return FinishedListed(
      shown: shown, from: before?.shown,
      period: ShownPeriod(since: ends.first.at, until: ends.last?.at),
      groups: groups(chosen.select(from: finished)),
      notices: chosen.notes.map(Notice.init)
        + (from == nil
          ? [.noBoardYet(ends.typedFirst, "all that was finished since is listed")] : []))
  }

  /// Groups the plans; each is in the group of its alphabetically first label.
  private func groups(_ plans: [Plan]) -> [FinishedGroup] {
    let byLabel = Dictionary(grouping: plans) { plan in
      plan.labels.map { ExactString($0) }.min { $0.labelOrder < $1.labelOrder }
    }
    let labels = byLabel.keys.compactMap(\.self).sorted { $0.labelOrder < $1.labelOrder }
    let rest = byLabel[nil] ?? []
    return labels.map { FinishedGroup(label: $0.text, plans: byLabel[$0] ?? []) }
      + (rest.isEmpty ? [] : [FinishedGroup(label: nil, plans: rest)])
  }

  // MARK: - The period

  /// The ends of a period, and the texts that the user typed for them.
  private struct Ends {
    let first: PeriodBound
    let typedFirst: String
    /// The end; nil for a period up to now.
    let last: PeriodBound?
    let typedLast: String
  }

  private func ends(of range: String) throws -> Ends {
    guard let dots = range.firstRange(of: "..") else { return try endsOfWhole(range) }
    let (first, last) = (String(range[..<dots.lowerBound]), String(range[dots.upperBound...]))
    guard !first.isEmpty else {
      throw Problem.usage(
        "'\(range.excerpt)' does not say where it begins",
        hints: ["write FROM..TO, as in \(pmgit: "digest", "--changelog", "2026-11-01..yesterday")"])
    }
    return Ends(
      first: try boundOfBoardOrCode(first, .start), typedFirst: first,
      last: last.isEmpty ? nil : try boundOfBoardOrCode(last, .end), typedLast: last)
  }

  /// Returns the ends of a whole day, week, month or year.
  ///
  /// A distance such as `2w` also means a day but is refused, because the user may mean two weeks.
  private func endsOfWhole(_ typed: String) throws -> Ends {
    guard let span = try span(typed), span.isDayOrMore, !PastMoment.isDistance(typed) else {
      let since: [Hint] =
        try isMoment(typed)
        ? ["for what was finished since then: \(pmgit: "digest", "--changelog", "\(typed)..")"] : []
      throw Problem.usage(
        "'\(typed.excerpt)' is not a period",
        hints: since + [
          "a day, a week or a month alone is a period: \(pmgit: "digest", "--changelog", "last week")"
        ])
    }
    return Ends(
      first: try bound(span, .start), typedFirst: typed, last: try bound(span, .end),
      typedLast: typed)
  }

  /// Whether a text is valid as the start of a period.
  private func isMoment(_ typed: String) throws -> Bool {
    do {
      _ = try boundOfBoardOrCode(typed, .start)
      return true
    } catch StoreError.noCommit {
      return false
    }
  }

  /// Returns the board at a moment, at one of its own commits, or at the time of a commit of the
  /// code.
  private func boundOfBoardOrCode(_ typed: String, _ edge: MomentEdge) throws -> PeriodBound {
    do {
      return try bound(typed, edge)
    } catch StoreError.noCommit {
      guard let time = try store.timeOfCommit(named: typed) else {
        throw StoreError.noCommit(typed: typed)
      }
      let moment = min(time, now)
      return PeriodBound(shown: try boardIfAny(at: moment), at: moment)
    }
  }
}

extension ExactString {
  /// The order of labels, which ignores case unless labels differ only in case.
  fileprivate var labelOrder: (ExactString, ExactString) { (ExactString(text.lowercased()), self) }
}

extension Plan {
  /// Whether a plan that is done was moved to its column since a moment. It was not if it was
  /// created there, or if an import says that it was finished before.
  fileprivate func wasFinished(since start: Timestamp) -> Bool {
    guard let stateSince else { return false }
    return stateSince >= start && stateSince > created?.at ?? stateSince
  }

  fileprivate func isDone(on board: Board) -> Bool {
    !isDeleted && board.kind(of: state) == .done
  }
}

extension Notice {
  /// Returns the notice that there was no board at a typed moment.
  ///
  /// - Parameter effect: The consequence for the answer, as a clause.
  static func noBoardYet(_ typed: String, _ effect: String) -> Notice {
    Notice.note("there was no board yet at '\(typed)'; \(effect)")
  }
}
