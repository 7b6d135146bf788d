import PlanModel
import PmgitTestSupport
import Testing

/// `stats` of random histories of two clones, compared with a slow computation from git log.
@Suite("Statistics of real histories")
struct HistoryStatisticsTests {
  @Test(
    "Moves, merges, undo, deletion and restoration are counted as the commits say",
    arguments: Seeds.each(6))
  func random(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let shared = try await SharedBoard()
    let people = [shared.first, shared.second]
    try await people[1]("sync")
    var clock = people[0].now.milliseconds
    var plans: [String] = []
    for _ in 0..<60 {
      // No two changes have the same time: the clones share a clock, which advances by minutes to
      // hours.
      clock += Int64(60_000 + random.number(below: 40_000_000))
      let pmgit = random.pick(people)
      pmgit.now = Timestamp(milliseconds: clock)
      if plans.isEmpty || random.chance(20) {
        plans.append(
          try await pmgit.add(
            "Plan \(plans.count)", "--state", random.pick(["todo", "todo", "doing", "done"])))
        continue
      }
      let plan = random.pick(plans)
      // The command may fail if the other clone does not have the plan yet, or if there is nothing
      // to undo.
      let words = random.pick([
        ["move", plan, "doing"], ["move", plan, "doing"], ["done", plan], ["done", plan],
        ["move", plan, "todo"], ["edit", plan, "--priority", "high"], ["undo"], ["delete", plan],
        ["restore", plan], ["sync"], ["sync"],
      ])
      _ = await pmgit.run(words)
    }
    // At least one merge of independent changes.
    for pmgit in people {
      clock += 60_000
      pmgit.now = Timestamp(milliseconds: clock)
      _ = try await pmgit.add("At the end")
    }
    for pmgit in people + [people[0]] {
      clock += 60_000
      pmgit.now = Timestamp(milliseconds: clock)
      try await pmgit("sync")
    }
    clock += 60_000
    let merges = try await people[0].repository.git("rev-list", "--merges", "--count", "pmgit/main")
    #expect(merges != "0", "the two have met")
    var documents: [String] = []
    for pmgit in people {
      pmgit.now = Timestamp(milliseconds: clock)
      let document = try await pmgit("stats", "--json", "-q")
      documents.append(document)
      let slow = try await SlowStatistics(pmgit, now: Timestamp(milliseconds: clock))
      let shown = try JSONReader.value(in: Array(document.utf8), maximumSize: .max).object
      #expect(shown?["finished"] == .number(slow.leadTimes.count))
      #expect(shown?["addedDone"] == .number(slow.addedDone))
      #expect(shown?["cycleTime"]?.object == slow.times(slow.cycleTimes))
      #expect(shown?["leadTime"]?.object == slow.times(slow.leadTimes))
      let ages = shown?["inProgress"]?.array?.map {
        "\($0.object?["plan"]?.string ?? "") \($0.object?["since"]?.string ?? "")"
      }
      #expect(ages?.sorted() == slow.inProgress.sorted())
    }
    #expect(documents[0] == documents[1], "clones with the same history say the same")
  }
}

/// The same numbers, computed from `git log` and `git show` commit by commit and file by file.
private struct SlowStatistics {
  private(set) var addedDone = 0
  private(set) var cycleTimes: [Int64] = []
  private(set) var leadTimes: [Int64] = []
  private(set) var inProgress: [String] = []

  /// The state of a plan after a commit.
  private struct Step {
    let at: Timestamp
    let state: String
  }

  init(_ pmgit: CommandRunner, now: Timestamp) async throws {
    let git = pmgit.repository
    var steps: [String: [Step]] = [:]
    let log = try await git.git(
      "log", "--no-merges", "--reverse", "--topo-order", "--format=%H %at", "pmgit/main")
    for line in log.split(separator: "\n") {
      let parts = line.split(separator: " ").map(String.init)
      let (commit, at) = (parts[0], Timestamp(seconds: Int64(parts[1]) ?? 0))
      let files = try await git.git(
        "diff-tree", "--root", "-r", "--no-commit-id", "--name-only", "--diff-filter=AM", commit,
        "--", "plans")
      for file in files.split(separator: "\n").map(String.init) {
        let after = try await Self.state(git, "\(commit):\(file)")
        let before = await Self.before(git, "\(commit)^:\(file)")
        if let after, after != before {
          steps[file, default: []].append(Step(at: at, state: after))
        }
      }
    }
    let list = try await pmgit("list", "is:any -is:deleted", "--json", "-q")
    let plans = try JSONReader.value(in: Array(list.utf8), maximumSize: .max).object?["plans"]
    for plan in plans?.array?.compactMap(\.object) ?? [] {
      let id = plan["id"]?.string ?? ""
      let own = (steps["plans/\(id.prefix(2))/\(id).json"] ?? []).sorted { $0.at < $1.at }
      #expect(own.last?.state == plan["state"]?.string, "\(id) is where the last commit put it")
      count(id, own)
    }
  }

  private static func state(_ git: ScratchRepository, _ name: String) async throws -> String? {
    let text = try await git.git("cat-file", "blob", name)
    return try PlanFile.read(Array(text.utf8)).value(at: .field("state"))?.string
  }

  /// Returns the state in the parent; nil if the plan did not exist.
  private static func before(_ git: ScratchRepository, _ name: String) async -> String? {
    do { return try await state(git, name) } catch { return nil }
  }

  private mutating func count(_ id: String, _ steps: [Step]) {
    guard let last = steps.last, last.state != "todo" else { return }
    let waited = steps.lastIndex { $0.state == "todo" } ?? -1
    let started = steps[(waited + 1)...].first { $0.state == "doing" }?.at
    if last.state == "doing" {
      inProgress.append("\(id) \(started?.description ?? "")")
      return
    }
    guard let open = steps.lastIndex(where: { $0.state != "done" }) else {
      addedDone += 1
      return
    }
    let end = steps[open + 1].at
    leadTimes.append(end.seconds - steps[0].at.seconds)
    if let started { cycleTimes.append(end.seconds - started.seconds) }
  }

  func times(_ seconds: [Int64]) -> JSONObject {
    [
      "plans": .number(seconds.count), "median": Self.percentile(50, seconds),
      "percentile85": Self.percentile(85, seconds),
    ]
  }

  private static func percentile(_ percent: Int, _ values: [Int64]) -> JSONValue {
    let found = values.sorted().first { value in
      values.count { $0 <= value } * 100 >= percent * values.count
    }
    return found.map { .number(Int($0)) } ?? .null
  }
}
