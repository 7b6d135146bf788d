import PmgitTestSupport
import Testing

/// Many processes that change one board at the same time.
struct Crowd {
  static let commandsAtOnce = 20

  /// Adds twenty plans at once, repeatedly, for a number of rounds or until `goesOn` returns false.
  ///
  /// - Returns: How many commands reported that they stored a plan.
  static func run(rounds: Int, while goesOn: () -> Bool = { true }) async throws -> Int {
    let binary = Binary(repository: try await ScratchRepository())
    let first = try await binary.shell("pmgit init -q")
    try #require(first.exitCode == 0, "\(first.messages)")
    var said: Set<Substring> = []
    var count = 0
    while count < rounds, goesOn() {
      let round = try await binary.shell(
        "for n in $(seq \(commandsAtOnce)); do pmgit add -q \"\(count).$n\" & done; wait")
      #expect(round.messages == "", "round \(count)")
      said.formUnion(round.output.split(separator: "\n"))
      count += 1
    }
    #expect(said.count == count * commandsAtOnce)
    let stored = try await binary.shell("pmgit list | cut -f 1")
    #expect(Set(stored.output.split(separator: "\n")) == said)
    // Each command made one commit, on top of the two initial ones, and there are no merges.
    let git = binary.repository
    #expect(try await git.git("rev-list", "--count", "pmgit/main") == "\(said.count + 2)")
    #expect(try await git.git("rev-list", "--count", "--merges", "pmgit/main") == "0")
    #expect(try await git.git("fsck", "--strict", "--no-dangling", "--no-progress") == "")
    return said.count
  }
}

@Suite("Twenty commands at once")
struct CrowdTests {
  @Test("are all stored, five times over")
  func crowd() async throws {
    #expect(try await Crowd.run(rounds: 5) == 100)
  }
}

@Suite("Twenty commands at once", .soak)
struct CrowdSoak {
  @Test("4,000 of 4,000 are stored, if the time is enough for 200 times over")
  func crowd() async throws {
    let end = ContinuousClock.now + (Soak.duration ?? .zero)
    let stored = try await Crowd.run(rounds: 200) { ContinuousClock.now < end }
    print("soak: CrowdSoak stored \(stored) of \(stored)")
    #expect(stored > 0)
  }
}
