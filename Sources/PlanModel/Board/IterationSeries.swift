/// Iterations of equal length that follow each other.
///
/// The id of an iteration is its first day. So if two clones add the same iterations independently,
/// the merged board has each of them once.
package struct IterationSeries: Hashable, Sendable {
  package enum Failure: Error, Hashable, Sendable {
    /// The length is not from one day to one year.
    case length
    /// The iterations are months long and begin on a day that not every month has.
    case dayOfMonth
    case outsideCalendar
  }

  package let iterations: [Phase]

  /// The most iterations that are made at once.
  package static let most = 100
  /// The number of iterations that are made if none is given.
  package static let usual = 3
  private static let longest = 366

  /// Makes iterations.
  ///
  /// - Parameters:
  ///   - start: The first day of the first iteration.
  ///   - length: The length of each iteration: days, weeks or months.
  ///   - count: The number of iterations.
  package init(from start: CalendarDay, every length: Period, count: Int) throws(Failure) {
    // A month after January 31st is the last day of February, and the days would drift.
    guard length.unit == .day || length.unit == .week || start.day <= 28 else { throw .dayOfMonth }
    var iterations: [Phase] = []
    for number in 0..<count {
      guard let first = start.advanced(by: Period(number * length.count, length.unit)),
        let next = start.advanced(by: Period((number + 1) * length.count, length.unit))
      else { throw .outsideCalendar }
      guard (1...Self.longest).contains(next - first) else { throw .length }
      iterations.append(Phase(.iteration, first.description, first: first, last: next + -1))
    }
    self.iterations = iterations
  }

  /// Returns the length of the last iteration as a period, for the iterations that follow it; nil
  /// if its days are unknown.
  ///
  /// The period is in months if the last two iterations are both that many whole months long. One
  /// iteration alone may be a whole month by chance: four weeks in February.
  package static func length(of phases: [Phase]) -> Period? {
    guard let phase = phases.last, let first = phase.first, let last = phase.last, first <= last
    else { return nil }
    if let months = months(of: phase), first.day <= 28,
      phases.dropLast().last.flatMap(months(of:)) == months
    {
      return Period(months, .month)
    }
    return Period(last + 1 - first, .day)
  }

  /// Returns the length of an iteration in months; nil if it is not a number of whole months.
  private static func months(of phase: Phase) -> Int? {
    guard let first = phase.first, let next = phase.last.map({ $0 + 1 }), next.day == first.day
    else { return nil }
    let months = (next.year - first.year) * 12 + next.month - first.month
    return months > 0 ? months : nil
  }
}
