@testable import PlanModel
import PlanView
import Testing

@Suite struct PlanGroupingTests {
  /// Returns the groups as `title: ids`.
  private func groups(_ plans: [Plan], by grouping: PlanGrouping) -> [String] {
    let relations = PlanRelations(plans, board: Build.board, aliases: AliasIndex(plans))
    return grouping.groups(
      of: plans, all: plans, board: Build.board, viewpoint: Build.viewpoint, relations: relations,
      people: PeopleIndex(Build.board.people(on: plans))
    ).map { group in
      "\(group.title.string): \(group.plans.map { String($0.id.text.prefix(4)) }.joined(separator: " "))"
    }
  }

  @Test("A plan with two labels is in both groups; those without come last")
  func labels() {
    let plans = [
      Build.plan("a111"), Build.plan("b111") { $0.values.labels = ["ui", "bug"] },
      Build.plan("c111") { $0.values.labels = ["bug"] },
    ]
    #expect(
      groups(plans, by: .label) == ["#bug: b111 c111", "#ui: b111", "no label: a111"])
  }

  @Test("Groups with the most open work come first, equal ones by their names")
  func order() {
    let plans = [
      Build.plan("a111") { $0.values.labels = ["z"] },
      Build.plan("b111", in: "done") { $0.values.labels = ["a"] },
      Build.plan("c111", in: "done") { $0.values.labels = ["a", "b"] },
    ]
    #expect(groups(plans, by: .label) == ["#z: a111", "#a: b111 c111", "#b: c111"])
  }

  @Test("A person is one group by address or name, whether assignee or owner")
  func people() {
    let plans = [
      Build.plan("a111") { $0.values.assignees = ["Dev One <one@example.com>"] },
      Build.plan("b111") { $0.values.owner = "Dev <ONE@example.com>" },
      Build.plan("c111") {
        $0.values.owner = "Dev One <one@example.com>"
        $0.values.assignees = ["dev one"]
      },
      Build.plan("d111") { $0.values.assignees = ["Somebody"] },
      Build.plan("e111"),
    ]
    #expect(
      groups(plans, by: .assignee) == [
        "Dev One: a111 b111 c111", "Somebody: d111", "nobody: e111",
      ])
  }

  @Test("A name that two addresses have is a person of its own")
  func sharedName() {
    let plans = [
      Build.plan("a111") {
        $0.values.assignees = ["Dev <one@example.com>", "Dev <two@example.com>"]
      },
      Build.plan("b111") { $0.values.assignees = ["Dev"] },
    ]
    #expect(groups(plans, by: .assignee).count == 3)
  }

  @Test("Priorities stand from urgent to low, then none")
  func priorities() {
    let plans = [nil, .low, .urgent, .high, .medium, .low].enumerated().map {
      (index: Int, priority: Priority?) in
      Build.plan("a\(index)11") { $0.values.priority = priority }
    }
    #expect(
      groups(plans, by: .priority) == [
        "urgent: a211", "high: a311", "medium: a411", "low: a111 a511", "no priority: a011",
      ])
  }

  @Test("A parent's group has its id and title; a plan that is its own parent is in its group")
  func parents() {
    let link = { (target: String) in [Link(kind: "parent", target: Build.id(target).text)] }
    let plans = [
      Build.plan("a111"), Build.plan("b111") { $0.values.links = link("a111") },
      Build.plan("c111") { $0.values.links = link("c111") },
      Build.plan("d111") { $0.values.links = link("zzzz") },
    ]
    #expect(
      groups(plans, by: .parent) == [
        "a111 Plan a111: b111", "c111 Plan c111: c111", "no parent: a111 d111",
      ])
  }
}
