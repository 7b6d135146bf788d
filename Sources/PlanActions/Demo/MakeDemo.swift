import Git
import PlanModel
import PlanStore

/// A finished demo: a project of two people to try pmgit with.
package struct Demo {
  /// The folder that contains the whole demo and can be removed at any time.
  package let folder: String
  /// The clones of the two people, each with the board. In the first clone a title is in conflict;
  /// the second has not fetched that conflict yet.
  package let clones: [String]
  /// The second person's clone of another repository, which has the same board.
  package let library: String
}

extension Demo {
  /// Makes a project with a remote, two clones, and a board with a history. If it can't be
  /// completed, its folder remains, and a hint shows how to remove it.
  ///
  /// - Parameters:
  ///   - folder: A folder that does not exist yet; nil for a new temporary folder below `parent`.
  ///   - parent: The folder for temporary folders.
  package static func make(
    at folder: String?, orBelow parent: String, as participant: Participant
  ) async throws -> Demo {
    let folder = try makeFolder(folder, parent)
    do {
      return try await fill(folder, as: participant)
    } catch var problem as Problem {
      problem.hints.append("remove what was made of it with \(run: "rm", "-rf", folder)")
      throw problem
    }
  }

  private static func fill(_ folder: String, as participant: Participant) async throws -> Demo {
    for repository in ["remote.git", "lib.git"] {
      try await DemoPerson.git(
        [
          "init", "--quiet", "--bare", "--template=", "--initial-branch=main", "--",
          "\(folder)/\(repository)",
        ], in: nil, DemoPerson.environment(for: participant))
    }
    let numbers = DemoNumbers()
    func person(_ name: String, to clone: String, of repository: String = "remote.git")
      async throws -> DemoPerson
    {
      try await DemoPerson(
        "Dev \(name)", address: "\(name.lowercased())@example.com",
        cloning: "\(folder)/\(repository)", to: "\(folder)/\(clone)", as: participant,
        drawing: numbers)
    }
    let one = try await person("One", to: "one")
    try await begin(one)
    let plans = try await live(one)
    _ = try await one.board().sync()
    let library = try await person("Two", to: "lib", of: "lib.git")
    try await share(library, plans[DemoStory.undo] ?? "")
    let two = try await person("Two", to: "two")
    try await meet(one, two, plans)
    return Demo(folder: folder, clones: [one.clone, two.clone], library: library.clone)
  }

  private static func makeFolder(_ folder: String?, _ parent: String) throws -> String {
    guard let folder else { return try Folder.makeTemporary(in: parent, named: "pmgit-demo") }
    do {
      try Folder.make(folder)
    } catch {
      var problem = Problem(error as any Error)
      problem.hints = ["name a new folder in one that exists, or none for a temporary one"]
      throw problem
    }
    return folder
  }

  /// Makes the first commit of the code.
  private static func beginCode(_ person: DemoPerson, _ subject: String) async throws {
    try await person.git(["symbolic-ref", "HEAD", "refs/heads/main"])
    try await person.git(["commit", "--quiet", "--allow-empty", "-m", subject], daysAgo: 35)
    try await person.git(["push", "--quiet", "--set-upstream", "origin", "main"])
  }

  /// Makes the board of the app that of another repository, too. A commit there names a plan.
  private static func share(_ library: DemoPerson, _ plan: String) async throws {
    try await beginCode(library, "Begin the library")
    _ = try await library.board(daysAgo: 3).setHome("../remote.git")
    try await library.git(
      ["commit", "--quiet", "--allow-empty", "-m", "Keep the steps in a file\n\nPlan: \(plan)"],
      daysAgo: 2)
    try await library.git(["push", "--quiet"])
    _ = try await library.board(daysAgo: 2).follow(["HEAD"])
    _ = try await library.board(daysAgo: 2).sync()
  }

  /// Makes the code's first commit and the columns of the board.
  private static func begin(_ one: DemoPerson) async throws {
    try await beginCode(one, "Begin the app")
    let board = try one.board(daysAgo: 35)
    _ = try await board.createBoard()
    var review = ColumnChanges()
    (review.title, review.kind, review.before) = ("In review", .doing, "done")
    _ = try await board.addColumn("review", review)
    var doing = ColumnChanges()
    doing.limit = "3"
    _ = try await board.changeColumn("doing", doing)
    _ = try await board.setTitle("Tablet app")
    try await addSettings(to: board)
  }

