/// The times of a plan that a line of an import says: when it was made, begun, moved and finished.
///
/// What a line says is kept, also where it contradicts itself: a plan may be finished before it was
/// made. Only a time that is still to come is left out, and one before the last move of a plan on
/// this board, since that would change what was here. The result depends on the line and on the
/// column of the plan, so a second import of the line changes nothing.
enum ImportDays {
  /// What came before a plan entered its column.
  enum Before {
    /// The import makes the plan, which was made elsewhere at a time.
    case isNew(made: Timestamp)
    /// The plan has been in one column since it was made.
    case made(Timestamp?)
    /// The plan was moved on this board.
    case moved(Timestamp)
  }

  /// A millisecond. A plan that entered its column when it was made counts as added there, so a
  /// plan that was made and finished in one second is finished that much later.
  private static let tick: Int64 = 1

  /// How long before now in UTC a day can have begun elsewhere.
  private static let mostAhead: Int64 = 14 * 60 * 60 * 1000

  /// Returns when a plan was made whose line does not say it: just before the first time in the
  /// line, and now if there is none.
  static func creation(_ said: [Timestamp?], now: Timestamp) -> Timestamp {
    let first = said.compactMap(\.self).filter { $0 <= now }.min()
    return first.map { $0.moved(by: -tick) } ?? now
  }

  /// Returns the moment of a day that is written without a time: its midnight in UTC, but not
  /// before the plan was made on that day.
  static func placed(_ midnight: Timestamp, notBefore made: Timestamp?) -> Timestamp {
    guard let made, midnight < made, made.day == midnight.day else { return midnight }
    return made
  }

  /// Returns when a plan entered its column; nil for a time that can't be.
  ///
  /// - Parameters:
  ///   - said: The time in the line.
  ///   - isDay: Whether it is written as a day.
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
