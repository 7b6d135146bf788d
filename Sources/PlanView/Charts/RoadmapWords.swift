package import PlanModel

extension Roadmap {
  package static let nothing = "nothing to show yet"

  /// Returns a sentence about the forecast and the critical path, without a full stop.
  package func statement(_ shortID: (PlanID) -> String) -> String {
    var parts = [CountWords.words(openCount, "open plan")]
    if lateCount > 0 { parts.append("\(lateCount) may be late") }
    if let lack { parts.append("no forecast: \(lack)") }
    if let criticalPath { parts.append(criticalPath.words(shortID)) }
    return parts.joined(separator: "; ")
  }

  /// Returns what the roadmap leaves out.
  package var notes: [String] {
    var notes: [String] = []
    if groupsLeftOut > 0 {
      let groups = CountWords.words(groupsLeftOut, "more group")
      let plans = CountWords.words(plansInGroupsLeftOut, "plan")
      notes.append("… and \(groups) with \(plans)")
    }
    if finishedEarlier > 0 {
      let plans = CountWords.words(finishedEarlier, "plan")
      notes.append("not shown: \(plans) finished before \(since), or at an unknown time")
    }
    return notes
  }
}

extension CriticalPath {
  /// The most plans of a critical path that are named.
  private static let mostNamed = 8

  /// Returns `critical path (3 plans): k7m2 → m3f8 → n9k2`. The middle of a long path is left out.
  fileprivate func words(_ shortID: (PlanID) -> String) -> String {
    let length =
      switch measure {
      case .plans: CountWords.words(plans.count, "plan")
      case .estimate: "estimate \(length.text(decimals: 3))"
      }
    var names = plans.map(shortID)
    if names.count > Self.mostNamed {
      names.replaceSubrange(Self.mostNamed / 2..<names.count - Self.mostNamed / 2, with: ["…"])
    }
    return "critical path (\(length)): \(names.joined(separator: " → "))"
  }
}

extension Roadmap.Group {
  /// Returns a sentence about the group: its name, its due day and its forecast.
  package func heading(_ shortID: (PlanID) -> String) -> String {
    let name = (parent.map { "\(shortID($0)) " } ?? "") + title
    var parts = [name]
    if let due { parts.append("due \(due)") }
    if let outlook { parts.append(outlook.words) }
    if isLate { parts.append("may be late") }
    return parts.joined(separator: ", ") + "."
  }

  /// Returns the line for the plans left out at the end of a group.
  package var moreWords: String { "… and \(more) more" }
}

extension Roadmap.Row {
  /// Returns a sentence about the plan: its column, its days, its forecast and its blockers.
  package func words(_ shortID: (PlanID) -> String) -> String {
    var parts = ["\(shortID(plan.id)) \(plan.title), \(column)"]
    if let finished { parts.append("finished on \(finished)") }
    if isOpen, let start = plan.start { parts.append("starts on \(start)") }
    if let outlook { parts.append(outlook.words) }
    if let due = plan.due { parts.append("due \(due)") }
    if isLate { parts.append("may be late") }
    if !blockers.isEmpty {
      parts.append("after \(blockers.map(shortID).joined(separator: " and "))")
    }
    if isCritical { parts.append("on the critical path") }
    return parts.joined(separator: ", ") + "."
  }
}

extension Roadmap.ForecastSpan {
  /// Returns `finished by 2026-12-02 (50 %) or 2026-12-06 (85 %)`.
  fileprivate var words: String {
    let days = [Self.likely, Self.safe].map { percent in
      "\(day(percent)?.description ?? "a day in more than ten years") (\(percent) %)"
    }
    return "finished by \(days.joined(separator: " or "))"
  }
}
