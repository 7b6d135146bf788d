/// The number of plans in each column at the end of each day.
package struct CumulativeFlow: Sendable {
  package struct Band: Hashable, Sendable {
    /// The ids of the columns; several if there are too many columns to distinguish.
    package let columns: [String]
    /// The number of plans in these columns at the end of each of `days`.
    package let counts: [Int]
  }

  package let days: [CalendarDay]
  /// The columns that had plans: first the board's, from left to right, then others sorted by id.
  package let bands: [Band]

  /// The most bands; the last one combines all remaining columns.
  static let mostBands = 24

  /// Counts the plans in each column at the end of each day.
  ///
  /// - Complexity: O(n log d + d · b) for n stays, d days and b bands.
  package init(_ journeys: [PlanJourney], by stages: Stages, in period: ReportPeriod) {
    let samples = DaySamples(journeys, in: period)
    days = samples.days
    let stays = Dictionary(grouping: journeys.lazy.flatMap(\.stays)) { ExactString($0.column) }
    let columns = stages.inOrder(stays.keys)
    let alone = columns.count > Self.mostBands ? Self.mostBands - 1 : columns.count
    let groups = columns.prefix(alone).map { [$0] } + [Array(columns.dropFirst(alone))]
    bands = groups.filter { !$0.isEmpty }.map { columns in
      Band(
        columns: columns.map(\.text),
        counts: samples.counts(of: columns.lazy.flatMap { stays[$0] ?? [] }))
    }
  }
}

/// The number of plans at the end of each day, split into done and open.
package struct WorkLeft: Sendable {
  package let days: [CalendarDay]
  /// The number of plans in columns of kind `done` at the end of each of `days`.
  package let done: [Int]
  /// The number of plans that were not done at the end of each of `days`. An imported plan is open
  /// from its creation in the tracker, unless it came as done and it is unknown since when.
  package let open: [Int]

  /// Counts the done and the open plans at the end of each day.
  ///
  /// - Complexity: O(n log d) for n stays and d days.
  package init(_ journeys: [PlanJourney], by stages: Stages, in period: ReportPeriod) {
    let samples = DaySamples(journeys, in: period)
    let stays = journeys.lazy.flatMap(\.stays)
    days = samples.days
    done = samples.counts(of: stays.filter { stages.kind(of: $0.column) == .done })
    let before = journeys.lazy.filter { journey in
      journey.knowsFirstEntry || stages.kind(of: journey.stays.first?.column ?? "") != .done
    }.compactMap(\.stayInTracker)
    let opened = samples.counts(of: stays.filter { stages.kind(of: $0.column) != .done })
    open = zip(opened, samples.counts(of: before)).map(+)
  }

  /// The number of all plans at the end of each of `days`.
  package var scope: [Int] { zip(done, open).map(+) }
}
