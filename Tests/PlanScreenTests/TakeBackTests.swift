@testable import PlanModel
@testable import PlanScreen
import PlanView
import Testing

/// Undo, redo, deleting and restoring: what asks first, and what is refused.
@Suite("Taking back on a screen")
struct TakeBackTests {
  private static func id(_ start: String) -> PlanID { ScreenSamples.id(start) }
  private static let first = id("a1b2")

  private static func slow() -> Bench {
    var bench = Bench()
    bench.makesChanges = false
    return bench
  }

  private static let consent = ScreenConfirmation(
    "1 change of 704 plans: import 704 plans", commit: "abc")

  @Test("An undo that needs consent asks, and is made on the commit of the question")
  func asks() {
    for (key, change, agreed, verb) in [
      ("u", ScreenChange.undo(), ScreenChange.undo(isAgreed: true), "undo"),
      ("U", .redo(), .redo(isAgreed: true), "redo"),
    ] {
      var bench = Self.slow()
      bench.press(key)
      #expect(bench.effects == [.change(change, on: bench.startCommit)])
      bench.send(.asked(change, Self.consent))
      #expect(bench.text.contains("\(verb) 1 change of 704 plans: import 704 plans?"))
      bench.press("\(key) Enter Space z")
      #expect(bench.effects.isEmpty)
      bench.press("y")
      #expect(bench.effects == [.change(agreed, on: "abc")])
      bench = Self.slow()
      bench.press(key)
      bench.send(.asked(change, Self.consent))
      bench.press("Esc")
      #expect(bench.effects.isEmpty && !bench.screen.isSaving)
      #expect(bench.text.contains("nothing was \(verb == "undo" ? "undone" : "redone")"))
    }
  }

  @Test("An undo during a change takes back that change")
  func saving() {
    var bench = Self.slow()
    bench.press("e x Enter u")
    let change = ScreenChange.set([Self.first], .title, "A plan without anythingx")
    #expect(bench.effects == [.change(change, on: bench.startCommit)])
    bench.send(.done(change, bench.board.make(change)))
    #expect(bench.effects == [.change(.undo(), on: bench.board.commit)])
  }

  // MARK: - Restoring

  private static func deleted() -> Bench {
    var bench = Self.slow()
    let index = bench.board.plans.firstIndex { $0.id == Self.first } ?? 0
    bench.board.plans[index].values.deletion = Deletion(
      at: FakeBoard.now, by: "Dev One", holds: true)
    bench.board.showsDeleted = true
    bench.send(.boardChanged)
    bench.press("g")
    return bench
  }

  @Test(
    "D and R on a deleted plan ask to restore it",
    arguments: ["D", "Delete", "R", ": r e s t Enter"])
  func restores(keys: String) {
    var bench = Self.deleted()
    #expect(bench.screen.cursorPlan == Self.first)
    bench.press(keys + " D R Enter")
    #expect(bench.effects.isEmpty)
    #expect(bench.text.contains("restore a1b2 'A plan without anything'?"))
    bench.press("y")
    #expect(bench.effects == [.change(.restore([Self.first]), on: bench.startCommit)])
  }

  @Test(
    "What changes a deleted plan says that it is deleted",
    arguments: [
      "e", "d", "b", "+", "#", "a", "p", "m", "L", "J", "E", "C", "i",
    ])
  func saysDeleted(key: String) {
    var bench = Self.deleted()
    bench.press(key)
    #expect(bench.effects.isEmpty && bench.screen.prompt == nil)
    #expect(bench.text.contains("a1b2 is deleted"))
    #expect(bench.text.contains("D restores it"))
  }

  @Test("Of deleted and other plans, only the others are deleted")
  func mixed() {
    var bench = Self.deleted()
    bench.press("Space Space D y")
    #expect(bench.effects == [.change(.delete([Self.id("t8x4")]), on: bench.startCommit)])
    bench = Self.slow()
    bench.press("R")
    #expect(bench.screen.prompt == nil)
    #expect(bench.text.contains("a1b2 is not deleted"))
  }

  // MARK: - Stray keys

  private static func tick(_ bench: inout Bench, milliseconds: Int64) {
    let now = Timestamp(milliseconds: FakeBoard.now.milliseconds + milliseconds)
    _ = bench.screen.handle(.tick(now: now))
  }

  @Test("A text for a prompt that did not open is not taken for keys, until a pause")
  func stray() {
    var bench = Bench(FakeBoard(ScreenSamples.board, []))
    Self.tick(&bench, milliseconds: 0)
    bench.press("e Space z z z Enter D n q")
    #expect(bench.effects.isEmpty && bench.screen.prompt == nil)
    #expect(bench.text.contains("no plan is here"))
    #expect(bench.text.contains("what you typed after it is ignored"))
    for step in 1...10 {
      Self.tick(&bench, milliseconds: Int64(step) * 600)
      bench.press("z")
      #expect(bench.effects.isEmpty)
    }
    Self.tick(&bench, milliseconds: 7_500)
    bench.press("z")
    #expect(bench.effects.count == 1)
  }

  @Test("In the past the key that the message names works at once, and only before a text")
  func strayInThePast() {
    var bench = Bench()
    Self.tick(&bench, milliseconds: 0)
    bench.press("[ n t")
    #expect(bench.screen.past == nil)
    bench.press("i t l e Enter D q")
    #expect(bench.effects.isEmpty && bench.screen.prompt == nil)
    var other = Bench()
    Self.tick(&other, milliseconds: 0)
    other.press("[ n a t")
    #expect(other.screen.past != nil)
  }

  @Test("A key that types nothing ends that at once")
  func strayEnd() {
    var bench = Bench(FakeBoard(ScreenSamples.board, []))
    Self.tick(&bench, milliseconds: 0)
    bench.press("e z Right n")
    #expect(bench.screen.prompt != nil)
  }
}
