import Git
import PmgitTestSupport
import Testing

@Suite struct HistoryTests {
  /// Returns a history with many merges of neighbours, so that criss-cross merges are common.
  private func randomHistory(
    in repository: Repository, seed: UInt64, count: Int
  ) throws -> [ObjectID] {
    var generator = SeededGenerator(seed: seed)
    var commits: [ObjectID] = []
    for number in 0..<count {
      let recent = commits.suffix(4)
      let wanted =
        commits.isEmpty || number % 23 == 0 ? 0 : [1, 2, 2].randomElement(using: &generator) ?? 1
      let parents = Array(recent.shuffled(using: &generator).prefix(wanted))
      commits.append(
        try repository.emptyCommit(
          parents: parents, seconds: Int64(number) * 60, message: "\(number)\n"))
    }
    return commits
  }

  @Test("Merge bases, ancestry and distances are those of git", arguments: 1...3)
  func againstGit(seed: UInt64) async throws {
    let (scratch, repository) = try await ScratchRepository.opened()
    let commits = try randomHistory(in: repository, seed: seed, count: 80)
    var generator = SeededGenerator(seed: seed)
    var mostBases = 0
    for _ in 0..<40 {
      let start = Int.random(in: 0..<commits.count - 5, using: &generator)
      let one = commits[start]
      let other = commits[start + Int.random(in: 0...5, using: &generator)]
      let bases = try repository.mergeBases(one, other)
      mostBases = max(mostBases, bases.count)
      let oracle = try? await scratch.git("merge-base", "--all", one.hex, other.hex)
      #expect(bases.map(\.hex) == (oracle ?? "").split(separator: "\n").map(String.init).sorted())
      #expect(try repository.isAncestor(one, of: other) == bases.contains(one))

      let distance = try repository.aheadBehind(local: one, upstream: other)
      let counts = try await scratch.git(
        "rev-list", "--count", "--left-right", "\(one)...\(other)")
      #expect("\(distance.ahead)\t\(distance.behind)" == counts)
    }
    #expect(mostBases > 1, "no criss-cross was tried")
  }

  @Test(
    "Walks visit what git rev-list visits, in an order that keeps its promise", arguments: 1...3)
  func walks(seed: UInt64) async throws {
    let (scratch, repository) = try await ScratchRepository.opened()
    let commits = try randomHistory(in: repository, seed: seed, count: 40)
    let (tips, hidden) = ([commits[39], commits[35]], [commits[25]])
    let oracle = try await scratch.git(
      "rev-list", tips[0].hex, tips[1].hex, "^\(hidden[0])"
    ).split(separator: "\n").map(String.init)

    let newest = try repository.commits(from: tips, hiding: hidden)
    let topological = try repository.commits(from: tips, hiding: hidden, order: .topological)

    #expect(newest.map(\.hex) == oracle)
    #expect(Set(topological) == Set(newest))
    var seen: Set<ObjectID> = []
    for id in topological {
      #expect(try repository.commit(id).parents.allSatisfy { !seen.contains($0) })
      seen.insert(id)
    }
    #expect(try repository.commits(from: tips, hiding: hidden, limit: 3) == Array(newest.prefix(3)))
    #expect(try repository.commits(from: tips, limit: 0).isEmpty)
  }

  @Test("Ancestry, merge bases and what is hidden do not depend on clocks", arguments: 1...6)
  func wrongClocks(seed: UInt64) async throws {
    let scratch = try await ScratchRepository()
    let repository = try scratch.open()
    var generator = SeededGenerator(seed: seed)
    var commits: [ObjectID] = []
    var history: [ObjectID: Set<ObjectID>] = [:]
    for number in 0..<60 {
      let wanted = number == 0 ? 0 : [1, 1, 1, 2, 2, 3].randomElement(using: &generator) ?? 1
      let parents = Array(commits.suffix(6).shuffled(using: &generator).prefix(wanted))
      // At times, some clocks are decades behind and others are ahead.
      let year = number / 7 % 2 == 0 ? 0 : Int64.random(in: -30...3, using: &generator)
      let id = try repository.emptyCommit(
        parents: parents, seconds: 1_000_000_000 + year * 31_536_000 + Int64(number),
        message: "\(number)\n")
      commits.append(id)
      history[id] = Set(parents).union(parents.flatMap { history[$0] ?? [] }).union([id])
    }
    for _ in 0..<60 {
      let one = commits[Int.random(in: 30..<60, using: &generator)]
      let other = commits[Int.random(in: 0..<60, using: &generator)]
      let (ours, theirs) = (history[one] ?? [], history[other] ?? [])
      #expect(try repository.isAncestor(other, of: one) == ours.contains(other))
      let found = try repository.commits(from: [one], hiding: [other], order: .topological)
      #expect(Set(found) == ours.subtracting(theirs) && found.count == Set(found).count)
      let common = ours.intersection(theirs)
      let best = common.filter { id in
        !common.contains { $0 != id && history[$0]?.contains(id) == true }
      }
      #expect(try repository.mergeBases(one, other) == best.sorted())
    }
  }

  @Test("A walk stops when it is told to")
  func stoppedWalk() async throws {
    let scratch = try await ScratchRepository()
    let repository = try scratch.open()
    let root = try repository.emptyCommit()
    let tip = try repository.emptyCommit(parents: [root], seconds: 1)
    var visited: [ObjectID] = []
    try repository.visitCommits(from: [tip]) { id in
      visited.append(id)
      return false
    }
    #expect(visited == [tip])
  }

  @Test("Unrelated histories have no merge base; a commit that is not there is an error")
  func unrelatedAndMissing() async throws {
    let scratch = try await ScratchRepository()
    let repository = try scratch.open()
    let one = try repository.emptyCommit()
    let other = try repository.emptyCommit(seconds: 1)
    let missing = ObjectID.missing
    #expect(try repository.mergeBases(one, other) == [])
    #expect(try repository.mergeBases(one, one) == [one])
    #expect(try repository.isAncestor(one, of: one))
    #expect(try !repository.isAncestor(one, of: other))
    let errors = [
      #expect(throws: GitError.self) { try repository.mergeBases(one, missing) },
      #expect(throws: GitError.self) { try repository.isAncestor(missing, of: one) },
      #expect(throws: GitError.self) { try repository.commits(from: [missing]) },
      #expect(throws: GitError.self) { try repository.commits(from: [one], hiding: [missing]) },
      #expect(throws: GitError.self) { try repository.aheadBehind(local: one, upstream: missing) },
    ]
    #expect(errors.map { $0?.code } == Array(repeating: .notFound, count: 5))
  }
}
