@testable import PlanModel
@testable import PlanScreen
import PlanView
import Testing

/// Changes that meet other changes, by the same person or by somebody else.
@Suite("Own changes of a screen")
struct OwnChangeTests {
  private static func id(_ start: String) -> PlanID { ScreenSamples.id(start) }
  private static let first = id("m3f8")
  private static let second = id("n9k2")

  /// A bench whose changes stay under way until `finish` is called.
  private static func slow() -> Bench {
    var bench = Bench()
    bench.makesChanges = false
    return bench
  }

  private static func changes(_ bench: Bench) -> [ScreenChange] {
    bench.effects.compactMap { if case .change(let change, _) = $0 { change } else { nil } }
  }

  private static func commit(_ number: Int) -> String {
    String(repeating: "0", count: 39) + "\(number)"
  }

  private static func finish(_ change: ScreenChange, _ bench: inout Bench) {
    bench.send(.done(change, bench.board.make(change)))
  }

  @Test("A move that waits is about the plan at the key")
  func waitingMove() {
    var bench = Self.slow()
    bench.press("l L")
    let change = Self.changes(bench)[0]
    bench.press("L j")
    #expect(Self.changes(bench).isEmpty)
    Self.finish(change, &bench)
    #expect(Self.changes(bench) == [.move([Self.first], column: "done", place: .unsaid)])
  }

