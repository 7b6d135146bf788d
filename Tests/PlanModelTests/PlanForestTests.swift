import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("Forests of plans")
struct PlanForestTests {
  private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz")
  private static let board = Board(columns: [
    Column(id: "todo", title: "Todo", kind: .todo), Column(id: "done", title: "Done", kind: .done),
  ])

  private static func id(_ number: Int) -> PlanID {
    let text = "k\(digits[number / 32])\(digits[number % 32])000000000"
    guard let id = PlanID(text) else { preconditionFailure("\(text) is no id") }
    return id
  }

  private static func number(_ id: PlanID) -> Int {
    let digits = Array(id.text).dropFirst().prefix(2).compactMap { Self.digits.firstIndex(of: $0) }
    return digits[0] * 32 + digits[1]
  }

  /// Returns plans with the numbers 0, 1, 2 and so on. Each entry lists the numbers of the plan's
  /// parents. The plans in `done` are done.
  private static func plans(_ parents: [[Int]], done: Set<Int> = []) -> [Plan] {
    parents.enumerated().map { number, parents in
      var plan = Plan(id: id(number))
      plan.values.state = done.contains(number) ? "done" : "todo"
      plan.values.links = parents.map { Link(kind: "parent", target: id($0).text) }
      return plan
    }
  }

  private static func forest(
    _ parents: [[Int]], done: Set<Int> = [], _ choice: PlanForest.Choice = .all
  ) -> PlanForest {
    let plans = plans(parents, done: done)
    let relations = PlanRelations(plans, board: board, aliases: AliasIndex(plans))
    return PlanForest(plans.map(\.id), relations: relations, choice: choice)
  }

  /// Returns the rows as text: `0`, `.1` for its child, `..2` for a grandchild. `=` marks a
  /// repetition, and `@` a cycle.
  private static func drawn(_ forest: PlanForest) -> [String] {
    forest.rows.map { row in
      let mark =
        switch row.repetition {
        case .none: ""
        case .again: "="
        case .cycle: "@"
        }
      return String(repeating: ".", count: row.depth) + "\(number(row.id))" + mark
    }
  }

  @Test(
    "Plans with very many parents stand in a few rows each, and the rest is counted",
    arguments: [3, 10, 60])
  func everybodysChild(count: Int) {
    let parents = (0..<count).map { number in (0..<count).filter { $0 != number } }
    let forest = Self.forest(parents)
    let edges = count * (count - 1)
    #expect(forest.rows.count <= 9 * count)
    // Each plan except the first has one row as a child, and each link has at most one row.
    #expect(forest.rows.count + forest.repeatedCount == edges + 1)
    #expect(Set(forest.rows.map(\.id)).count == count)
    #expect(forest.cycles.count == 1)
    if count == 3 { #expect(forest.repeatedCount == 0) }
  }

  @Test(
    "A row is the last one if no other child of its parent follows, also where rows are left out")
  func lastRows() {
    let parents = (0..<30).map { number in (0..<30).filter { $0 < number } }
    let rows = Self.forest(parents).rows
    for (index, row) in rows.enumerated() where row.depth > 0 {
      let rest = rows[(index + 1)...].prefix { $0.depth >= row.depth }
      #expect(row.isLast == !rest.contains { $0.depth == row.depth }, "\(index)")
    }
  }

  @Test("Children stand below their parent, in the order of the board")
  func order() {
    #expect(Self.drawn(Self.forest([[], [3], [0], [0], []])) == ["0", ".2", ".3", "..1", "4"])
    #expect(Self.forest([[], [0], [0]]).rows.map(\.isLast) == [true, false, true])
  }

  @Test("A plan with two parents has its children at the first one")
  func twoParents() {
    #expect(
      Self.drawn(Self.forest([[], [0], [0], [1, 2], [3]])) == [
        "0", ".1", "..3", "...4", ".2", "..3=",
      ])
    // A plan without children is not marked as repeated.
    #expect(Self.drawn(Self.forest([[], [], [0, 1]])) == ["0", ".2", "1", ".2"])
  }

  @Test("A cycle is closed by one row, and named")
  func cycles() {
    let forest = Self.forest([[2], [0], [1], [2], []])
    #expect(Self.drawn(forest) == ["4", "0", ".1", "..2", "...0@", "...3"])
    #expect(forest.cycles == [[Self.id(0), Self.id(1), Self.id(2)]])
    let own = Self.forest([[0]])
    #expect(Self.drawn(own) == ["0", ".0@"])
    #expect(own.cycles == [[Self.id(0)]])
  }

  @Test("Trees that are finished and plans that stand alone are counted, not shown")
  func open() {
    let forest = Self.forest([[], [0], [], [2], []], done: [0, 1, 2], .open)
    #expect(Self.drawn(forest) == ["2", ".3"])
    #expect(forest.finishedCount == 1)
    #expect(forest.loneCount == 1)
  }

