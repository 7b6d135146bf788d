@testable import PlanModel
@testable import PlanScreen
import PlanView
import PmgitTestSupport
import Testing

/// Random keys on random boards and sizes.
@Suite("Screen properties")
struct ScreenPropertyTests {
  @Test("Whatever is pressed, the screen keeps its promises", arguments: Seeds.batches(120, of: 10))
  func keys(seeds: [UInt64]) {
    for seed in seeds {
      var run = ScreenRun(seed: seed)
      if let failure = run.failure(steps: 250) {
        Seeds.record(
          failure, seed: seed, suite: "ScreenPropertyTests", steps: run.steps.suffix(20),
          of: run.steps.count)
        return
      }
    }
  }
}

struct ScreenRun {
  private var random: SeededGenerator
  private var bench: Bench
  private(set) var steps: [String] = []
  /// The key that opened the question before a deletion.
  private var asked: String?
  private var pending: [ScreenChange] = []

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    bench = Bench(Self.board(&random))
    bench.makesChanges = random.chance(60)
  }

  /// The name of the step in which somebody else changes the board.
  static let news = "somebody else changes the board"

  private static let hostile = [
    "plain words", "한국어 제목", "🚀👩🏽‍💻🇰🇷", "مرحبا", "a\u{301}\u{302}", "\u{1B}[2Jx", "\u{202E}evil",
    "line\nfeed", "\t", "", "\u{200D}", "very long " + String(repeating: "word ", count: 40),
    String(repeating: "界", count: 50), "\u{301}", "\u{7}\u{9B}31m", "e\u{200F}x",
  ]

  static func board(_ random: inout SeededGenerator) -> FakeBoard {
    let kinds: [Column.Kind] = [.todo, .doing, .done]
    let columns = (0..<(1 + random.number(below: 9))).map { index in
      Column(
        id: "c\(index)", title: random.pick(hostile), kind: random.pick(kinds),
        limit: random.chance(20) ? 2 : nil)
    }
    let count = random.chance(20) ? 0 : random.number(below: random.chance(20) ? 200 : 20)
    let digits = Array("0123456789abcdefghjkmnpqrstvwxyz")
    let plans = (0..<count).map { index in
      let start = String(["k", digits[index / 32 % 32], digits[index % 32]])
      let column = random.chance(5) ? "other" : random.pick(columns).id
      let title = random.pick(hostile)
      return ScreenSamples.plan(start, title, in: column) { plan in
        if random.chance(30) { plan.values.labels = [random.pick(hostile)] }
        if random.chance(20) { plan.values.due = CalendarDay("2026-11-20") }
        if random.chance(15) { plan.values.conflicts = [ScreenSamples.conflict] }
        if random.chance(20) {
          plan.values.texts.body = ScreenSamples.login.body + [random.pick(hostile)]
        }
        if random.chance(20) { plan.values.texts.checklist = ScreenSamples.login.checklist }
        if random.chance(20) { plan.values.assignees = [random.pick(hostile)] }
      }
    }
    return FakeBoard(Board(title: random.pick(hostile), columns: columns), plans)
  }

  // MARK: - Steps

  static let keys: [String] =
    Shortcut.all.flatMap(\.keys) + LocalShortcut.all.flatMap(\.keys) + [
      "y", "n", "Y", "1", "9", "a", "ㅎ", "Backspace", "F1",
    ]

  mutating func failure(steps count: Int) -> String? {
    for _ in 0..<count {
      let before = bench.screen
      let key = step()
      if let failure = check(key, before: before) { return failure }
    }
    return nil
  }

  /// Does something at random. Returns the name of the key if it was one.
  private mutating func step() -> String? {
    switch random.number(below: 100) {
    case ..<70:
      let key = random.pick(Self.keys)
      steps.append(key)
      bench.send(.input(.key(Self.key(key))))
      hold()
      return key
    case ..<74:
      let size = (1 + random.number(below: 150), 1 + random.number(below: 50))
      steps.append("resize \(size)")
      bench.resize(size.0, size.1)
    case ..<78:
      let text = random.pick(Self.hostile)
      steps.append("paste \(text.debugDescription)")
      bench.send(.input(.paste(text)))
    case ..<84:
      let actions: [Mouse.Action] = [.press(0), .wheelUp, .wheelDown, .release(0), .drag(0)]
      let mouse = Mouse(
        random.pick(actions), row: random.number(below: 60), column: random.number(below: 200))
      steps.append("\(mouse)")
      bench.send(.input(.mouse(mouse)))
    case ..<92:
      steps.append(Self.news)
      changeElsewhere()
      bench.send(.boardChanged)
      hold()
    case ..<93 where !pending.isEmpty:
      let change = pending.removeFirst()
      steps.append("failed \(change)")
      bench.send(.failed(.change(change), ScreenFailure(random.pick(Self.hostile))))
      hold()
    case ..<96 where !pending.isEmpty:
      let change = pending.removeFirst()
      steps.append("done \(change)")
      bench.send(.done(change, bench.board.make(change)))
      hold()
    default:
      steps.append("notice")
      bench.send(
        random.chance(50)
          ? .notice(random.pick(Self.hostile)) : .progress(random.chance(50) ? nil : "syncing"))
    }
    return nil
  }

  private mutating func hold() {
    guard !bench.makesChanges else { return }
    for case .change(let change, _) in bench.effects { pending.append(change) }
  }

  private mutating func changeElsewhere() {
    guard !bench.board.plans.isEmpty else { return }
    let index = random.number(below: bench.board.plans.count)
    switch random.number(below: 4) {
    case 0: bench.board.plans.remove(at: index)
    case 1 where random.chance(30):
      bench.board.plans[index].values.deletion = Deletion(at: FakeBoard.now, by: "Two", holds: true)
    case 1: bench.board.plans[index].values.state = random.pick(bench.board.board.columns).id
    case 2: bench.board.plans[index].values.title = random.pick(Self.hostile)
    default: bench.board.plans.insert(bench.board.plans.remove(at: index), at: 0)
    }
  }

  static func key(_ name: String) -> Key {
    let names = [
      " ": "Space", "Escape": "Esc", "ArrowLeft": "Left", "ArrowRight": "Right", "ArrowUp": "Up",
      "ArrowDown": "Down", "Shift+ArrowLeft": "Shift+Left", "Shift+ArrowRight": "Shift+Right",
      "Shift+ArrowUp": "Shift+Up", "Shift+ArrowDown": "Shift+Down",
    ]
    return Bench.key(names[name] ?? name)
  }

  // MARK: - Promises

  private mutating func check(_ key: String?, before: Screen) -> String? {
    let screen = bench.screen
    if let failure = promises(key, before: before) { return failure }
    if case .confirm = screen.prompt, before.prompt == nil { asked = key }
    if let failure = cursorFailure(screen) ?? otherCursorFailure(screen, before: before) {
      return failure
    }
    return gridFailure(screen)
  }

  /// Changes come only from keys that promise them, and are about the plans at the key.
  private mutating func promises(_ key: String?, before: Screen) -> String? {
    if pending.count > 1 { return "two changes at a time" }
    for case .change(let change, _) in bench.effects {
      guard let key else {
        if before.waiting.isEmpty { return "\(change) without a key" }
        continue
      }
      if before.isSaving { return "\(change) during another change" }
      if before.past != nil { return "\(change) in the past" }
      if change.kind == "delete", key == asked || key == "Enter" {
        return "\(key) asked for a deletion and confirmed it"
      }
      guard Self.promised(by: key, before).contains(change.kind) else {
        return "'\(key)' made \(change)"
      }
      let plans = Set(change.ids)
      if !plans.isEmpty, plans != Self.plans(at: key, before) {
        return "\(change) is about other plans than were shown"
      }
    }
    return nil
  }

  /// The plans that a change by a key must be about.
  private static func plans(at key: String, _ screen: Screen) -> Set<PlanID> {
    switch screen.prompt {
    case .confirm(let asked): return Set(asked.change.ids)
    case .line(let line), .revive(let line):
      switch line.purpose {
      case .query, .newPlan: return []
      case .title(let id, _), .checklist(let id), .link(let id): return [id]
      case .due(let ids), .field(let ids): return Set(ids)
      case .decision(let subject, _): return PlanID(subject).map { [$0] } ?? []
      }
    case .pick(let picker):
      switch picker.purpose {
      case .labels(let ids), .people(let ids), .priority(let ids), .column(let ids):
        return Set(ids)
      case .palette: return Set(screen.targets)
      }
    case .help, nil: return Set(screen.targets)
    }
  }

  private static func promised(by key: String, _ screen: Screen) -> Set<String> {
    switch screen.prompt {
    case .confirm(let asked): return key == "y" || key == "Y" ? [asked.change.kind] : []
    case .revive: return key == "y" || key == "Y" ? ["set"] : []
    case .help: return []
    case .line(let line):
      guard key == "Enter" else { return [] }
      switch line.purpose {
      case .query: return []
      case .title, .due: return ["set"]
      case .field: return ["set", "setOwn"]
      case .newPlan: return ["add"]
      case .checklist: return ["addLine"]
      case .link: return ["link"]
      case .decision: return ["resolve"]
      }
    case .pick(let picker):
      switch picker.purpose {
      case .labels: return key == "Enter" ? ["label"] : []
      case .people: return key == "Enter" ? ["assign"] : []
      case .priority: return key == "Enter" ? ["set"] : []
      case .column: return key == "Enter" || Int(key) != nil ? ["move"] : []
      case .palette:
        return key == "Enter" ? ["move", "take", "undo", "redo", "tick", "resolve"] : []
      }
    case nil: break
    }
    switch Shortcut.of(key: key)?.act {
    case .moveLeft, .moveRight, .moveUp, .moveDown: return ["move"]
    case .take: return ["take"]
    case .undo: return ["undo"]
    case .redo: return ["redo"]
    case .tick: return ["tick"]
    case .select: return screen.focus == .plan ? ["tick"] : []
    case .open:
      return screen.focus == .plan ? ["tick"] : screen.view == .conflicts ? ["resolve"] : []
    default: return []
    }
  }

  /// The cursor is on a plan whenever its column has one, and it is drawn.
  private func cursorFailure(_ screen: Screen) -> String? {
    guard screen.content != nil, !screen.lanes.isEmpty else { return nil }
    guard let lane = screen.lane else { return "the cursor is in no column" }
    guard !lane.cards.isEmpty else {
      return screen.cursorPlan == nil ? nil : "the cursor is on a plan of an empty column"
    }
    guard let id = screen.cursorPlan, screen.places[id] == screen.spot else {
      return "the cursor at \(screen.spot) is not on its plan"
    }
    let isShown =
      screen.view == .board || screen.view == .list
    guard isShown, screen.prompt == nil, screen.message == nil, screen.size.rows >= 8,
      screen.size.columns >= 10, !screen.layout.main.isEmpty
    else { return nil }
    let grid = bench.grid
    let area = screen.layout.main
    let isDrawn = (area.row..<area.endRow).contains { row in
      (area.column..<area.endColumn).contains { column in
        let background = grid[row, column].style.background
        return background == .cursor || background == .raised
      }
    }
    return isDrawn ? nil : "the cursor is not drawn"
  }

  /// Every row has as many cells as the grid has columns, and no cell has a control character.
  private func gridFailure(_ screen: Screen) -> String? {
    let grid = bench.grid
    guard grid.rows == screen.size.rows, grid.columns == screen.size.columns else {
      return "the grid has another size"
    }
    for row in 0..<grid.rows {
      let cells = grid.row(row)
      let width = cells.reduce(0) { $0 + TextWidth.cells(of: $1.text) }
      guard width == grid.columns else { return "row \(row) has \(width) cells" }
      for cell in cells {
        for scalar in cell.text.unicodeScalars {
          let isHostile =
            scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
            || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
          if isHostile { return "a control character reached the grid in row \(row)" }
        }
      }
    }
    if let cursor = screen.cursor,
      !(0..<max(1, grid.rows)).contains(cursor.row)
        || !(0..<max(1, grid.columns)).contains(cursor.column)
    {
      return "the terminal's cursor is outside"
    }
    return nil
  }
}
