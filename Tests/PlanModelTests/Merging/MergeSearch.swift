import PlanModel

/// All histories that three replicas and a hub can make in a number of steps. Histories that differ
/// only in the names of replicas count once.
struct MergeSearch {
  static let replicas = 3
  private static let hub = replicas

  /// The heads of all replicas, followed by the head of the hub.
  typealias State = [Int]

  private enum Step: CaseIterable {
    case write, remove, publish, pull, pullFromNext, pullFromPrevious
  }

  private(set) var graph: MergeGraph
  /// The number of different states that were found.
  private(set) var states = 1
  /// The first failure; nil without failures.
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

  /// Returns the state after a step; nil if the step changes nothing.
  private mutating func take(_ step: Step, by replica: Int, in state: State) -> State? {
    var after = state
    let head = state[replica]
    switch step {
    case .write:
      // Adding an existing member is not an edit.
      if graph.subject == .setMember, !graph.elements(of: head).isEmpty { return nil }
      after[replica] = graph.commit(.write(by: replica), on: [head])
    case .remove:
      if graph.elements(of: head).isEmpty { return nil }
      after[replica] = graph.commit(.remove(by: replica), on: [head])
    case .publish:
      // git rejects a push that is not a fast-forward.
      guard graph.isAncestor(state[Self.hub], of: head) else { return nil }
      after[Self.hub] = head
    case .pull: after[replica] = joined(head, state[Self.hub])
    case .pullFromNext: after[replica] = joined(head, state[(replica + 1) % Self.replicas])
    case .pullFromPrevious: after[replica] = joined(head, state[(replica + 2) % Self.replicas])
    }
    return after == state ? nil : after
  }

  /// Returns the head that `pmgit sync` makes of two heads.
  ///
  /// If one head descends from the other, the result is the descendant. If `ours` adds only merges,
  /// and a merge would not change the content of `theirs`, the result is `theirs`. Otherwise it is
  /// a merge.
  private mutating func joined(_ ours: Int, _ theirs: Int) -> Int {
    if graph.isAncestor(theirs, of: ours) { return ours }
    if graph.isAncestor(ours, of: theirs) { return theirs }
    let merge = graph.commit(.merge, on: [ours, theirs])
    let isSame = graph.elements(of: merge) == graph.elements(of: theirs)
    return isSame && graph.hasOnlyMerges(ours, without: theirs) ? theirs : merge
  }

  /// Returns the smallest state among this one and those that differ from it only in the names of
  /// replicas.
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

  /// Checks that all replicas have the same commit after two rounds of syncing with the hub.
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

  /// Lets each replica pull from the next one for four rounds, without a hub. Checks that all
  /// replicas then have the same content, and that the last round makes no merges.
  ///
  /// The commits may differ: replicas with equal content in different commits may keep adopting
  /// each other's commits.
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