  @Test("A query's plans stand below those above them; an id gives what is below it")
  func chosen() {
    let parents = [[], [0], [1], [0], []]
    #expect(Self.drawn(Self.forest(parents, .matching([Self.id(2)]))) == ["0", ".1", "..2"])
    #expect(Self.drawn(Self.forest(parents, .matching([]))).isEmpty)
    #expect(Self.drawn(Self.forest(parents, .below([Self.id(1)]))) == ["1", ".2"])
    let two = Self.forest(parents, .below([Self.id(3), Self.id(1)]))
    #expect(Self.drawn(two) == ["3", "1", ".2"])
    #expect(
      Self.drawn(Self.forest(parents, .below([Self.id(2), Self.id(0)])))
        == Self.drawn(Self.forest(parents, .below([Self.id(0)]))))
    #expect(Self.drawn(Self.forest([[1], [0]], .below([Self.id(1)]))) == ["1", ".0", "..1@"])
  }

  @Test("Two links to one parent are one child", arguments: ["parent", "blocked-by"])
  func twice(kind: String) {
    var plans = Self.plans([[], []])
    plans[0].values.aliases = ["gh:1"]
    plans[1].values.links = ["gh:1", plans[0].id.text].map { Link(kind: kind, target: $0) }
    let relations = PlanRelations(plans, board: Self.board, aliases: AliasIndex(plans))
    let related = kind == "parent" ? relations.children(of:) : relations.blocked(by:)
    #expect(related(plans[0].id) == [plans[1].id])
  }

  @Test(
    "Any graph gives every plan, each link at most once, and its cycles",
    arguments: Seeds.batches(300, of: 50))
  func random(seeds: [UInt64]) {
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      let count = 1 + random.number(below: 12)
      let parents = (0..<count).map { _ in
        Set((0..<random.number(below: 3)).map { _ in random.number(below: count) }).sorted()
      }
      let forest = Self.forest(parents)
      #expect(Set(forest.rows.map { Self.number($0.id) }) == Set(0..<count), "seed \(seed)")
      let links = parents.enumerated().flatMap { child, parents in parents.map { [$0, child] } }
      let shown = forest.rows.compactMap { row in
        row.parent.map { [Self.number($0), Self.number(row.id)] }
      }
      #expect(
        shown.sorted { $0.lexicographicallyPrecedes($1) }
          == links.sorted { $0.lexicographicallyPrecedes($1) }, "seed \(seed)")
      // There is a cycle row exactly if there is a cycle.
      #expect(
        forest.cycles.isEmpty == !forest.rows.contains { $0.repetition == .cycle }, "seed \(seed)")
      for (row, next) in zip(forest.rows, forest.rows.dropFirst()) {
        #expect(next.depth <= row.depth + 1, "seed \(seed)")
      }
    }
  }

  @Test("A chain and a ladder of thousands are drawn without recursion, in linear time")
  func long() {
    let chain = Self.manyPlans(20_000) { $0 == 0 ? [] : [$0 - 1] }
    #expect(chain.rows.count == 20_000)
    #expect(chain.rows.last?.depth == 19_999)
    // Each plan has the two before it as parents, so the number of paths doubles with every step.
    let ladder = Self.manyPlans(5_000) { $0 < 2 ? [] : [$0 - 1, $0 - 2] }
    #expect(ladder.rows.count == 2 + 2 * 4_998)
  }

  private static func manyPlans(_ count: Int, parents: (Int) -> [Int]) -> PlanForest {
    var random = SeededGenerator(seed: 1)
    let ids = (0..<count).map { _ in PlanID.random(using: &random) }
    let plans = ids.enumerated().map { number, id in
      var plan = Plan(id: id)
      plan.values.links = parents(number).map { Link(kind: "parent", target: ids[$0].text) }
      return plan
    }
    let relations = PlanRelations(plans, board: board, aliases: AliasIndex())
    return PlanForest(ids, relations: relations, choice: .all)
  }

  @Test("The shortest way is found, and none where there is none", arguments: Seeds.each(100))
  func path(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = 2 + random.number(below: 8)
    let targets = (0..<count).map { _ in
      (0..<random.number(below: 3)).map { _ in random.number(below: count) }
    }
    // The distance from 0 to each plan, computed step by step.
    var distances = [0: 0]
    for step in 1...count {
      for (node, distance) in distances where distance == step - 1 {
        for target in targets[node] where distances[target] == nil { distances[target] = step }
      }
    }
    let found = Cycles.shortestPath(from: Self.id(0), to: { $0 == Self.id(count - 1) }) {
      targets[Self.number($0)].map(Self.id)
    }
    #expect(found?.count == distances[count - 1].map { $0 + 1 })
    for (plan, next) in zip(found ?? [], (found ?? []).dropFirst()) {
      #expect(targets[Self.number(plan)].contains(Self.number(next)))
    }
  }
}
