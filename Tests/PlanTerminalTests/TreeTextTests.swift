@testable import PlanModel
@testable import PlanTerminal
import PlanView
import Testing

@Suite struct TreeTextTests {
  private func chain(_ count: Int) -> TreeText {
    let digits = Array("0123456789abcdefghjk")
    let plans = (0..<count).map { number in
      Samples.plan("k\(digits[number / 20])\(digits[number % 20])z", "단계 \(number)", in: "todo")
    }
    let linked = plans.enumerated().map { number, plan in
      var plan = plan
      if number > 0 {
        plan.values.links = [Link(kind: "parent", target: plans[number - 1].id.text)]
      }
      return plan
    }
    let relations = PlanRelations(linked, board: Samples.board, aliases: AliasIndex())
    return TreeText(
      TreeModel(
        PlanForest(linked.map(\.id), relations: relations, choice: .all), plans: linked,
        board: Samples.board, viewpoint: Samples.viewpoint, relations: relations))
  }

  @Test("A branch deeper than the terminal begins with the sign", arguments: [20, 40, 80, 200])
  func deep(width: Int) {
    let lines = chain(60).lines(widthInCells: width).map(\.string)
    #expect(lines.count == 60)
    #expect(lines[59].hasPrefix("… "))
    #expect(lines[59].contains("k2kz") || width == 20)
    for line in chain(60).lines(widthInCells: width) { #expect(line.widthInCells <= width) }
  }

  @Test("An empty tree says how to make one")
  func empty() {
    let text = TreeText(Samples.emptyTree).lines(widthInCells: 100).map(\.string)
    #expect(
      text == ["no open plan has a parent; set one with: pmgit edit ID --link parent:ID"])
  }

  @Test("A tree beside a wide state keeps titles, states and progress apart")
  func columns() {
    let lines = TreeText(Samples.tree).lines(widthInCells: 80).map(\.string)
    #expect(lines[0].hasSuffix("In review  0/2 done"))
    #expect(
      lines.contains {
        $0.hasPrefix("├─ c333 Login screens") && $0.hasSuffix("Todo       1/2 done")
      })
    #expect(lines.contains { $0.contains("(above) ") })
    #expect(lines.contains { $0.contains("(cycle) ") })
  }
}
