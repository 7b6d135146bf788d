import PlanModel

/// Every history that some replicas and a hub can make in a number of steps, up to the names of
/// replicas.
struct MergeSearch {
  static let replicas = 3
  private static let hub = replicas

  /// The head of each replica, and last that of the hub.
  typealias State = [Int]

  private enum Step: CaseIterable {
    case write, remove, publish, pull, pullFromNext, pullFromPrevious
  }

  private(set) var graph: MergeGraph
  /// The different states that were met.
  private(set) var states = 1
  /// What was wrong first; nil if nothing was.
  private(set) var failure: String?
  private let renamings = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]

  /// Searches all sequences of at most `depth` steps.
  init(_ subject: MergeGraph.Subject, depth: Int, bases: MergeReplicas.Bases = .all) {
    graph = MergeGraph(subject, bases: bases)
    let start = Array(repeating: 0, count: Self.replicas + 1)
    var seen: Set<State> = [start]
    var frontier: Set<State> = [start]
    for _ in 0..<depth where failure == nil {
      var next: Set<State> = []
      for state in frontier {
        for replica in 0..<Self.replicas {
          for step in Step.allCases {
            guard let after = take(step, by: replica, in: state) else { continue }
            next.insert(canonical(after))
          }
        }
        failure = graph.failure
        if failure != nil { return }
      }
      next.subtract(seen)
      seen.formUnion(next)
      frontier = next
    }
    states = seen.count
    for state in frontier where failure == nil {
      settle(state)
      pullInARing(state)
    }
  }

  /// The state after a step, or nil if it changes nothing.
  private mutating func take(_ step: Step, by replica: Int, in state: State) -> State? {
    var after = state
    let head = state[replica]
    switch step {
    case .write:
      // Adding a member that is there is no edit.
      if graph.subject == .setMember, !graph.elements(of: head).isEmpty { return nil }
      after[replica] = graph.commit(.write(by: replica), on: [head])
    case .remove:
      if graph.elements(of: head).isEmpty { return nil }
      after[replica] = graph.commit(.remove(by: replica), on: [head])
    case .publish:
      // git refuses what is no fast-forward.
      guard graph.isAncestor(state[Self.hub], of: head) else { return nil }
      after[Self.hub] = head
    case .pull: after[replica] = joined(head, state[Self.hub])
    case .pullFromNext: after[replica] = joined(head, state[(replica + 1) % Self.replicas])
    case .pullFromPrevious: after[replica] = joined(head, state[(replica + 2) % Self.replicas])
    }
    return after == state ? nil : after
  }

  /// What `pmgit sync` makes of two heads: the newer one, a merge, or, if there is nothing in ours
  /// that is not in theirs, theirs.
  private mutating func joined(_ ours: Int, _ theirs: Int) -> Int {
    if graph.isAncestor(theirs, of: ours) { return ours }
    if graph.isAncestor(ours, of: theirs) { return theirs }
    let merge = graph.commit(.merge, on: [ours, theirs])
    let isSame = graph.elements(of: merge) == graph.elements(of: theirs)
    return isSame && graph.hasOnlyMerges(ours, without: theirs) ? theirs : merge
  }

  /// The least of the states that differ from this one in the names of replicas alone.
  private mutating func canonical(_ state: State) -> State {
    var least = state
    for (number, names) in renamings.enumerated().dropFirst() {
      var renamed = state
      for replica in 0..<Self.replicas {
        renamed[names[replica]] = graph.rename(state[replica], names, renaming: number)
      }
      renamed[Self.hub] = graph.rename(state[Self.hub], names, renaming: number)
      if renamed.lexicographicallyPrecedes(least) { least = renamed }
    }
    return least
  }

  /// Two rounds in which each replica syncs with the hub must end in one commit.
  private mutating func settle(_ end: State) {
    var state = end
    for _ in 0..<2 {
      for replica in 0..<Self.replicas {
        state[replica] = joined(state[replica], state[Self.hub])
        state[Self.hub] = state[replica]
      }
    }
    failure = graph.failure
    if failure == nil, Set(state).count > 1 {
      failure = "two rounds of syncs bring \(end) to \(state)"
    }
  }

  /// Without a hub, three rounds in which each pulls from the next must end in one content, of
  /// which no more merges are made.
  ///
  /// Not in one commit: clones that have equal contents in different commits may take over each
  /// other's in turns.
  private mutating func pullInARing(_ end: State) {
    var state = Array(end.prefix(Self.replicas))
    var before: State = []
    for _ in 0..<4 {
      before = state
      for replica in state.indices {
        state[replica] = joined(state[replica], state[(replica + 1) % Self.replicas])
      }
    }
    failure = failure ?? graph.failure
    let contents = Set(state.map { graph.elements(of: $0) })
    if failure == nil, contents.count > 1 || !Set(state).isSubset(of: before) {
      failure = "pulling in a ring brings \(end) to \(before), then to \(state)"
    }
  }
}
