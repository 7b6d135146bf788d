import Foundation
@testable import Git
import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanStore

@Suite("The board at a moment")
struct TipLookupTests {
  @Test("A commit with the author and the time of a new board is a change like any other")
  func forgedBeginning() async throws {
    let ada = try await BoardFixture()
    _ = try await ada.add("A plan")
    let (store, tip) = (try ada.store(), try ada.tip())
    let machine = NewBoard.machine(seconds: 1_767_225_600)
    let forged = try store.repository.writeCommit(
      CommitDraft(
        tree: store.repository.commit(tip).tree, parents: [tip], author: machine,
        committer: machine, message: "add the columns Todo, Doing and Done\n"))
    try await ada.repository.git("update-ref", "refs/heads/pmgit/main", forged.hex)
    #expect(try store.newestChanges(10).map(\.id).contains(forged))
    #expect(!NewBoard.isBeginning(forged))
    let first = try await ada.repository.git("rev-list", "--max-parents=0", "pmgit/main")
    #expect(NewBoard.isBeginning(try #require(ObjectID(hex: first))))
  }

  @Test("What was made in a clone that was merged later does not hide what others had")
  func sides() async throws {
    let (_, people) = try await BoardFixture.sharing(seed: 5)
    let (ada, ben) = (people[0], people[1])
    let plan = try await ada.add("A plan")
    try await ada.sync()
    try await ben.sync()
    ada.seconds += 1000
    try await ada.edit(plan, .state("done"))
    try await ada.sync()
    ben.seconds = ada.seconds + 1000
    try await ben.edit(plan, .title("Offline"))
    ben.seconds += 1000
    try await ben.edit(plan, .add("bug", to: .labels))
    let offline = ben.seconds
    ben.seconds += 1000
    try await ben.sync()
    for seconds in [offline - 1000, offline] {
      let found = try at(seconds, of: ben).plan(plan)
      #expect(found.state == "done")
      #expect(found.title == "Offline")
      #expect(found.labels == (seconds == offline ? ["bug"] : []))
    }
    #expect(try at(offline - 1002, of: ben).plan(plan).title == "A plan")
    // The lookup has stored no objects.
    #expect(try await ben.fsck() == "")
    #expect(
      try await ben.repository.git("fsck", "--unreachable", "--no-reflogs", "--no-progress") == "")
  }

  @Test(
    "A commit by a clock that was days slow hides nothing, and comes when its parents have come")
  func slowClock() async throws {
    let ada = try await BoardFixture()
    let first = try await ada.add("First")
    ada.seconds += 1000
    try await ada.edit(first, .title("Changed"))
    let changed = ada.seconds
    ada.seconds -= 200_000
    try await ada.add("By a slow clock")
    ada.seconds = changed + 1000
    try await ada.add("Last")
    let titles = { (seconds: Int64) in
      try self.at(seconds, of: ada).plans().plans.map(\.title).sorted()
    }
    #expect(try titles(changed - 500) == ["First"])
    #expect(try titles(changed - 1) == ["First"])
    #expect(try titles(changed) == ["By a slow clock", "Changed"])
  }

  @Test(
    "A commit by a fast clock hides nothing, and comes with the next commit",
    arguments: [true, false])
  func fastClock(hasPassed: Bool) async throws {
    let ada = try await BoardFixture()
    try await ada.add("First")
    let time = ada.seconds
    ada.seconds = time + (hasPassed ? 9 * 3600 : 73 * 365 * 86_400)
    try await ada.add("By a fast clock")
    ada.seconds = time + 1000
    try await ada.add("Next")
    ada.seconds = time + 2000
    try await ada.add("Last")
    let titles = { (seconds: Int64) in
      try self.at(seconds, of: ada, now: time + 86_400).plans().plans.map(\.title).sorted()
    }
    #expect(try titles(time + 1000) == ["First"])
    #expect(try titles(time + 1001) == ["By a fast clock", "First", "Next"])
    #expect(try titles(time + 2001) == ["By a fast clock", "First", "Last", "Next"])
  }

  @Test("The newest commit, by a fast clock, was made now")
  func newestIsAhead() async throws {
    let ada = try await BoardFixture()
    try await ada.add("First")
    let time = ada.seconds
    ada.seconds += 5000
    try await ada.add("By a fast clock")
    for _ in 0..<2 {
      #expect(try at(time + 99, of: ada, now: time + 100).plans().plans.map(\.title) == ["First"])
      #expect(try at(time + 100, of: ada, now: time + 100).plans().plans.count == 2)
    }
  }

  @Test("Before the first change there was no board, and after the last one it is as now")
  func ends() async throws {
    let ada = try await BoardFixture()
    try await ada.add("A plan")
    let made = Timestamp(seconds: ada.seconds)
    let now = Timestamp(seconds: ada.seconds + 100)
    #expect(try ada.store().tip(at: made, now: now) == (try ada.tip()))
    let error = try await storeError {
      _ = try ada.store().tip(at: Timestamp(seconds: ada.seconds - 1), now: now)
    }
    guard case .noBoardThen = error else { throw error }
  }

  @Test(
    "With and without an index the board at each moment is the same, with all that was made by then",
    arguments: Seeds.each(6))
  func random(seed: UInt64) async throws {
    let (_, people) = try await BoardFixture.sharing(3, seed: 100 + seed * 10)
    var random = SeededGenerator(seed: seed)
    var made: [(at: Int64, title: String)] = []
    var clock = BoardFixture.start + 10
    for step in 0..<24 {
      let person = people[Int.random(in: 0..<3, using: &random)]
      clock += Int64.random(in: 2...9, using: &random)
      if Int.random(in: 0..<3, using: &random) == 0 {
        try await person.sync()
      } else {
        person.seconds = clock - 1
        try await person.add("Plan \(step)")
        made.append((clock, "Plan \(step)"))
      }
    }
    for person in people + people { try await person.sync() }
    let reader = people[0]
    for moment in stride(from: (made.first?.at ?? clock), through: clock, by: 3) {
      let wanted = made.filter { $0.at <= moment }.map(\.title).sorted()
      for _ in 0..<2 {
        let found = try at(moment, of: reader).plans().plans.map(\.title).sorted()
        #expect(found == wanted, "seed \(seed) at \(moment - BoardFixture.start)")
      }
    }
  }

  @Test(
    "With clocks of all kinds, with and without an index, commits count as made when the definition says",
    arguments: Seeds.each(12))
  func wrongClocks(seed: UInt64) async throws {
    let (_, people) = try await BoardFixture.sharing(3, seed: 500 + seed * 10)
    var random = SeededGenerator(seed: seed)
    var clock = BoardFixture.start + 10
    let errors: [Int64] = [0, 0, 0, 0, 30, -30, 9 * 3600, 400 * 86_400, -3600, -500 * 86_400]
    for step in 0..<24 {
      let person = people[Int.random(in: 0..<3, using: &random)]
      clock += Int64.random(in: 2...20_000, using: &random)
      if Int.random(in: 0..<3, using: &random) == 0 {
        try await person.sync()
      } else {
        person.seconds = clock + (errors.randomElement(using: &random) ?? 0)
        try await person.add("Plan \(step)")
      }
    }
    for person in people + people { try await person.sync() }
    let reader = people[0]
    let now = clock + Int64.random(in: 0...40_000, using: &random)
    let made = try await SlowCommitTimes(of: reader, now: now)
    let period = HistorySubject.board
    for _ in 0..<12 {
      let moment = Int64.random(in: BoardFixture.start...now + 10, using: &random)
      let wanted = made.titles { $0 <= moment }
      for _ in 0..<2 {
        let found =
          wanted.isEmpty
          ? [] : try at(moment, of: reader, now: now).plans().plans.map(\.title).sorted()
        #expect(found == wanted, "seed \(seed) at \(moment - BoardFixture.start)")
        var part = HistoryPart()
        part.period = HistoryPeriod(
          since: Timestamp(seconds: moment), until: nil, now: Timestamp(seconds: now))
        let store = try reader.store()
        let since = try store.snapshot().history(of: period, part: part)
          .filter { $0.plan != nil }.map(\.title).sorted()
        #expect(since == made.titles { $0 >= min(moment, now) }, "seed \(seed) since \(moment)")
      }
      if moment % 3 == 0 { try blockIndex(of: reader) }
    }
  }

  /// Puts a folder in place of a clone's index, so that everything is read from git's objects.
  private func blockIndex(of person: BoardFixture) throws {
    let path = person.repository.path + "/.git/pmgit/index-main.db"
    for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.removeItem(atPath: path + suffix)
    }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  private func at(
    _ seconds: Int64, of person: BoardFixture, now: Int64? = nil
  ) throws -> BoardSnapshot {
    let store = try person.store()
    let now = Timestamp(seconds: now ?? person.seconds + 86_400)
    return try store.snapshot(at: store.tip(at: Timestamp(seconds: seconds), now: now))
  }
}

