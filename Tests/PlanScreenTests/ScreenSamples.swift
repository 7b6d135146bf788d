@testable import PlanModel
@testable import PlanScreen
import PlanView

/// Boards with every mark, several scripts and hostile texts.
enum ScreenSamples {
  static let devOne = "Dev One <one@example.com>"

  static let board = Board(
    title: "Sprint 12",
    columns: [
      Column(id: "backlog", title: "Backlog", kind: .todo),
      Column(id: "todo", title: "Todo", kind: .todo),
      Column(id: "doing", title: "In review", kind: .doing, limit: 2),
      Column(id: "done", title: "Done", kind: .done),
    ])

  static func id(_ start: String) -> PlanID {
    let padded = start + String("0000000000".prefix(max(0, PlanID.length - start.count)))
    guard let id = PlanID(padded) else { preconditionFailure("\(padded) is no id") }
    return id
  }

  static func plan(
    _ start: String, _ title: String, in state: String, _ change: (inout Plan) -> Void = { _ in }
  ) -> Plan {
    var plan = Plan(id: id(start))
    (plan.values.title, plan.values.state) = (title, state)
    plan.values.created = Creation(at: Timestamp("2026-11-10T09:00:00Z"), by: devOne)
    plan.values.updated = Timestamp("2026-11-20T10:22:31Z")
    change(&plan)
    return plan
  }

  static func day(_ text: String) -> CalendarDay? { CalendarDay(text) }

  static let conflict = Conflict(
    path: .field("title"),
    values: [
      .init(stamp: Stamp(ExactString("2026-11-21T10:00:00Z~00000")), value: .string("Fix login")),
      .init(stamp: Stamp(ExactString("2026-11-20T08:00:00Z~00000")), value: .string("로그인 수정")),
    ])

  static let login = plan("k7m2", "Fix login on iPad", in: "doing") {
    $0.values.texts.body = [
      "## What happens", "", "Tapping **Login** twice *crashes* with `index out of range`.", "",
      "- [x] seen on an iPad mini", "- [ ] seen on a phone", "",
      "> only with a password that the system filled in", "", "1. open the app",
      "2. tap [Login](https://example.com/login)", "", "| a | b |", "| --- | --- |", "| 1 | 둘 |",
    ]
    $0.values.due = day("2026-11-18")
    $0.values.priority = .urgent
    $0.values.owner = devOne
    $0.values.estimate = JSONNumber(3)
    $0.values.labels = ["bug", "ui"]
    $0.values.assignees = [devOne, "개발자 <devTwo@example.com>"]
    $0.values.links = [Link(kind: "blocked-by", target: id("m3f8").text)]
    $0.values.texts.checklist = [
      ChecklistItem(id: "c1", text: "write a failing test", done: true, rank: "a0"),
      ChecklistItem(id: "c2", text: "두 번 누르기를 막기", done: false, rank: "a1"),
    ]
    $0.values.texts.comments = [
      Comment(id: "d1", at: Timestamp("2026-11-20T15:00:00Z"), by: devOne, text: ["Seen again."]),
      Comment(
        id: "d2", at: nil, by: "mallory\u{1B}[31m <m@example.com>", text: ["\u{1B}[2Jgone\u{202E}"]),
    ]
    $0.values.stateSince = Timestamp("2026-11-21T10:22:31Z")
    $0.values.conflicts = [conflict]
  }

  static let plans: [Plan] =
    [
      plan("a1b2", "A plan without anything", in: "backlog"),
      plan("m3f8", "Write the failing test for the login screen first", in: "todo") {
        $0.values.due = day("2026-11-22")
        $0.values.priority = .high
        $0.values.labels = ["test"]
      },
      plan("n9k2", "온보딩 화면의 문구를 다듬고 번역가에게 넘기기", in: "todo") {
        $0.values.due = day("2026-11-20")
        $0.values.labels = ["디자인", "번역"]
        $0.values.assignees = ["개발자 <devTwo@example.com>"]
      },
      plan("p4d7", "🚀 Release 2.0 🇰🇷 👩🏽‍💻 on the App Store", in: "todo") {
        $0.values.due = day("2026-12-24")
      },
      plan("h5n2", "مرحبا بالعالم، خطة طويلة من اليمين إلى اليسار", in: "todo"),
      plan("e6e6", "Z\u{341}\u{316}a\u{346}l\u{34D}g\u{489}o with marks", in: "todo"),
      login,
      plan("r6t3", "safe\u{1B}[31mred\u{202E}evil\u{7}\u{9B}2J\nnext line", in: "doing") {
        $0.values.labels = ["\u{1B}]0;owned\u{7}"]
      },
      plan("s1v5", "https://example.com/a/very/long/address/without/any/spaces", in: "doing") {
        $0.values.conflicts = [conflict]
      },
      plan("v3y6", "A plan of a newer version", in: "Icebox 🧊"),
      plan("t8x4", "", in: "backlog"),
    ]
    + (1...6).map { number in
      plan("w\(100 + number)", "Finished thing \(number)", in: "done") {
        $0.values.stateSince = Timestamp("2026-11-1\(number)T12:00:00Z")
      }
    }

