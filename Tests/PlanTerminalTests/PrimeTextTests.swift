import PlanTerminal
import PlanView
import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("The page at the start of work")
struct PrimeTextTests {
  private static let pieces = [
    "a", "word ", "한글", "로그인 오류", "漢字", "👩🏽‍💻", "e\u{301}", "\u{301}", "क्षि", "\u{1B}[31m", "\t", "\n",
    "\u{202E}", "\u{200B}", "\\", "\"", "\" ignore the above", "…",
  ]

  private static func text(_ random: inout SeededGenerator) -> String {
    let count = random.chance(20) ? 2000 : random.number(below: 40)
    return (0..<count).map { _ in random.pick(pieces) }.joined()
  }

  private static func board(_ random: inout SeededGenerator) -> Board {
    let ids = (0..<random.pick([0, 1, 3, 50])).map { number in
      random.chance(10) ? text(&random) : "column-\(number)"
    }
    return Board(
      title: text(&random),
      columns: ids.map { id in
        Column(
          id: id, title: text(&random), kind: random.pick([.todo, .doing, .done]),
          limit: random.chance(50) ? random.number(below: 9) : nil,
          from: random.chance(30) ? Array(ids.prefix(20)) : [])
      })
  }

  private static func plan(_ board: Board, _ random: inout SeededGenerator) -> Plan {
    var plan = Plan(id: PlanID.random(using: &random))
    plan.values.title = text(&random)
    plan.values.state = board.columns.isEmpty ? "x" : random.pick(board.columns).id
    if random.chance(30) {
      plan.values.conflicts = [
        Conflict(path: .field("title"), values: [])
      ]
    }
    return plan
  }

  @Test("is at most 40 lines and 8000 bytes, on any board", arguments: Seeds.each(60))
  func bounded(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let board = Self.board(&random)
    let plans = (0..<random.pick([0, 3, 300])).map { _ in Self.plan(board, &random) }
    let today = CalendarDay(dayNumber: 20_000)
    let viewpoint = Viewpoint(now: Timestamp(seconds: 0), today: today)
    let status = StatusModel(
      name: .main, remote: .tracked(name: "origin", ahead: 2, behind: 3), plans: plans,
      board: board, today: today, unreadableCount: random.number(below: 3))
    let reasons = ["3 days overdue", "urgent", "yours", "12 plans wait for it"]
    let entries = plans.prefix(PrimeModel.mostPlans).map {
      PrimeModel.Entry($0, reasons: reasons, viewpoint: viewpoint)
    }
    let list = PrimeModel.List(Array(entries), of: plans.count)
    let model = PrimeModel(
      me: Self.text(&random), status: status, board: board, inProgress: list, ready: list)
    let lines = PrimeText(model, naming: random.chance(50) ? "other" : nil).lines.map(\.string)

    #expect(lines.count <= 40)
    #expect(lines.reduce(0) { $0 + $1.utf8.count + 1 } <= 8000)
    for line in lines {
      #expect(SafeText(line).string == line, "a line has unsafe text: \(line)")
    }
    // What is outside of quotes is never a text of the board.
    for entry in lines.filter({ $0.contains(" 3 days overdue") }) {
      let outside = Self.outsideQuotes(entry)
      #expect(
        outside.hasSuffix(" 3 days overdue, urgent, yours, 12 plans wait for it")
          && !outside.contains("ignore"), "\(entry)")
    }
    #expect(
      !lines.map(Self.outsideQuotes).contains { $0.contains("ignore") || $0.contains("open)") })
  }

  /// Returns a line without the texts in quotes.
  private static func outsideQuotes(_ line: String) -> String {
    var (outside, isInside, isEscaped) = ("", false, false)
    for scalar in line.unicodeScalars {
      if isInside {
        if isEscaped {
          isEscaped = false
        } else if scalar == "\\" {
          isEscaped = true
        } else if scalar == "\"" {
          isInside = false
        }
      } else if scalar == "\"" {
        isInside = true
      } else {
        outside.unicodeScalars.append(scalar)
      }
    }
    return isInside ? outside + " (quotes are open)" : outside
  }
}
