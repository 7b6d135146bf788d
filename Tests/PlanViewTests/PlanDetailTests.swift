@testable import PlanModel
import PlanView
import Testing

@Suite struct PlanDetailTests {
  @Test("A link has the id and title of a plan that is known, else only its target")
  func links() {
    let known = Build.id("k7m2")
    let plan = Build.plan("a111") {
      $0.values.links = [
        Link(kind: "parent", target: known.text), Link(kind: "relates", target: "github:a/b#1"),
        Link(kind: "blocked-by", target: Build.id("m222").text),
      ]
    }
    let detail = PlanDetail(
      plan, board: Build.board, viewpoint: Build.viewpoint,
      others: [known: Build.plan("k7m2", in: "done") { $0.values.title = "The parent" }])
    #expect(detail.links.map(\.plan?.title) == ["The parent", nil, nil])
    #expect(detail.links.map(\.plan?.shortID) == ["k7m2", nil, nil])
    #expect(detail.links.first?.plan?.isDone == true)
  }

  @Test("A parent has its children with their progress, a blocker those that it blocks")
  func related() {
    let parent = Build.plan("k7m2")
    let child = { (id: String, state: String) in
      Build.plan(id, in: state) { $0.values.links = [Link(kind: "parent", target: parent.id.text)] }
    }
    let blocked = Build.plan("d111") {
      $0.values.links = [Link(kind: "blocked-by", target: parent.id.text)]
    }
    let plans = [
      parent, child("a111", "done"), child("b111", "doing"), child("c111", "todo"), blocked,
    ]
    let detail = PlanDetail(
      parent, board: Build.board, viewpoint: Build.viewpoint,
      others: Dictionary(uniqueKeysWithValues: plans.map { ($0.id, $0) }),
      relations: PlanRelations(plans, board: Build.board, aliases: AliasIndex(plans)))
    #expect(detail.progress == Progress(done: 1, total: 3))
    #expect(detail.children.map(\.shortID) == ["a111", "b111", "c111"])
    #expect(detail.children.map(\.isDone) == [true, false, false])
    #expect(detail.blocked.map(\.shortID) == ["d111"])
    #expect(detail.children[1].columnTitle == "Doing")
  }

  @Test("A relation shows on both sides, once where both have the link")
  func relating() {
    let plan = Build.plan("k7m2") {
      $0.values.links = [Link(kind: "relates", target: Build.id("a111").text)]
    }
    let other = { (id: String) in
      Build.plan(id) { $0.values.links = [Link(kind: "relates", target: plan.id.text)] }
    }
    let gone = Build.plan("c111") {
      $0.values.links = [Link(kind: "relates", target: plan.id.text)]
      $0.values.deletion = Deletion(at: Build.time("2026-11-20T10:00:00Z"), by: "Ada", holds: true)
    }
    let plans = [plan, other("a111"), other("b111"), gone]
    let detail = PlanDetail(
      plan, board: Build.board, viewpoint: Build.viewpoint,
      others: Dictionary(uniqueKeysWithValues: plans.map { ($0.id, $0) }),
      relations: PlanRelations(plans, board: Build.board, aliases: AliasIndex(plans)))
    #expect(detail.links.map(\.plan?.shortID) == ["a111"])
    #expect(detail.relating.map(\.shortID) == ["b111"])
  }

  @Test("A column that the board does not have is distinguished")
  func unknownColumn() {
    let detail = { (state: String) in
      PlanDetail(Build.plan("a111", in: state), board: Build.board, viewpoint: Build.viewpoint)
    }
    #expect(detail("doing").isKnownColumn)
    #expect(!detail("ice").isKnownColumn)
  }
}
