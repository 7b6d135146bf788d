import Git
import PmgitTestSupport
import Testing

@testable import PlanStore

@Suite("Which commits descend from which")
struct HistoryGraphTests {
  /// A random history. Each commit has one to three parents among the ten before it, so merges are
  /// nested.
  private struct RandomHistory {
    var ids: [ObjectID] = []
    /// For each commit, the positions of all its ancestors, computed from the parents.
    var ancestors: [Set<Int>] = []

    init(_ count: Int, in repository: Repository, seed: UInt64) throws {
      var random = SeededGenerator(seed: seed)
      let tree = try repository.writeTree(from: nil, edits: [])
      for number in 0..<count {
        let recent = Array(max(0, number - 10)..<number)
        let parents = Set(
          recent.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)))
        let draft = CommitDraft(
          tree: tree, parents: parents.sorted().map { ids[$0] }, author: .eve, committer: .eve,
          message: "\(number)\n")
        ids.append(try repository.writeCommit(draft))
        ancestors.append(parents.reduce(into: parents) { $0.formUnion(ancestors[$1]) })
      }
      // The last commit has all others as ancestors.
      let heads = Set(ids.indices).subtracting(ancestors.reduce(into: []) { $0.formUnion($1) })
      let draft = CommitDraft(
        tree: tree, parents: heads.sorted().map { ids[$0] }, author: .eve, committer: .eve,
        message: "all\n")
      ids.append(try repository.writeCommit(draft))
      ancestors.append(Set(ids.indices.dropLast()))
    }
  }

  @Test("The graph says of each two commits what their parents say", arguments: UInt64(1)...12)
  func random(seed: UInt64) async throws {
    let fixture = try await BoardFixture()
    defer { withExtendedLifetime(fixture) {} }
    let store = try fixture.store()
    let history = try RandomHistory(60, in: store.repository, seed: seed)
    let newestFirst = Array(history.ids.indices.reversed())
    let tip = try #require(history.ids.last)
    let graph = HistoryGraph(of: store, from: tip, to: history.ids[0])
    let found = try graph.ancestors(among: newestFirst.map { history.ids[$0] })
    for (place, number) in newestFirst.enumerated() {
      let expected = Set(
        newestFirst.indices.filter { history.ancestors[number].contains(newestFirst[$0]) })
      #expect(found[place] == expected, "\(number)")
    }
  }

  @Test("Four times as many merges take four times as long")
  func manyMerges() {
    var times: [Duration] = []
    for count in [3_000, 12_000] {
      // Each round makes two commits with the same parent, and merges them.
      var parents: [[Int]] = [[]]
      for _ in 0..<count {
        let last = parents.count - 1
        parents += [[last], [last], [last + 1, last + 2]]
      }
      var asked: [Int?] = []
      for place in stride(from: parents.count - 1, through: 0, by: -count / 20) {
        asked.append(place)
      }
      let tries = (0..<3).map { _ in
        processorTime { _ = HistoryGraph.ancestors(among: asked, parents: parents) }
      }
      times.append(tries.min() ?? .zero)
    }
    #expect(times[1] < times[0] * 8, "\(times)")
  }
}
