/// The story of 'pmgit init --demo': five weeks in which two people make an app.
enum DemoStory {
  /// A plan, and how many days ago it was created, started and finished.
  struct Plan {
    let title: String
    var labels: [String] = []
    var priority: String?
    var isOnes = false
    var milestone: String? = "v1.0"
    var estimate = 1
    var platform: String?
    /// The rule by which it repeats, and its due date, as typed when it was made.
    var repeats: (rule: String, due: String)?
    let made: Int
    var begun: Int?
    var finished: Int?
  }

  /// A change of the demo's board.
  enum Step {
    case add(Plan)
    case move(Plan, to: String)
    /// Closes the last iteration that is over.
    case closeIteration
  }

  static let rotation = "Rotate the board when the tablet is turned"
  static let login = "Fix login on iPad"
  static let cutButton = "모바일 로그인 화면에서 비밀번호 찾기 버튼이 잘려 보임"
  static let importer = "Import a Trello export with its comments"
  static let reminder = "Send a reminder the day before a plan is due"
  static let releases = "Write down how we release"
  static let search = "Search in comments too"
  static let undo = "Undo across restarts"

  /// The content of a file that is attached to the plan about the login.
  static let crash = """
    Fatal error: unexpectedly found nil while reading 'session'
    LoginView.swift:48
    """

  private static let plans = [
    Plan(
      title: rotation, labels: ["ui"], priority: "high", isOnes: true, estimate: 3,
      platform: "iPad", made: 30),
    Plan(title: cutButton, labels: ["bug", "ios"], platform: "iPhone", made: 12),
    Plan(
      title: "Ask three users what they open first in the morning", labels: ["research"],
      milestone: nil, estimate: 2, made: 9),
    Plan(title: releases, labels: ["docs"], priority: "low", made: 8),
    Plan(title: "Show the time of the last sync", labels: ["ui"], milestone: "v1.1", made: 6),
    Plan(
      title: login, labels: ["bug"], priority: "urgent", isOnes: true, estimate: 2,
      platform: "iPad", made: 14, begun: 3),
    Plan(title: search, labels: ["search"], milestone: "v1.1", estimate: 3, made: 20, begun: 5),
    Plan(title: reminder, labels: ["mail"], milestone: "v1.1", estimate: 5, made: 11),
    Plan(
      title: importer, labels: ["import"], priority: "medium", isOnes: true, estimate: 5, made: 16,
      begun: 4),
    Plan(
      title: "Merge plans field by field", labels: ["core"], priority: "high", estimate: 5,
      made: 34, begun: 33, finished: 26),
    Plan(
      title: "Boards on a branch of their own", labels: ["core"], estimate: 3, made: 34, begun: 31,
      finished: 24),
    Plan(
      title: "Keep drafts when the page is closed", labels: ["ui"], estimate: 2, made: 25,
      begun: 20, finished: 13),
    Plan(
      title: "Dark theme", labels: ["ui"], isOnes: true, estimate: 2, platform: "all", made: 22,
      begun: 15, finished: 8),
    Plan(
      title: undo, labels: ["core"], estimate: 3, made: 21, begun: 12,
      finished: 2),
    Plan(
      title: "Update the libraries", labels: ["chore"], milestone: nil,
      repeats: (rule: "every 2 weeks", due: "+8d"), made: 20, begun: 12, finished: 11),
  ]

  /// How many days ago iterations are closed. Each is closed a day after its end, so that daylight
  /// saving time does not matter.
  private static let closings = [20, 6]

  /// All steps, oldest first. Steps of the same day are in the order of the plans.
  static var steps: [(daysAgo: Int, step: Step)] {
    let steps =
      closings.map { (daysAgo: $0, step: Step.closeIteration) } + plans.flatMap(\.steps)
    let days = Set(steps.map(\.daysAgo)).sorted(by: >)
    return days.flatMap { day in steps.filter { $0.daysAgo == day } }
  }
}

extension DemoStory.Plan {
  fileprivate var steps: [(daysAgo: Int, step: DemoStory.Step)] {
    var steps = [(daysAgo: made, step: DemoStory.Step.add(self))]
    if let begun { steps.append((daysAgo: begun, step: .move(self, to: "doing"))) }
    if let finished { steps.append((daysAgo: finished, step: .move(self, to: "done"))) }
    return steps
  }
}
