package import PlanModel

/// How much time a cell of a roadmap stands for.
package enum RoadmapZoom: String, CaseIterable, Sendable {
  /// A day has at least one cell.
  case days
  /// A cell is one to seven days.
  case weeks
  /// A cell is at least a week.
  case months

  /// Returns the lengths in days that a number of cells can have.
  fileprivate func lengths(ofCells cells: Int) -> ClosedRange<Int> {
    switch self {
    case .days: 1...max(1, cells)
    case .weeks: max(1, cells)...max(1, cells * 7)
    case .months: max(1, cells * 7)...Int(Int32.max)
    }
  }
}

/// The days that a roadmap shows, and where each day is.
package struct RoadmapScale: Sendable {
  package let days: ClosedRange<CalendarDay>
  package let zoom: RoadmapZoom
  /// The days of the whole roadmap, from the first bar to the last forecast, start or due day.
  package let span: ClosedRange<CalendarDay>

  /// The fewest days that are shown.
  private static let fewestDays = 7
  /// The number of days, two years, after which due days no longer make the roadmap longer.
  private static let mostDaysToDue = 731

  /// Chooses the days and the zoom of a roadmap.
  ///
  /// - Parameters:
  ///   - cells: The width; a picture has cells of `RoadmapSVG.cellWidth`.
  ///   - zoom: nil for the finest one at which everything fits.
  ///   - wanted: The first day, if not everything fits; nil for the usual one.
  package init(
    _ roadmap: Roadmap, cells: Int, zoom: RoadmapZoom? = nil, from wanted: CalendarDay? = nil
  ) {
    span = Self.span(of: roadmap)
    let length = span.upperBound - span.lowerBound + 1
    let finest = RoadmapZoom.allCases.first { $0.lengths(ofCells: cells).upperBound >= length }
    self.zoom = zoom ?? finest ?? .months
    let lengths = self.zoom.lengths(ofCells: cells)
    let shown = zoom == nil ? length : min(max(length, lengths.lowerBound), lengths.upperBound)
    var first = span.lowerBound
    if shown < length {
      // A quarter of the width is for the past, if there is that much future.
      let usual = roadmap.today + -(shown / 4)
      first = max(first, min(wanted ?? usual, span.upperBound + (1 - shown)))
    }
    days = first...(first + (shown - 1))
  }

  /// Returns the days of the whole roadmap, from the first bar to the last forecast, start or due
  /// day.
  private static func span(of roadmap: Roadmap) -> ClosedRange<CalendarDay> {
    let latestDue = roadmap.today + mostDaysToDue
    let outlooks = roadmap.groups.map(\.outlook) + roadmap.rows.map(\.outlook)
    let ends = outlooks.compactMap(\.self).map { outlook in
      outlook.day(Roadmap.ForecastSpan.safe) ?? outlook.day(Roadmap.ForecastSpan.likely)
        ?? outlook.begins
    }
    let marks = roadmap.groups.map(\.due) + roadmap.rows.flatMap { [$0.plan.due, $0.plan.start] }
    let dues = marks.compactMap(\.self).filter { $0 <= latestDue }
    let begun = roadmap.rows.compactMap(\.bars.first?.first).min() ?? roadmap.today
    let first = min(max(begun, roadmap.since), roadmap.today)
    let last = max((ends + dues).max() ?? roadmap.today, roadmap.today + 1)
    return first...max(last, first + (fewestDays - 1))
  }

  package var length: Int { days.upperBound - days.lowerBound + 1 }

  /// Returns the position of the beginning of a day: 0 for the first day that is shown, 1 for the
  /// end of the last one.
  package func position(of day: CalendarDay) -> Double {
    Double(day - days.lowerBound) / Double(length)
  }

  /// Returns the cells for a range of days. A range of which any day is shown gets at least one
  /// cell.
  ///
  /// - Returns: nil if no day of the range is shown.
  package func cells(
    from first: CalendarDay, through last: CalendarDay, among count: Int
  ) -> Range<Int>? {
    guard first <= days.upperBound, last >= days.lowerBound, first <= last, count > 0 else {
      return nil
    }
    let begin = cell(of: max(first, days.lowerBound), among: count)
    let end = last < days.upperBound ? cell(of: last + 1, among: count) : count
    return begin..<min(count, max(begin + 1, end))
  }

  /// Returns the cell in which a day begins; outside of `0..<count` for a day that is not shown.
  package func cell(of day: CalendarDay, among count: Int) -> Int {
    let place = (day - days.lowerBound) * count
    return place >= 0 ? place / length : -1
  }
}
