/// The times that a line of an import gives for a plan: when it was created, begun, moved and
/// finished.
///
/// These times are kept even if they contradict each other: a plan may be finished before it was
/// created. Only two times are left out: one in the future, and one before the plan's last move on
/// this board, which would change the plan's history here. The result depends only on the line and
/// the plan's column, so a second import of the line changes nothing.
enum ImportDays {
  /// The history of a plan before the import moves it to its column.
  enum Before {
    /// The import creates the plan, which was created in the tracker at this time.
    case isNew(made: Timestamp)
    /// The plan has been in one column since it was made.
    case made(Timestamp?)
    /// The plan was moved on this board.
    case moved(Timestamp)
  }

  /// One millisecond. A plan that enters its column when it is created counts as added there. So if
  /// a plan was created and finished at the same time, it is finished one millisecond later.
  private static let tick: Int64 = 1

  /// How much earlier a day can begin in another time zone than in UTC: 14 hours.
  private static let mostAhead: Int64 = 14 * 60 * 60 * 1000

  /// Returns the creation time of a plan whose line does not give one: just before the earliest
  /// time in the line, or now if the line has no time.
  static func creation(_ said: [Timestamp?], now: Timestamp) -> Timestamp {
    let first = said.compactMap(\.self).filter { $0 <= now }.min()
    return first.map { $0.moved(by: -tick) } ?? now
  }

  /// Returns the time of a day for which the file has no time of day: midnight in UTC, or the time
  /// at which the plan was created if that was later on the same day.
  static func placed(_ midnight: Timestamp, notBefore made: Timestamp?) -> Timestamp {
    guard let made, midnight < made, made.day == midnight.day else { return midnight }
    return made
  }

  /// Returns the time at which a plan entered its column; nil if the time is impossible.
  ///
  /// - Parameters:
  ///   - said: The time in the line.
  ///   - isDay: Whether the line gives only a day.
  static func entry(
    _ said: Timestamp, isDay: Bool, after before: Before, now: Timestamp
  ) -> Timestamp? {
    let isToday = isDay && said > now && said.milliseconds - now.milliseconds <= mostAhead
    let time = isToday ? now : said
    let entry: Timestamp? =
      switch before {
      case .isNew(let made): time == made ? made.moved(by: tick) : time
      case .made(let made): made.map { max(time, $0.moved(by: tick)) } ?? time
      case .moved(let last) where time > last: time
      case .moved(let last) where time.seconds == last.seconds: last.moved(by: tick)
      case .moved: nil
      }
    return entry.flatMap { $0 <= now ? $0 : nil }
  }
}

extension Timestamp {
  fileprivate func moved(by milliseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: self.milliseconds + milliseconds)
  }
}
