import Git
import PlanModel
import PlanStore
import PmgitTestSupport

/// Clones and remotes of one board that run the steps of a script. After each change, the changed
/// clone is compared with the model.
final class ReplicaRun {
  let people: [BoardFixture]
  let hubs: [ScratchRepository]
  /// A repository with older tips of clones, from which others can pull them.
  let relay: ScratchRepository
  var model = ReplicaModel()
  /// The changes that each clone has seen. `seenByHub` has those of each remote.
  var seen: [ReplicaModel.Changes]
  var seenByHub: [ReplicaModel.Changes]
  /// The tips of each clone, oldest first, with the changes seen at that time.
  var tips: [[(tip: ObjectID, seen: ReplicaModel.Changes)]]
  /// The commits that people made.
  var changes: Set<ObjectID> = []
  /// The author of each change. Undos and redos have none, because they also restore other people's
  /// values.
  var writers: [Int: Int] = [:]
  /// The merge of each pair of heads.
  var merges: [Set<ObjectID>: ObjectID] = [:]
  /// The plans, in order of creation.
  var plans: [PlanID] = []
  var random: SeededGenerator
  var fetches = 0
  /// Merges with several best common ancestors.
  var crissCrosses = 0
  /// Changes that a column rule refused.
  var refusals = 0
  /// Undos and redos that moved a branch to an existing commit.
  var branchMoves = 0
  /// Undos and redos by a commit.
  var undoings = 0
  /// The first failure; nil if there was none.
  private(set) var failure: String?
  private var log: [String] = []

  private static let names = ["Ada", "Ben", "One", "Two", "Three", "Four"]

  /// Makes the clones and remotes of a script; all start with a new board.
  init(_ script: ReplicaScript, seed: UInt64) async throws {
    random = SeededGenerator(seed: seed)
    var hubs: [ScratchRepository] = []
    for _ in 0..<script.remotes { hubs.append(try await ScratchRepository(bare: true)) }
    self.hubs = hubs
    relay = try await ScratchRepository(bare: true)
    var people: [BoardFixture] = []
    for index in 0..<script.people {
      let clone = try await ScratchRepository(cloning: hubs[0])
      // Files written by hand have the clone's author, because an undo only affects own changes.
      try await clone.git("config", "user.name", Self.names[index])
      try await clone.git("config", "user.email", "\(Self.names[index].lowercased())@example.org")
      let person = try await BoardFixture(
        clone, person: Self.names[index], seed: seed &* 10 &+ UInt64(index))
      try await person.create()
      // The clocks differ widely, which may only affect which values are shown.
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
    /// The first failure; nil if there was none.
    var failure: String?
    var merges = 0
    var crissCrosses = 0
    /// The number of trees that were compared with those of clones that had seen the same changes.
    var comparisons = 0
    var refusals = 0
    var branchMoves = 0
    var undoings = 0
  }

  /// Runs steps, then syncs all clones and checks them.
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

  /// Compares a clone with the model, and records its tip.
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
