/// The value by which spent time is grouped.
package enum TimeGrouping: String, CaseIterable, Sendable {
  case person, plan, label, column
  /// The agent that worked; all people are one group.
  case agent
  case day, week
}

/// An entry of time, and the plan on which it was spent.
package struct SpentTime: Sendable {
  package let plan: Plan
  package let entry: TimeEntry
  /// The person whom the entry names, in stored form.
  package let person: String
  /// The day of the work, or the local day on which the entry was written; nil if it has neither.
  package let day: CalendarDay?

  /// Describes a time entry for the statistics.
  ///
  /// - Parameters:
  ///   - person: The person whom `entry.by` means.
  ///   - clocks: The local clocks, for entries without a day.
  package init(_ entry: TimeEntry, on plan: Plan, by person: String, clocks: LocalClocks) {
    (self.plan, self.entry, self.person) = (plan, entry, person)
    day = entry.day ?? entry.at.map(clocks.day(of:))
  }

  /// The minutes; 0 for an invalid length.
  package var minutes: Int { entry.minutes ?? 0 }

  /// Returns the names of the groups that the entry belongs to; nil stands for the group without a
  /// value. An entry on a plan with several labels counts in the group of each label.
  func groups(by grouping: TimeGrouping) -> [String?] {
    switch grouping {
    case .person: [person.isEmpty ? nil : person]
    case .plan: [plan.id.text]
    case .label: plan.labels.isEmpty ? [nil] : plan.labels
    case .column: [plan.state]
    case .agent: [entry.isByAgent ? entry.by : nil]
    case .day: [day?.description]
    case .week: [day.map { ISOWeek(of: $0).description }]
    }
  }
}

/// The time that was spent in a period, in all and by groups.
package struct TimeStatistics: Sendable {
  /// The sums of some entries.
  package struct Sum: Hashable, Sendable {
    package private(set) var minutes = 0
    package private(set) var entries = 0
    private var ids: Set<PlanID> = []

    /// The number of plans.
    package var plans: Int { ids.count }

    init(_ times: [SpentTime]) {
      for time in times {
        minutes += time.minutes
        entries += 1
        ids.insert(time.plan.id)
      }
    }
  }

  package struct Group: Sendable {
    /// The common value; nil for the entries without one.
    package let name: String?
    package let sum: Sum
  }

  /// The entries, sorted by day.
  package let times: [SpentTime]
  package let sum: Sum
  package let grouping: TimeGrouping?
  /// The groups: days and weeks in their order, others with the most time first.
  package let groups: [Group]

  /// Adds up time entries.
  ///
  /// - Parameters:
  ///   - days: The days that are counted; nil for all, also entries without a day.
  package init(
    _ times: [SpentTime], in days: ClosedRange<CalendarDay>? = nil, by grouping: TimeGrouping? = nil
  ) {
    let counted = times.filter { time in
      guard let days else { return true }
      return time.day.map(days.contains) ?? false
    }
    let key = { (time: SpentTime) in
      (time.day?.dayNumber ?? .min, time.entry.at?.milliseconds ?? .min, time.plan.id)
    }
    self.times = counted.sorted { key($0) < key($1) }
    sum = Sum(counted)
    self.grouping = grouping
    groups = grouping.map { Self.groups(of: counted, by: $0) } ?? []
  }

  private static func groups(of times: [SpentTime], by grouping: TimeGrouping) -> [Group] {
    var members: [ExactString: [SpentTime]] = [:]
    var rest: [SpentTime] = []
    for time in times {
      for name in time.groups(by: grouping) {
        if let name {
          members[ExactString(name), default: []].append(time)
        } else {
          rest.append(time)
        }
      }
    }
    let named = members.map { Group(name: $0.key.text, sum: Sum($0.value)) }
    let isInOrder = grouping == .day || grouping == .week
    let sorted = named.sorted { left, right in
      if !isInOrder, left.sum.minutes != right.sum.minutes {
        return left.sum.minutes > right.sum.minutes
      }
      return ExactString(left.name ?? "") < ExactString(right.name ?? "")
    }
    return sorted + (rest.isEmpty ? [] : [Group(name: nil, sum: Sum(rest))])
  }
}
