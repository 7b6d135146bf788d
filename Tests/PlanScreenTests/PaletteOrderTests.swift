@testable import PlanModel
@testable import PlanScreen
import PlanView
import Testing

@Suite("Command palette")
struct PaletteOrderTests {
  private static let plans = [
    ("syefxxxxxxxx", "Process witness mail"), ("jdts22222222", "SQL audit: rewrite the new query"),
    ("srps22222222", "dolt-backup: 3 synced"), ("k7m222222222", "A comment on links is lost"),
    ("m3f822222222", "Newspaper"), ("n9k222222222", "renewal of licences"),
    ("p4d722222222", "Filter coffee"), ("h5n222222222", "Restore the old wall"),
  ]

  private static var summaries: [PlanSummary] {
    plans.compactMap { id, title in
      PlanID(id).map { id in
        var plan = Plan(id: id)
        (plan.values.title, plan.values.state) = (title, "todo")
        return PlanSummary(plan, board: ScreenSamples.board, viewpoint: FakeBoard.viewpoint)
      }
    }
  }

  private static let actions = Shortcut.all.map { Picker.Option($0) }

  @Test(
    "Actions are before plans, and a beginning is before the rest",
    arguments: [
      ("new", ["add", "jdts", "m3f8", "n9k2"]), ("a new", ["add", "jdts", "m3f8", "n9k2"]),
      ("sync", ["sync", "srps"]), ("sy", ["sync", "syef", "srps"]),
      ("comment", ["comment", "k7m2"]), ("link", ["link", "k7m2"]),
      ("filter", ["query", "clear", "mine", "p4d7"]), ("search", ["query"]),
      ("restore", ["restore", "h5n2"]), ("undo", ["undo"]), ("wrap", ["density"]),
      ("column name", ["moveTo"]), ("UNDO", ["undo"]), ("  sync ", ["sync", "srps"]),
      ("wal old", ["h5n2"]), ("jdts", ["jdts"]), ("nothing of it", []),
    ])
  func order(typed: String, expected: [String]) {
    let rows = PaletteOrder(typed).rows(Self.actions, plans: Self.summaries)
    let names = rows.map { row in
      if case .plan = row.item { String(row.value.prefix(4)) } else { row.value }
    }
    #expect(names == expected)
  }

  @Test("No plan is before an action that begins with the text, whatever the titles are")
  func always() {
    for row in Shortcut.all where row.act != .palette {
      let plans = [ScreenSamples.plan("k7m2", row.label, in: "todo")].map {
        PlanSummary($0, board: ScreenSamples.board, viewpoint: FakeBoard.viewpoint)
      }
      for count in 1...row.label.count {
        let typed = String(row.label.prefix(count))
        guard typed.contains(where: { $0 != " " }) else { continue }
        let rows = PaletteOrder(typed).rows(Self.actions, plans: plans)
        let kinds = rows.map { if case .plan = $0.item { true } else { false } }
        #expect(rows.contains { $0.value == row.act.rawValue }, "'\(typed)'")
        #expect(!(kinds.first ?? true), "'\(typed)'")
      }
    }
  }

  @Test("A plan that is named by its id is first, however many titles begin with that")
  func byID() {
    let titles = (1...30).map { ScreenSamples.plan("w\(100 + $0)", "k7 \($0)", in: "todo") }
    let named = ["k7m2", "k7n3"].map { ScreenSamples.plan($0, "Fix login", in: "todo") }
    let plans = (titles + named).map {
      PlanSummary($0, board: ScreenSamples.board, viewpoint: FakeBoard.viewpoint)
    }
    let found = PaletteOrder("k7").matching(plans)
    #expect(found.prefix(2).map(\.plan.id) == named.map(\.id))
    #expect(found.count == PaletteOrder.mostPlans)
  }

  @Test("Without a text, what people do first is first")
  func empty() {
    var bench = Bench()
    bench.press("l Enter Esc :")
    guard case .pick(let picker) = bench.screen.prompt else {
      Issue.record("no palette")
      return
    }
    #expect(picker.shown.prefix(2).map(\.value) == ["add", "query"])
    let useful = Shortcut.Act.useful.count
    #expect(picker.shown[useful].item == .plan(ScreenSamples.id("m3f8")))
    #expect(Set(picker.shown.map(\.value)).count == picker.shown.count)
    bench.press("n e w Enter")
    guard case .line(let line) = bench.screen.prompt else {
      Issue.record("no prompt for a new plan")
      return
    }
    #expect(line.purpose == .newPlan(column: "todo"))
  }
}
