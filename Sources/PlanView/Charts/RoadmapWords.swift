package import PlanModel

package enum RoadmapWords {
  package static let nothing = "nothing to show yet"

  /// Returns a sentence about the forecast and the critical path, without a full stop.
  package static func statement(on roadmap: Roadmap, _ shortID: (PlanID) -> String) -> String {
    var parts = [CountWords.words(roadmap.openCount, "open plan")]
    if roadmap.lateCount > 0 { parts.append("\(roadmap.lateCount) may be late") }
    if let lack = roadmap.lack { parts.append("no forecast: \(lack)") }
    if let path = roadmap.criticalPath { parts.append(words(for: path, shortID)) }
    return parts.joined(separator: "; ")
  }

  /// The most plans of a critical path that are named.
  private static let mostNamed = 8

  /// Returns `critical path (3 plans): k7m2 → m3f8 → n9k2`. The middle of a long path is left out.
  package static func words(for path: CriticalPath, _ shortID: (PlanID) -> String) -> String {
    let length =
      switch path.measure {
      case .plans: CountWords.words(path.plans.count, "plan")
      case .estimate: "estimate \(DecimalText.text(path.length, decimals: 3))"
      }
    var names = path.plans.map(shortID)
    if names.count > mostNamed {
      names.replaceSubrange(mostNamed / 2..<names.count - mostNamed / 2, with: ["…"])
    }
    return "critical path (\(length)): \(names.joined(separator: " → "))"
  }

  /// Returns a sentence about a group: its name, its due day and its forecast.
  package static func head(of group: Roadmap.Group, _ shortID: (PlanID) -> String) -> String {
    let name = (group.parent.map { "\(shortID($0)) " } ?? "") + group.title
    var parts = [name]
    if let due = group.due { parts.append("due \(due)") }
    if let outlook = group.outlook { parts.append(words(for: outlook)) }
    if group.isLate { parts.append("may be late") }
    return parts.joined(separator: ", ") + "."
  }

  /// Returns a sentence about a plan: its column, its days, its forecast and its blockers.
  package static func words(for row: Roadmap.Row, _ shortID: (PlanID) -> String) -> String {
    var parts = ["\(shortID(row.plan.id)) \(row.plan.title), \(row.column)"]
    if let finished = row.finished { parts.append("finished on \(finished)") }
    if row.isOpen, let start = row.plan.start { parts.append("starts on \(start)") }
    if let outlook = row.outlook { parts.append(words(for: outlook)) }
    if let due = row.plan.due { parts.append("due \(due)") }
    if row.isLate { parts.append("may be late") }
    if !row.blockers.isEmpty {
      parts.append("after \(row.blockers.map(shortID).joined(separator: " and "))")
    }
    if row.isCritical { parts.append("on the critical path") }
    return parts.joined(separator: ", ") + "."
  }

  /// Returns `finished by 2026-12-02 (50 %) or 2026-12-06 (85 %)`.
  private static func words(for outlook: Roadmap.Outlook) -> String {
    let days = [Roadmap.Outlook.likely, Roadmap.Outlook.safe].map { percent in
      "\(outlook.day(percent)?.description ?? "a day in more than ten years") (\(percent) %)"
    }
    return "finished by \(days.joined(separator: " or "))"
  }

  /// Returns the line for the plans left out at the end of a group.
  package static func more(in group: Roadmap.Group) -> String { "… and \(group.more) more" }

  /// Returns what the roadmap leaves out.
  package static func notes(on roadmap: Roadmap) -> [String] {
    var notes: [String] = []
    if roadmap.groupsLeftOut > 0 {
      let groups = CountWords.words(roadmap.groupsLeftOut, "more group")
      let plans = CountWords.words(roadmap.plansInGroupsLeftOut, "plan")
      notes.append("… and \(groups) with \(plans)")
    }
    if roadmap.finishedEarlier > 0 {
      let plans = CountWords.words(roadmap.finishedEarlier, "plan")
      notes.append("not shown: \(plans) finished before \(roadmap.since), or at an unknown time")
    }
    return notes
  }
}
