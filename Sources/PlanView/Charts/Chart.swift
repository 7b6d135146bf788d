package import PlanModel

/// A chart's data: numbers by day, independent of how the chart is drawn.
package struct Chart: Sendable {
  package enum Shape: Sendable {
    /// Series on top of each other, the first at the bottom. All have values for the same days.
    case areas
    /// A line for each series. All have values for the same days.
    case lines
    /// A dot for each value.
    case points
    /// A bar for each value of the only series. Each value is for the seven days that begin at its
    /// day.
    case bars
  }

  /// The meaning of a series, which determines its colour.
  package enum Tone: Hashable, Sendable {
    case waiting, active, finished

    package init(_ kind: Column.Kind) {
      switch kind {
      case .todo: self = .waiting
      case .doing: self = .active
      case .done: self = .finished
      }
    }
  }

  package struct Value: Hashable, Sendable {
    package let day: CalendarDay
    /// The value, which is never negative.
    package let number: Double
    /// The plan with this value; nil if the value counts several plans.
    package let plan: PlanID?
    /// The plan's title; empty if the value counts several plans.
    package let title: String

    package init(_ number: Double, on day: CalendarDay, plan: PlanID? = nil, title: String = "") {
      (self.number, self.day, self.plan, self.title) = (number, day, plan, title)
    }
  }

  package struct Series: Hashable, Sendable {
    package let name: String
    package let tone: Tone
    /// The values in the order of their days.
    package let values: [Value]

    package init(_ name: String, _ tone: Tone, _ values: [Value]) {
      (self.name, self.tone, self.values) = (name, tone, values)
    }
  }

  /// A horizontal line at a fixed number, with a name.
  package struct Rule: Hashable, Sendable {
    package let name: String
    package let number: Double
  }

  package let kind: ChartKind
  package let shape: Shape
  /// The unit of the values: `plans` or `days`.
  package let unit: String
  package let first: CalendarDay
  package let last: CalendarDay
  package let series: [Series]
  package let rules: [Rule]
  /// A sentence that describes the chart, for people who can't see it.
  package let summary: String

  package init(
    _ kind: ChartKind, _ shape: Shape, unit: String, days: ClosedRange<CalendarDay>,
    series: [Series], rules: [Rule] = [], summary: String
  ) {
    (self.kind, self.shape, self.unit) = (kind, shape, unit)
    (first, last) = (days.lowerBound, days.upperBound)
    (self.series, self.rules, self.summary) = (series, rules, summary)
  }

  package var title: String { kind.title }

  /// Whether there is nothing to draw.
  package var isEmpty: Bool {
    series.allSatisfy { series in
      // A dot at 0 is visible, but a bar or an area of height 0 is not.
      shape == .points ? series.values.isEmpty : series.values.allSatisfy { $0.number == 0 }
    }
  }

  /// The greatest number that the vertical axis must include.
  package var greatest: Double {
    let values = series.map { $0.values.map(\.number) }
    let rules = rules.map(\.number).max() ?? 0
    guard shape == .areas else { return max(rules, values.joined().max() ?? 0) }
    let count = values.map(\.count).min() ?? 0
    return (0..<count).map { day in values.reduce(0) { $0 + $1[day] } }.max() ?? 0
  }

  /// For each series, its position among the series with the same tone, counted from 0. Drawings
  /// use it to give them different colours.
  package var placesInTone: [Int] {
    var counts: [Tone: Int] = [:]
    return series.map { series in
      defer { counts[series.tone, default: 0] += 1 }
      return counts[series.tone] ?? 0
    }
  }
}

/// The kinds of charts for a board.
package enum ChartKind: String, CaseIterable, Sendable {
  case cumulativeFlow = "cumulative-flow"
  case burndown
  case burnup
  case cycleTime = "cycle-time"
  case throughput

  package var title: String {
    switch self {
    case .cumulativeFlow: "Cumulative flow"
    case .burndown: "Burndown"
    case .burnup: "Burn-up"
    case .cycleTime: "Cycle time"
    case .throughput: "Throughput"
    }
  }
}