  @Test("A move waits until the board has the change before it")
  func lateBoard() throws {
    var screen = Bench().screen
    var board = ScreenSamples.fake
    let question = screen.boardQuestion
    let old = try #require(board.answer(question))
    _ = screen.handle(.input(.key(Key("l"))))
    let effects = screen.handle(.input(.key(Key("L"))))
    guard case .change(let change, _) = effects.first else {
      Issue.record("no change")
      return
    }
    _ = screen.handle(.done(change, board.make(change)))
    #expect(screen.handle(.input(.key(Key("L")))).isEmpty)
    #expect(screen.handle(.answer(question, old)) == [.ask(question)])
    let new = try #require(board.answer(question))
    let after = screen.handle(.answer(question, new))
    #expect(
      after == [
        .change(.move([Self.first], column: "done", place: .unsaid), on: Self.commit(1))
      ])
  }

  @Test("Two quick edits of a plan are decided one on the other")
  func quickEdits() {
    var bench = Self.slow()
    bench.press("e X Enter")
    let change = Self.changes(bench)[0]
    bench.press("e Y Enter")
    #expect(bench.effects.isEmpty)
    Self.finish(change, &bench)
    #expect(
      bench.effects == [
        .change(.set([Self.id("a1b2")], .title, "A plan without anythingY"), on: Self.commit(1))
      ])
  }

  @Test("A prompt that opened before the board had a change is decided on that change")
  func openPrompt() {
    var bench = Self.slow()
    bench.press("p Up Enter")
    let change = Self.changes(bench)[0]
    bench.press("e Y")
    Self.finish(change, &bench)
    bench.press("Enter")
    #expect(
      bench.effects == [
        .change(.set([Self.id("a1b2")], .title, "A plan without anythingY"), on: Self.commit(1))
      ])
    bench.press("l e Z Enter")
    guard case .change(_, let commit) = bench.effects.first else {
      Issue.record("no change of another plan")
      return
    }
    #expect(commit == Self.commit(1))
  }

  @Test("The end waits for moves that wait")
  func end() {
    var bench = Self.slow()
    bench.press("l L")
    let change = Self.changes(bench)[0]
    bench.press("L q")
    #expect(bench.effects.isEmpty)
    Self.finish(change, &bench)
    #expect(
      bench.effects == [
        .change(.move([Self.first], column: "done", place: .unsaid), on: Self.commit(1)), .quit,
      ])
    bench = Self.slow()
    bench.press("l L L q q")
    #expect(bench.effects.last == .quit)
  }

  @Test("A refused change opens its prompt again, with the text and the error")
  func refused() {
    var bench = Self.slow()
    bench.press("n a Enter")
    let change = Self.changes(bench)[0]
    bench.press("d")
    bench.send(.failed(.change(change), ScreenFailure("no such milestone")))
    #expect(!bench.text.contains("no such milestone"))
    bench.press("Esc")
    #expect(bench.text.contains("no such milestone"))
    bench.press("b Enter")
    #expect(Self.changes(bench) == [.add(line: "ab", column: "backlog")])
  }

  @Test("The cursor goes to a new plan when the board has it, and not before")
  func added() {
    var bench = Self.slow()
    bench.press("l n a Enter")
    let change = Self.changes(bench)[0]
    let effects = bench.screen.handle(.done(change, bench.board.make(change)))
    #expect(effects == [.ask(bench.screen.boardQuestion)])
    #expect(bench.screen.cursorPlan == Self.first)
    bench.send(.boardChanged)
    #expect(bench.screen.cursorPlan == Self.id("z1"))
  }

  @Test("A deletion is decided on the board of its question")
  func deletion() {
    var bench = Self.slow()
    bench.press("D")
    _ = bench.board.make(.undo())
    bench.send(.boardChanged)
    bench.press("y")
    #expect(bench.effects == [.change(.delete([Self.id("a1b2")]), on: Self.commit(0))])
  }

  @Test("A decision is decided on the conflicts that were shown when its prompt opened")
  func decision() {
    var bench = Self.slow()
    bench.press("3 e x")
    _ = bench.board.make(.undo())
    bench.send(.boardChanged)
    bench.press("Enter")
    guard case .change(let change, let commit) = bench.effects.first else {
      Issue.record("no change")
      return
    }
    #expect(change.kind == "resolve")
    #expect(commit == Self.commit(0))
  }

  // MARK: - Queries

  @Test("While the cards of a query are not there, nothing is changed or selected")
  func waitingQuery() throws {
    var bench = Bench()
    for key in ["/", "l"] { _ = bench.screen.handle(.input(.key(Key(Character(key))))) }
    _ = bench.screen.handle(.input(.key(Key(.enter))))
    #expect(bench.screen.prompt == nil)
    for key in [Key("a", .control), Key("D"), Key("y"), Key("L"), Key("u")] {
      #expect(bench.screen.handle(.input(.key(key))).isEmpty)
    }
    #expect(bench.screen.selection.isEmpty)
    #expect(bench.screen.prompt == nil)
    bench.send(.boardChanged)
    bench.press("Ctrl+a")
    #expect(!bench.screen.selection.isEmpty)
  }

  @Test("A query with a mistake keeps its prompt open")
  func failedQuery() {
    for isEarly in [true, false] {
      var bench = Bench()
      for key in ["/", "l"] { _ = bench.screen.handle(.input(.key(Key(Character(key))))) }
      let failure = ScreenEvent.failed(
        .question(bench.screen.boardQuestion), ScreenFailure("no such field"))
      if isEarly { _ = bench.screen.handle(failure) }
      _ = bench.screen.handle(.input(.key(Key(.enter))))
      if !isEarly { _ = bench.screen.handle(failure) }
      #expect(bench.text.contains("no such field"))
      bench.press("Ctrl+a D y Esc")
      #expect(bench.effects.isEmpty)
      #expect(bench.screen.query.isEmpty)
    }
  }

  // MARK: - Cursors

  @Test("The cursor of the conflicts stays on its value, or on none if that is gone")
  func conflicts() {
    var bench = Self.slow()
    bench.press("3 j j")
    #expect(bench.screen.conflicts.chosen?.entry.id == Self.id("s1v5").text)
    let index = bench.board.plans.firstIndex { $0.id == Self.id("k7m2") } ?? 0
    bench.board.plans[index].conflicts = []
    bench.send(.boardChanged)
    #expect(bench.screen.conflicts.chosen?.entry.id == Self.id("s1v5").text)
    bench.board.plans[index].conflicts = [ScreenSamples.conflict]
    bench.send(.boardChanged)
    bench.press("k k")
    bench.board.plans[index].conflicts = []
    bench.send(.boardChanged)
    #expect(bench.screen.conflicts.chosen == nil)
    bench.press("Enter")
    #expect(bench.effects.isEmpty)
    #expect(bench.text.contains("no value is chosen"))
  }

  @Test("The cursor of a checklist stays on its line, or leaves it if that is gone")
  func checklist() {
    var bench = Bench(columns: 80, rows: 60)
    bench.makesChanges = false
    bench.press("l l Enter")
    bench.goTo(.item(id: "c2", isDone: false))
    let index = bench.board.plans.firstIndex { $0.id == Self.id("k7m2") } ?? 0
    bench.board.plans[index].checklist.removeFirst()
    bench.send(.boardChanged)
    bench.press("y")
    #expect(Self.changes(bench) == [.tick(Self.id("k7m2"), item: "c2", isDone: true)])
    bench.board.plans[index].checklist = [
      ChecklistItem(id: "c3", text: "another", done: false, rank: "a0")
    ]
    bench.send(.boardChanged)
    bench.press("y")
    #expect(Self.changes(bench).isEmpty)
  }

  @Test("A change that an undo took away is not the base of the next one")
  func takenAway() {
    var own = OwnChanges()
    let move = ScreenChange.move([Self.first], column: "done", place: .unsaid)
    let undo = ScreenChange.undo(isAgreed: false)
    #expect(own.add(.init(change: move, commit: "a")) == .change(move, on: "a"))
    own.end(move, ScreenOutcome("moved", plans: [Self.first], commit: "b"), shown: "a")
    _ = own.show(board: "b")
    #expect(own.add(.init(change: undo, commit: "b")) == .change(undo, on: "b"))
    own.end(undo, ScreenOutcome("undid", plans: [Self.first], commit: "a"), shown: "b")
    // Also before the board is shown again.
    #expect(own.add(.init(change: move, commit: "b")) == .change(move, on: "a"))
    _ = own.fail(move)
    _ = own.show(board: "a")
    #expect(own.add(.init(change: move, commit: "a")) == .change(move, on: "a"))
  }

  @Test("A change that was taken away elsewhere is not the base of the next one either")
  func takenAwayElsewhere() {
    var own = OwnChanges()
    let move = ScreenChange.move([Self.first], column: "done", place: .unsaid)
    _ = own.add(.init(change: move, commit: "a"))
    own.end(move, ScreenOutcome("moved", plans: [Self.first], commit: "b"), shown: "a")
    _ = own.show(board: "b")
    _ = own.show(board: "a")
    #expect(own.add(.init(change: move, commit: "a")) == .change(move, on: "a"))
  }
}
