import PlanModel
import PmgitTestSupport
import Testing

@Suite("What to do next")
struct NextTests {
  @Test("The best plan is the one that is most pressing, and the reasons are said")
  func order() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let plain = try await pmgit.add("Plain")
    let urgent = try await pmgit.add("Urgent", "--priority", "urgent")
    let late = try await pmgit.add("Late", "--due", "2026-11-18", "--priority", "low")
    let blocked = try await pmgit.add(
      "Blocked", "--priority", "urgent", "--link", "blocked-by:\(plain)")
    _ = try await pmgit.add("Theirs", "--priority", "urgent", "--owner", "Kim <kim@example.org>")
    _ = try await pmgit.add("Assigned", "--priority", "urgent", "--assign", "Kim <kim@example.org>")
    _ = try await pmgit.add("Parent", "--priority", "urgent")
    try await pmgit("edit", late, "--link", "parent:Parent")
    #expect(
      try await pmgit("next", "-n", "9") == """
        \(late)\t2 days overdue, low\tLate
        \(urgent)\turgent\tUrgent
        \(plain)\t1 plan waits for it\tPlain

        """)
    #expect(try await pmgit("next").hasPrefix(late))
    #expect(try await pmgit("next", "NOT late").hasPrefix(urgent))
    #expect(try await pmgit("next", "title:blocked") == "")
    try await pmgit("done", plain)
    #expect(try await pmgit("next", "title:blocked").hasPrefix(blocked))
    let document = try await pmgit("next", "--json")
    #expect(
      document.contains("\"ready\":") && document.contains("\"2 days overdue\""))
  }

  @Test("Where nothing is ready, a hint shows the plans in progress that nobody has")
  func unowned() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("Begun", "--state", "doing", "--owner", "Kim")
    let hint = "see the plans in progress that have no owner with 'pmgit list kind:doing no:owner'"
    for command in [["next"], ["take", "--next"]] {
      #expect(!(await pmgit.run(command).messages.contains(hint)))
    }
    try await pmgit("edit", id, "--owner", "none")
    #expect(try await pmgit("list", "kind:doing", "no:owner").hasPrefix(id))
    for command in [["next"], ["take", "--next"]] {
      let result = await pmgit.run(command)
      #expect(result.messages.contains(hint), "\(result)")
    }
    try await pmgit("edit", id, "--state", "todo")
    #expect(try await pmgit("next").hasPrefix(id))
  }

  @Test("A plan whose start day is to come is not ready")
  func start() async throws {
    let pmgit = try await CommandRunner.withBoard()
    _ = try await pmgit.add("Later", "--priority", "urgent", "--start", "+1d")
    let today = try await pmgit.add("Today", "--start", "today")
    let medium = try await pmgit.add("Medium", "--priority", "medium")
    #expect(
      try await pmgit("next", "-n", "9")
        == "\(medium)\tmedium\tMedium\n\(today)\tnext on the board\tToday\n")
    #expect(try await pmgit("list", "is:ready").split(separator: "\n").count == 2)
  }

  @Test("Where only the query has no plan, that is said")
  func narrowed() async throws {
    let pmgit = try await CommandRunner.withBoard()
    #expect(await pmgit.run(["next", "foo"]).messages.contains("see the blocked plans"))
    _ = try await pmgit.add("One")
    _ = try await pmgit.add("Two")
    let none = await pmgit.run(["next", "foo"])
    #expect(none.exitCode == 0 && !none.messages.contains("see the blocked plans"))
    pmgit.useTerminal()
    #expect(try await pmgit("next", "foo") == "none of the 2 ready plans matches\n")
    let taken = await pmgit.run(["take", "--next", "#nosuch"])
    #expect(taken.messages.contains("no plan that is ready and free matches '#nosuch'"))
    #expect(taken.messages.contains("no plan has the label 'nosuch'"))
  }

  @Test("Templates are not to be begun, and an order that is asked for is told to be of no use")
  func templates() async throws {
    let pmgit = try await CommandRunner.withBoard()
    _ = try await pmgit.add("Release", "--label", "Template", "--priority", "urgent")
    let plan = try await pmgit.add("Fix login")
    #expect(try await pmgit("next").hasPrefix(plan))
    #expect(try await pmgit("list", "is:ready").hasPrefix(plan))
    #expect(try await pmgit("take", "--next") == "\(plan)\n")
    let sorted = await pmgit.run(["next", "is:open sort:due"])
    #expect(sorted.exitCode == 0)
    #expect(sorted.messages.contains("'next' has an order of its own"))
    #expect(sorted.messages.contains("'pmgit list \"is:ready (is:open sort:due)\"'"))
    // The hint's query works as printed, and so does one with only an order.
    for query in ["is:ready (is:open sort:due)", "is:ready (sort:due)"] {
      #expect(await pmgit.run(["list", query]).exitCode == 0, "\(query)")
    }
    #expect(!(await pmgit.run(["next"])).messages.contains("order"))
  }

  @Test("Who begins or finishes a plan that others block is told so")
  func blocked() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let first = try await pmgit.add("First")
    let plan = try await pmgit.add("Second", "--link", "blocked-by:\(first)")
    let told = "\(plan.prefix(4)) is still blocked by \(first.prefix(4)) 'First'\n"
    for words in [["move", plan, "doing"], ["done", plan], ["move", plan, "doing"]] {
      #expect(await pmgit.run(words).messages.contains(told), "\(words)")
    }
    #expect(!(await pmgit.run(["move", plan, "todo"])).messages.contains("blocked"))
    #expect(await pmgit.run(["take", plan]).messages.contains(told))
    try await pmgit("done", first)
    #expect(!(await pmgit.run(["done", plan])).messages.contains("blocked"))
  }

  @Test("'take' starts what it takes, and 'take --next' takes the best that is free")
  func take() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let first = try await pmgit.add("First", "--priority", "high")
    let second = try await pmgit.add("Second")
    let third = try await pmgit.add("Third")
    let taken = await pmgit.run(["take", "--next"])
    #expect(taken.messages.contains("took \(first.prefix(4)) 'First' to Doing"))
    #expect(try await pmgit("list", "state:doing owner:me").hasPrefix(first))
    try await pmgit("take", "second", "--no-start")
    #expect(try await pmgit("list", "state:todo owner:me").hasPrefix(second))
    #expect(await pmgit.run(["take", "--next", "second"]).exitCode == 1)
    try await pmgit("take", "--next")
    #expect(try await pmgit("list", "state:doing third").hasPrefix(third))
    let none = await pmgit.run(["take", "--next"])
    #expect(none.exitCode == 1)
    #expect(none.messages.contains("no plan is ready and free"))
    let subject = try await pmgit.repository.git("log", "-1", "--format=%s", "pmgit/main")
    #expect(subject == "take \(third.prefix(4)): Todo → Doing, Third")
  }

  @Test("An old claim is taken over, a young one is not")
  func over() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("Held")
    try await pmgit("take", id, "--as", "agent-3")
    let refused = await pmgit.run(["take", id])
    #expect(refused.exitCode == 1)
    #expect(!refused.messages.contains("--over"))
    #expect(await pmgit.run(["take", id, "--over", "1h"]).exitCode == 1)
    for age in ["0h", "tomorrow", "x", "--json"] {
      #expect(await pmgit.run(["take", id, "--over", age]).exitCode == 64, "\(age)")
    }
    let taken = pmgit.now.milliseconds
    pmgit.now = .init(milliseconds: taken + 3 * 86_400_000)
    #expect((await pmgit.run(["take", id])).messages.contains("'pmgit take \(id) --over 3d'"))
    pmgit.now = .init(milliseconds: taken + 2 * 3_600_000)
    try await pmgit("take", id, "--over", "1h")
    #expect(try await pmgit("list", "owner:me").hasPrefix(id))
  }

  @Test("A claim is older than two days after 48 hours, whatever the time of the day")
  func days() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("Held")
    try await pmgit("take", id, "--as", "agent-3")
    let hour: Int64 = 3_600_000
    pmgit.now = Timestamp(milliseconds: pmgit.now.milliseconds + 47 * hour)
    #expect(await pmgit.run(["take", id, "--over", "2d"]).exitCode == 1)
    pmgit.now = Timestamp(milliseconds: pmgit.now.milliseconds + 2 * hour)
    try await pmgit("take", id, "--over", "2d")
  }

  @Test("'take --next' goes on to the next plan, prints its id, and takes it for whom it is")
  func nextOfSeveral() async throws {
    let pmgit = try await CommandRunner.withBoard()
    _ = try await pmgit.add("Mine", "--priority", "high", "--owner", "me")
    let free = try await pmgit.add("Free")
    #expect(try await pmgit("take", "--next", "limit:1") == "\(free)\n")
    let agents = try await pmgit.add("For the agent", "--assign", "agent-3")
    #expect(await pmgit.run(["take", "--next"]).exitCode == 1)
    #expect(try await pmgit("take", "--next", "--as", "agent-3") == "\(agents)\n")
    #expect(await pmgit.run(["take", "--next", "-#nosuch"]).exitCode == 1)
  }

  @Test("'start' of a batch, 'move' to a kind and 'done' go to the first column of their kind")
  func columns() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("Plan")
    try await pmgit("column", "add", "wip", "--kind", "doing", "--before", "doing")
    try await pmgit("batch", "-", input: #"{"start":{"plans":["\#(id)"]}}"#)
    #expect(try await pmgit("list", "state:wip").hasPrefix(id))
    try await pmgit("move", id, "doing")
    #expect(try await pmgit("list", "state:doing").hasPrefix(id))
    try await pmgit("column", "remove", "doing")
    try await pmgit("move", id, "doing")
    #expect(try await pmgit("list", "state:wip").hasPrefix(id))
    try await pmgit("done", id)
    #expect(try await pmgit("list", "is:closed").hasPrefix(id))
    try await pmgit("column", "edit", "done", "--kind", "doing")
    let none = await pmgit.run(["done", id])
    #expect(none.exitCode == 1)
    #expect(none.messages.contains("the board has no column of kind done"))
    #expect(none.messages.contains("pmgit column add done --kind done"))
  }
}