/// The times at which commits count as made, computed directly from the definition: each commit is
/// compared with all its ancestors and descendants.
private struct SlowCommitTimes {
  private struct Commit {
    let time: Int64
    let parents: [String]
    let subject: String
  }

  private var commits: [String: Commit] = [:]
  private var made: [String: Int64] = [:]

  init(of person: BoardFixture, now: Int64) async throws {
    let log = try await person.repository.git("log", "--format=%H|%ct|%P|%s", "pmgit/main")
    for line in log.split(separator: "\n") {
      let parts = line.split(separator: "|", maxSplits: 3, omittingEmptySubsequences: false)
      commits[String(parts[0])] = Commit(
        time: try #require(Int64(parts[1])),
        parents: parts[2].split(separator: " ").map(String.init),
        subject: String(parts[3]))
    }
    let before = commits.keys.reduce(into: [:]) { $0[$1] = ancestors(of: $1) }
    // The corrected dates; times in the future are ignored.
    var floors: [String: Int64] = [:]
    func reach(_ id: String) -> Int64 {
      if let known = floors[id] { return known }
      guard let commit = commits[id] else { return -1 }
      let floor = commit.parents.map(reach).max() ?? -1
      let found = max(commit.time > now ? 0 : commit.time, floor + 1)
      floors[id] = found
      return found
    }
    let believed = commits.filter { id, commit in
      commit.time <= now && commit.time + 86_400 >= (commit.parents.map(reach).max() ?? -1)
    }
    var bounded: [String: Int64] = [:]
    for (id, commit) in commits {
      let later = believed.filter { before[$0.key]?.contains(id) ?? false }
      bounded[id] = min(commit.time, now, later.values.map(\.time).min() ?? now)
    }
    for id in commits.keys {
      made[id] = (before[id] ?? []).compactMap { bounded[$0] }.reduce(bounded[id] ?? 0, max)
    }
  }

  private func ancestors(of id: String) -> Set<String> {
    var (found, waiting) = (Set<String>(), commits[id]?.parents ?? [])
    while let next = waiting.popLast() {
      if found.insert(next).inserted { waiting += commits[next]?.parents ?? [] }
    }
    return found
  }

  /// Returns the titles of the plans that were added at matching times.
  func titles(_ isWanted: (Int64) -> Bool) -> [String] {
    commits.compactMap { id, commit in
      guard commit.subject.hasPrefix("add Plan"), let time = made[id], isWanted(time) else {
        return nil
      }
      return String(commit.subject.dropFirst(4))
    }.sorted()
  }
}
