/// The story of 'pmgit demo': five weeks in which two people make an app.
enum DemoStory {
  /// A plan, and when it was made, begun and finished, in days before the present.
  struct Plan {
    let title: String
    var labels: [String] = []
    var priority: String?
    var isOnes = false
    let made: Int
    var begun: Int?
    var finished: Int?
  }

  /// One move of a plan, or its creation.
  struct Step {
    let daysAgo: Int
    let plan: Plan
    /// The column that the plan enters; nil for the creation of the plan.
    let column: String?
  }

  static let rotation = "Rotate the board when the tablet is turned"
  static let login = "Fix login on iPad"
  static let importer = "Import a Trello export with its comments"
  static let reminder = "Send a reminder the day before a plan is due"
  static let releases = "Write down how we release"
  static let search = "Search in comments too"

  private static let plans = [
    Plan(title: rotation, labels: ["ui"], priority: "high", isOnes: true, made: 30),
    Plan(title: "모바일 로그인 화면에서 비밀번호 찾기 버튼이 잘려 보임", labels: ["bug", "ios"], made: 12),
    Plan(
      title: "Ask three users what they open first in the morning", labels: ["research"], made: 9),
    Plan(title: releases, labels: ["docs"], priority: "low", made: 8),
    Plan(title: "Show the time of the last sync", labels: ["ui"], made: 6),
    Plan(title: login, labels: ["bug"], priority: "urgent", isOnes: true, made: 14, begun: 3),
    Plan(title: search, labels: ["search"], made: 20, begun: 5),
    Plan(title: reminder, labels: ["mail"], made: 11),
    Plan(title: importer, labels: ["import"], priority: "medium", isOnes: true, made: 16, begun: 4),
    Plan(
      title: "Merge plans field by field", labels: ["core"], priority: "high", made: 34, begun: 33,
      finished: 26),
    Plan(
      title: "Boards on a branch of their own", labels: ["core"], made: 34, begun: 31, finished: 24),
    Plan(
      title: "Keep drafts when the page is closed", labels: ["ui"], made: 25, begun: 20,
      finished: 13),
    Plan(title: "Dark theme", labels: ["ui"], isOnes: true, made: 22, begun: 15, finished: 8),
    Plan(title: "Undo across restarts", labels: ["core"], made: 21, begun: 12, finished: 2),
  ]

  /// All steps, oldest first; those of one day in the order of the plans.
  static var steps: [Step] {
    let steps = plans.flatMap(\.steps)
    let days = Set(steps.map(\.daysAgo)).sorted(by: >)
    return days.flatMap { day in steps.filter { $0.daysAgo == day } }
  }
}

extension DemoStory.Plan {
  fileprivate var steps: [DemoStory.Step] {
    let days: [(Int?, String?)] = [(made, nil), (begun, "doing"), (finished, "done")]
    return days.compactMap { day, column in
      day.map { DemoStory.Step(daysAgo: $0, plan: self, column: column) }
    }
  }
}
