import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("Cycles")
struct CyclesTests {
  /// Returns all nodes that can be reached from a node.
  private static func leadsBack(_ node: Int, _ targets: [Int: [Int]]) -> Set<Int> {
    var reached: Set<Int> = []
    var waiting = targets[node] ?? []
    while let next = waiting.popLast() {
      if reached.insert(next).inserted { waiting += targets[next] ?? [] }
    }
    return reached
  }

  @Test(
    "Each group that leads back to itself gives one cycle, and nothing else does",
    arguments: Seeds.each(300))
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = 1 + random.number(below: 9)
    var targets: [Int: [Int]] = [:]
    for node in 0..<count {
      targets[node] = (0..<random.number(below: 3)).map { _ in random.number(below: count + 1) }
    }
    let reach = Dictionary(
      uniqueKeysWithValues: (0...count).map { ($0, Self.leadsBack($0, targets)) })
    let groups = Set(
      (0..<count).filter { reach[$0]?.contains($0) == true }.map { node in
        Set(
          (0..<count).filter {
            reach[node]?.contains($0) == true && reach[$0]?.contains(node) == true
          })
      })
    let found = Cycles.find(in: targets)
    #expect(found.count == groups.count, "seed \(seed): \(targets)")
    for cycle in found {
      #expect(groups.contains { $0.isSuperset(of: cycle) }, "seed \(seed)")
      #expect(Set(cycle).count == cycle.count && cycle[0] == cycle.min(), "seed \(seed)")
      for (node, next) in zip(cycle, cycle.dropFirst() + [cycle[0]]) {
        #expect(targets[node]?.contains(next) == true, "seed \(seed): \(cycle)")
      }
    }
    #expect(found.map { $0[0] } == found.map { $0[0] }.sorted(), "seed \(seed)")
  }

  @Test(
    "A cycle is closed where a new link leads back, and old cycles are not",
    arguments: Seeds.each(300))
  func closed(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = 1 + random.number(below: 7)
    var (before, after): ([Int: [Int]], [Int: [Int]]) = ([:], [:])
    for node in 0..<count {
      for _ in 0..<random.number(below: 3) {
        let target = random.number(below: count)
        after[node, default: []].append(target)
        if random.chance(50) { before[node, default: []].append(target) }
      }
    }
    let isNew = { (node: Int, target: Int) in before[node]?.contains(target) != true }
    let reach = Dictionary(
      uniqueKeysWithValues: (0..<count).map { ($0, Self.leadsBack($0, after)) })
    let closing = (0..<count).contains { node in
      (after[node] ?? []).contains {
        isNew(node, $0) && ($0 == node || reach[$0]?.contains(node) == true)
      }
    }
    let found = Cycles.closed(in: after, isNew: isNew)
    #expect(found.isEmpty != closing, "seed \(seed)")
    for cycle in found {
      #expect(isNew(cycle[0], cycle.count > 1 ? cycle[1] : cycle[0]), "seed \(seed): \(cycle)")
      #expect(Set(cycle).count == cycle.count, "seed \(seed): \(cycle)")
      for (node, next) in zip(cycle, cycle.dropFirst() + [cycle[0]]) {
        #expect(after[node]?.contains(next) == true, "seed \(seed): \(cycle)")
      }
    }
  }

  @Test("A chain as long as a large board is followed without recursion")
  func long() {
    let count = 100_000
    var targets = Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, [$0 + 1]) })
    #expect(Cycles.find(in: targets).isEmpty)
    targets[count] = [0]
    #expect(Cycles.find(in: targets).map(\.count) == [count + 1])
  }

  @Test("Without the links that close a cycle there is none, and each of them closes one")
  func closingLinks() {
    for seed in UInt64(0)..<200 {
      var random = SeededGenerator(seed: seed)
      let count = 2 + random.number(below: 8)
      var targets: [Int: [Int]] = [:]
      // The old links lead to greater nodes, so they are no cycle.
      for _ in 0..<random.number(below: 12) {
        let from = random.number(below: count - 1)
        targets[from, default: []].append(from + 1 + random.number(below: count - from - 1))
      }
      var new: [(from: Int, to: Int)] = []
      for _ in 0..<random.number(below: 8) {
        let link = (from: random.number(below: count), to: random.number(below: count))
        guard targets[link.from]?.contains(link.to) != true else { continue }
        new.append(link)
        targets[link.from, default: []].append(link.to)
      }
      let closing = Cycles.closing(new, in: targets)
      var rest = targets
      for link in closing { rest[link.from]?.removeAll { $0 == link.to } }
      #expect(Cycles.find(in: rest).isEmpty, "seed \(seed)")
      for link in closing {
        var more = rest
        more[link.from, default: []].append(link.to)
        #expect(!Cycles.find(in: more).isEmpty, "seed \(seed)")
      }
      #expect(
        Cycles.closing(new, in: targets, mostSteps: 0).count >= closing.count, "seed \(seed)")
    }
  }
}