  /// Adds a field, two milestones, the iterations and a rule.
  private static func addSettings(to board: Workspace) async throws {
    var platform = CustomFieldChanges()
    (platform.kind, platform.title, platform.isOnCard) = (.choice, "Platform", true)
    platform.options = ["iPad", "iPhone", "all"]
    _ = try await board.addField("platform", platform)
    for (name, due) in [("v1.0", "+75d"), ("v1.1", "+110d")] {
      var milestone = PhaseChanges()
      milestone.due = due
      _ = try await board.addMilestone(name, milestone)
    }
    var iterations = AddIterations()
    (iterations.length, iterations.start, iterations.count) = ("2w", "today", 4)
    _ = try await board.addIterations(iterations)
    _ = try await board.addRule("review", "on move to review: label +needs-eyes")
  }

  /// Makes five weeks of changes.
  ///
  /// - Returns: The plans' ids by their titles.
  private static func live(_ one: DemoPerson) async throws -> [String: String] {
    var ids: [String: String] = [:]
    for (daysAgo, step) in DemoStory.steps {
      let board = try one.board(daysAgo: daysAgo)
      switch step {
      case .add(let plan):
        let added = try await board.add(AddPlan(title: plan.title, fields: plan.fields))
        ids[plan.title] = added.plans[0].text
      case .move(let plan, let column):
        _ = try await board.edit(ids[plan.title] ?? "") {
          $0.state = column
          if column == "doing" { $0[.iteration] = "current" }
        }
      case .closeIteration:
        _ = try await board.close(.iteration, "previous", to: nil)
      }
    }
    func plan(_ title: String) -> String { ids[title] ?? "" }
    try await addDetails(one, plan)
    return ids
  }

  /// Adds details to some plans, such as a body, links and an attached file, in the last two days.
  private static func addDetails(_ one: DemoPerson, _ plan: (String) -> String) async throws {
    let importer = plan(DemoStory.importer)
    _ = try await one.board(daysAgo: 2).edit(importer) {
      $0.checklist = ["cards", "comments", "members"]
      $0.body = [
        "The export is one JSON file. Cards become plans, **lists** columns.", "",
        "- members are found by their addresses", "- attachments stay links",
      ]
    }
    _ = try await one.board(daysAgo: 2).check(CheckLines([importer], lines: .named(["1", "2"])))
    _ = try await one.board(daysAgo: 1).move(MovePlans([importer], to: "review"))
    _ = try await one.board(daysAgo: 1).edit(plan(DemoStory.rotation)) { $0[.due] = "today" }
    _ = try await one.board(daysAgo: 1).edit(plan(DemoStory.reminder)) {
      $0[.links].added = ["blocked-by:\(plan(DemoStory.releases))"]
    }
    let login = plan(DemoStory.login)
    _ = try await one.board(daysAgo: 1).edit(plan(DemoStory.cutButton)) {
      $0[.links].added = ["blocked-by:\(login)"]
    }
    let log = NewFile(name: "crash.txt", bytes: Array(DemoStory.crash.utf8))
    _ = try await one.board(daysAgo: 1).attach([log], to: login)
    _ = try await one.board(daysAgo: 1)
      .spend(SpendTime(login, length: "1h30m", day: nil, note: "Found the crash"))
  }

  /// Makes both people change one title today; the first person's sync then finds the conflict.
  private static func meet(
    _ one: DemoPerson, _ two: DemoPerson, _ ids: [String: String]
  ) async throws {
    func plan(_ title: String) -> String { ids[title] ?? "" }
    let early = try two.board(minutesAgo: 90)
    _ = try await early.createBoard()
    _ = try await early.edit(plan(DemoStory.login)) { $0.title = "Fix sign-in on tablets" }
    let members = ["Members without an address are kept by their names."]
    _ = try await early.comment(CommentOnPlan(plan(DemoStory.importer), text: members))
    _ = try await early.sync()
    let late = try one.board(minutesAgo: 20)
    _ = try await late.edit(plan(DemoStory.login)) { $0.title = "Fix login on every iPad" }
    _ = try await late.sync()
    _ = try await one.board().edit(plan(DemoStory.search)) { $0[.estimate] = "3" }
  }
}

extension Workspace {
  fileprivate func edit(_ plan: String, _ change: (inout FieldChanges) -> Void) async throws
    -> PlanChanges
  {
    var fields = FieldChanges()
    change(&fields)
    return try await edit(EditPlan(plan, fields: fields))
  }
}

extension DemoStory.Plan {
  /// The values with which the plan is added.
  fileprivate var fields: FieldChanges {
    var fields = FieldChanges()
    (fields[.labels].added, fields[.priority]) = (labels, priority)
    fields[.assignees].added = isOnes ? ["@me"] : []
    (fields[.milestone], fields[.estimate]) = (milestone, "\(estimate)")
    (fields[.repeat], fields[.due]) = (repeats?.rule, repeats?.due)
    if let platform { fields.custom = [CustomChange("platform", .typed(platform))] }
    return fields
  }
}
