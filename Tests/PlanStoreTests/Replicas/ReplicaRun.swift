import Git
import PlanModel
import PlanStore
import PmgitTestSupport

/// Clones and remotes of one board that go through the steps of a script, each compared with the
/// model after it changed.
final class ReplicaRun {
  let people: [BoardFixture]
  let hubs: [ScratchRepository]
  /// Holds the tips that are pulled when their clones have left them behind.
  let relay: ScratchRepository
  var model = ReplicaModel()
  /// What each clone, and each remote, has seen.
  var seen: [ReplicaModel.Changes]
  var seenByHub: [ReplicaModel.Changes]
  /// The tips that each clone had, oldest first, with what it had seen.
  var tips: [[(tip: ObjectID, seen: ReplicaModel.Changes)]]
  /// The commits that people made.
  var changes: Set<ObjectID> = []
  /// Who made each change; undos and redos, which write for others too, are nobody's.
  var writers: [Int: Int] = [:]
  /// The merge of each two heads that were merged.
  var merges: [Set<ObjectID>: ObjectID] = [:]
  /// The plans, in the order in which they were made.
  var plans: [PlanID] = []
  var random: SeededGenerator
  var fetches = 0
  /// Merges with several best common ancestors.
  var crissCrosses = 0
  /// Changes that a rule of the board's has refused.
  var refusals = 0
  /// Times that an undo or redo has moved a branch to a commit that was there.
  var branchMoves = 0
  /// Undos and redos by a commit.
  var undoings = 0
  /// What was wrong first; nil while all is well.
  private(set) var failure: String?
  private var log: [String] = []

  private static let names = ["Ada", "Ben", "One", "Two", "Three", "Four"]

  /// Makes the clones and remotes of a script; all begin with the board as `init` makes it.
  init(_ script: ReplicaScript, seed: UInt64) async throws {
    random = SeededGenerator(seed: seed)
    var hubs: [ScratchRepository] = []
    for _ in 0..<script.remotes { hubs.append(try await ScratchRepository(bare: true)) }
    self.hubs = hubs
    relay = try await ScratchRepository(bare: true)
    var people: [BoardFixture] = []
    for index in 0..<script.people {
      let clone = try await ScratchRepository(cloning: hubs[0])
      // Files written by hand have the author of the clone, as an undo takes back only own changes.
      try await clone.git("config", "user.name", Self.names[index])
      try await clone.git("config", "user.email", "\(Self.names[index].lowercased())@example.org")
      let person = try await BoardFixture(
        clone, person: Self.names[index], seed: seed &* 10 &+ UInt64(index))
      try await person.create()
      // Clocks that are far apart change what is shown, and nothing else.
      person.seconds += Int64(index) * 1_000_000
      people.append(person)
    }
    self.people = people
    let start = model.begin(seeing: 0)
    for (path, elements) in try people[0].store().snapshot().boardDocument.elements {
      for element in elements {
        model.note([.write(path, element.value)], of: nil, stamp: element.stamp, in: start)
      }
    }
    seen = Array(repeating: start.seen, count: people.count)
    seenByHub = Array(repeating: start.seen, count: hubs.count)
    tips = try people.map { [(try $0.tip(), start.seen)] }
  }

  struct Result {
    /// What went wrong first; nil if nothing did.
    var failure: String?
    var merges = 0
    var crissCrosses = 0
    /// Trees that were compared with that of somebody else who had seen the same.
    var comparisons = 0
    var refusals = 0
    var branchMoves = 0
    var undoings = 0
  }

  /// Runs some steps, lets all come to rest.
  static func run(
    _ steps: [ReplicaStep], in script: ReplicaScript, seed: UInt64
  ) async throws -> Result {
    let run = try await ReplicaRun(script, seed: seed)
    for step in steps where run.failure == nil {
      run.log.append("\(step)")
      do {
        try await run.take(step)
      } catch {
        run.fail("failed: \(error)")
      }
    }
    if run.failure == nil {
      do {
        try await run.settle()
      } catch {
        run.fail("failed: \(error)")
      }
    }
    return Result(
      failure: run.failure, merges: run.merges.count, crissCrosses: run.crissCrosses,
      comparisons: run.model.comparisons, refusals: run.refusals, branchMoves: run.branchMoves,
      undoings: run.undoings)
  }

  func note(_ text: String) { log.append(text) }

  func fail(_ reason: String) {
    guard failure == nil else { return }
    failure = "After the last step, it \(reason):\n\(log.joined(separator: "\n"))"
  }

  /// Compares a clone with the model, and remembers its tip.
  func check(_ person: Int) throws {
    let snapshot = try people[person].store().snapshot()
    if tips[person].last?.tip != snapshot.commit {
      tips[person].append((snapshot.commit, seen[person]))
    }
    if let difference = try model.difference(of: snapshot, in: seen[person]) {
      fail("clone \(person) \(difference)")
    }
  }

  private func take(_ step: ReplicaStep) async throws {
    switch step {
    case .sync(let person, let remote): try await sync(person, with: remote)
    case .pull(let person, let remote):
      try await pull(person, from: "hub\(remote)", seeing: seenByHub[remote])
    case .pullFromPeer(let person, let other):
      try await pull(person, from: "peer\(other)", seeing: seen[other])
    case .pullOld(let person, let other, let ago):
      try await pullOld(person, from: other, tipsAgo: ago)
    default: try await change(step)
    }
  }
}
