package import PlanModel

/// A picture of numbers over days, before anybody has decided how to draw it.
package struct Chart: Sendable {
  package enum Shape: Sendable {
    /// Series upon series, the first one at the bottom; each has one value on the same days.
    case areas
    /// A line for each series; each has one value on the same days.
    case lines
    /// A dot for each value.
    case points
    /// A bar for each value of the one series, which stands for the seven days from its day on.
    case bars
  }

  /// What a series stands for, which decides its colour.
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
    /// Never negative.
    package let number: Double
    /// The plan whose value it is; nil for that of many.
    package let plan: PlanID?
    /// The plan's title.
    package let title: String

    package init(_ number: Double, on day: CalendarDay, plan: PlanID? = nil, title: String = "") {
      (self.number, self.day, self.plan, self.title) = (number, day, plan, title)
    }
  }

  package struct Series: Hashable, Sendable {
    package let name: String
    package let tone: Tone
    /// In the order of their days.
    package let values: [Value]

    package init(_ name: String, _ tone: Tone, _ values: [Value]) {
      (self.name, self.tone, self.values) = (name, tone, values)
    }
  }

  /// A horizontal line at one number.
  package struct Rule: Hashable, Sendable {
    package let name: String
    package let number: Double
  }

  package let kind: ChartKind
  package let shape: Shape
  /// What is counted: `plans`, `days`.
  package let unit: String
  package let first: CalendarDay
  package let last: CalendarDay
  package let series: [Series]
  package let rules: [Rule]
  /// What the picture shows, in a sentence for those who do not see it.
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
      // A dot at 0 is there, and a bar or an area of that height is not.
      shape == .points ? series.values.isEmpty : series.values.allSatisfy { $0.number == 0 }
    }
  }

  /// The greatest number that must have room.
  package var greatest: Double {
    let values = series.map { $0.values.map(\.number) }
    let rules = rules.map(\.number).max() ?? 0
    guard shape == .areas else { return max(rules, values.joined().max() ?? 0) }
    let count = values.map(\.count).min() ?? 0
    return (0..<count).map { day in values.reduce(0) { $0 + $1[day] } }.max() ?? 0
  }

  /// The place of each series among those of its tone, so that neighbours can be told apart.
  package var placesInTone: [Int] {
    var counts: [Tone: Int] = [:]
    return series.map { series in
      defer { counts[series.tone, default: 0] += 1 }
      return counts[series.tone] ?? 0
    }
  }
}

/// The charts that can be drawn of a board.
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
