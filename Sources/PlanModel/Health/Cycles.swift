/// Finds cycles and shortest paths in a directed graph.
package enum Cycles {
  /// Returns one cycle for each group of nodes that all reach each other.
  ///
  /// It is Tarjan's algorithm ("Depth-first search and linear graph algorithms", 1972), without
  /// recursion because a chain of links may be as long as the board.
  ///
  /// - Parameter targets: The nodes that each node links to.
  /// - Returns: Each cycle begins at its smallest node, and the cycles are sorted by that node. A
  ///   cycle of one node links to itself.
  /// - Complexity: Linear in nodes and links, plus sorting.
  static func find<Node: Hashable & Comparable>(in targets: [Node: [Node]]) -> [[Node]] {
    let cycles = Search.groups(of: targets).compactMap { group in
      group.min().flatMap { path(from: $0, backTo: $0, in: group, targets) }
    }
    return cycles.sorted { $0[0] < $1[0] }
  }

  /// Returns one cycle for each group of nodes that all reach each other, if a link of the group is
  /// new. The cycle contains such a link.
  ///
  /// - Parameters:
  ///   - targets: The nodes that each node links to.
  ///   - isNew: Whether the link from a node to another one is new.
  /// - Returns: The first link of each cycle is new, and the cycles are sorted by their first node.
  /// - Complexity: As `find`.
  static func closed<Node: Hashable & Comparable>(
    in targets: [Node: [Node]], isNew: (Node, Node) -> Bool
  ) -> [[Node]] {
    let cycles = Search.groups(of: targets).compactMap { group -> [Node]? in
      for node in group.sorted() {
        let target = targets[node]?.sorted().first { group.contains($0) && isNew(node, $0) }
        guard let target else { continue }
        if target == node { return [node] }
        return path(from: target, backTo: node, in: group, targets).map { [node] + $0 }
      }
      return nil
    }
    return cycles.sorted { $0[0] < $1[0] }
  }

  /// Returns the new links to leave out so that the others close no cycle.
  ///
  /// The links are tried in order: a link stays if it closes no cycle with the links that stay.
  ///
  /// - Parameters:
  ///   - links: The new links.
  ///   - targets: The nodes that each node links to. The new links are among them.
  ///   - mostSteps: The most nodes to visit for all links. Links beyond this limit are left out.
  static func closing<Node: Hashable & Comparable>(
    _ links: [(from: Node, to: Node)], in targets: [Node: [Node]], mostSteps: Int = 5_000_000
  ) -> [(from: Node, to: Node)] {
    // A link between two groups is in no cycle.
    var groups: [Node: Int] = [:]
    for (index, group) in Search.groups(of: targets).enumerated() {
      for node in group { groups[node] = index }
    }
    let tried = links.filter { groups[$0.from] == groups[$0.to] }
    var staying = targets.mapValues { Set($0) }
    for (from, to) in tried { staying[from]?.remove(to) }
    var steps = 0
    return tried.filter { from, to in
      guard steps < mostSteps, groups[from] != nil else { return true }
      var (seen, waiting): (Set<Node>, [Node]) = ([to], [to])
      while let node = waiting.popLast(), node != from, steps < mostSteps {
        steps += 1
        for next in staying[node] ?? [] where groups[next] == groups[from] {
          if seen.insert(next).inserted { waiting.append(next) }
        }
      }
      if seen.contains(from) || steps >= mostSteps { return true }
      staying[from, default: []].insert(to)
      return false
    }
  }

  /// Returns the nodes of a shortest path in a group, without its end; nil for a single node that
  /// does not link to itself.
  private static func path<Node: Hashable & Comparable>(
    from start: Node, backTo end: Node, in group: Set<Node>, _ targets: [Node: [Node]]
  ) -> [Node]? {
    shortestPath(from: start, to: { targets[$0]?.contains(end) ?? false }) { node in
      (targets[node] ?? []).sorted().filter(group.contains)
    }
  }

  /// Returns the nodes of a shortest path, by breadth-first search. Its last node is the first that
  /// is found to be an end, perhaps `start` itself; nil if there is no such node.
  ///
  /// - Parameter targets: Returns the nodes that a node links to; it is called at most once for
  ///   each node.
  /// - Complexity: Linear in the reachable nodes and their links.
  package static func shortestPath<Node: Hashable>(
    from start: Node, to isEnd: (Node) -> Bool, targets: (Node) throws -> [Node]
  ) rethrows -> [Node]? {
    var cameFrom: [Node: Node] = [:]
    var waiting = [start]
    var next = 0
    while next < waiting.count {
      let node = waiting[next]
      next += 1
      if isEnd(node) {
        var path = [node]
        while let last = path.last, last != start, let before = cameFrom[last] {
          path.append(before)
        }
        return path.reversed()
      }
      for target in try targets(node) where target != start && cameFrom[target] == nil {
        cameFrom[target] = node
        waiting.append(target)
      }
    }
    return nil
  }

  /// Finds the groups of nodes that all reach each other.
  private struct Search<Node: Hashable & Comparable> {
    private let targets: [Node: [Node]]
    private var numbers: [Node: Int] = [:]
    /// The lowest number that each node reaches.
    private var lowest: [Node: Int] = [:]
    private var open: [Node] = []
    private var isOpen: Set<Node> = []
    private var groups: [Set<Node>] = []

    static func groups(of targets: [Node: [Node]]) -> [Set<Node>] {
      var search = Search(targets: targets)
      for node in targets.keys.sorted() { search.visit(node) }
      return search.groups
    }

    private mutating func visit(_ start: Node) {
      guard numbers[start] == nil else { return }
      var path: [(node: Node, next: Int)] = []
      enter(start, &path)
      while let (node, next) = path.last {
        let linked = targets[node] ?? []
        guard next < linked.count else {
          path.removeLast()
          close(node, parent: path.last?.node)
          continue
        }
        path[path.count - 1].next += 1
        let target = linked[next]
        if numbers[target] == nil {
          enter(target, &path)
        } else if isOpen.contains(target) {
          lower(node, to: numbers[target])
        }
      }
    }

    private mutating func enter(_ node: Node, _ path: inout [(node: Node, next: Int)]) {
      let number = numbers.count
      (numbers[node], lowest[node]) = (number, number)
      open.append(node)
      isOpen.insert(node)
      path.append((node, 0))
    }

    private mutating func lower(_ node: Node, to number: Int?) {
      lowest[node] = [lowest[node], number].compactMap(\.self).min()
    }

    private mutating func close(_ node: Node, parent: Node?) {
      if let parent { lower(parent, to: lowest[node]) }
      guard lowest[node] == numbers[node] else { return }
      var group: Set<Node> = []
      while let last = open.popLast() {
        isOpen.remove(last)
        group.insert(last)
        if last == node { break }
      }
      groups.append(group)
    }
  }
}
