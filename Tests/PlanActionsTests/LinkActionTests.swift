import PlanActions
import PlanModel
import PlanView
import PmgitTestSupport
import Testing

@Suite("Links between plans") struct LinkActionTests {
  private func links(_ worker: Worker, _ id: PlanID) throws -> [String] {
    try worker.plan(id).links.map(\.description)
  }

  @Test("A link that blocks or has a child is written on the other plan, in the same commit")
  func reverse() async throws {
    let worker = try await Worker()
    let (one, two) = (try await worker.add("One"), try await worker.add("Two"))
    let before = try await worker.repository.git("rev-list", "--count", "pmgit/main")
    let changes = try await worker.edit(one) {
      $0[.links].added = ["blocks:\(two)", "child:\(two)"]
    }
    #expect(try links(worker, one) == [])
    #expect(try links(worker, two) == ["blocked-by:\(one)", "parent:\(one)"])
    let after = try await worker.repository.git("rev-list", "--count", "pmgit/main")
    #expect(Int(after) == Int(before).map { $0 + 1 })
    let message = try await worker.repository.git("log", "-1", "--format=%B", "pmgit/main")
    #expect(message.contains("Plan: \(one)") && message.contains("Plan: \(two)"))
    let notices = changes.notices.map { $0.message.text() }
    #expect(notices.count == 2)
    #expect(notices[0].hasSuffix("is now blocked by \(one.text.prefix(4))"))
    _ = try await worker.edit(one) { $0[.links].removed = ["blocks:\(two)", "parent-of:\(two)"] }
    #expect(try links(worker, two) == [])
    let again = try await worker.edit(one) { $0[.links].removed = ["blocks:\(two)"] }
    #expect(!again.didChange)
    #expect(
      again.notices.map { $0.message.text() } == [
        "\(two.text.prefix(4)) is not blocked by \(one.text.prefix(4))"
      ])
  }

  @Test("A new plan may block others and have children")
  func added() async throws {
    let worker = try await Worker()
    let (one, two) = (try await worker.add("One"), try await worker.add("Two"))
    let new = try await worker.add("New") {
      $0[.links].added = ["parent:\(one)", "child:\(two)", "needs:\(one)"]
    }
    #expect(try links(worker, new) == ["blocked-by:\(one)", "parent:\(one)"])
    #expect(try links(worker, two) == ["parent:\(new)"])
    let problem = try await refusal {
      _ = try await worker.add("Circle") { $0[.links].added = ["parent:\(two)", "child:\(one)"] }
    }
    #expect(problem.message.contains("makes a cycle"))
  }

  @Test("A kind that is a typo is refused with the right one, and nothing is written")
  func typo() async throws {
    let worker = try await Worker()
    let (one, two) = (try await worker.add("One"), try await worker.add("Two"))
    let problem = try await refusal {
      _ = try await worker.edit(one) { $0[.links].added = ["blokced-by:\(two)"] }
    }
    #expect(problem.message == "link 'blokced-by:\(two)' is of no kind that pmgit knows")
    #expect(problem.hints.map { $0.text() }.joined().contains("did you mean 'blocked-by:\(two)'?"))
    #expect(try links(worker, one) == [])
  }

  @Test("A cycle is refused where it is made, and named", arguments: ["blocked-by", "parent"])
  func cycle(kind: String) async throws {
    let worker = try await Worker()
    var plans: [PlanID] = []
    for title in ["One", "Two", "Three"] {
      let parent = plans.last
      plans.append(
        try await worker.add(title) { $0[.links].added = parent.map { ["\(kind):\($0)"] } ?? [] })
    }
    let short = plans.map { String($0.text.prefix(4)) }
    let problem = try await refusal {
      _ = try await worker.edit(plans[0]) { $0[.links].added = ["\(kind):\(plans[2])"] }
    }
    #expect(
      problem.message
        == "link '\(kind):\(plans[2])' makes a cycle: "
        + "\(short[0]) → \(short[2]) → \(short[1]) → \(short[0])")
    #expect(
      problem.hints.flatMap(\.commands).contains(
        ["pmgit", "edit", plans[1].text, "--no-link", "\(kind):\(plans[0])"]))
    let reverse = kind == "parent" ? "child" : "blocks"
    let other = try await refusal {
      _ = try await worker.edit(plans[2]) { $0[.links].added = ["\(reverse):\(plans[0])"] }
    }
    #expect(other.message.contains("makes a cycle"))
    let own = try await refusal {
      _ = try await worker.edit(plans[0]) { $0[.links].added = ["\(kind):\(plans[0])"] }
    }
    #expect(own.message == "a plan can't be linked to itself")
    #expect(try links(worker, plans[0]) == [])
    // Links of another kind do not make a cycle, nor do links through a deleted plan.
    _ = try await worker.edit(plans[0]) { $0[.links].added = ["relates:\(plans[2])"] }
    _ = try await worker.board().delete([plans[1].text])
    _ = try await worker.edit(plans[0]) { $0[.links].added = ["\(kind):\(plans[2])"] }
  }

  @Test("Both ways at once are a cycle; what was there stays and can be taken off")
  func bothWays() async throws {
    let worker = try await Worker()
    let (one, two) = (try await worker.add("One"), try await worker.add("Two"))
    let problem = try await refusal {
      _ = try await worker.edit(one) { $0[.links].added = ["blocks:\(two)", "blocked-by:\(two)"] }
    }
    #expect(problem.message.contains("makes a cycle"))
    _ = try await worker.edit(one) { $0[.links].added = ["blocked-by:\(two)"] }
    let swapped = try await worker.edit(one) {
      $0[.links].added = ["blocks:\(two)"]
      $0[.links].removed = ["blocked-by:\(two)"]
    }
    #expect(swapped.didChange)
    #expect(try links(worker, one) == [])
    #expect(try links(worker, two) == ["blocked-by:\(one)"])
  }

  @Test("A deleted plan is not given links")
  func deleted() async throws {
    let worker = try await Worker()
    let (one, two) = (try await worker.add("One"), try await worker.add("Two"))
    _ = try await worker.board().delete([two.text])
    let problem = try await refusal {
      _ = try await worker.edit(one) { $0[.links].added = ["blocks:\(two)"] }
    }
    #expect(problem.code == .deleted)
  }

  @Test("A link of another tool's kind is kept by an import and can be taken off")
  func foreignKind() async throws {
    let worker = try await Worker()
    let (one, two) = (try await worker.add("One"), try await worker.add("Two"))
    let line = #"{"id":"\#(one)","title":"One","links":["duplicates:\#(two)"]}"#
    _ = try await worker.board().importPlans(Array(line.utf8))
    #expect(try links(worker, one) == ["duplicates:\(two)"])
    _ = try await worker.edit(one) { $0[.links].removed = ["duplicates:\(two.text.prefix(6))"] }
    #expect(try links(worker, one) == [])
  }

  @Test("A tree is asked for by an id, a query or not at all")
  func tree() async throws {
    let worker = try await Worker()
    let one = try await worker.add("One") { $0[.aliases].added = ["gh:1"] }
    let two = try await worker.add("Two") { $0[.links].added = ["parent:\(one)"] }
    let three = try await worker.add("Three") { $0[.links].added = ["parent:\(two)"] }
    let lone = try await worker.add("Lone")
    let rows = { (found: TreeShown) in found.forest.rows.map(\.id) }
    #expect(try rows(worker.board().tree()) == [one, two, three])
    #expect(try rows(worker.board().tree(isWhole: true)) == [one, two, three, lone])
    let name = String(two.text.prefix(5))
    #expect(try rows(worker.board().tree(name, names: [name])) == [two, three])
    #expect(try rows(worker.board().tree("gh:1", names: ["gh:1"])) == [one, two, three])
    let found = try worker.board().tree("title:two")
    #expect(found.forest.rows.map(\.id) == [one, two])
    #expect(try found.model().rows.map(\.isContext) == [true, false])
    let notices = try worker.board().tree().notices.map { $0.message.text() }
    #expect(
      notices == [
        "left out 1 plan without parent or children; see all with 'pmgit list --tree --all'"
      ])
    let detail = try worker.board().detail(of: worker.board().show(one.text))
    #expect(detail.progress == Progress(done: 0, total: 1))
    #expect(detail.children.map(\.id) == [two])
  }
}
