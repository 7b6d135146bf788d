@testable import PlanModel
import PlanView
import Testing

@Suite struct PlanDetailTests {
  @Test("A link has the id and title of a plan that is known, else only its target")
  func links() {
    let known = Build.id("k7m2")
    let plan = Build.plan("a111") {
      $0.links = [
        Link(kind: "parent", target: known.text), Link(kind: "relates", target: "github:a/b#1"),
        Link(kind: "blocked-by", target: Build.id("m222").text),
      ]
    }
    let detail = PlanDetail(
      plan, board: Build.board, viewpoint: Build.viewpoint, titles: [known: "The parent"])
    #expect(detail.links.map(\.title) == ["The parent", nil, nil])
    #expect(detail.links.map(\.shortID) == ["k7m2", nil, nil])
  }

  @Test("A column that the board does not have is told apart")
  func unknownColumn() {
    let detail = { (state: String) in
      PlanDetail(Build.plan("a111", in: state), board: Build.board, viewpoint: Build.viewpoint)
    }
    #expect(detail("doing").isKnownColumn)
    #expect(!detail("ice").isKnownColumn)
  }
}
