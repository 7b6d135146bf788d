import PlanActions
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

@Suite("Placing plans in a column")
struct PlacementTests {
  /// Returns a board with three plans in the first column.
  private func board() async throws -> (worker: Worker, ids: [PlanID]) {
    let worker = try await Worker()
    var ids: [PlanID] = []
    for title in ["A", "B", "C"] { ids.append(try await worker.add(title)) }
    return (worker, ids)
  }

  @Test("Each place is what it says", arguments: ["top", "bottom", "before", "after"])
  func places(name: String) async throws {
    let (worker, ids) = try await board()
    let (place, expected): (Place, [String]) =
      switch name {
      case "top": (.top, ["C", "A", "B"])
      case "bottom": (.bottom, ["A", "B", "C"])
      case "before": (.before(ids[1].text), ["A", "C", "B"])
      default: (.after(ids[0].text), ["A", "C", "B"])
      }
    _ = try await worker.board().move(MovePlans([ids[2].text], to: "todo", at: place))
    #expect(try worker.titles(in: "todo") == expected)
  }

  @Test("Several plans keep their order wherever they are put")
  func several() async throws {
    let (worker, ids) = try await board()
    let move = MovePlans([ids[2].text, ids[1].text], to: "todo", at: .before(ids[0].text))
    let moved = try await worker.board().move(move)
    #expect(moved.plans == [ids[2], ids[1]])
    #expect(try worker.titles(in: "todo") == ["C", "B", "A"])
  }

  @Test(
    "Plans that stand where they are to be are not moved",
    arguments: [
      ("top", [0], Place.top), ("top", [0, 1], .top), ("top", [0, 1, 2], .top),
      ("bottom", [2], .bottom), ("bottom", [1, 2], .bottom), ("before B", [0], .before("1")),
      ("before C", [0, 1], .before("2")), ("after A", [1], .after("0")),
      ("after A", [1, 2], .after("0")), ("before itself", [1], .before("1")),
      ("after itself", [1], .after("1")),
    ])
  func there(name: String, moved: [Int], place: Place) async throws {
    let (worker, ids) = try await board()
    let named: Place =
      switch place {
      case .before(let index): .before(ids[Int(index) ?? 0].text)
      case .after(let index): .after(ids[Int(index) ?? 0].text)
      default: place
      }
    // Later the plan at the top and the plan at the bottom leave the column.
    _ = try await worker.board().add(AddPlan(title: "D", isAtTop: true))
    let left = [
      try await worker.board().add(AddPlan(title: "above", isAtTop: true)).plans[0].text,
      try await worker.add("below").text,
    ]
    let first = try #require(
      try worker.board().store.snapshot().plans().plans.first { $0.title == "D" })
    _ = try await worker.board().move(MovePlans(.named(left + [first.id.text]), to: "done"))
    let before = try worker.board().store.tip()
    let outcome = try await worker.board().move(
      MovePlans(.named(moved.map { ids[$0].text }), to: "todo", at: named))
    #expect(!outcome.didChange)
    #expect(try worker.board().store.tip() == before)
    #expect(try worker.titles(in: "todo") == ["A", "B", "C"])
  }

  @Test(
    "Plans in another order, or from another column, are moved",
    arguments: [
      ([1, 0], Place.top, ["B", "A", "C"]), ([2, 1], .bottom, ["A", "C", "B"]),
      ([0, 2], .top, ["A", "C", "B"]), ([2], .before("A"), ["C", "A", "B"]),
      ([0], .after("B"), ["B", "A", "C"]), ([1, 0], .before("C"), ["B", "A", "C"]),
    ])
  func elsewhere(moved: [Int], place: Place, expected: [String]) async throws {
    let (worker, ids) = try await board()
    let named: (String) -> String = { ids[["A", "B", "C"].firstIndex(of: $0) ?? 0].text }
    let beside: Place =
      switch place {
      case .before(let title): .before(named(title))
      case .after(let title): .after(named(title))
      default: place
      }
    let outcome = try await worker.board().move(
      MovePlans(.named(moved.map { ids[$0].text }), to: "todo", at: beside))
    #expect(outcome.didChange)
    #expect(try worker.titles(in: "todo") == expected)
  }

  @Test("Of several plans none has a place beside itself")
  func itself() async throws {
    let (worker, ids) = try await board()
    await #expect {
      let move = MovePlans([ids[0].text, ids[1].text], to: "todo", at: .before(ids[0].text))
      _ = try await worker.board().move(move)
    } throws: { error in
      (error as? Problem)?.message == "plan '\(ids[0])' can't be placed next to itself"
    }
  }

  @Test("A plan that is where it is to be stays, where no place is said")
  func unspecified() async throws {
    let (worker, ids) = try await board()
    let moved = try await worker.board().move(MovePlans([ids[0].text], to: "TODO"))
    #expect(!moved.didChange)
    #expect(try worker.titles(in: "todo") == ["A", "B", "C"])
  }

  @Test("The plans that make room are distinguished from those that move")
  func room() async throws {
    let worker = try await Worker()
    var ids: [PlanID] = []
    // Adjacent keys, as an import may bring them, with no key between them.
    for (title, rank) in [("A", "a0"), ("B", "a1")] {
      let lines = Array(#"{"title":"\#(title)","rank":"\#(rank)"}"#.utf8)
      _ = try await worker.board().importPlans(lines)
    }
    for plan in try worker.board().store.snapshot().plans().plans.sorted(by: { $0.title < $1.title }
    ) { ids.append(plan.id) }
    let other = try await worker.add("C")
    let move = MovePlans([other.text], to: "todo", at: .before(ids[1].text))
    let moved = try await worker.board().move(move)
    #expect(try worker.titles(in: "todo") == ["A", "C", "B"])
    #expect(moved.plans == [other] && moved.changed == [other])
  }
}