  static var fake: FakeBoard { FakeBoard(board, plans) }
}

/// A screen with a board that answers at once.
struct Bench {
  var screen: Screen
  var board: FakeBoard
  /// The effects of the last event that are no questions.
  private(set) var effects: [ScreenEffect] = []
  /// Whether changes are made. If not, they stay under way.
  var makesChanges = true

  init(
    _ board: FakeBoard = ScreenSamples.fake, columns: Int = 80, rows: Int = 24,
    settings: Screen.Settings = Screen.Settings()
  ) {
    (screen, self.board) = (Screen(settings: settings), board)
    resize(columns, rows)
    follow(screen.firstEffects)
  }

  mutating func send(_ event: ScreenEvent) {
    effects = []
    follow(screen.handle(event))
  }

  private mutating func follow(_ new: [ScreenEffect]) {
    var waiting = new
    while !waiting.isEmpty {
      let effect = waiting.removeFirst()
      switch effect {
      case .ask(let question):
        if let answer = board.answer(question) {
          waiting += screen.handle(.answer(question, answer))
        } else {
          waiting += screen.handle(
            .failed(.question(question), ScreenFailure("there is no such plan")))
        }
      case .change(let change, _):
        effects.append(effect)
        guard makesChanges else { continue }
        let outcome = board.make(change)
        waiting += screen.handle(.done(change, outcome))
      default: effects.append(effect)
      }
    }
  }

  mutating func resize(_ columns: Int, _ rows: Int) {
    send(.input(.resize(columns: columns, rows: rows)))
  }

  /// Presses keys by their names, separated by spaces; `Space` is the space.
  mutating func press(_ keys: String) {
    var all: [ScreenEffect] = []
    for name in keys.split(separator: " ") {
      send(.input(.key(Self.key(String(name)))))
      all += effects
    }
    effects = all
  }

  /// The target of the line with the cursor in the open plan.
  var target: PlanLine.Target? {
    let lines = screen.planLines
    guard let line = screen.plan?.line, lines.indices.contains(line) else { return nil }
    return lines[line].target
  }

  /// Goes down in the open plan to a line with a target.
  mutating func goTo(_ target: PlanLine.Target) {
    for _ in 0..<300 where self.target != target { press("j") }
  }

  mutating func type(_ text: String) {
    for character in text { send(.input(.key(Key(character)))) }
  }

  static func key(_ name: String) -> Key {
    var modifiers: Key.Modifiers = []
    var rest = Substring(name)
    for (prefix, modifier) in [
      ("Ctrl+", Key.Modifiers.control), ("Shift+", .shift), ("Alt+", .alt),
    ]
    where rest.hasPrefix(prefix) && rest.count > prefix.count {
      rest = rest.dropFirst(prefix.count)
      modifiers.insert(modifier)
    }
    let codes: [String: Key.Code] = [
      "Enter": .enter, "Esc": .escape, "Tab": .tab, "Backspace": .backspace, "Delete": .delete,
      "Up": .up, "Down": .down, "Left": .left, "Right": .right, "Home": .home, "End": .end,
      "PageUp": .pageUp, "PageDown": .pageDown, "Space": .character(" "), "F1": .function(1),
    ]
    return Key(codes[String(rest)] ?? .character(rest.first ?? " "), modifiers)
  }

  var grid: Grid { screen.draw(columns: screen.size.columns, rows: screen.size.rows) }
  var text: String { grid.lines.map { $0 + "\n" }.joined() }
}
