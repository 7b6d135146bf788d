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

  private static func tick(_ bench: inout Bench, milliseconds: Int64) {
    let now = Timestamp(milliseconds: FakeBoard.now.milliseconds + milliseconds)
    _ = bench.screen.handle(.tick(now: now))
  }

  private static func finish(_ change: ScreenChange, _ bench: inout Bench) {
    bench.send(.done(change, bench.board.make(change)))
  }

  @Test("A text that is typed during a change is the text of its prompt")
  func text() {
    var bench = Self.slow()
    bench.press("e X Enter")
    let change = Self.changes(bench)[0]
    bench.press("e Y")
    bench.send(.input(.paste("Z")))
    bench.press("Enter")
    #expect(bench.effects.isEmpty && bench.screen.prompt == nil)
    Self.finish(change, &bench)
    #expect(
      bench.effects == [
        .change(.set([Self.id("a1b2")], .title, "A plan without anythingXYZ"), on: Self.commit(1))
      ])
  }

  @Test("Keys wait until all that is shown was read again")
  func shown() throws {
    var bench = Bench(columns: 160, rows: 60)
    bench.makesChanges = false
    bench.press("l l Enter")
    bench.goTo(.item(id: "c2", isDone: false))
    bench.press("y")
    let change = Self.changes(bench)[0]
    let questions = bench.screen.handle(.done(change, bench.board.make(change)))
    #expect(questions.count == 2)
    #expect(bench.screen.handle(.input(.key(Key("y")))).isEmpty)
    for case .ask(let question) in questions {
      #expect(bench.screen.isSaving)
      let answer = try #require(bench.board.answer(question))
      let effects = bench.screen.handle(.answer(question, answer))
      guard case .plan = question else { continue }
      #expect(
        effects == [
          .change(.tick(Self.id("k7m2"), item: "c2", isDone: false), on: Self.commit(1))
        ])
    }
  }

  @Test("A quit behind keys that wait comes after them, and Ctrl+c leaves them out")
  func end() {
    var bench = Self.slow()
    bench.press("l L")
    let change = Self.changes(bench)[0]
    bench.press("j q")
    #expect(bench.effects.isEmpty)
    Self.finish(change, &bench)
    #expect(bench.effects == [.quit])
    bench = Self.slow()
    bench.press("l L q")
    #expect(bench.effects.last == .quit)
    bench = Self.slow()
    bench.press("l L L Ctrl+c")
    #expect(bench.effects.count == 1 && bench.screen.waiting.isEmpty)
    bench.press("Ctrl+c")
    #expect(bench.effects == [.quit])
  }

  @Test("A refused change opens its prompt again, and drops the keys behind it")
  func refused() {
    var bench = Self.slow()
    bench.press("n a Enter")
    let change = Self.changes(bench)[0]
    bench.press("j L")
    bench.send(.failed(.change(change), ScreenFailure("no such milestone")))
    #expect(bench.text.contains("no such milestone; what you typed after it is ignored"))
    #expect(bench.screen.waiting.isEmpty && bench.screen.cursorPlan == Self.id("a1b2"))
    bench.press("b Enter")
    #expect(Self.changes(bench) == [.add(line: "ab", column: "backlog")])
  }

  @Test("A redo with nothing to redo leaves a note, and the keys behind it are handled")
  func nothingToRedo() {
    var bench = Self.slow()
    bench.press("l U L")
    #expect(Self.changes(bench) == [.redo()])
    let failure = ScreenFailure("there is nothing to redo", isNothingToDo: true)
    bench.send(.failed(.change(.redo()), failure))
    #expect(Self.changes(bench) == [.move([Self.first], column: "doing", place: .unspecified)])
    #expect(bench.screen.waiting.isEmpty && bench.screen.message?.kind == .note)
    #expect(bench.screen.message?.text == "there is nothing to redo")
  }

  @Test(
    "What was typed for the editor is not taken for keys, and the message of its outcome says so")
  func editor() {
    for key in ["E", "C"] {
      var bench = Self.slow()
      bench.press("l L \(key) D y")
      Self.finish(Self.changes(bench)[0], &bench)
      #expect(bench.effects == [key == "E" ? .edit(Self.first) : .comment(Self.first)])
      #expect(bench.screen.waiting.isEmpty)
      // A sync may end while the editor is open.
      bench.send(.notice("shared the board"))
      #expect(bench.screen.message?.hints == [])
      bench.send(.edited("changed the plan"))
      #expect(bench.screen.message?.hints == [Screen.editorHint])
      bench.send(.edited("nothing was changed"))
      #expect(bench.screen.message?.hints == [])
    }
  }

  @Test("If the board can't be read after a change, the keys behind it are dropped")
  func unread() {
    var bench = Self.slow()
    bench.press("l L L")
    let change = Self.changes(bench)[0]
    for case .ask(let question) in bench.screen.handle(.done(change, bench.board.make(change))) {
      let failure = ScreenFailure("the board is gone")
      #expect(bench.screen.handle(.failed(.question(question), failure)).isEmpty)
    }
    #expect(!bench.screen.isSaving && bench.screen.waiting.isEmpty)
    #expect(bench.text.contains("the board is gone  what you typed after it is ignored"))
  }

  @Test("The rest of a text is ignored if the change before it is refused")
  func refusedBeforeText() {
    var bench = Self.slow()
    Self.tick(&bench, milliseconds: 0)
    bench.press("l L e n")
    let change = ScreenChange.move([Self.first], column: "doing", place: .unspecified)
    bench.send(.failed(.change(change), ScreenFailure("refused by a rule")))
    #expect(bench.text.contains("refused by a rule  what you typed after it is ignored"))
    bench.press("i D y")
    #expect(bench.effects.isEmpty && bench.screen.prompt == nil)
    Self.tick(&bench, milliseconds: 800)
    bench.press("i")
    #expect(bench.effects == [.change(.take([Self.first]), on: Self.commit(0))])
  }

  @Test("Keys for a plan that left the board change no other plan")
  func gone() {
    for (keys, changes) in [("D y", []), ("j L", []), ("u", [ScreenChange.undo()])] {
      var bench = Self.slow()
      bench.press("D y " + keys)
      Self.finish(.delete([Self.id("a1b2")]), &bench)
      #expect(bench.screen.cursorPlan != Self.id("a1b2"))
      #expect(Self.changes(bench) == changes && bench.screen.prompt == nil, "\(keys)")
      #expect(bench.screen.waiting.isEmpty)
      #expect(
        bench.text.contains("a1b2 left the board  what you typed after it is ignored")
          == changes.isEmpty)
    }
  }

  @Test("A query that is not complete drops no letters")
  func typedQuery() {
    var bench = Self.slow()
    bench.press("l L / a b c")
    let change = Self.changes(bench)[0]
    var waiting = bench.screen.handle(.done(change, bench.board.make(change)))
    while !waiting.isEmpty {
      guard case .ask(let question) = waiting.removeFirst() else { continue }
      if case .board("a", _) = question {
        waiting += bench.screen.handle(.failed(.question(question), ScreenFailure("a what?")))
      } else if let answer = bench.board.answer(question) {
        waiting += bench.screen.handle(.answer(question, answer))
      }
    }
    #expect(bench.screen.query == "abc" && bench.screen.waiting.isEmpty)
  }

  @Test("While a plan is taken, one can look around")
  func takes() {
    var bench = Self.slow()
    bench.press("l i j j 3 1")
    #expect(bench.effects == [.change(.take([Self.first]), on: Self.commit(0))])
    #expect(bench.screen.cursorPlan == Self.id("p4d7"))
    bench.press("L k")
    #expect(bench.text.contains("keys wait until the plan is taken"))
    #expect(bench.effects.isEmpty && bench.screen.cursorPlan == Self.id("p4d7"))
    Self.finish(.take([Self.first]), &bench)
    #expect(Self.changes(bench) == [.move([Self.id("p4d7")], column: "doing", place: .unspecified)])
  }

  @Test("After 'q' during a change, the screen says what it waits for and how to end that")
  func endWaits() {
    var settings = Screen.Settings()
    settings.remote = "hub"
    for (keys, words) in [
      ("l i q", "waiting until 'hub' has answered"), ("l J q", "waiting until the last change"),
    ] {
      var bench = Bench(settings: settings)
      bench.makesChanges = false
      bench.press(keys)
      #expect(bench.effects.last == .quit)
      bench.screen.showWait()
      #expect(bench.text.contains(words) && bench.text.contains("q or Ctrl+c ends it at once"))
    }
    #expect(["q", "Ctrl+c"].allSatisfy { Screen.endsWait(.key(ScreenRun.key($0))) })
    #expect(!Screen.endsWait(.key(ScreenRun.key("i"))) && !Screen.endsWait(.paste("q")))
  }

  @Test("A stuck key waits at most twenty times, and clicks do not wait")
  func stuck() {
    var bench = Self.slow()
    bench.press("l J")
    for _ in 0..<50 { bench.press("J") }
    #expect(bench.screen.waiting.count == 20)
    bench.press("K J")
    #expect(bench.screen.waiting.count == 22)
    bench.send(.input(.mouse(Mouse(.press(0), row: 5, column: 2))))
    #expect(bench.screen.cursorPlan == Self.first && bench.screen.waiting.count == 22)
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
    bench.board.plans[index].values.conflicts = []
    bench.send(.boardChanged)
    #expect(bench.screen.conflicts.chosen?.entry.id == Self.id("s1v5").text)
    bench.board.plans[index].values.conflicts = [ScreenSamples.conflict]
    bench.send(.boardChanged)
    bench.press("k k")
    bench.board.plans[index].values.conflicts = []
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
    bench.board.plans[index].values.texts.checklist.removeFirst()
    bench.send(.boardChanged)
    bench.press("y")
    #expect(Self.changes(bench) == [.tick(Self.id("k7m2"), item: "c2", isDone: true)])
    bench.board.plans[index].values.texts.checklist = [
      ChecklistItem(id: "c3", text: "another", done: false, rank: "a0")
    ]
    bench.send(.boardChanged)
    bench.press("y")
    #expect(Self.changes(bench).isEmpty)
  }
}
